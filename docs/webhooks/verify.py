import hashlib
import hmac
import re
import sys
import time
from typing import Optional


def verify(
    body: bytes,
    header: Optional[str],
    secret: str,
    now: Optional[float] = None,
    tolerance_seconds: int = 300,
) -> None:
    """Verifies the signature of a webhook. Raises ValueError with the reason if it is not valid.

    body: the request body as raw bytes, before it is parsed
    header: the value of X-SERVICE-Signature
    secret: the complete secret of the endpoint, including whsec_
    now: the time in Unix seconds, by default the current time
    """
    # With an empty secret, any client could create a valid signature.
    if not secret:
        raise ValueError("the secret is missing")

    signed_at = ""
    signatures = []
    for part in (header or "").split(","):
        if part.startswith("t="):
            signed_at = part[2:]
        # During a rotation of the secret, there are several. Unknown names are ignored, because later versions can add names.
        if part.startswith("v1="):
            signatures.append(part[3:].encode("utf-8", "replace"))
    if not re.fullmatch("[0-9]{1,12}", signed_at):
        raise ValueError("the header has no time t=")
    if not signatures:
        raise ValueError("the header has no signature v1=")

    signed = signed_at.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    # A comparison in constant time does not reveal how many characters are correct.
    if not any(hmac.compare_digest(signature, expected) for signature in signatures):
        raise ValueError("no signature matches")

    # A recorded request must not be accepted later.
    if now is None:
        now = time.time()
    if abs(int(now) - int(signed_at)) > tolerance_seconds:
        raise ValueError(f"the time differs from the current time by more than {tolerance_seconds} s")


# An example program. It reads the body from standard input.
#   python3 verify.py HEADER SECRET [NOW] < body
if __name__ == "__main__":
    header, secret, now = (sys.argv[1:] + [None, None, None])[:3]
    try:
        verify(sys.stdin.buffer.read(), header, secret or "", None if now is None else int(now))
        print("valid")
    except ValueError as error:
        sys.exit(str(error))
