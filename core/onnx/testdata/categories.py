"""Writes categories.json: models of XGBoost with a category as a data frame has it, the table as text, and what the model says of each row."""
import json, sys
import numpy as np, pandas as pd, xgboost as xgb

def case(name, values, weight, missing=False, rows=40):
    rng = np.random.default_rng(7)
    town = [values[i] for i in rng.integers(0, len(values), rows)]
    town[: len(values)] = values[::-1]
    num = rng.normal(size=rows).round(2)
    y = (num * 0.3 + np.array([weight[values.index(t)] for t in town]) > 0.5).astype(int)
    if missing:
        town = [None if i % 7 == 6 else t for i, t in enumerate(town)]
    frame = pd.DataFrame({"num": num, "town": pd.Series(town).astype("category")})
    d = xgb.DMatrix(frame, label=y, enable_categorical=True)
    m = xgb.train({"objective": "binary:logistic", "max_depth": 2, "eta": 0.7, "max_cat_to_onehot": 2, "tree_method": "hist", "min_child_weight": 0.1, "seed": 1}, d, 3)
    model = json.loads(bytes(m.save_raw("json")), parse_constant=lambda s: s)
    for t in model["learner"]["gradient_booster"]["model"]["trees"]:
        for k in ("base_weights", "loss_changes", "sum_hessian", "parents"):
            t.pop(k, None)
        t["split_conditions"] = [0.0 if v == "NaN" else v for v in t["split_conditions"]]
    return {"name": name, "model": model, "num": num.tolist(), "town": ["" if t is None else str(t) for t in town], "says": [float(p) for p in m.predict(d)]}

cases = [
    case("a scale", ["low", "medium", "high"], [0, 0, 1]),
    case("numbers in names", ["a1", "a2", "a10", "a20"], [0, 1, 0, 1]),
    case("whole numbers", [1, 2, 10, 20], [0, 1, 1, 0]),
    case("whole numbers below 0", [-5, -1, 0, 3], [1, 0, 1, 0]),
    case("numbers from 1", [1, 2, 3, 4, 5], [0, 1, 0, 1, 0]),
    case("decimals", [0.5, 1.5, 10.25, 2.0], [0, 1, 0, 1]),
    case("truths", [False, True], [0, 1]),
    case("upper and lower case", ["b", "B", "a", "Z"], [0, 1, 1, 0]),
    case("letters with accents", ["z", "é", "Ä", "e"], [0, 1, 0, 1]),
    case("signs", ["<5", "5-9", ">=10", "10+"], [0, 1, 0, 1]),
    case("missing texts", ["red", "green", "blue"], [0, 1, 0], missing=True),
    case("years", [2019, 2021, 2020], [0, 1, 0]),
]
json.dump(cases, open(sys.argv[1], "w"), separators=(",", ":"), ensure_ascii=False)
