"""Any exception -> a response in the one shape. What nobody foresaw is logged and stays private; so is why we are busy."""

from __future__ import annotations

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from duskline.core.data.faults import is_busy_or_away, is_duplicate, is_reference
from duskline.core.data.security_log import log_event
from duskline.core.http.context import caller
from duskline.core.system.errors import Changed, Conflict, ErrorBody, Refusal, Unavailable
from duskline.core.system.logs import FIELDS
from duskline.core.values.tokens import without_secrets

logger = logging.getLogger("duskline.exceptions")


def handle_exception(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Any exception -> a response in the one shape. What nobody foresaw is logged and stays private; so is why we are busy."""
    refusal = _refusal(error)
    fields = {"request": caller(request).request, "path": without_secrets(request.url.path)}
    if refusal is None:
        logger.error("request failed", exc_info=error, extra={FIELDS: fields})
        refusal = Refusal(500, "Something went wrong on our side. Please try again.")
    if isinstance(refusal, Unavailable):
        logger.warning("service unavailable", exc_info=error, extra={FIELDS: fields})
    if refusal.event is not None:
        message, told = refusal.event
        log_event(message, caller(request), **told)
    return Response(
        refusal.body(), status_code=refusal.status, headers=refusal.headers, media_type="application/json"
    )


def _refusal(error: Exception) -> Refusal | None:
    match error:
        case Refusal():
            return error
        case StaleDataError():
            return Changed()
        case IntegrityError() if is_duplicate(error):
            return Conflict("This conflicts with a record that already exists.")
        case IntegrityError() if is_reference(error):
            return Conflict(
                "Something that this record depends on was just changed. Reload it and try again."
            )
        case ValidationException():
            return _invalid_request(error)
        case HTTPException():
            sentence = _HTTP_SENTENCES.get(error.status_code, "This request is not valid.")
            return Refusal(error.status_code, sentence, headers=error.headers)  # 405 says what is allowed
        case _:
            return Unavailable() if is_busy_or_away(error) else None


_HTTP_SENTENCES = {
    404: "Not found.",
    405: "This method is not supported here.",
    413: "The request is too large.",
}


_MISSING = re.compile(r"Missing required \w+ parameter '([^']+)'")


def _invalid_request(error: ValidationException) -> Refusal:
    fields = {
        str(item.get("key", "request")): "This value is not valid"
        for item in (error.extra if isinstance(error.extra, list) else [])
    }
    if missing := _MISSING.match(error.detail):
        fields = {missing[1]: "Required"}
    if not fields or "data" in fields:
        return Refusal(400, "The request body must be a JSON object.")
    return Refusal(400, next(iter(fields.values())), fields)
