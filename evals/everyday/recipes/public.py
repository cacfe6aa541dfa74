"""Air, buildings, schools and hospitals."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from recipes.draw import around, day, gap, moment, months, pick, skewed, summer

SITES = {"Harbor Quay": 13.0, "Mill Road": 17.0, "Beech Park": 7.0, "Ring Road East": 22.0, "Hilltop School": 9.0}
BUILDINGS = {
    "Town Hall": ("office", "Centre", 5200, False),
    "Annex B": ("office", "Centre", 1800, True),
    "Oak Primary": ("school", "North", 3100, True),
    "Elm Secondary": ("school", "South", 6400, False),
    "Fire Station 2": ("emergency", "East", 1500, False),
    "Police HQ": ("emergency", "Centre", 4100, False),
    "Swim Centre": ("leisure", "South", 3900, True),
    "Sports Hall": ("leisure", "North", 2600, False),
    "Main Library": ("culture", "Centre", 4700, True),
    "City Theatre": ("culture", "East", 5600, False),
    "Depot Yard": ("works", "East", 2200, False),
    "Care Home Lark": ("care", "South", 2900, True),
}
SCHOOLS = {
    "Ashford High": ("North", 2.0),
    "Brookside": ("North", -4.0),
    "Cedar Grove": ("West", 5.0),
    "Dunmore Academy": ("East", 8.0),
    "Eastgate": ("East", -7.0),
    "Fairview": ("West", 0.0),
}
HOSPITALS = {"St Anne": 1.0, "Royal Infirmary": 1.5, "Lakeview": 0.7, "County General": 1.25}
ARRIVAL_HOURS = {hour: 1.0 + (2.0 if 9 <= hour <= 21 else 0.0) for hour in range(24)}
TRIAGE = {"Resuscitation": 0.4, "Emergency": 1.5, "Urgent": 4.0, "Standard": 5.0, "Non-urgent": 2.0}
OUTCOMES = {"Discharged": 7.0, "Admitted": 2.4, "Transferred": 0.7, "Left before being seen": 0.8}


def air_quality(random: Random) -> Iterator[dict[str, Any]]:
    """A reading a week and site, dirtier in winter."""
    for week in range(144):
        for site, usual in SITES.items():
            yield air_reading(random, date(2022, 1, 4) + timedelta(days=7 * week), site, usual)


def air_reading(random: Random, on: date, site: str, usual: float) -> dict[str, Any]:
    fine = skewed(random, usual * (1.35 - 0.6 * summer(on)), 0.38)
    index = int(fine * 3.1) + random.randrange(6)
    weather = pick(random, {"sunny": 1.0 + 3 * summer(on), "cloudy": 4.0, "rain": 2.5, "fog": 0.7})
    return {
        "Site Name": site,
        "Reading Date": on,
        "PM2.5 (ug/m3)": gap(random, fine, 0.03),
        "PM10 (ug/m3)": gap(random, round(fine * random.uniform(1.4, 2.1), 1), 0.05),
        "NO2 (ppb)": skewed(random, usual * 1.3, 0.3),
        "O3 (ppb)": around(random, 18 + 24 * summer(on), 6, 3, 70, 1),
        "AQI": index,
        "AQI Category": "Good" if index <= 30 else "Moderate" if index <= 60 else "Unhealthy",
        "Temp (C)": around(random, 2 + 18 * summer(on), 3.5, -12, 34, 1),
        "Humidity %": gap(random, around(random, 80 - 20 * summer(on), 9, 25, 100), 0.06),
        "Wind (m/s)": skewed(random, 3.2, 0.45),
        "Weather": weather,
    }


def building_energy(random: Random) -> Iterator[dict[str, Any]]:
    """A bill a month and building: gas for the winter, solar roofs draw less in summer."""
    for month in months(date(2021, 7, 1), 36):
        for building in BUILDINGS:
            yield energy_bill(random, month, building)


def energy_bill(random: Random, month: date, building: str) -> dict[str, Any]:
    kind, district, area, solar = BUILDINGS[building]
    warm = summer(month)
    power = int(
        area * (3.2 if kind == "leisure" else 2.1) * (1 - (0.35 * warm if solar else 0.05)) * random.uniform(0.85, 1.15)
    )
    gas = int(area * 9.5 * (1 - warm) ** 1.5 * random.uniform(0.8, 1.2)) + 60
    price = 0.19 + 0.03 * (month.year - 2021)
    return {
        "Billing Month": month,
        "Building": building,
        "Use": kind,
        "District": district,
        "Floor Area (m2)": area,
        "Solar Roof": solar,
        "Elec kWh": gap(random, power, 0.02),
        "Gas kWh": gas,
        "Water m3": skewed(random, area / (8 if building == "Swim Centre" else 40), 0.2),
        "Elec Cost": round(power * price, 2),
        "Gas Cost": round(gas * (price - 0.11), 2),
        "Occupancy %": gap(random, around(random, 66, 14, 15, 98), 0.05),
        "Reading": pick(random, {"smart meter": 7.0, "manual": 2.0, "estimated": 1.2}),
    }


def exam_results(random: Random) -> Iterator[dict[str, Any]]:
    """520 pupils' papers of three spring sittings."""
    for number in range(520):
        school = random.choice(list(SCHOOLS))
        year = random.choice((2022, 2023, 2023, 2024))
        yield exam_paper(random, number, school, day(random, date(year, 5, 9), date(year, 6, 14)))


