"""Several columns that point at one table, and tables that point at themselves."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random

from cells import amounts, days
from stored import Base, gaps, made

from bases.people import FIRST, LAST, people


def canoe_hire(draw: Random) -> Base:
    codes = [f"L{n:02d}" for n in range(1, 21)]
    landings = made(
        20,
        code=codes,
        landing=lambda n: (
            f"{['Upper', 'Lower', 'Old', 'New'][n % 4]} {['Weir', 'Ford', 'Quay', 'Meadow', 'Lock'][n // 4]}"
        ),
        river=lambda n: draw.choice(["Teign", "Wye", "Spey"]),
        parking=lambda n: draw.randrange(4, 40),
    )
    boats = made(
        15,
        boat_no=lambda n: 101 + n,
        model=lambda n: draw.choice(["Otter", "Heron", "Pike"]),
        seats=lambda n: draw.choice([1, 2, 3]),
    )
    hired = days(draw, 320, date(2024, 5, 1), 140)
    rentals = made(
        320,
        rental=lambda n: 5001 + n,
        hired_on=hired,
        boat=lambda n: draw.randrange(101, 116),
        put_in=lambda n: draw.choice(codes[:14]),
        take_out=lambda n: draw.choice(codes[4:]),
        minutes=lambda n: draw.randrange(25, 420),
        paid=amounts(draw, 320, 12, 95, 2),
    )
    return Base(
        "canoe_hire",
        {"landings": landings, "boats": boats, "rentals": gaps(draw, rentals, "take_out", 0.08)},
        (
            "rentals boat -> boats boat_no",
            "rentals put_in -> landings code",
            "rentals take_out -> landings code",
        ),
        keys={"landings": [["code"]], "boats": [["boat_no"]], "rentals": [["rental"]]},
        names={"landings": "landing"},
        times={"rentals": "hired_on"},
    )


def hockey(draw: Random) -> Base:
    """Small integers everywhere: clubs, referees, shirts, minutes and periods all count from one."""
    names = [
        "Arrows",
        "Bears",
        "Comets",
        "Dukes",
        "Eagles",
        "Flames",
        "Giants",
        "Hawks",
        "Icemen",
        "Jets",
        "Kings",
        "Lynx",
    ]
    clubs = made(12, id=lambda n: n + 1, club=names, founded=lambda n: draw.randrange(1921, 1999))
    players = made(
        130,
        id=lambda n: n + 1,
        name=people(draw, 130),
        club_id=lambda n: n % 12 + 1,
        shirt=lambda n: draw.randrange(1, 31),
        born=lambda n: draw.randrange(1988, 2006),
    )
    referees = made(9, id=lambda n: n + 1, name=lambda n: f"{'RSTUVWXYZ'[n]}. {LAST[n]}")
    pairs = [(home, away) for home in range(1, 13) for away in range(1, 13) if home != away]
    draw.shuffle(pairs)
    played = days(draw, 132, date(2023, 9, 15), 190)
    matches = made(
        132,
        id=lambda n: n + 1,
        played_on=played,
        home=lambda n: pairs[n][0],
        away=lambda n: pairs[n][1],
        referee=lambda n: draw.randrange(1, 10),
        spectators=lambda n: draw.randrange(300, 4200),
    )
    goals = made(
        520,
        match_id=lambda n: draw.randrange(1, 133),
        player_id=lambda n: draw.randrange(1, 131),
        minute=lambda n: draw.randrange(1, 61),
        period=lambda n: draw.randrange(1, 4),
    )
    return Base(
        "hockey.sqlite",
        {"clubs": clubs, "players": players, "referees": referees, "matches": matches, "goals": goals},
        (
            "players club_id -> clubs id",
            "matches home -> clubs id",
            "matches away -> clubs id",
            "matches referee -> referees id",
            "goals match_id -> matches id",
            "goals player_id -> players id",
        ),
        keys={name: [["id"]] for name in ("clubs", "players", "referees", "matches")},
        names={"clubs": "club", "players": "name", "referees": "name"},
        times={"matches": "played_on"},
    )


def care_home(draw: Random) -> Base:
    """Staff report to staff; residents and visits point at them under two more names."""
    staff_no = [f"S{n:03d}" for n in range(1, 41)]
    staff = made(
        40,
        staff_no=staff_no,
        name=people(draw, 40),
        job=lambda n: draw.choice(["nurse", "cook", "carer", "office"]),
        reports_to=lambda n: None if n == 0 else staff_no[0] if n < 6 else staff_no[draw.randrange(1, 6)],
    )
    rooms = made(
        48,
        room=lambda n: 100 * (n // 16 + 1) + n % 16 + 1,
        wing=lambda n: draw.choice("EW"),
        beds=lambda n: draw.choice([1, 1, 2]),
    )
    numbers = [row["room"] for row in rooms]
    residents = made(
        60,
        resident_id=lambda n: 9000 + 7 * n,
        name=people(draw, 60),
        room=lambda n: draw.choice(numbers),
        key_worker=lambda n: draw.choice(staff_no),
        moved_in=days(draw, 60, date(2018, 1, 1), 2200),
    )
    start = datetime(2024, 3, 1, 7)
    visits = made(
        600,
        visit_id=lambda n: 100001 + n,
        resident=lambda n: 9000 + 7 * draw.randrange(60),
        nurse=lambda n: draw.choice(staff_no[8:]),
        visited_at=lambda n: start + timedelta(minutes=73 * n + draw.randrange(60)),
        minutes=lambda n: draw.randrange(5, 50),
    )
    return Base(
        "care_home.duckdb",
        {"staff": staff, "rooms": rooms, "residents": residents, "visits": visits},
        (
            "staff reports_to -> staff staff_no",
            "residents room -> rooms room",
            "residents key_worker -> staff staff_no",
            "visits resident -> residents resident_id",
            "visits nurse -> staff staff_no",
        ),
        keys={"staff": [["staff_no"]], "rooms": [["room"]], "residents": [["resident_id"]], "visits": [["visit_id"]]},
        names={"staff": "name", "residents": "name"},
        times={"residents": "moved_in", "visits": "visited_at"},
    )


def forum(draw: Random) -> Base:
    """Replies point at posts; authors are written in other case than members write themselves."""
    handles = [f"{first}{last[:2]}" for first in FIRST for last in LAST[:5]]
    members = made(
        60,
        handle=handles,
        joined=days(draw, 60, date(2019, 2, 1), 1500),
        country=lambda n: draw.choice(["PL", "DE", "CZ", "AT"]),
    )
    slugs = ["looms", "wool", "dyes", "market", "help"]
    boards = made(5, slug=slugs, title=["Looms and shuttles", "Wool and yarn", "Dyes", "For sale", "Help wanted"])
    start = datetime(2024, 1, 2, 9)
    posts = made(
        450,
        post_id=lambda n: 20000 + 3 * n,
        board=lambda n: draw.choice(slugs),
        author=lambda n: draw.choice([str.lower, str.upper, str])(draw.choice(handles)),
        reply_to=lambda n: 20000 + 3 * draw.randrange(n) if n and draw.random() < 0.7 else None,
        posted_at=lambda n: start + timedelta(minutes=91 * n + draw.randrange(80)),
        likes=lambda n: draw.randrange(40),
    )
    return Base(
        "forum",
        {"members": members, "boards": boards, "posts": posts},
        ("posts reply_to -> posts post_id", "posts author -> members handle", "posts board -> boards slug"),
        keys={"members": [["handle"]], "boards": [["slug"]], "posts": [["post_id"]]},
        names={"boards": "title"},
        times={"members": "joined", "posts": "posted_at"},
        parquet=True,
    )


def garden_shop(draw: Random) -> Base:
    """Categories below categories; keys and references are declared."""
    titles = [
        "Plants",
        "Tools",
        "Soil",
        "Shrubs",
        "Herbs",
        "Bulbs",
        "Saws",
        "Spades",
        "Rakes",
        "Peat",
        "Bark",
        "Roses",
        "Box",
    ]
    parents = [None, None, None, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4]
    categories = made(13, category_id=lambda n: n + 1, parent_id=parents, title=titles)
    products = made(
        90,
        product_id=lambda n: 700 + n,
        category_id=lambda n: draw.randrange(4, 14),
        name=lambda n: f"{draw.choice(['Green', 'Royal', 'Alpine', 'Giant'])} {titles[n % 13].lower()} {n}",
        price=amounts(draw, 90, 2, 80, 2),
    )
    warehouses = made(4, warehouse_id=lambda n: n + 1, name=["Dock", "Mill Lane", "Airport", "Old Brewery"])
    pairs = draw.sample([(700 + p, w) for p in range(90) for w in range(1, 5)], 240)
    stock = made(
        240, product_id=lambda n: pairs[n][0], warehouse_id=lambda n: pairs[n][1], pieces=lambda n: draw.randrange(300)
    )
    return Base(
        "garden_shop.sqlite",
        {"categories": categories, "products": products, "warehouses": warehouses, "stock": stock},
        (
            "categories parent_id -> categories category_id",
            "products category_id -> categories category_id",
            "stock product_id -> products product_id",
            "stock warehouse_id -> warehouses warehouse_id",
        ),
        keys={
            "categories": [["category_id"]],
            "products": [["product_id"]],
            "warehouses": [["warehouse_id"]],
            "stock": [["product_id", "warehouse_id"]],
        },
        names={"categories": "title", "products": "name", "warehouses": "name"},
        declared=True,
    )


BASES = (canoe_hire, hockey, care_home, forum, garden_shop)
