"""A small HTTP/1.1 load generator: ready-made requests over kept-alive sockets, one thread a connection.

It sends bytes prepared beforehand and reads answers by their length, so that on a machine shared
with the server it costs a fraction of what the server does.
"""

import socket
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Result:
    """Latencies in seconds of the answers with the wanted status, and how many had another."""

    seconds: list[float] = field(default_factory=list)
    failures: int = 0
    elapsed: float = 0.0

    @property
    def rate(self) -> float:
        """Answers per second, all connections together."""
        return len(self.seconds) / self.elapsed if self.elapsed else 0.0

    def percentile(self, share: float) -> float:
        """The latency in milliseconds that `share` (0-1) of the answers did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("nan")

    def row(self) -> str:
        text = (
            f"{self.rate:7.0f}/s  p50 {self.percentile(0.5):6.1f}  p95 {self.percentile(0.95):6.1f}"
            f"  p99 {self.percentile(0.99):6.1f} ms  n={len(self.seconds)}"
        )
        return text + (f"  FAILED {self.failures}" if self.failures else "")


def build_request(method: str, path: str, *, host: str, headers: dict[str, str] | None = None, body: bytes = b""):
    """The bytes of one request with its headers, ready to send."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: keep-alive"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def exchange(connection: socket.socket, request: bytes) -> tuple[int, bytes]:
    """Send one request, read its whole answer: status and everything received."""
    connection.sendall(request)
    received = b""
    while b"\r\n\r\n" not in received:
        chunk = connection.recv(65536)
        if not chunk:
            raise ConnectionError("closed before the headers ended")
        received += chunk
    head, _, rest = received.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(rest) < length:
        chunk = connection.recv(65536)
        if not chunk:
            raise ConnectionError("closed before the body ended")
        rest += chunk
    return int(head.split(b" ", 2)[1]), rest


def run(
    address: tuple[str, int],
    requests: list[bytes],
    *,
    connections: int,
    seconds: float,
    pause: float = 0.0,
    want: int = 200,
) -> Result:
    """Send the requests in turn over `connections` sockets for `seconds` and gather the latencies.

    `pause` is how long, in seconds, a connection rests between two of its requests.
    """
    result, lock = Result(), threading.Lock()
    start = time.perf_counter()
    end = start + seconds

    def worker(offset: int) -> None:
        latencies, failures, turn = [], 0, offset
        with socket.create_connection(address) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while time.perf_counter() < end:
                sent = time.perf_counter()
                status, _ = exchange(connection, requests[turn % len(requests)])
                turn += connections
                if status == want:
                    latencies.append(time.perf_counter() - sent)
                else:
                    failures += 1
                if pause:
                    time.sleep(pause)
        with lock:
            result.seconds += latencies
            result.failures += failures

    threads = [threading.Thread(target=worker, args=(offset,)) for offset in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    result.elapsed = time.perf_counter() - start
    return result
