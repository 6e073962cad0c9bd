"""Writes the fixtures of this folder; see README.md.

    /usr/bin/python3 make.py [folder]

needs Debian's python3-torch, python3-onnx, python3-sklearn and python3-numpy.
Every NAME.onnx comes with NAME.json: values for its inputs, row by row, and the
shares of the classes that the program which made the network gives to them.
"""

import json
import os
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, OrdinalEncoder, StandardScaler
from torch import nn

folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
ROWS = 12


def keep(name, inputs, shares):
    """inputs: name -> rows of values"""
    data = {"inputs": {k: np.asarray(v).tolist() for k, v in inputs.items()}, "shares": np.asarray(shares, dtype=float).tolist()}
    with open(os.path.join(folder, name + ".json"), "w") as f:
        json.dump(data, f)
        f.write("\n")


# --- PyTorch -----------------------------------------------------------------


def export(name, net, args, inputs, shares, opset=14, **kw):
    net.eval()
    with torch.no_grad():
        out = net(*args)
        keep(name, {k: a.numpy() for k, a in zip(inputs, args)}, shares(out))
    names = list(inputs)
    torch.onnx.export(
        net, args, os.path.join(folder, name + ".onnx"), input_names=names, output_names=["out"], opset_version=opset,
        dynamic_axes={k: {0: "batch"} for k in names + ["out"]} if kw.pop("dynamic", True) else None, **kw)


def soft(y):
    return torch.softmax(y.double(), 1).numpy()


def two(p):
    p = p.double().reshape(-1, 1)
    return torch.cat([1 - p, p], 1).numpy()


def stir(net):
    """Statistics of batch normalisation as after a training."""
    for m in net.modules():
        if isinstance(m, nn.BatchNorm1d):
            m.running_mean.normal_()
            m.running_var.uniform_(0.5, 2)
            m.weight.data.normal_(1, 0.3)
            m.bias.data.normal_()
    return net


