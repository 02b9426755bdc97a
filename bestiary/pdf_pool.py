"""The worker processes that lay out PDFs: how many, who waits for them, and what happens when one breaks.

No document is known here, and WeasyPrint is not imported: that happens inside the processes, in `bestiary.pdf_worker`.
"""

import fcntl
import hashlib
import importlib.metadata
import logging
import multiprocessing
import os
import queue
import shutil
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.util import Finalize
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string

from bestiary import pdf_worker

logger = logging.getLogger(__name__)

# Seconds a document may be laid out for; one of forty creatures with long texts takes about ten.
RENDER_SECONDS = 30
# Seconds a new worker may take to start, on a slow and busy machine.
START_SECONDS = 60
# Seconds a document may wait for a free worker.
WAIT_SECONDS = 15

FOLDER_PREFIX = "pdf-fonts-"


class PdfError(Exception):
    """No PDF, and why: `message` is fit for the person who wanted it, `status` for the response."""

    status = 500
    message = "The PDF could not be made. The page on the screen is not affected."


class PdfBusy(PdfError):
    """Too many documents are waiting."""

    status = 503
    message = "Many sheets are being printed at this moment. Please try again in a few seconds."


class PdfTimeout(PdfError):
    """The document was given up."""

    status = 503
    message = "This sheet took too long to lay out and was given up. Shorter texts will help."


class PdfFailed(PdfError):
    """WeasyPrint could not make it, or the document asked for something it may not have."""


# --- Stylesheet and fonts ---------------------------------------------------------------------------------------------


class Bundle:
    """The bytes every document is made with, and a digest of them and of the code that uses them."""

    def __init__(self, files):
        self.files = {name: path.read_bytes() for name, path in files.items()}
        digest = hashlib.sha256(importlib.metadata.version("weasyprint").encode())
        digest.update(Path(pdf_worker.__file__).read_bytes())
        for name, data in sorted(self.files.items()):
            digest.update(f"{name}\0{len(data)}\0".encode())
            digest.update(data)
        self.digest = digest.hexdigest()


_bundle_lock = threading.Lock()
_bundle = (None, None)  # (when its files were changed, Bundle)


def current_bundle():
    """The `Bundle` of today's files; read again only when one of them has changed."""
    global _bundle
    root = settings.BASE_DIR / "static"
    files = {pdf_worker.STYLESHEET: root / pdf_worker.STYLESHEET}
    for path in sorted((root / "fonts").glob("*.ttf")):
        files[f"fonts/{path.name}"] = path
    state = [(name, path.stat().st_mtime_ns) for name, path in files.items()]
    with _bundle_lock:
        if _bundle[0] != state:
            _bundle = (state, Bundle(files))
        return _bundle[1]


# --- Workers ----------------------------------------------------------------------------------------------------------


class Worker:
    """One process that lays out one document at a time, and another one after it has died.

    It is a pool of a single process: a hung or crashed one is replaced without disturbing the others.
    """

    def __init__(self, bundle):
        self.bundle = bundle
        self.seconds = getattr(settings, "PDF_RENDER_SECONDS", RENDER_SECONDS)
        self.ended = False
        self._start()

    def _start(self):
        self.folder, self.folder_lock = _new_folder()
        # spawn: a fork of a server with threads may inherit a lock that nobody will ever open.
        self.executor = ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=pdf_worker.start,
            initargs=(self.bundle.files, render_to_string("print_warm_up.html").encode(), self.folder, START_SECONDS),
        )
        self.started_by = time.monotonic() + START_SECONDS
        self._tidy()  # the process starts with its first task, not with the pool

    def render(self, html, assets, frame=None):
        """The PDF as bytes. A process that had died while idle is replaced and the document tried once more."""
        for attempt in (1, 2):
            began = time.monotonic()
            try:
                future = self.executor.submit(pdf_worker.render, html, assets, self.seconds, frame)
                # A worker ends itself in time; the longer time here is for one that cannot even do that.
                outcome, result = future.result(max(self.started_by - began, 0) + 2 * self.seconds)
            except (BrokenProcessPool, FutureTimeout) as error:
                took = time.monotonic() - began
                if self.ended:
                    raise PdfFailed from error
                logger.warning("A PDF worker was replaced after %.1f s: %s", took, type(error).__name__)
                self._stop()
                self._start()
                if took >= self.seconds:
                    raise PdfTimeout from error
                if attempt == 2:
                    raise PdfFailed from error
                continue
            self._tidy()
            if outcome == "pdf":
                return result
            logger.error("A PDF was not made (%s): %s", outcome, result)
            raise PdfFailed(result)

    def _tidy(self):
        """Let the process clean up while nobody waits for it."""
        with suppress(BrokenProcessPool):  # the next document finds out and starts a new one
            self.executor.submit(pdf_worker.tidy)

    def end(self):
        """End the process for good, whatever it may be doing."""
        self.ended = True
        self._stop()

    def _stop(self):
        # Python 3.14 has a public name for this: executor.kill_workers().
        processes = list((self.executor._processes or {}).values())
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        wait([process.sentinel for process in processes], timeout=2)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self.folder_lock)


