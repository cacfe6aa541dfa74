"""Lookups by code, by postcode and by name; lookups that two facts share."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from cells import amounts, days
from stored import Base, gaps, made

from bases.people import people

HEADS, TAILS = ["Ober", "Unter", "Neu", "Alt"], ["dorf", "stadt", "bach", "feld", "heim"]


def parcels(draw: Random) -> Base:
    """Postcodes looked up by customers and depots; a quarter of the shipments have no customer left."""
    zips = [f"{n:05d}" for n in sorted(draw.sample(range(1000, 9999), 80))]
    places = made(
        80,
        zip=zips,
        town=lambda n: f"{HEADS[n % 4]}{TAILS[n // 4 % 5]} {n // 20 + 1}",
    )
    customers = made(150, customer=lambda n: 20000 + 17 * n, name=people(draw, 150), zip=lambda n: draw.choice(zips))
    depots = made(9, depot=lambda n: f"D{n + 1}", zip=draw.sample(zips, 9), opened=lambda n: draw.randrange(1988, 2020))
    shipments = made(
        480,
        shipment=lambda n: 7_000_000 + n,
        customer=lambda n: 20000 + 17 * draw.randrange(195),
        depot=lambda n: f"D{draw.randrange(1, 10)}",
        shipped=days(draw, 480, date(2024, 2, 1), 100),
        kilos=amounts(draw, 480, 0.2, 31, 1),
    )
    return Base(
        "parcels",
        {"places": places, "customers": customers, "depots": depots, "shipments": shipments},
        (
            "customers zip -> places zip",
            "depots zip -> places zip",
            "shipments customer -> customers customer",
            "shipments depot -> depots depot",
        ),
        keys={"places": [["zip"]], "customers": [["customer"]], "depots": [["depot"]], "shipments": [["shipment"]]},
        names={"places": "town", "customers": "name"},
        times={"shipments": "shipped"},
    )


def invoices(draw: Random) -> Base:
    """Two facts share the currencies; a lookup looks them up, too."""
    codes = ["EUR", "CHF", "SEK", "PLN", "CZK"]
    words = ["Euro", "Swiss franc", "Swedish krona", "Polish zloty", "Czech koruna"]
    currencies = made(5, code=codes, currency_name=words)
    isos = ["DE", "AT", "FR", "CH", "SE", "PL", "CZ", "NL"]
    homes = ["EUR", "EUR", "EUR", "CHF", "SEK", "PLN", "CZK", "EUR"]
    names = ["Germany", "Austria", "France", "Switzerland", "Sweden", "Poland", "Czechia", "Netherlands"]
    countries = made(8, iso=isos, country=names, currency=homes)
    issued = days(draw, 260, date(2024, 1, 3), 320)
    bills = made(
        260,
        invoice=lambda n: f"RE-{24000 + n}",
        customer_country=lambda n: draw.choice(isos),
        currency=lambda n: draw.choice(codes),
        amount=amounts(draw, 260, 90, 12000, 2),
        issued=issued,
    )
    paid = draw.sample(range(260), 210)
    payments = made(
        210,
        payment=lambda n: 1 + n,
        bill=lambda n: f"RE-{24000 + paid[n]}",
        ccy=lambda n: draw.choice(codes),
        received=lambda n: issued[paid[n]] + timedelta(draw.randrange(2, 60)),
        sum_received=amounts(draw, 210, 90, 12000, 2),
    )
    return Base(
        "invoices.duckdb",
        {"currencies": currencies, "countries": countries, "invoices": bills, "payments": payments},
        (
            "countries currency -> currencies code",
            "invoices customer_country -> countries iso",
            "invoices currency -> currencies code",
            "payments bill = invoices invoice",
            "payments ccy -> currencies code",
        ),
        keys={"currencies": [["code"]], "countries": [["iso"]], "invoices": [["invoice"]], "payments": [["payment"]]},
        names={"currencies": "currency_name", "countries": "country"},
        times={"invoices": "issued", "payments": "received"},
    )


def hospital(draw: Random) -> Base:
    """Two roles of staff, a bridge to diagnoses, a lookup of wards."""
    codes = ["CAR", "SUR", "NEU", "PED", "EYE"]
    wards = made(
        5,
        ward_code=codes,
        ward=["Cardiology", "Surgery", "Neurology", "Paediatrics", "Eyes"],
        beds=lambda n: draw.randrange(12, 40),
    )
    badges = [f"{n:04d}" for n in draw.sample(range(100, 9999), 30)]
    staff = made(
        30, badge=badges, name=people(draw, 30), grade=lambda n: draw.choice(["consultant", "registrar", "nurse"])
    )
    patients = made(
        150, mrn=lambda n: 500300 + 19 * n, name=people(draw, 150), born=days(draw, 150, date(1940, 1, 1), 24000, False)
    )
    came = days(draw, 240, date(2024, 1, 1), 300)
    admissions = made(
        240,
        adm_id=lambda n: 81000 + n,
        mrn=lambda n: 500300 + 19 * draw.randrange(150),
        ward=lambda n: draw.choice(codes),
        admitted=came,
        discharged=lambda n: came[n] + timedelta(draw.randrange(1, 21)),
        attending=lambda n: draw.choice(badges),
        discharged_by=lambda n: draw.choice(badges),
    )
    icd = ["I10", "I21", "G40", "H25", "J18", "K35", "N20", "S72", "E11"]
    words = [
        "Hypertension",
        "Infarction",
        "Epilepsy",
        "Cataract",
        "Pneumonia",
        "Appendicitis",
        "Kidney stone",
        "Fracture",
        "Diabetes",
    ]
    diagnoses = made(9, icd=icd, diagnosis=words)
    pairs = [(81000 + n, code) for n in range(240) for code in draw.sample(icd, draw.randrange(1, 4))]
    found = made(len(pairs), adm_id=[p[0] for p in pairs], icd=[p[1] for p in pairs])
    return Base(
        "hospital.sqlite",
        {
            "wards": wards,
            "staff": staff,
            "patients": patients,
            "admissions": gaps(draw, admissions, "discharged_by", 0.1),
            "diagnoses": diagnoses,
            "admission_diagnoses": found,
        },
        (
            "admissions mrn -> patients mrn",
            "admissions ward -> wards ward_code",
            "admissions attending -> staff badge",
            "admissions discharged_by -> staff badge",
            "admission_diagnoses adm_id -> admissions adm_id",
            "admission_diagnoses icd -> diagnoses icd",
        ),
        keys={
            "wards": [["ward_code"]],
            "staff": [["badge"]],
            "patients": [["mrn"]],
            "admissions": [["adm_id"]],
            "diagnoses": [["icd"]],
            "admission_diagnoses": [["adm_id", "icd"]],
        },
        names={"wards": "ward", "staff": "name", "patients": "name", "diagnoses": "diagnosis"},
        times={"admissions": "admitted"},
        declared=True,
    )


BASES = (parcels, invoices, hospital)
