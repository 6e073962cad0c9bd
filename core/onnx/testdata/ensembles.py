"""Trees that scikit-learn grew as nodes of ONNX, as the format asks for."""

import numpy as np
from onnx import helper

ML = "ai.onnx.ml"


def below(v):
    """The largest float32 that is no larger, so that no float32 changes its side."""
    w = np.float32(v)
    return float(w if float(w) <= v else np.nextafter(w, np.float32(-np.inf)))


def trees(estimators, leaf, of="class"):
    """leaf(tree, node, number of the tree) lists pairs of output and weight."""
    a = {k: [] for k in ["treeids", "nodeids", "featureids", "values", "hitrates", "modes", "truenodeids", "falsenodeids", "missing_value_tracks_true"]}
    w = {k: [] for k in ["treeids", "nodeids", "ids", "weights"]}
    for t, e in enumerate(estimators):
        tree = e.tree_
        for i in range(tree.node_count):
            inner = tree.children_left[i] >= 0
            row = dict(treeids=t, nodeids=i, featureids=int(tree.feature[i]) if inner else 0, values=below(tree.threshold[i]) if inner else 0.0,
                       hitrates=1.0, modes="BRANCH_LEQ" if inner else "LEAF", truenodeids=int(max(tree.children_left[i], 0)),
                       falsenodeids=int(max(tree.children_right[i], 0)), missing_value_tracks_true=0)
            for k, v in row.items():
                a[k].append(v)
            if not inner:
                for out, v in leaf(tree, i, t):
                    for k, x in zip(["treeids", "nodeids", "ids", "weights"], [t, i, out, float(v)]):
                        w[k].append(x)
    return {**{"nodes_" + k: v for k, v in a.items()}, **{of + "_" + k: v for k, v in w.items()}}


def classifier(attrs, classes, **more):
    return helper.make_node("TreeEnsembleClassifier", ["X"], ["label", "probabilities"], domain=ML, classlabels_int64s=list(range(classes)), **attrs, **more)


def shares(estimators):
    """The leaves of a forest of so many trees."""
    def leaf(tree, i, t):
        v = tree.value[i][0]
        return [(k, p / estimators) for k, p in enumerate(v / v.sum())]
    return leaf