def _new_folder():
    """A folder for a worker's fonts, and the lock of it that this process holds until the worker has ended.

    A server and a worker that are killed at once leave their folder behind: it goes here, for nobody holds its lock.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        with suppress(OSError):
            lock = _lock(left)
            shutil.rmtree(left, ignore_errors=True)
            os.close(lock)
    folder = tempfile.mkdtemp(prefix=FOLDER_PREFIX)
    return folder, _lock(folder)


def _lock(folder):
    """An open file that locks `folder` for this process; raises OSError when another one has it."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


class Pool:
    """The workers of this server process, started when first needed, and the queue before them."""

    def __init__(self):
        workers = getattr(settings, "PDF_WORKERS", 1)
        self.process_id = os.getpid()
        self.limit = getattr(settings, "PDF_QUEUE", 3)
        self.inside = 0
        self.lock = threading.Lock()
        self.workers = set()
        self.slots = queue.LifoQueue()  # last in, first out: the warm one is preferred
        for _ in range(workers):
            self.slots.put(None)

    @contextmanager
    def turn(self, bundle):
        """A worker for the one who enters, as soon as there is one; `PdfBusy` when too many wait already."""
        with self.lock:
            if self.inside >= self.limit:
                raise PdfBusy
            self.inside += 1
        try:
            try:
                slot = self.slots.get(timeout=WAIT_SECONDS)
            except queue.Empty:
                raise PdfBusy from None
            worker = None
            try:
                worker = self._ready(slot, bundle)
                yield worker
            finally:
                self.slots.put(worker)
        finally:
            with self.lock:
                self.inside -= 1

    def warm_up(self, bundle):
        """Start the next worker, unless it has been started or is in use; returns at once."""
        try:
            slot = self.slots.get_nowait()
        except queue.Empty:
            return
        if slot is not None:
            self.slots.put(slot)
            return
        # In a thread: a new process takes a good while before it has read the fonts handed to it.
        threading.Thread(target=self._fill_slot, args=(bundle,), daemon=True).start()

    def _fill_slot(self, bundle):
        worker = None
        try:
            worker = self._ready(None, bundle)
        finally:
            self.slots.put(worker)

    def end(self):
        """End all workers; who waits for a document gets none."""
        with self.lock:
            workers, self.workers = self.workers, set()
        for worker in workers:
            worker.end()

    def _ready(self, worker, bundle):
        """`worker`, or a new one: the first, or one that knows the changed stylesheet or fonts."""
        if worker is not None and not worker.ended and worker.bundle.digest == bundle.digest:
            return worker
        if worker is not None:
            worker.end()
            self.workers.discard(worker)
        worker = Worker(bundle)
        self.workers.add(worker)
        return worker


_pool_lock = threading.Lock()
_the_pool = None


def current_pool():
    """The pool of this process, made when first asked for."""
    global _the_pool
    with _pool_lock:
        if _the_pool is None or _the_pool.process_id != os.getpid():
            _the_pool = Pool()
            # Not `atexit`: a server's process that was itself forked runs only these, and then waits for its children.
            Finalize(None, end_pool, exitpriority=10)
        return _the_pool


def end_pool():
    """End the workers; the next document starts new ones."""
    global _the_pool
    with _pool_lock:
        pool, _the_pool = _the_pool, None
    if pool is not None and pool.process_id == os.getpid():
        pool.end()


def _after_fork():
    """A forked child must neither use its parent's workers nor inherit a closed lock."""
    global _pool_lock, _bundle_lock, _the_pool
    _pool_lock, _bundle_lock, _the_pool = threading.Lock(), threading.Lock(), None


os.register_at_fork(after_in_child=_after_fork)
