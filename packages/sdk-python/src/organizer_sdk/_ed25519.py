"""
The verification of Ed25519 signatures (RFC 8032, section 5.1.7). The standard library of Python has none.

It takes some milliseconds. All its inputs are public, so it does not need constant time.
"""

from __future__ import annotations

from hashlib import sha512
from typing import Final, NamedTuple

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SQRT_OF_MINUS_1: Final = pow(2, (_P - 1) // 4, _P)


class _Point(NamedTuple):
    """A point of the curve in extended coordinates: ``x`` and ``y`` are divided by ``z``, and ``t`` is ``x * y / z``."""

    x: int
    y: int
    z: int
    t: int


_NEUTRAL: Final = _Point(0, 1, 1, 0)


def _add(a: _Point, b: _Point) -> _Point:
    difference = (a.y - a.x) * (b.y - b.x) % _P
    total = (a.y + a.x) * (b.y + b.x) % _P
    c = 2 * a.t * b.t * _D % _P
    d = 2 * a.z * b.z % _P
    e, f, g, h = total - difference, d - c, d + c, total + difference
    return _Point(e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _multiply(factor: int, point: _Point) -> _Point:
    result = _NEUTRAL
    while factor > 0:
        if factor & 1:
            result = _add(result, point)
        point = _add(point, point)
        factor >>= 1
    return result


def _are_equal(a: _Point, b: _Point) -> bool:
    return (a.x * b.z - b.x * a.z) % _P == 0 and (a.y * b.z - b.y * a.z) % _P == 0


def _decode(data: bytes) -> _Point | None:
    """The point with this encoding; None if there is none."""
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= _P:
        return None
    x_squared = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(x_squared, (_P + 3) // 8, _P)
    if (x * x - x_squared) % _P != 0:
        x = x * _SQRT_OF_MINUS_1 % _P
    if (x * x - x_squared) % _P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = _P - x
    return _Point(x, y, 1, x * y % _P)


_BASE_Y: Final = 4 * pow(5, -1, _P) % _P
_BASE: Final = _decode(_BASE_Y.to_bytes(32, "little"))


def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of 64 bytes was created for a message with the private key of this public key of 32 bytes."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r = _decode(public_key), _decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    # Without this limit, each signature would have a second form.
    if _BASE is None or a is None or r is None or s >= _ORDER:
        return False
    k = int.from_bytes(sha512(signature[:32] + public_key + message).digest(), "little") % _ORDER
    return _are_equal(_multiply(s, _BASE), _add(r, _multiply(k, a)))