def exam_paper(random: Random, number: int, school: str, on: date) -> dict[str, Any]:
    district, better = SCHOOLS[school]
    absent = int(skewed(random, 6, 0.7, 0))
    tutoring = gap(random, around(random, 6, 5, 0, 24), 0.1)
    ability = random.gauss(64 + better - 0.5 * absent + 0.7 * (tutoring or 0), 11)
    maths = around(random, ability, 6, 12, 100)
    reading = around(random, ability + 3, 7, 15, 100)
    return {
        "student_id": 40100 + number * 3,
        "school": school,
        "district": district,
        "grade_level": random.randrange(9, 13),
        "gender": random.choice(("girl", "boy")),
        "exam_date": on,
        "math_score": gap(random, maths, 0.03),
        "reading_score": gap(random, reading, 0.03),
        "essay_grade": "A"
        if ability > 78
        else "B"
        if ability > 66
        else "C"
        if ability > 54
        else "D"
        if ability > 44
        else "F",
        "days_absent": absent,
        "tutoring_hrs": tutoring,
        "free_lunch": random.random() < 0.3,
        "passed": "Yes" if maths >= 50 and reading >= 50 else "No",
    }


def hospital_waits(random: Random) -> Iterator[dict[str, Any]]:
    """660 emergency visits, the slower the less urgent."""
    for number in range(660):
        on = day(random, date(2022, 1, 1), date(2024, 12, 31))
        yield hospital_visit(random, number, on, pick(random, {name: 1.0 for name in HOSPITALS}))


def hospital_visit(random: Random, number: int, on: date, hospital: str) -> dict[str, Any]:
    triage = pick(random, TRIAGE)
    slow = HOSPITALS[hospital] * (list(TRIAGE).index(triage) + 0.3)
    outcome = pick(random, OUTCOMES)
    dept = pick(random, {"General A&E": 6.0, "Minor injuries": 3.0, "Paediatrics": 2.0, "Cardiac": 1.0})
    age = around(random, 7, 5, 0, 16) if dept == "Paediatrics" else around(random, 50, 21, 3, 97)
    seen = None if outcome == "Left before being seen" else int(skewed(random, 26 * slow, 0.5, 0))
    return {
        "visit_no": f"V{number + 1:05d}",
        "arrived": moment(random, on, ARRIVAL_HOURS).strftime("%Y-%m-%d %H:%M"),
        "hospital": hospital,
        "dept": dept,
        "triage": triage,
        "arrived_by": pick(random, {"walk-in": 5.0, "ambulance": 3.0, "GP referral": 1.5}),
        "pt_age": age,
        "sex": random.choice(("F", "M")),
        "wait_triage_min": int(skewed(random, 5 * HOSPITALS[hospital] + 2, 0.5, 0)),
        "wait_doctor_min": seen,
        "stay_hours": skewed(random, 3.4 if outcome != "Admitted" else 8, 0.5),
        "outcome": outcome,
        "bill_usd": skewed(random, 420 if outcome != "Admitted" else 2600, 0.6, 2),
        "satisfaction": gap(random, around(random, 3.8 - 0.25 * slow, 1, 1, 5), 0.35),
    }
