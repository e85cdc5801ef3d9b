"""Clients. Who may enter: those who manage leads; work order staff and viewAllData read."""

from __future__ import annotations

from duskline.core.data.lists import Filter, either_way
from duskline.core.data.search import FirstCharacters
from duskline.core.data.session import Db
from duskline.core.http.bulk import Bulk, bulk_routes
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, patch, post
from duskline.core.values.bodies import (
    UNSET,
    Body,
    Email,
    Id,
    Name,
    Phone,
    UnsetType,
)
from duskline.models.places.places import chosen_branch, moved
from duskline.models.records import references
from duskline.models.records.new_records import Address, NewClient
from duskline.models.records.sales import Client, ClientStatus
from duskline.panel import exports
from duskline.panel.exports import export_route
from duskline.panel.filters import by_import
from duskline.panel.one_record import record_routes, removal_route
from duskline.panel.rows import ClientRow
from duskline.policy import MANAGE_LEADS, SEE_CLIENTS

PATH = "/api/panel/clients"


class ClientEdit(Body):
    branch_id: Id | UnsetType = UNSET
    lead_id: Id | UnsetType | None = UNSET
    name: Name | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    phone: Phone | UnsetType | None = UNSET
    address: Address | UnsetType = UNSET
    status: ClientStatus | UnsetType = UNSET


class ClientsEdit(Bulk, kw_only=True):
    """The same of many clients."""

    change: ClientEdit


CLIENTS = Listing(
    Client,
    ClientRow,
    {
        "status": Filter(Client.status, tuple(ClientStatus)),
        "branchId": Filter(Client.branch_id),
        "import": by_import(Client.id),
        "leadId": Filter(Client.lead_id),
    },
    orders=either_way(created=Client.created_at, name=FirstCharacters(Client.search)),
)
clients = CLIENTS.route(PATH, may=SEE_CLIENTS, name="clients")
clients_file = export_route(
    CLIENTS,
    PATH,
    may=SEE_CLIENTS,
    columns={
        "Name": Client.name, "Email": Client.email, "Phone": Client.phone, "Address": Client.address,
        "Status": Client.status, "Branch": exports.branch(Client.branch_id), "Created (UTC)": Client.created_at,
        "Updated (UTC)": Client.updated_at, "Id": Client.id, "Lead id": Client.lead_id,
    },
)  # fmt: skip


@change(post, PATH, may=MANAGE_LEADS, returns=ClientRow)
async def create_client(db: Db, data: NewClient) -> Client:
    """A new client, in the caller's branch unless another is named."""
    branch = chosen_branch(db.actor, data.branch_id)
    return await references.stored(db, Client(**data.given() | {"branch_id": branch}))


@change(patch, PATH + "/{id:str}", may=MANAGE_LEADS, returns=ClientRow)
async def edit_client(db: Db, id: str, data: ClientEdit) -> Client:
    """Changes the fields that are sent."""
    client = (await db.find_for_update(Client, id)).apply(moved(db.actor, data.given()))
    await references.check(db, client)
    return client


ROUTES = [clients, clients_file, create_client, edit_client, removal_route(PATH, Client)]
ROUTES += bulk_routes(PATH, edit_client, ClientsEdit)
ROUTES += record_routes(PATH, Client, ClientRow, SEE_CLIENTS)
