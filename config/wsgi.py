"""The WSGI entry point: `granian --interface wsgi config.wsgi:application`."""

import multiprocessing
import os
import signal

from django.core.wsgi import get_wsgi_application

from config.requests import readable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if multiprocessing.current_process().name == "granian-worker":
    # Ctrl+C goes to every process of the terminal, and granian's main process then ends its workers with SIGTERM. A
    # worker that gets both hangs now and then until it is killed, so it listens to its parent alone.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

application = readable(get_wsgi_application())
