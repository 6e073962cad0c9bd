"""Writes the fixtures of models that are no chains of dense layers; see README.md.

    /usr/bin/python3 boxes.py [folder]

needs Debian's python3-torch, python3-onnx and python3-sklearn. Trees and support vectors
are written as the format asks for, from what scikit-learn learned; the shares are
scikit-learn's and PyTorch's own.
"""

import json
import os
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.svm import SVC
from torch import nn

from ensembles import ML, classifier, shares, trees

folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
rng = np.random.default_rng(5)
X = np.round(rng.normal(size=(400, 4)) * [10, 1, 3, 100], 2).astype(np.float32)
Z = X / np.array([10, 1, 3, 100], np.float32)
score = Z[:, 0] * Z[:, 1] + np.abs(Z[:, 2]) - 0.5 * Z[:, 3]
Y2, Y3 = (score > 0.6).astype(int), np.digitize(score, [0.2, 1.1])
SOME = 24


def keep(name, nodes, shares, tensors=(), inputs=None, out="probabilities", kind=TensorProto.FLOAT):
    rows = X[:SOME] if inputs is None else inputs
    g = helper.make_graph(nodes, name, [helper.make_tensor_value_info("X", TensorProto.FLOAT, [None, rows.shape[1]])],
                          [helper.make_tensor_value_info(out, kind, None)], list(tensors))
    m = helper.make_model(g, producer_name="skl2onnx", opset_imports=[helper.make_opsetid("", 13), helper.make_opsetid(ML, 3)])
    m.ir_version = 8
    onnx.save(m, os.path.join(folder, name + ".onnx"))
    say(name, {"X": rows}, shares)


def say(name, inputs, shares):
    data = {"inputs": {k: np.asarray(v).astype(float).tolist() for k, v in inputs.items()}, "shares": np.asarray(shares, float).tolist()}
    with open(os.path.join(folder, name + ".json"), "w") as f:
        json.dump(data, f)
        f.write("\n")


def forests():
    for name, y in [("trees-forest-binary", Y2), ("trees-forest-classes", Y3)]:
        m = RandomForestClassifier(12, max_depth=5, random_state=1).fit(X, y)
        keep(name, [classifier(trees(m.estimators_, shares(len(m.estimators_))), len(m.classes_), post_transform="NONE")], m.predict_proba(X[:SOME]))
    m = GradientBoostingClassifier(n_estimators=20, max_depth=3, random_state=1).fit(X, Y2)
    prior = np.log(Y2.mean() / (1 - Y2.mean()))
    attrs = trees([e[0] for e in m.estimators_], lambda tree, i, t: [(0, m.learning_rate * tree.value[i][0, 0])])
    keep("trees-boosted-binary", [classifier(attrs, 2, post_transform="LOGISTIC", base_values=[prior])], m.predict_proba(X[:SOME]))
    m = GradientBoostingClassifier(n_estimators=12, max_depth=3, random_state=1).fit(X, Y3)
    flat = [e for row in m.estimators_ for e in row]
    attrs = trees(flat, lambda tree, i, t: [(t % 3, m.learning_rate * tree.value[i][0, 0])])
    keep("trees-boosted-classes", [classifier(attrs, 3, post_transform="SOFTMAX", base_values=np.log(m.init_.class_prior_).tolist())], m.predict_proba(X[:SOME]))
    m = RandomForestRegressor(9, max_depth=4, random_state=1).fit(X, Y2)
    attrs = trees(m.estimators_, lambda tree, i, t: [(0, tree.value[i][0, 0] / 9)], "target")
    p = m.predict(X[:SOME]) - 0.5
    node = helper.make_node("TreeEnsembleRegressor", ["X"], ["variable"], domain=ML, n_targets=1, **attrs)
    keep("trees-regressor", [node], np.stack([1 / (1 + np.exp(p)), 1 / (1 + np.exp(-p))], 1), out="variable")


def svms():
    for name, y, kernel in [("svm-binary", Y2, "rbf"), ("svm-classes", Y3, "poly")]:
        m = SVC(kernel=kernel, probability=True, random_state=1, coef0=1, degree=2).fit(Z, y)
        n, rho = len(m.classes_), -m._intercept_
        node = helper.make_node(
            "SVMClassifier", ["X"], ["label", "probabilities"], domain=ML, kernel_type=kernel.upper(), kernel_params=[m._gamma, 1.0, 2.0],
            support_vectors=m.support_vectors_.ravel().tolist(), vectors_per_class=m.n_support_.tolist(), coefficients=m._dual_coef_.ravel().tolist(),
            rho=(-rho).tolist(), prob_a=m.probA_.tolist(), prob_b=m.probB_.tolist(), classlabels_ints=list(range(n)))
        keep(name, [node], m.predict_proba(Z[:SOME]), inputs=Z[:SOME])


class Residual(nn.Module):
    def __init__(self, act, norm):
        super().__init__()
        self.a, self.b, self.c, self.act = nn.Linear(4, 8), nn.Linear(8, 8), nn.Linear(8, 3), act
        self.norm = nn.LayerNorm(8) if norm else nn.Identity()

    def forward(self, x):
        h = self.act(self.a(x))
        return self.c(self.norm(h + self.act(self.b(h))))


def networks():
    torch.manual_seed(3)
    x = torch.tensor(Z[:SOME])
    for name, act, norm in [("torch-gelu", nn.GELU(), False), ("torch-silu", nn.SiLU(), True), ("torch-elu", nn.ELU(0.7), False), ("torch-softplus", nn.Softplus(), True)]:
        net = Residual(act, norm).eval()
        export(name, nn.Sequential(net, nn.Softmax(1)), x, lambda y: y)
    export("torch-sigmoids", nn.Sequential(Residual(nn.ReLU(), False), nn.Sigmoid()).eval(), x, lambda y: y / y.sum(1, keepdim=True))


def export(name, net, x, shares):
    with torch.no_grad():
        say(name, {"in": x.numpy()}, shares(net(x).double()).numpy())
    torch.onnx.export(net, (x,), os.path.join(folder, name + ".onnx"), input_names=["in"], output_names=["out"], opset_version=14,
                      dynamic_axes={"in": {0: "batch"}, "out": {0: "batch"}})


forests()
svms()
networks()
