"""Matches, their games and events; tries at puzzles."""

from __future__ import annotations

import sqlalchemy
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "matches",
        sqlalchemy.Column("id", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("begun", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.Column("changed", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.Column("state", sqlalchemy.String(16), nullable=False),
        sqlalchemy.Column("game", sqlalchemy.String(4000), nullable=False),
        sqlalchemy.Column("plan", sqlalchemy.JSON, nullable=False),
        sqlalchemy.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_state_changed", "matches", ["state", "changed"])
    op.create_table(
        "games",
        sqlalchemy.Column("id", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("match", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("number", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("first", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("plies", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("result", sqlalchemy.String(8), nullable=False),
        sqlalchemy.Column("reason", sqlalchemy.String(40)),
        sqlalchemy.PrimaryKeyConstraint("id", name="pk_games"),
        sqlalchemy.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_games_match", ondelete="CASCADE"),
        sqlalchemy.UniqueConstraint("match", "number", name="uq_games_match_number"),
    )
    op.create_table(
        "events",
        sqlalchemy.Column("game", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("number", sqlalchemy.Integer, nullable=False, autoincrement=False),
        sqlalchemy.Column("at", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.Column("kind", sqlalchemy.String(40), nullable=False),
        sqlalchemy.Column("data", sqlalchemy.JSON, nullable=False),
        sqlalchemy.PrimaryKeyConstraint("game", "number", name="pk_events"),
        sqlalchemy.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game", ondelete="CASCADE"),
    )
    op.create_table(
        "puzzle_tries",
        sqlalchemy.Column("id", sqlalchemy.Integer, nullable=False),
        sqlalchemy.Column("at", sqlalchemy.DateTime, nullable=False),
        sqlalchemy.Column("game", sqlalchemy.String(4000), nullable=False),
        sqlalchemy.Column("fen", sqlalchemy.String(4000), nullable=False),
        sqlalchemy.Column("solved", sqlalchemy.Boolean, nullable=False),
        sqlalchemy.PrimaryKeyConstraint("id", name="pk_puzzle_tries"),
    )
    op.create_index("ix_puzzle_tries_game", "puzzle_tries", ["game"])
