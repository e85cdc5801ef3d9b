import base64
import hmac
import time


def is_from_us(secret, headers, body):
    """`secret` as it was shown, `body` the bytes as they came."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    mine = hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256")
    signed = "v1," + base64.b64encode(mine).decode()
    theirs = headers["webhook-signature"].split()
    fresh = abs(time.time() - int(at)) < 300
    return fresh and any(hmac.compare_digest(signed, each) for each in theirs)
