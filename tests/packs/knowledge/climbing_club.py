"""A base in two languages: routes, climbers, who climbed what and when, and crags that contain routes."""

from __future__ import annotations

from pathlib import Path

SCHEMA = """
name: club
types:
  route:
    called: {ru: [маршрут, маршрута, маршрутов], en: [route, routes]}
    says: {en: [climb, line]}
    fields:
      metres: {ru: [длина], en: [length, how long]}
      bolted: {en: [bolted]}
      opened: {en: [opened, first climbed]}
      gear: {en: [gear, what to bring]}
      warning: {en: [warning]}
  climber:
    called: {ru: [скалолаз, скалолаза, скалолазов], en: [climber, climbers]}
    fields: {born: {en: [born]}, joined: {en: [joined]}}
  crag:
    called: {en: [crag, crags]}
relations:
  climbed: {source: climber, target: route, says: {en: [climbed]}, inverse: {en: [was climbed by]}}
  set_by: {source: route, target: climber, says: {en: [set by]}, inverse: {en: [setter of, set]}}
  contains: {source: crag, target: route, says: {en: [has the routes]}, inverse: {en: [is at]}}
"""
ROUTES = """
routes:
  - {id: needle, name: {ru: Игла, en: The Needle}, metres: 24, bolted: true, opened: 2019-05-04, gear: [rope, 8 draws],
     warning: {ru: осыпается, en: loose rock}, set_by: [anna]}
  - {id: chimney, name: {ru: Камин, en: Chimney}, aliases: [The Stove], metres: 31, bolted: false, opened: 2021-07-18,
     gear: [rope, "cams; small"], set_by: [anna]}
  - {id: slab, name: {ru: Плита, en: Slab}, metres: 12.5, bolted: true, opened: 2023-09-02, set_by: [boris]}
  - {id: roof, name: {ru: Крыша, en: The Roof}, metres: 18, opened: 2024-03-30, set_by: [nobody-knows]}
"""
CLIMBERS = """
climbers:
  - {id: anna, name: {ru: Анна Лис, en: Anna Lis}, born: 1990, joined: 2018-01-10,
     climbed: [{to: needle, day: 2019-06-01, style: lead}, {to: chimney, day: 2021-08-01, style: top rope}]}
  - {id: boris, name: {ru: Борис Вяз, en: Boris Vyaz}, born: 2001, joined: 2022-04-01,
     climbed: [{to: needle, day: 2022-05-05, style: lead}, slab]}
  - {id: vera, name: {ru: Вера Мох, en: Vera Mokh}, born: 1985, joined: 2023-11-20}
"""
CRAGS = """
crags:
  - {id: north, name: North Face, contains: [needle, chimney, slab]}
  - {id: quarry, name: Old Quarry, contains: [roof]}
"""


def written(folder: Path) -> Path:
    """The base as its people write it."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"schema": SCHEMA, "routes": ROUTES, "climbers": CLIMBERS, "crags": CRAGS}
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder
