"""Packs a table, rules and a model into a file that Causeway opens, and reads what a saved project found.

    import causeway                                     # this file; it needs msgpack and nothing else
    causeway.write("loans.causeway", table, "granted", [("immutable", "sex")], "model.onnx")
    causeway.read("saved.causeway")["answers"]

docs/format.md describes the files.
"""
import hashlib, json, struct, sys
from numbers import Real
from pathlib import Path
from msgpack import packb, unpackb


def column(name, values, classes=False):
    """The record of a column: of numbers, or of levels in sorted order, or in the order of a Categorical."""
    values, order = list(values), getattr(values.dtype, "categories", None) if hasattr(values, "dtype") else None
    values = [None if v is None or type(v).__name__ == "NAType" or v != v else v for v in values]
    known = [v for v in values if v is not None]
    numbers = not classes and order is None and all(isinstance(v, Real) and not isinstance(v, bool) for v in known)
    levels = [] if numbers else [str(v) for v in (sorted(set(known)) if order is None else order)]
    if len(known) < len(values):
        if classes:
            raise ValueError(f"The outcome {name!r} has gaps: leave these rows out.")
        values = [v if v is not None else float("nan") if numbers else "(missing)" for v in values]
        levels, order = levels if numbers else ["(missing)"] + levels, None
    at = {level: i for i, level in enumerate(levels)}
    cells = struct.pack(f"<{len(values)}d", *(v if numbers else at[str(v)] for v in values))
    return {"name": name, "levels": levels, "ordered": order is not None, "cells": cells}


def write(path, table, outcome, rules=(), model=None):
    """Writes a file to drop on the page.

    table    a DataFrame, or a dict of lists. Numbers keep six decimals, and missing values stay missing
    outcome  the column with the classes
    rules    tuples of kind, column, and what the kind needs: ("immutable", "sex"), ("range", "hours", 10, 60),
             ("allowed", "job", "cook", "clerk"), ("only increase", "age"), ("only decrease", "debt"),
             ("if rises then rises", "degree", "age"), ("less or equal", "rent", "income"),
             ("move together", "a", "b"), ("move at most", "hours", 5, 5), ("not alone", "weight", "diet")
    model    path of an ONNX, XGBoost or LightGBM file whose inputs have the names of the columns
    """
    names = [c for c in table if c != outcome] + [outcome]
    draft = {"name": Path(path).stem, "columns": [column(c, table[c], c == outcome) for c in names],
             "rules": [[str(word) for word in rule] for rule in rules],
             "model": Path(model).name if model else "", "file": Path(model).read_bytes() if model else b""}
    body, sha = packb(draft), lambda b: hashlib.sha256(b).digest()
    header = {"build": "python", "contents": [{"name": "draft", "required": True, "size": len(body), "sha256": sha(body)}]}
    Path(path).write_bytes(b"\x93\xa8causeway\x02" + packb({"header": header, "sha256": sha(packb(header)), "parts": [body]}))


def rows(features, array):
    """The rows of an array, with the names of their levels, and None for a number that is missing."""
    for v in struct.iter_unpack(f"<{len(features)}d", array["data"]):
        row = {f["name"]: f["levels"][int(x)] if f["levels"] else x for f, x in zip(features, v)}
        flags = {n: flag for n in row if row.get(flag := n + " is missing") in ("no", "yes")}
        yield {n: None if row.get(flags.get(n)) == "yes" else x for n, x in row.items() if n not in flags.values()}


def read(path):
    """The answers and the labels in a project that was saved with its rows and labels.

    An answer is a row of the table that the model would decide otherwise. It has the row's number, what changes
    (column: from, to), predicted class, target and probability, its cost, the verdict of each rule, and what is proved
    of it: "nearest" if nothing costs less. A row without answers has one line; "there is none" means that this is proved.
    """
    file = unpackb(Path(path).read_bytes())[2]
    part = {entry["name"]: unpackb(body) for entry, body in zip(file["header"]["contents"], file["parts"])}
    answers, labels, schema, l = [], [], part["schema"], part.get("labels")
    for found in map(json.loads, filter(None, part.get("answers", []))):
        for r in found["rows"]:
            for i, c in enumerate(r["counterfactuals"] or [dict(r, cost=0.0, rules=[])]):
                answers.append({"row": r["row"], "target": r["target"], "predicted": c["predicted"],
                    "probability": c["probability"], "cost": c["cost"], "proved": "" if i else r["proved"],
                    "changes": {n: (a, b) for n, a, b in zip(found["features"], r["values"], c["values"]) if a != b},
                    "rules": dict(zip(found["rules"], c["rules"]))})
    if l:
        pairs = zip(rows(schema["features"], l["factual"]), rows(schema["features"], l["counterfactual"]))
        for (a, b), row, target, verdict in zip(pairs, l["row"][:l["listed"]], l["target"], l["verdict"]):
            labels.append({"row": row + 1, "target": schema["outcome"]["levels"][target],
                "verdict": ("feasible", "infeasible", "unsure")[verdict],
                "changes": {n: (a[n], b[n]) for n in a if a[n] != b[n]}})
    frame = getattr(sys.modules.get("pandas"), "DataFrame", list)  # where pandas is imported
    return {"answers": frame(answers), "labels": frame(labels)}
