"""Structured logs: one JSON object per line on stderr, ready for any collector.

What is logged is chosen field by field, so that no cookie, token, password or query value can slip in.
"""

import logging
import logging.config
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec

# No line says which thread, process or source line it came from; gathering that would cost more than the line.
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
logging._srcfile = None  # the documented way

FIELDS = "fields"
"""The name under which `extra` carries the fields of a line."""
STDERR = 2


class JsonLines(logging.Formatter):
    """Time, level, logger and message, then the fields given with the call, then the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": moment(record.created),
            "level": record.levelname.lower(),
            "log": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def write_at_once(logger: logging.Logger, message: str, fields: Mapping[str, Any]) -> None:
    """The same line without the logging module's record and handlers: a request from memory costs little more."""
    if not logger.isEnabledFor(logging.INFO):
        return
    line = {"at": moment(time.time()), "level": "info", "log": logger.name, "message": message, **fields}
    with suppress(OSError, UnicodeError):  # a log that is full or gone stops nobody, nor does odd text
        os.write(STDERR, msgspec.json.encode(line) + b"\n")


CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": JsonLines}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    # Granian's own lines: what goes wrong, not every step of a start.
    "loggers": {
        "_granian": {"level": "WARNING"},
        "asyncio": {"level": "WARNING"},
        "alembic": {"level": "WARNING"},
        "watchfiles": {"level": "WARNING"},
    },
}


def configure() -> None:
    """Send every log of this process to stderr as JSON lines."""
    logging.config.dictConfig(CONFIG)
