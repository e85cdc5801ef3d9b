"""Webhooks: set up, changed, turned off and on, deleted, tried, and what each was told.

Who may enter: those who edit the configuration. A webhook is the company's and is told of every branch.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read, shape
from duskline.core.system.errors import Invalid
from duskline.core.system.outgoing import LONGEST_URL, target_of
from duskline.core.values.bodies import UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.notifying import webhooks
from duskline.models.notifying.webhooks import Delivery, DeliveryState, Webhook, WebhookEvent
from duskline.policy import EDIT_CONFIG

PATH = "/api/panel/webhooks"
ONE = PATH + "/{id:str}"

Url = Annotated[str, Meta(min_length=1, max_length=LONGEST_URL)]
Events = Annotated[
    list[WebhookEvent],
    Meta(min_length=1, max_length=len(WebhookEvent), extra={"say": "Choose at least one event"}),
]


class NewWebhook(Body, kw_only=True):
    url: Url
    events: Events


class WebhookEdit(Body):
    url: Url | UnsetType = UNSET
    events: Events | UnsetType = UNSET
    enabled: bool | UnsetType = UNSET


class WebhookRow(ResponseModel):
    id: str
    url: str
    events: list[WebhookEvent]
    enabled: bool
    last_ok_at: datetime | None
    """When something arrived last."""
    failing_since: datetime | None
    """Nothing has arrived since then; it is turned off after three days of that."""
    former_until: datetime | None
    """Until when a former secret signs too; None where none does."""
    version: int


class WebhookMade(ResponseModel):
    """The secret is told this once."""

    id: str
    secret: str


class DeliveryRow(ResponseModel):
    """`due` is the next attempt of one that waits; `answer` the beginning of what came back."""

    id: str
    event: str
    state: DeliveryState
    tries: int
    due: datetime
    status: int | None
    milliseconds: int | None
    answer: str | None
    fault: str | None
    created_at: datetime
    tried_at: datetime | None


@read(PATH, may=EDIT_CONFIG)
async def list_webhooks(db: Db) -> list[WebhookRow]:
    """The webhooks, the oldest first."""
    return [shape(webhook, WebhookRow) for webhook in await webhooks.listed(db)]  # type: ignore[misc]


@change(post, PATH, may=EDIT_CONFIG, repeatable=False, lock=webhooks.LOCK)
async def make_webhook(db: Db, data: NewWebhook) -> WebhookMade:
    """A URL that is told what happens here. Its secret is told this once."""
    made = await webhooks.make(db, _spelled(data.url), data.events)
    await db.flush()
    on_commit(db, "webhook made", webhook=made.id)
    return WebhookMade(made.id, made.secret)


@change(patch, ONE, may=EDIT_CONFIG, returns=WebhookRow, lock=webhooks.LOCK)
async def edit_webhook(db: Db, id: str, data: WebhookEdit) -> Webhook:
    """Changes the fields that are sent. One that is turned on again begins again, with what has waited since."""
    webhook = await webhooks.found(db, id)
    fields = data.given()
    if "url" in fields:
        fields["url"] = _spelled(fields["url"])
        await webhooks.require_free(db, fields["url"], but=id)
    if "events" in fields:
        fields["events"] = webhooks.kept(fields["events"])
    if fields.get("enabled"):
        webhook.failing_since = None
    on_commit(db, "webhook changed", webhook=id)
    return webhook.apply(fields)


@change(delete, ONE, may=EDIT_CONFIG, status=204)
async def delete_webhook(db: Db, id: str) -> None:
    """From now on it is told nothing."""
    on_commit(db, "webhook deleted", webhook=(await webhooks.end(db, id)).id)


@change(post, ONE + "/restore", may=EDIT_CONFIG, status=204, lock=webhooks.LOCK)
async def restore_webhook(db: Db, id: str) -> None:
    """Takes the deletion back, for ten minutes."""
    on_commit(db, "webhook restored", webhook=(await webhooks.restore(db, id)).id)


@change(post, ONE + "/secret", may=EDIT_CONFIG, status=200, repeatable=False)
async def replace_secret(db: Db, id: str) -> WebhookMade:
    """Another secret, told this once. The former signs beside it for a day."""
    secret = (await webhooks.found(db, id)).replace_secret()
    on_commit(db, "webhook secret replaced", webhook=id)
    return WebhookMade(id, secret)


@change(post, ONE + "/test", may=EDIT_CONFIG, returns=DeliveryRow, status=200)
async def test_webhook(db: Db, id: str) -> Delivery:
    """Sends a test in a moment, also to one that is turned off."""
    return await webhooks.test(db, id)


@read(ONE + "/deliveries", may=EDIT_CONFIG)
async def deliveries(db: Db, id: str) -> list[DeliveryRow]:
    """What it was told last, the newest first."""
    return [shape(row, DeliveryRow) for row in await webhooks.deliveries_of(db, id)]  # type: ignore[misc]


@change(
    post,
    "/api/panel/webhook-deliveries/{id:str}/send-again",
    may=EDIT_CONFIG,
    returns=DeliveryRow,
    status=200,
)
async def send_delivery_again(db: Db, id: str) -> Delivery:
    """The same once more, under the same id, whatever became of it."""
    return await webhooks.send_again(db, id)


def _spelled(url: str) -> str:
    """As it is kept. Raises Invalid where it leads nowhere on the internet."""
    try:
        return target_of(url).url
    except ValueError as fault:
        raise Invalid({"url": str(fault)}) from None


ROUTES = [
    list_webhooks, make_webhook, edit_webhook, delete_webhook, restore_webhook, replace_secret, test_webhook, deliveries,
    send_delivery_again,
]  # fmt: skip