class Scaled(nn.Module):
    """Standardises its inputs itself, with plain arithmetic."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([40.0, 10.0, 1000.0, 0.5]))
        self.register_buffer("std", torch.tensor([13.0, 3.0, 7000.0, 0.5]))
        self.a, self.b, self.c = nn.Linear(4, 6), nn.Linear(6, 6, bias=False), nn.Linear(6, 3)

    def forward(self, x):
        x = (x - self.mean) / self.std
        x = nn.functional.relu6(self.a(x))
        x = nn.functional.hardtanh(self.b(x))
        x = x.view(x.size(0), -1)
        return torch.softmax(self.c(x), dim=1)


class Embedded(nn.Module):
    """Numbers, and categories by their codes through embeddings and one-hot."""

    def __init__(self):
        super().__init__()
        self.job, self.town = nn.Embedding(5, 3), nn.Embedding(4, 2)
        self.a, self.b, self.c = nn.Linear(2 + 3 + 2 + 3, 8), nn.PReLU(8), nn.Linear(8, 2)

    def forward(self, numbers, codes, member):
        one = nn.functional.one_hot(member, 3).reshape(-1, 3).to(torch.float32)
        x = torch.cat([numbers, self.job(codes[:, 0]), self.town(codes[:, 1]), one], dim=1)
        return torch.log_softmax(self.c(self.b(self.a(x))), dim=-1)


def torch_files():
    torch.manual_seed(7)
    x = torch.randn(ROWS, 7)
    net = nn.Sequential(nn.Linear(7, 8), nn.ReLU(), nn.Linear(8, 6), nn.Tanh(), nn.Linear(6, 5), nn.Sigmoid(), nn.Linear(5, 3))
    export("torch-scores", net, (x,), ["x"], soft)
    export("torch-scores-9", net, (x,), ["x"], soft, opset=9)
    export("torch-scores-17-fixed", net, (x,), ["x"], soft, opset=17, dynamic=False)
    net = stir(nn.Sequential(nn.Linear(7, 8), nn.BatchNorm1d(8), nn.LeakyReLU(0.1), nn.Dropout(0.3), nn.Linear(8, 4), nn.ReLU(),
                             nn.BatchNorm1d(4), nn.Linear(4, 1), nn.Sigmoid()))
    export("torch-binary", net, (x,), ["x"], two, do_constant_folding=False)
    raw = torch.rand(ROWS, 4) * torch.tensor([60.0, 16.0, 20000.0, 1.0])
    export("torch-scaled", Scaled(), (raw,), ["x"], lambda y: y.double().numpy())
    args = (torch.randn(ROWS, 2), torch.stack([torch.arange(ROWS) % 5, torch.arange(ROWS) % 4], 1), torch.arange(ROWS).reshape(-1, 1) % 3)
    export("torch-embedded", Embedded(), args, ["numbers", "codes", "member"], lambda y: torch.exp(y.double()).numpy())
    net = nn.Sequential(nn.Linear(7, 4), nn.Hardsigmoid(), nn.Linear(4, 1))
    export("torch-logit", net, (x,), ["x"], lambda y: two(torch.sigmoid(y)))


# --- scikit-learn ------------------------------------------------------------
#
# skl2onnx is not in Debian. What follows builds the nodes that its converters
# write (skl2onnx/operator_converters: scaler_op, multilayer_perceptron,
# linear_classifier, one_hot_encoder, ordinal_encoder, zip_map), by the same
# names and in the same order, from estimators that scikit-learn trained.

ML = "ai.onnx.ml"


class Graph:
    def __init__(self):
        self.nodes, self.init, self.n = [], [], 0

    def name(self, base):
        self.n += 1
        return base if self.n == 1 else "%s%d" % (base, self.n)

    def const(self, base, array):
        name = self.name(base)
        self.init.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, op, ins, out, domain="", **attrs):
        name = self.name(out)
        self.nodes.append(helper.make_node(op, ins, [name], name=self.name(op), domain=domain, **attrs))
        return name

    def model(self, ins, outs, opset=15, ml=2):
        g = helper.make_graph(self.nodes, "pipeline", ins, outs, self.init)
        m = helper.make_model(g, producer_name="skl2onnx", opset_imports=[helper.make_opsetid("", opset), helper.make_opsetid(ML, ml)])
        m.ir_version = 8
        return m


def mlp(g, x, clf, classes):
    x = g.node("Cast", [x], "cast_input", to=TensorProto.FLOAT)
    acts = {"identity": "Identity", "tanh": "Tanh", "logistic": "Sigmoid", "relu": "Relu", "softmax": "Softmax"}
    for i, (w, b) in enumerate(zip(clf.coefs_, clf.intercepts_)):
        w = g.const("coefficient", w.astype(np.float32))
        b = g.const("intercepts", b.astype(np.float32).reshape(1, -1))
        x = g.node("Add", [g.node("MatMul", [x, w], "mul_result"), b], "add_result")
        last = i + 1 == len(clf.coefs_)
        x = g.node(acts[clf.out_activation_ if last else clf.activation], [x], "out_activations_result" if last else "next_activations")
    if len(classes) == 2:
        neg = g.node("Sub", [g.const("unity", np.array([1], np.float32).reshape(())), x], "negative_class_proba")
        p = g.node("Concat", [neg, x], "probabilities", axis=1)
    else:
        p = g.node("Identity", [x], "probabilities")
    return label(g, p, classes)


def label(g, p, classes):
    text = isinstance(classes[0], str)
    c = g.const("classes", np.array([s.encode() for s in classes], object) if text else np.array(classes, np.int32))
    best = g.node("ArgMax", [p], "argmax_output", axis=1)
    picked = g.node("ArrayFeatureExtractor", [c, best], "array_feature_extractor_result", ML)
    out = g.node("Reshape", [picked, g.const("shape_tensor", np.array([-1], np.int64))], "reshaped_result")
    if not text:
        out = g.node("Cast", [out], "label", to=TensorProto.INT64)
    return out, p


def finish(g, lab, p, classes, ins, name, inputs, shares, zipmap=True):
    text = isinstance(classes[0], str)
    kind = TensorProto.STRING if text else TensorProto.INT64
    g.nodes.append(helper.make_node("Identity" if text else "Cast", [lab], ["output_label"], **({} if text else {"to": kind})))
    outs = [helper.make_tensor_value_info("output_label", kind, [None])]
    if zipmap:
        key = "classlabels_strings" if text else "classlabels_int64s"
        g.nodes.append(helper.make_node("ZipMap", [p], ["output_probability"], name="ZipMap", domain=ML, **{key: list(classes)}))
        v = onnx.ValueInfoProto()
        v.name = "output_probability"
        v.type.sequence_type.elem_type.map_type.key_type = kind
        v.type.sequence_type.elem_type.map_type.value_type.tensor_type.elem_type = TensorProto.FLOAT
        outs.append(v)
    else:
        g.nodes.append(helper.make_node("Identity", [p], ["probabilities"]))
        outs.append(helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [None, len(classes)]))
    m = g.model(ins, outs)
    onnx.checker.check_model(m)
    onnx.save(m, os.path.join(folder, name + ".onnx"))
    keep(name, inputs, shares)


def scaler(g, x, s):
    if isinstance(s, MinMaxScaler):
        scale, offset = s.scale_, -s.min_ / (s.scale_ + 1e-8)
    else:
        scale, offset = 1 / s.scale_, s.mean_
    return g.node("Scaler", [x], "variable", ML, offset=offset.tolist(), scale=scale.tolist())


def linear(g, x, clf, classes):
    coef, inter = clf.coef_.ravel().tolist(), clf.intercept_.tolist()
    if len(classes) == 2:
        coef, inter = [-v for v in coef] + coef, [-v for v in inter] + inter
    text = isinstance(classes[0], str)
    lab, p = g.name("label"), g.name("probability_tensor")
    g.nodes.append(helper.make_node(
        "LinearClassifier", [x], [lab, p], name="LinearClassifier", domain=ML, coefficients=coef, intercepts=inter,
        multi_class=0 if len(classes) == 2 else 1, post_transform="LOGISTIC" if len(classes) == 2 else "SOFTMAX",
        **{"classlabels_strings" if text else "classlabels_ints": list(classes)}))
    return lab, g.node("Normalizer", [p], "probabilities", ML, norm="L1")


def sklearn_files():
    rng = np.random.default_rng(3)
    raw = rng.normal(size=(300, 4)) * [13, 3, 2000, 1] + [40, 10, 1000, 0]
    raw = raw.astype(np.float32).astype(float)
    y2 = (raw[:, 0] / 13 + raw[:, 1] / 3 + rng.normal(size=300) > 6.5).astype(int)
    y3 = np.array(["low", "mid", "high"])[np.digitize(raw[:, 1] + raw[:, 3], [8.5, 11.5])]
    x = helper.make_tensor_value_info("X", TensorProto.FLOAT, [None, 4])
    some = raw[:ROWS]

    def fit(scale, clf, y):
        s = scale.fit(raw)
        return s, clf.fit(s.transform(raw), y), s.transform(some)

    s, clf, z = fit(StandardScaler(), MLPClassifier((8, 5), max_iter=200, random_state=1), y2)
    g = Graph()
    lab, p = mlp(g, scaler(g, "X", s), clf, [0, 1])
    finish(g, lab, p, [0, 1], [x], "sklearn-mlp-binary", {"X": some}, clf.predict_proba(z))

    s, clf, z = fit(MinMaxScaler(), MLPClassifier((6,), activation="tanh", max_iter=200, random_state=1), y3)
    g = Graph()
    names = clf.classes_.tolist()
    lab, p = mlp(g, scaler(g, "X", s), clf, names)
    finish(g, lab, p, names, [x], "sklearn-mlp-classes", {"X": some}, clf.predict_proba(z), zipmap=False)

    s, clf, z = fit(StandardScaler(), LogisticRegression(), y2)
    g = Graph()
    lab, p = linear(g, scaler(g, "X", s), clf, [0, 1])
    finish(g, lab, p, [0, 1], [x], "sklearn-logistic-binary", {"X": some}, clf.predict_proba(z), zipmap=False)

    s, clf, z = fit(StandardScaler(), LogisticRegression(multi_class="multinomial"), y3)
    g = Graph()
    lab, p = linear(g, scaler(g, "X", s), clf, names)
    finish(g, lab, p, names, [x], "sklearn-logistic-classes", {"X": some}, clf.predict_proba(z), zipmap=False)

    columns(rng)


def columns(rng):
    """A ColumnTransformer: one input for each column of a data frame."""
    n = 400
    jobs, towns = ["farm", "mill", "office", "school"], ["north", "south"]
    age, wage = rng.integers(20, 70, n), np.round(rng.normal(10, 4, n), 2)
    job, member, town = rng.integers(0, 4, n), rng.integers(0, 3, n), rng.integers(0, 2, n)
    y = ((45 - age) / 10 + 1.5 * (job - 1.5) + (wage - 10) / 3 + member - 1 + rng.normal(size=n) > 0).astype(int)
    numbers = np.stack([age, wage], 1).astype(np.float32).astype(float)
    scale = StandardScaler().fit(numbers)
    text = np.array(jobs, object)[job].reshape(-1, 1)
    hot = OneHotEncoder(handle_unknown="ignore").fit(text)
    whole = OneHotEncoder(drop="first").fit(member.reshape(-1, 1))
    place = OrdinalEncoder().fit(np.array(towns, object)[town].reshape(-1, 1))
    z = np.concatenate([scale.transform(numbers), hot.transform(text).toarray(), whole.transform(member.reshape(-1, 1)).toarray(),
                        place.transform(np.array(towns, object)[town].reshape(-1, 1))], 1)
    clf = MLPClassifier((7,), activation="logistic", max_iter=300, random_state=2).fit(z, np.array(["no", "yes"])[y])

    g = Graph()
    f = g.node("Concat", [g.node("Cast", ["age"], "cast", to=TensorProto.FLOAT), "wage"], "merged_columns", axis=1)
    f = scaler(g, f, scale)
    one = g.node("OneHotEncoder", ["job"], "job_out", ML, cats_strings=[s.encode() for s in jobs], zeros=1)
    one = g.node("Reshape", [g.node("Concat", [one], "concat_result", axis=-1), g.const("shape_tensor", np.array([-1, 4], np.int64))], "hot")
    got = g.node("Gather", ["member", g.const("member0", np.array([0], np.int64))], "member0", axis=1)
    got = g.node("OneHotEncoder", [got], "member_out", ML, cats_int64s=[0, 1, 2], zeros=0)
    got = g.node("Gather", [got, g.const("indices_to_keep", np.array([1, 2], np.int64))], "extracted_outputs", axis=-1)
    got = g.node("Reshape", [got, g.const("shape_tensor", np.array([-1, 2], np.int64))], "kept")
    t = g.node("ArrayFeatureExtractor", ["town", g.const("index", np.array(0, np.int64))], "feature_column", ML)
    t = g.node("LabelEncoder", [t], "label_encoder", ML, keys_strings=[s.encode() for s in towns], values_int64s=[0, 1])
    t = g.node("Reshape", [t, g.const("shape_tensor", np.array([-1, 1], np.int64))], "ordinal_output")
    t = g.node("Cast", [g.node("Concat", [t], "concat_result", axis=1)], "ordinal", to=TensorProto.FLOAT)
    all_ = g.node("Concat", [f, one, got, t], "transformed_column", axis=1)
    lab, p = mlp(g, all_, clf, ["no", "yes"])
    ins = [helper.make_tensor_value_info(k, t, [None, 1]) for k, t in
           [("age", TensorProto.INT64), ("wage", TensorProto.FLOAT), ("job", TensorProto.STRING), ("member", TensorProto.INT64),
            ("town", TensorProto.STRING)]]
    k = slice(0, ROWS)
    finish(g, lab, p, ["no", "yes"], ins, "sklearn-columns",
           {"age": age[k, None], "wage": numbers[k, 1:], "job": text[k], "member": member[k, None],
            "town": np.array(towns, object)[town[k], None]}, clf.predict_proba(z[k]), zipmap=False)


torch_files()
sklearn_files()
