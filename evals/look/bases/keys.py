"""Composite keys, orphans, bridges, keys in mixed case."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from cells import amounts, days
from stored import Base, gaps, made

from bases.people import LAST, people


def grain_coop(draw: Random) -> Base:
    """A bin has a number within its silo."""
    codes = ["AX", "BR", "CL", "DN", "EW", "FT"]
    silos = made(
        6, code=codes, village=["Axby", "Brill", "Clun", "Deene", "Ewell", "Foxton"], built=lambda n: 1951 + 7 * n
    )
    places = [(code, number) for code in codes for number in range(1, draw.randrange(5, 9))]
    bins = made(
        len(places),
        silo=[p[0] for p in places],
        bin=[p[1] for p in places],
        tonnes_max=lambda n: draw.choice([80, 120, 200]),
    )
    farmers = made(
        35, farmer_no=lambda n: 4100 + 11 * n, farm=lambda n: f"{LAST[n % 13]} {['Farm', 'Grange', 'Hall'][n // 13]}"
    )
    chosen = [draw.choice(places) for _ in range(400)]
    deliveries = made(
        400,
        ticket=lambda n: f"T{60000 + n}",
        farmer=lambda n: 4100 + 11 * draw.randrange(35),
        silo=[p[0] for p in chosen],
        bin=[p[1] for p in chosen],
        crop=lambda n: draw.choice(["wheat", "barley", "oats", "rape"]),
        tonnes=amounts(draw, 400, 2, 28, 2),
        delivered=days(draw, 400, date(2024, 7, 10), 60),
    )
    return Base(
        "grain_coop",
        {"silos": silos, "bins": bins, "farmers": farmers, "deliveries": deliveries},
        ("bins silo -> silos code", "deliveries silo,bin -> bins silo,bin", "deliveries farmer -> farmers farmer_no"),
        ("deliveries silo -> silos code",),
        keys={"silos": [["code"]], "bins": [["silo", "bin"]], "farmers": [["farmer_no"]], "deliveries": [["ticket"]]},
        names={"silos": "village", "farmers": "farm"},
        times={"deliveries": "delivered"},
    )


def praxis(draw: Random) -> Base:
    """German; an eighth of the appointments belong to patients that are in no list."""
    patients = made(
        160,
        patnr=lambda n: 31000 + 13 * n,
        name=lambda n: f"{LAST[n % 13]}, {'ABCDEFGHIJKLM'[n // 13]}.",
        geboren=days(draw, 160, date(1938, 1, 1), 28000, False),
        kasse=lambda n: draw.choice(["AOK", "TK", "Barmer", "privat"]),
    )
    doctors = made(
        6,
        kuerzel=["wb", "hk", "rs", "mo", "ez", "lt"],
        arzt=["Dr. Weber", "Dr. Hauk", "Dr. Rust", "Dr. Mohn", "Dr. Ezer", "Dr. Linde"],
    )
    codes = ["01430", "02300", "03220", "03230", "13250", "32001", "35100", "40120"]
    words = [
        "Beratung",
        "Kleiner Eingriff",
        "Chronikerpauschale",
        "Gespräch",
        "Zusatzpauschale",
        "Labor",
        "Diagnostik",
        "Porto",
    ]
    services = made(
        8, ziffer=codes, leistung=words, euro=lambda n: f"{draw.randrange(90, 4200) / 100:.2f}".replace(".", ",")
    )
    appointments = made(
        500,
        termin=lambda n: 880001 + n,
        patient=lambda n: draw.randrange(50000, 50400) if draw.random() < 0.12 else 31000 + 13 * draw.randrange(160),
        behandler=lambda n: draw.choice(["wb", "hk", "rs", "mo", "ez", "lt"]),
        ziffer=lambda n: draw.choice(codes),
        am=[d.strftime("%d.%m.%Y") for d in days(draw, 500, date(2023, 1, 9), 340)],
    )
    return Base(
        "praxis",
        {"patienten": patients, "aerzte": doctors, "leistungen": services, "termine": appointments},
        (
            "termine patient -> patienten patnr",
            "termine behandler -> aerzte kuerzel",
            "termine ziffer -> leistungen ziffer",
        ),
        keys={"patienten": [["patnr"]], "aerzte": [["kuerzel"]], "leistungen": [["ziffer"]], "termine": [["termin"]]},
        names={"patienten": "name", "aerzte": "arzt", "leistungen": "leistung"},
        times={"termine": "am"},
        mark=";",
    )


def choir(draw: Random) -> Base:
    """Two bridges: who sings what, and what is sung when, in which order."""
    singers = made(
        44, singer_id=lambda n: n + 1, name=people(draw, 44), voice=lambda n: draw.choice(["S", "A", "T", "B"])
    )
    pieces = made(
        30,
        piece_id=lambda n: n + 1,
        title=lambda n: f"{['Motet', 'Psalm', 'Evening song', 'Round', 'Mass'][n % 5]} No. {n // 5 + 1}",
        minutes=lambda n: draw.randrange(2, 24),
    )
    concerts = made(
        18,
        concert_id=lambda n: n + 1,
        hall=lambda n: draw.choice(["Town hall", "St Ann", "Old Mint"]),
        held_on=days(draw, 18, date(2022, 3, 1), 800),
    )
    pairs = draw.sample([(s, p) for s in range(1, 45) for p in range(1, 31)], 420)
    parts = made(420, singer_id=lambda n: pairs[n][0], piece_id=lambda n: pairs[n][1])
    sung = [(c, at, p) for c in range(1, 19) for at, p in enumerate(draw.sample(range(1, 31), 7), 1)]
    programme = made(
        len(sung), concert_id=[s[0] for s in sung], position=[s[1] for s in sung], piece_id=[s[2] for s in sung]
    )
    return Base(
        "choir.duckdb",
        {"singers": singers, "pieces": pieces, "concerts": concerts, "parts": parts, "programme": programme},
        (
            "parts singer_id -> singers singer_id",
            "parts piece_id -> pieces piece_id",
            "programme concert_id -> concerts concert_id",
            "programme piece_id -> pieces piece_id",
        ),
        keys={
            "singers": [["singer_id"]],
            "pieces": [["piece_id"]],
            "concerts": [["concert_id"]],
            "parts": [["singer_id", "piece_id"]],
            "programme": [["concert_id", "position"], ["concert_id", "piece_id"]],
        },
        names={"singers": "name", "pieces": "title"},
        times={"concerts": "held_on"},
    )


def reading_room(draw: Random) -> Base:
    """One clerk writes the books' numbers in capitals, the other does not."""
    refs = [f"bk-{n:04d}" for n in range(12, 12 + 3 * 90, 3)]
    books = made(
        90,
        ref=refs,
        title=lambda n: (
            f"{['On', 'Of', 'About'][n % 3]} {['Rain', 'Salt', 'Glass', 'Wool', 'Maps'][n % 5]}, volume {n + 1}"
        ),
        shelf=lambda n: draw.choice("ABCDEF"),
    )
    cards = [f"R{n}" for n in range(1001, 1071)]
    readers = made(70, card=cards, name=people(draw, 70), joined=days(draw, 70, date(2020, 1, 1), 1200))
    out = days(draw, 380, date(2024, 1, 2), 170)
    loans = made(
        380,
        loan=lambda n: 1 + n,
        book=lambda n: draw.choice([str.upper, str.upper, str])(draw.choice(refs)),
        reader=lambda n: draw.choice(cards),
        out_on=out,
        back_on=lambda n: out[n] + timedelta(draw.randrange(2, 40)),
    )
    return Base(
        "reading_room",
        {"books": books, "readers": readers, "loans": gaps(draw, loans, "back_on", 0.1)},
        ("loans book -> books ref", "loans reader -> readers card"),
        keys={"books": [["ref"]], "readers": [["card"]], "loans": [["loan"]]},
        names={"books": "title", "readers": "name"},
        times={"readers": "joined", "loans": "out_on"},
        parquet=True,
    )


BASES = (grain_coop, praxis, choir, reading_room)
