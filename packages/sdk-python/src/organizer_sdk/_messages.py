"""The messages of a stream."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A message of a stream. A heartbeat has no data."""

    id: int | None
    data: bytes


class MessageParser:
    """Reads messages from server-sent events (HTML standard, section 9.2.6)."""

    def __init__(self) -> None:
        self._line = b""
        self._id: int | None = None
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> list[Message]:
        """The messages that are complete with these bytes."""
        *lines, self._line = (self._line + chunk).split(b"\n")
        messages = []
        for line in lines:
            name, _, value = line.removesuffix(b"\r").partition(b":")
            value = value.removeprefix(b" ")
            if name == b"id" and value.isdigit():
                self._id = int(value)
            elif name == b"data":
                self._data.append(value)
            elif line.strip() == b"":
                messages.append(Message(self._id, b"\n".join(self._data)))
                self._id, self._data = None, []
        return messages
