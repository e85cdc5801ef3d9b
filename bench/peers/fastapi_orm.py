"""The list as FastAPI and SQLAlchemy's documentation teach it: entities, a session per request, a response model."""

import datetime
import hashlib
import os
from typing import Annotated

from fastapi import Cookie, Depends, FastAPI, HTTPException, Response
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

url = os.environ["BENCH_DATABASE_URL"].replace("postgresql:", "postgresql+asyncpg:")
sessions = async_sessionmaker(create_async_engine(url, pool_size=10, max_overflow=0), expire_on_commit=False)
app = FastAPI()


class Base(DeclarativeBase): ...


class SignIn(Base):
    __tablename__ = "sessions"
    sid: Mapped[str] = mapped_column(primary_key=True)
    expire: Mapped[datetime.datetime]
    user_id: Mapped[str]


class User(Base):
    __tablename__ = "users"
    id: Mapped[str] = mapped_column(primary_key=True)
    role: Mapped[str | None]
    branch_id: Mapped[str | None]
    region_id: Mapped[str | None]
    status: Mapped[str]


class Branch(Base):
    __tablename__ = "branches"
    id: Mapped[str] = mapped_column(primary_key=True)
    region_id: Mapped[str]


class Lead(Base):
    __tablename__ = "leads"
    id: Mapped[str] = mapped_column(primary_key=True)
    branch_id: Mapped[str]
    assigned_to: Mapped[str | None]
    name: Mapped[str]
    email: Mapped[str]
    phone: Mapped[str | None]
    address: Mapped[str | None]
    status: Mapped[str]
    source: Mapped[str | None]
    estimated_value: Mapped[int | None]
    notes: Mapped[str | None]
    created_at: Mapped[datetime.datetime]
    updated_at: Mapped[datetime.datetime]
    version: Mapped[int]


class LeadOut(BaseModel):
    model_config = ConfigDict(from_attributes=True, alias_generator=to_camel, populate_by_name=True)
    id: str
    branch_id: str
    assigned_to: str | None
    name: str
    email: str
    phone: str | None
    address: str | None
    status: str
    source: str | None
    estimated_value: int | None
    notes: str | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    version: int


async def database():
    async with sessions() as session:
        yield session


Database = Annotated[AsyncSession, Depends(database)]


async def current_user(db: Database, duskline_session: Annotated[str, Cookie()]) -> User:
    sid = hashlib.sha256(duskline_session.encode()).hexdigest()
    alive = (SignIn.sid == sid) & (SignIn.expire > func.now()) & (User.status == "active")
    user = await db.scalar(select(User).join(SignIn, SignIn.user_id == User.id).where(alive))
    if user is None:
        raise HTTPException(401)
    return user


@app.get("/leads", response_model=list[LeadOut])
async def leads(db: Database, user: Annotated[User, Depends(current_user)], response: Response):
    found = select(Lead)
    if user.role == "regional_ops_manager":
        branches = await db.scalars(select(Branch.id).where(Branch.region_id == user.region_id))
        found = found.where(Lead.branch_id.in_(branches.all()))
    elif user.role != "admin":
        found = found.where(Lead.branch_id == user.branch_id)
    bounded = found.with_only_columns(Lead.id).limit(10_001).subquery()
    response.headers["X-Total-Count"] = str(await db.scalar(select(func.count()).select_from(bounded)))
    return (await db.scalars(found.order_by(Lead.created_at.desc(), Lead.id.desc()).limit(50))).all()
