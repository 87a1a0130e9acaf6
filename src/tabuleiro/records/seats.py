"""Who holds the seats of a match. A holder is a guest's browser or an account, as the server names them."""

from __future__ import annotations

from sqlalchemy import Connection, select

from tabuleiro.records.inserting import insert_into
from tabuleiro.records.schema import seats


def take_seat(connection: Connection, match: int, person: int, holder: str) -> bool:
    """Give a person's seat to a holder, for good; False if somebody else has it."""
    row = {"match": match, "person": person, "holder": holder}
    connection.execute(insert_into(connection, seats, row).on_conflict_do_nothing())
    seat = (seats.c.match == match) & (seats.c.person == person)
    return connection.execute(select(seats.c.holder).where(seat)).scalar() == holder


def move_seats(connection: Connection, old_holder: str, new_holder: str) -> int:
    """Give all seats of one holder to another; returns how many there were."""
    mine = seats.update().where(seats.c.holder == old_holder)
    return connection.execute(mine.values(holder=new_holder)).rowcount
