"""Trains a random forest of 300 trees and 500 boosted ones, and writes them as ONNX and as
XGBoost does, with what they say of other rows.

    /usr/bin/python3 trees.py folder seed

needs Debian's python3-sklearn, python3-onnx and python3-xgboost. The folder has train.csv and
test.csv: numbers, of levels their places, and the class last.
"""

import json
import os
import sys

import numpy as np
import xgboost as xgb
from onnx import TensorProto, helper
from sklearn.ensemble import RandomForestClassifier

folder, seed = sys.argv[1], int(sys.argv[2])
train, test = (np.loadtxt(os.path.join(folder, n + ".csv"), delimiter=",", dtype=np.float32, ndmin=2) for n in ("train", "test"))
X, Y, T = train[:, :-1], train[:, -1].astype(int), test[:, :-1]
classes = int(max(Y.max(), test[:, -1].max())) + 1


def says(name, shares):
    np.savetxt(os.path.join(folder, name + ".want"), shares, delimiter=",", fmt="%.17g")


def below(v):
    f = np.float32(v)
    return float(f if float(f) <= v else np.nextafter(f, np.float32(-np.inf)))


def forest(m):
    a = {k: [] for k in "treeids nodeids featureids values hitrates modes truenodeids falsenodeids missing_value_tracks_true".split()}
    w = {k: [] for k in "treeids nodeids ids weights".split()}
    for t, e in enumerate(m.estimators_):
        tree = e.tree_
        for i in range(tree.node_count):
            inner = tree.children_left[i] >= 0
            row = (t, i, int(tree.feature[i]) if inner else 0, below(tree.threshold[i]) if inner else 0.0, 1.0, "BRANCH_LEQ" if inner else "LEAF",
                   int(max(tree.children_left[i], 0)), int(max(tree.children_right[i], 0)), 0)
            for k, v in zip(a, row):
                a[k].append(v)
            if not inner:
                v = tree.value[i][0]
                for k, p in enumerate(v / v.sum()):
                    if p > 0:
                        for name, x in zip(w, (t, i, k, float(p) / len(m.estimators_))):
                            w[name].append(x)
    attrs = {**{"nodes_" + k: v for k, v in a.items()}, **{"class_" + k: v for k, v in w.items()}}
    node = helper.make_node("TreeEnsembleClassifier", ["X"], ["label", "probabilities"], domain="ai.onnx.ml",
                            classlabels_int64s=list(range(classes)), post_transform="NONE", **attrs)
    graph = helper.make_graph([node], "forest", [helper.make_tensor_value_info("X", TensorProto.FLOAT, [None, X.shape[1]])],
                              [helper.make_tensor_value_info("label", TensorProto.INT64, [None]),
                               helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [None, classes])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15), helper.make_opsetid("ai.onnx.ml", 1)])
    with open(os.path.join(folder, "forest.onnx"), "wb") as f:
        f.write(model.SerializeToString())


m = RandomForestClassifier(300, min_samples_leaf=int(os.environ.get("LEAF", "1")), random_state=seed, n_jobs=1).fit(X, Y)
forest(m)
says("forest", m.predict_proba(T))
settings = dict(max_depth=6, eta=0.1, tree_method="hist", nthread=1, seed=seed)
settings |= dict(objective="binary:logistic") if classes == 2 else dict(objective="multi:softprob", num_class=classes)
b = xgb.train(settings, xgb.DMatrix(X, Y), 500)
b.save_model(os.path.join(folder, "boosted.json"))
says("boosted", b.predict(xgb.DMatrix(T)))
