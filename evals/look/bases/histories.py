"""Names as keys, one to one, and a log of what became of things."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random

from cells import amounts, days
from stored import Base, made


def sklad(draw: Random) -> Base:
    """Russian; suppliers are known by their name and have no number, and some goods are in no list."""
    goods = made(
        40,
        **{
            "артикул": lambda n: f"{draw.choice('АБВГ')}-{300 + n}",
            "наименование": lambda n: f"{['Гвоздь', 'Болт', 'Шуруп', 'Гайка', 'Шайба'][n % 5]} {20 + n} мм",
            "группа": lambda n: draw.choice(["метизы", "крепёж", "прочее"]),
        },
    )
    firms = ["Альфа-Металл", "Волга-Торг", "Гранит", "Дельта", "Заря", "Метиз-Сервис", "Север", "Уралкреп"]
    suppliers = made(
        8,
        **{
            "название": firms,
            "город": lambda n: draw.choice(["Пермь", "Казань", "Самара"]),
            "отсрочка": lambda n: draw.choice([0, 14, 30]),
        },
    )
    articles = [row["артикул"] for row in goods]
    when = days(draw, 360, date(2024, 1, 10), 300)
    invoices = made(
        360,
        **{
            "накладная": lambda n: f"Н{7000 + n}",
            "дата": [d.strftime("%d.%m.%Y") for d in when],
            "поставщик": lambda n: draw.choice(firms),
            "артикул": lambda n: f"Д-{draw.randrange(400, 460)}" if draw.random() < 0.15 else draw.choice(articles),
            "количество": lambda n: draw.randrange(1, 400),
            "цена": amounts(draw, 360, 3, 90, 2),
        },
    )
    return Base(
        "sklad",
        {"товары": goods, "поставщики": suppliers, "накладные": invoices},
        ("накладные поставщик -> поставщики название", "накладные артикул -> товары артикул"),
        keys={"товары": [["артикул"]], "поставщики": [["название"]], "накладные": [["накладная"]]},
        names={"товары": "наименование"},
        times={"накладные": "дата"},
        mark=";",
    )


def permits(draw: Random) -> Base:
    """Each permit has its vehicle and each vehicle its permit; a log says what became of permits."""
    plates = [f"{draw.choice('KLMN')}{draw.choice('ABXY')} {n}" for n in range(210, 350)]
    vehicles = made(
        140,
        plate=plates,
        make=lambda n: draw.choice(["Skoda", "Fiat", "Seat", "Opel"]),
        colour=lambda n: draw.choice(["red", "grey", "blue"]),
    )
    shuffled = draw.sample(plates, 140)
    numbers = [f"PP{n}" for n in range(5000, 5140)]
    zones = made(
        5,
        zone=["A1", "A2", "B1", "B2", "C"],
        area=["Market", "Station", "Harbour", "University", "Hill"],
        fee=[90.0, 80.0, 60.0, 60.0, 35.0],
    )
    held = made(
        140,
        permit_no=numbers,
        vehicle=shuffled,
        zone=lambda n: draw.choice(["A1", "A2", "B1", "B2", "C"]),
        valid_from=days(draw, 140, date(2023, 1, 1), 400),
    )
    log = []
    for number in numbers:
        at = datetime(2023, 1, 3, 8) + timedelta(hours=draw.randrange(4000))
        for status in ["asked", "paid", "granted", "lapsed"][: draw.randrange(2, 5)]:
            log.append({"permit": number, "status": status, "changed_at": at, "clerk": draw.choice(["mo", "ki", "re"])})
            at += timedelta(hours=draw.randrange(3, 900))
    return Base(
        "permits.sqlite",
        {"vehicles": vehicles, "zones": zones, "permits": held, "permit_log": log},
        ("permits vehicle = vehicles plate", "permits zone -> zones zone", "permit_log permit -> permits permit_no"),
        keys={
            "vehicles": [["plate"]],
            "zones": [["zone"]],
            "permits": [["permit_no"]],
            "permit_log": [["permit", "status"], ["permit", "changed_at"]],
        },
        names={"zones": "area"},
        times={"permits": "valid_from", "permit_log": "changed_at"},
    )


BASES = (sklad, permits)
