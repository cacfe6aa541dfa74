"""Names of a query over a source model: fields, relations in both directions, lists, named tests."""

from __future__ import annotations

import pytest

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.errors import QueryError
from groundplan.query.scope import Scope


def dataset(name: str, *fields: str, **more: object) -> Dataset:
    made = tuple(Field(name=field, type="text", role="category") for field in fields)
    return Dataset.model_validate({"name": name, "fields": made, **more})


def leads(many: str, column: str, one: str, **more: object) -> Relation:
    said = {"name": f"{many}_{column}", "many": many, "columns": (column,), "one": one, "others": ("id",), **more}
    return Relation.model_validate(said)


def ways(model: SourceModel, of: str) -> dict[str, str]:
    """Every relation that can be passed from a dataset, and where it leads."""
    scope = Scope(model)
    return {name: hop.to.name for name, hop in scope.hops(scope.dataset(of)).items()}


def test_relations_are_called_after_columns_and_back_after_datasets() -> None:
    model = SourceModel(
        datasets=(dataset("visits", "id", "pet_id", "vet_id"), dataset("pets", "id", "Owner"), dataset("people", "id")),
        relations=(
            leads("visits", "pet_id", "pets"),
            leads("visits", "vet_id", "people"),
            leads("pets", "Owner", "people"),
        ),
    )
    assert ways(model, "visits") == {"pet": "pets", "vet": "people"}
    assert ways(model, "people") == {"visits": "visits", "pets": "pets"}
    walked = Scope(model).walk(model.datasets[0], ["pet", "owner", "visits"])
    assert [hop.name for hop in walked.hops] == ["pet", "Owner", "visits"]
    assert (walked.field, walked.at.name, walked.many) == (None, "visits", ("pet", "Owner", "visits"))


def test_of_two_relations_of_one_name_the_later_has_its_own() -> None:
    two = dataset("moves", "id", "from_id", "to_id"), dataset("places", "id")
    said = [leads("moves", f"{way}_id", "places", path="place", back="moves") for way in ("from", "to")]
    model = SourceModel(datasets=two, relations=tuple(said))
    assert ways(model, "moves") == {"place": "places", "moves_to_id": "places"}
    assert ways(model, "places") == {"moves": "moves", "moves_to_id": "moves"}


def test_capitals_and_blanks_do_not_matter_where_one_name_fits() -> None:
    scope = Scope(SourceModel(datasets=(dataset("answers", "Age band", "Region", "region", "%"),)))
    answers = scope.dataset("ANSWERS")
    assert [scope.walk(answers, [name]).field.name for name in ("age_band", "AGE BAND", "region")] == [
        "Age band",
        "Age band",
        "region",
    ]  # type: ignore[union-attr]
    for name in ("REGION", "#", "agebands"):
        with pytest.raises(QueryError, match="is no field or relation of 'answers'"):
            scope.walk(answers, [name])


def test_a_list_leads_to_its_parts_and_a_named_test_ends_a_path() -> None:
    films = dataset("films", "title", tests={"long": "minutes > 120"})
    genres = Field(name="genres", type="text", role="list", separator=",")
    films = films.model_copy(update={"fields": (*films.fields, genres)})
    scope = Scope(SourceModel(datasets=(films,)))
    walked = scope.walk(films, ["genres", "value"])
    assert (walked.many, walked.at.name, walked.field and walked.field.name) == (("genres",), "films.genres", "value")
    assert scope.walk(films, ["long"]).test == "long"
    with pytest.raises(QueryError, match="'title' is a field of 'films', and nothing leads on from it to 'value'"):
        scope.walk(films, ["title", "value"])
