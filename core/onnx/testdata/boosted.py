"""Writes the fixtures of XGBoost's own forms; see README.md.

    /usr/bin/python3 boosted.py [folder]

needs Debian's python3-xgboost. The shares are XGBoost's own, of rows in which values are
missing.
"""

import json
import os
import sys

import numpy as np
import xgboost as xgb

folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
rng = np.random.default_rng(5)
X = np.round(rng.normal(size=(500, 4)) * [10, 1, 3, 1], 2).astype(np.float32)
X[:, 3] = rng.integers(0, 40, len(X))
score = X[:, 0] / 10 * X[:, 1] + np.abs(X[:, 2]) / 3 + np.isin(X[:, 3], [3, 7, 9, 33])
Y2, Y3 = (score > 0.6).astype(int), np.digitize(score, [0.2, 1.1])
X[rng.random(X.shape) < 0.1] = np.nan
NAMES, TYPES = ["a", "b", "c", "town"], ["float", "float", "float", "c"]
SOME = 40
rows = X[:SOME].copy()
rows[0, 3], rows[1, 3] = 40, 1000  # categories that nobody had


def matrix(x, y=None):
    return xgb.DMatrix(x, y, feature_names=NAMES, feature_types=TYPES, enable_categorical=True)


def keep(name, y, rounds=4, forms=("json", "ubj"), **settings):
    settings = dict(max_depth=3, tree_method="hist", seed=3) | settings
    b = xgb.train(settings, matrix(X, y), rounds)
    says = b.predict(matrix(rows), validate_features=False)
    for form in forms:
        b.save_model(os.path.join(folder, "xgboost-%s.%s" % (name, form)))
    write(name, says)


def write(name, says):
    with open(os.path.join(folder, "xgboost-%s.want" % name), "w") as f:
        json.dump({"rows": [[None if v != v else float(v) for v in r] for r in rows], "says": says.tolist()}, f)
        f.write("\n")


keep("binary", Y2, objective="binary:logistic", base_score=0.3, max_cat_to_onehot=1)
keep("onehot", Y2, objective="binary:logistic", max_cat_to_onehot=100, forms=("json",))
keep("classes", Y3, rounds=3, objective="multi:softprob", num_class=3, num_parallel_tree=2, subsample=0.7)
keep("dart", Y2, rounds=6, objective="binary:logistic", booster="dart", rate_drop=0.4)
keep("number", Y2, objective="reg:squarederror", forms=("ubj",))
keep("counts", Y3, objective="count:poisson", forms=("json",))
keep("raw", Y2, objective="binary:logitraw", gamma=3, forms=("json",))
TYPES = None
keep("linear", Y2, rounds=20, objective="binary:logistic", booster="gblinear", tree_method="auto", forms=("json",))
keep("linear-classes", Y3, rounds=20, objective="multi:softprob", num_class=3, booster="gblinear", tree_method="auto", forms=("ubj",))
keep("cut", Y2, objective="binary:logistic", tree_method="exact", max_depth=6, gamma=4, forms=("json",))

sk = xgb.XGBClassifier(n_estimators=30, max_depth=2, learning_rate=1, early_stopping_rounds=3, eval_metric="logloss", base_score=0.4)
sk.fit(X[:300], Y2[:300], eval_set=[(X[300:], Y2[300:])], verbose=False)
assert sk.best_iteration + 1 < len(sk.get_booster().get_dump())
sk.save_model(os.path.join(folder, "xgboost-stopped.json"))
write("stopped", sk.predict_proba(rows)[:, 1])
