"""Names for links, seats and whose they are, accounts and their visits, and when the server was last alive."""

from __future__ import annotations

import sqlalchemy
from alembic import op

from tabuleiro.records.codes import make_code

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Give the matches there are a name each, and make the tables of the page's server."""
    op.add_column("matches", sqlalchemy.Column("code", sqlalchemy.String(16)))
    op.add_column("matches", sqlalchemy.Column("ready", sqlalchemy.DateTime))
    op.add_column("matches", sqlalchemy.Column("rematch", sqlalchemy.Integer))
    source = sqlalchemy.Column("source", sqlalchemy.String(16), nullable=False, server_default="terminal")
    op.add_column("matches", source)
    name_matches()
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("code", existing_type=sqlalchemy.String(16), nullable=False)
        matches.create_unique_constraint("uq_matches_code", ["code"])
        matches.create_foreign_key("fk_matches_rematch", "matches", ["rematch"], ["id"], ondelete="SET NULL")
    op.create_table(
        "seats",
        sqlalchemy.Column("match", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("person", sqlalchemy.Integer, nullable=False, autoincrement=False),
        sqlalchemy.Column("holder", sqlalchemy.String(80), nullable=False),
        sqlalchemy.PrimaryKeyConstraint("match", "person", name="pk_seats"),
        sqlalchemy.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_holder", "seats", ["holder"])
    op.create_table(
        "accounts",
        sqlalchemy.Column("id", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("name", sqlalchemy.String(40), nullable=False),
        sqlalchemy.Column("folded", sqlalchemy.String(720), nullable=False),
        sqlalchemy.Column("password", sqlalchemy.String(200), nullable=False),
        sqlalchemy.Column("made", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.PrimaryKeyConstraint("id", name="pk_accounts"),
        sqlalchemy.UniqueConstraint("folded", name="uq_accounts_folded"),
    )
    op.create_table(
        "visits",
        sqlalchemy.Column("token", sqlalchemy.String(64), nullable=False),
        sqlalchemy.Column("account", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("made", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.Column("used", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.PrimaryKeyConstraint("token", name="pk_visits"),
        sqlalchemy.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_visits_account", ondelete="CASCADE"),
    )
    op.create_index("ix_visits_account", "visits", ["account"])
    op.create_table(
        "runs",
        sqlalchemy.Column("id", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("began", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.Column("seen", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.PrimaryKeyConstraint("id", name="pk_runs"),
    )


def name_matches() -> None:
    """Give every match that has none a name for links."""
    matches = sqlalchemy.table("matches", sqlalchemy.column("id"), sqlalchemy.column("code"))
    connection = op.get_bind()
    for id in connection.execute(sqlalchemy.select(matches.c.id)).scalars().all():
        connection.execute(matches.update().where(matches.c.id == id).values(code=make_code()))
