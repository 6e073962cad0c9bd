"""Trains 500 boosted trees on Adult and writes them as XGBoost does, and a forest of 300 as
ONNX, with what XGBoost and scikit-learn say of all rows of its test file.

    /usr/bin/python3 adult.py folder-of-adult folder [path/to/lightgbm]

needs Debian's python3-xgboost, python3-sklearn and python3-onnx. With LightGBM's program it
writes one of 500 rounds of it as well. Categories are counted in the order of the alphabet,
and "?" is missing, which is a level of its own for the forest.
"""

import csv
import json
import os
import subprocess
import sys

import numpy as np
import onnx
import xgboost as xgb
from onnx import TensorProto, helper
from sklearn.ensemble import RandomForestClassifier

from ensembles import ML, classifier, shares, trees

source, folder = sys.argv[1:3]
names = ["age", "workclass", "education-num", "marital-status", "occupation", "race", "sex", "capital-gain", "hours-per-week", "native-country"]
at = [0, 1, 4, 5, 6, 8, 9, 10, 12, 13]
category = [1, 3, 4, 5, 6, 9]


def table(name):
    with open(os.path.join(source, name)) as f:
        return [[c.strip() for c in r] for r in csv.reader(f) if len(r) == 15]


train, test = table("adult.data"), table("adult.test")
levels = {j: sorted({r[at[j]] for r in train} - {"?"}) for j in category}


def numbers(rows):
    return np.array([[(levels[j].index(r[i]) if r[i] in levels[j] else np.nan) if j in category else float(r[i]) for j, i in enumerate(at)] for r in rows], np.float32)


def write(name, x, says):
    with open(os.path.join(folder, name + ".want"), "w") as f:
        json.dump({"rows": [[None if v != v else float(v) for v in r] for r in x], "says": says.tolist()}, f)


X, T = numbers(train), numbers(test)
Y = np.array([int(r[14].startswith(">50K")) for r in train])
d = xgb.DMatrix(X, Y, feature_names=names, feature_types=["c" if j in category else "float" for j in range(len(at))], enable_categorical=True)
b = xgb.train(dict(objective="binary:logistic", max_depth=6, eta=0.1, tree_method="hist", nthread=1, seed=1), d, 500)
for form in "json", "ubj":
    b.save_model(os.path.join(folder, "xgboost-adult." + form))
write("xgboost-adult", T, b.predict(xgb.DMatrix(T, feature_names=names, feature_types=d.feature_types, enable_categorical=True)))

n = 300
F, G = np.nan_to_num(X, nan=-1), np.nan_to_num(T, nan=-1)
m = RandomForestClassifier(n, min_samples_leaf=8, random_state=1, n_jobs=1).fit(F, Y)
g = helper.make_graph([classifier(trees(m.estimators_, shares(n)), 2, post_transform="NONE")], "forest",
                      [helper.make_tensor_value_info("X", TensorProto.FLOAT, [None, len(at)])],
                      [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, None)])
onnx.save(helper.make_model(g, opset_imports=[helper.make_opsetid("", 13), helper.make_opsetid(ML, 3)]), os.path.join(folder, "forest-adult.onnx"))
write("forest-adult", G, m.predict_proba(G))

if len(sys.argv) > 3:
    def save(name, x, y):
        path = os.path.join(folder, name)
        np.savetxt(path, np.column_stack([y, x]), delimiter=",", fmt="%.10g")
        return "data=" + path
    common = [sys.argv[3], "verbosity=-1", "label_column=0", "categorical_feature=" + ",".join(map(str, category)), "num_threads=1"]
    model, out = os.path.join(folder, "lightgbm-adult.txt"), os.path.join(folder, "says")
    subprocess.run(common + ["task=train", "objective=binary", "num_iterations=500", "output_model=" + model, save("train.csv", X, Y)], check=True)
    subprocess.run(common + ["task=predict", "input_model=" + model, "output_result=" + out, save("test.csv", T, np.zeros(len(T)))], check=True)
    write("lightgbm-adult", T, np.loadtxt(out))
