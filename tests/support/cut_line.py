"""A line to a server that can be cut: what is sent goes through, and the answer does not come back."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_PIECE: Final = 65_536


class CutLine:
    """Forwards one port of this machine to a server, until the word that it is told to cut behind has gone through."""

    def __init__(self, host: str, port: int) -> None:
        self._server, self._word, self._at_once = (host, port), b"", False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.cuts = 0
        self._running = threading.Event()
        self._running.set()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_behind(self, word: bytes, *, at_once: bool = False) -> None:
        """Let the next message with this word through, but not its answer: the line is cut then, or at once."""
        self._word, self._at_once = word, at_once

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(self._server)
                self._open += [client, server]
                stopped = threading.Event()
                threading.Thread(target=self._forth, args=(client, server, stopped), daemon=True).start()
                threading.Thread(target=self._back, args=(server, client, stopped), daemon=True).start()

    def _forth(self, client: socket.socket, server: socket.socket, stopped: threading.Event) -> None:
        with suppress(OSError):
            while piece := client.recv(_PIECE):
                self._running.wait()
                if self._word and self._word in piece:
                    self._word = b""
                    self.cuts += 1
                    stopped.set()
                server.sendall(piece)
                if stopped.is_set() and self._at_once:
                    client.shutdown(socket.SHUT_RDWR)
            server.shutdown(socket.SHUT_WR)

    def _back(self, server: socket.socket, client: socket.socket, stopped: threading.Event) -> None:
        with suppress(OSError):
            while piece := server.recv(_PIECE):
                self._running.wait()
                if stopped.is_set():  # it has done what it was told, and nobody hears of it
                    break
                client.sendall(piece)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
        client.close()
        server.close()

    def freeze(self) -> None:
        self._running.clear()

    def thaw(self) -> None:
        self._running.set()

    def take_away(self) -> None:
        self.close()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def put_back(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # whoever waits for one is told
        self._listening.close()


@contextmanager
def cut_line(host: str, port: int) -> Iterator[CutLine]:
    line = CutLine(host, port)
    try:
        yield line
    finally:
        line.thaw()
        line.close()
