"""Writes the corpus of pipelines, testdata/pipelines; see README.md.

    PYTHONHASHSEED=0 PYTHONPATH=skl2onnx:onnxconverter-common:onnxmltools:LightGBM/python-package /usr/bin/python3 pipelines.py [folder]

needs Debian's scikit-learn, pandas, PyTorch and XGBoost, skl2onnx 1.15, onnxmltools 1.13, LightGBM 4.1, and NODE_PATH with
onnxruntime-node. rows.json.gz holds one table for all models and the shares that each model's own program gives its rows.
"""

import gzip
import io
import json
import os
import subprocess
import sys
import tempfile
import warnings

sys.path.pop(0)  # this folder has another lightgbm
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the same sums each time

import numpy as np
import onnx
import pandas as pd
import torch
import xgboost as xgb
from onnx import TensorProto, helper, numpy_helper
from skl2onnx import to_onnx, update_registered_converter
from skl2onnx.common.data_types import FloatTensorType, Int64TensorType, StringTensorType
from skl2onnx.common.shape_calculator import calculate_linear_classifier_output_shapes as classifier_shapes
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import (AdaBoostClassifier, BaggingClassifier, ExtraTreesClassifier, GradientBoostingClassifier,
                              HistGradientBoostingClassifier, RandomForestClassifier, StackingClassifier, VotingClassifier)
from sklearn.feature_selection import SelectKBest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (Binarizer, KBinsDiscretizer, MinMaxScaler, Normalizer, OneHotEncoder, OrdinalEncoder,
                                   PolynomialFeatures, PowerTransformer, RobustScaler, StandardScaler)
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

warnings.simplefilter("ignore")
here = os.path.dirname(os.path.abspath(__file__))
folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "pipelines")
os.makedirs(folder, exist_ok=True)
only = sys.argv[2] if len(sys.argv) > 2 else ""  # to try a part
N, SOME = 800, 200
rng = np.random.default_rng(52)


def sample():
    """Rows of a made-up bank: numbers, texts and gaps."""
    f = pd.DataFrame({
        "age": rng.integers(18, 80, N),
        "pay": np.round(rng.lognormal(7.5, 0.5, N), 2),
        "hours": rng.integers(4, 60, N).astype(float),
        "debt": np.round(rng.gamma(1.5, 4000, N), 2),
        "rate": np.round(rng.normal(size=N), 4),
        "job": rng.choice(["farm", "mill", "office", "school", "Büro"], N),
        "grade": rng.choice(["low", "mid", "high"], N),
        "member": rng.integers(0, 2, N),
        "town": rng.choice(["north", "south", "sea", ""], N, p=[0.3, 0.3, 0.2, 0.2]),  # "" is a gap
    }).astype({"pay": np.float32, "hours": np.float32, "debt": np.float32, "rate": np.float32})
    s = (f.pay / 2500 + f.hours / 40 - f.debt / 9000 + f.rate * (f.member - 0.4) + (f.age > 40) * 0.5
         + f.job.map({"farm": -0.6, "mill": 0, "office": 0.5, "school": 0.2, "Büro": 0.9}) + f.grade.map({"low": -0.5, "mid": 0, "high": 0.6}) + (f.town == "sea"))
    s += rng.normal(size=N) * 0.3
    f.loc[rng.random(N) < 0.1, "pay"] = np.nan
    f.loc[rng.random(N) < 0.1, "hours"] = np.nan
    return f, (s > s.median()).astype(int).to_numpy(), np.digitize(s, np.quantile(s, [0.4, 0.75]))


frame, Y2, Y3 = sample()
train, test = frame[SOME:], frame[:SOME].copy()
Y2, Y3, YES = Y2[SOME:], Y3[SOME:], np.where(Y2[SOME:], "yes", "no")
test.iloc[0, 5], test.iloc[1, 5] = "pilot", "pilot"  # a job that nobody had
NUMBERS, FULL, GAPS, TEXTS = ["age", "pay", "hours", "debt", "rate"], ["age", "debt", "rate"], ["pay", "hours"], ["job", "grade"]
JOBS = sorted(set(train.job))
for f in train, test:
    f["job code"] = [float(JOBS.index(j)) if j in JOBS else np.nan for j in f.job]
known = {}  # by file: {"inputs": columns of the table by input, "shares": rows of shares}


def put(file, data, inputs, shares, note=None):
    with open(os.path.join(folder, file), "wb") as f:
        f.write(data)
    shares = np.asarray(shares, float)
    known[file] = {"inputs": inputs, "shares": [float("%.9g" % v) for v in (shares[:, 1:] if shares.shape[1] == 2 else shares).ravel()]}


def runtime(data, output, feeds):
    """What ONNX Runtime says."""
    with tempfile.NamedTemporaryFile(suffix=".onnx") as f:
        f.write(data)
        f.flush()
        kinds = {"f": "float32", "i": "int64", "O": "string"}
        job = {"file": f.name, "outputs": [output], "inputs": {k: {"type": kinds[v.dtype.kind], "dims": list(v.shape), "data": [
            None if v != v else v for v in v.ravel().tolist()]} for k, v in feeds.items()}}
        text = json.dumps(job).replace("null", '"NaN"')
        out = subprocess.run(["node", os.path.join(here, "run.js")], input=text, capture_output=True, text=True)
        if out.returncode:
            raise RuntimeError(out.stderr)
        return np.array(json.loads(out.stdout.replace("NaN", "null"))[output], float).reshape(SOME, -1)


def agree(name, theirs, own):
    """The program's shares or, where its converter writes something else, those of ONNX Runtime."""
    apart = np.abs(theirs - own).max(1)
    print("%-24s %.2g" % (name, apart.max()), "" if apart.max() < 1e-5 else "in %d rows: those of ONNX Runtime are kept" % (apart > 1e-5).sum())
    return own if apart.max() < 1e-5 else theirs


def columns(names):
    """One input for each column; whole numbers are integers, unless an imputer joins them with others."""
    whole = Int64TensorType if "pay" not in names else FloatTensorType
    kind = {"age": whole, "member": whole, "job": StringTensorType, "grade": StringTensorType, "town": StringTensorType}
    return [(n, kind.get(n, FloatTensorType)([None, 1])) for n in names]


def fed(types):
    to = {Int64TensorType: np.int64, StringTensorType: object, FloatTensorType: np.float32}
    return {n: test[[n]].to_numpy(to[type(t)]) for n, t in types}


def keep(name, model, names, y=YES, matrix=False, zipmap=False, labels=False):
    """Fits a pipeline and keeps its ONNX file. matrix: one input with all columns, else one for each."""
    if only and not name.startswith(only):
        return
    try:
        of = (lambda f: f[names].to_numpy(np.float32)) if matrix else (lambda f: f[names])
        model.fit(of(train), y)
        own = model.predict_proba(of(test)) if hasattr(model, "predict_proba") else 1.0 * (model.predict(of(test))[:, None] == model.classes_)
        types = [("X", FloatTensorType([None, len(names)]))] if matrix else columns(names)
        feeds = {"X": of(test)} if matrix else fed(types)
        def write(**more):
            return to_onnx(model, initial_types=types, options={id(model): more} if more else None, target_opset={"": 15, "ai.onnx.ml": 3}).SerializeToString()
        plain = write() if labels else write(zipmap=False)
        out = onnx.load_from_string(plain).graph.output
        if labels:  # as some programs export classifiers: the file gives nothing else
            m = onnx.load_from_string(plain)
            del m.graph.output[1:]
            plain = m.SerializeToString()
            own = runtime(plain, out[0].name, feeds) == np.arange(own.shape[1])
        else:
            own = agree(name, runtime(plain, out[-1].name, feeds), own)
        put(name + ".onnx", write() if zipmap else plain, {"X": names} if matrix else {}, own)
    except Exception as e:
        print("   PROBLEM: %s: %s: %s" % (name, type(e).__name__, str(e)[:300]))


fill = lambda how="median": SimpleImputer(strategy=how)
one = lambda **more: OneHotEncoder(handle_unknown="ignore", **more)
code = lambda: OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
number = lambda: make_pipeline(fill("mean"), StandardScaler())
mixed = lambda last, encode=one: make_pipeline(ColumnTransformer([("num", number(), NUMBERS), ("cat", encode(), TEXTS)]), last)
kept = lambda last, *parts: make_pipeline(ColumnTransformer(list(parts), remainder="passthrough"), last)
ALL = NUMBERS + TEXTS

# Preprocessing with trees.
keep("trees-forest", mixed(RandomForestClassifier(10, max_depth=5, random_state=1)), ALL)
keep("trees-gradient", mixed(GradientBoostingClassifier(n_estimators=12, random_state=1), code), ALL, zipmap=True)
keep("trees-hist", kept(HistGradientBoostingClassifier(max_iter=10, max_leaf_nodes=8), ("cat", code(), TEXTS)), TEXTS + NUMBERS)
keep("trees-hist-classes", HistGradientBoostingClassifier(max_iter=6, max_leaf_nodes=7), NUMBERS, Y3, matrix=True)
keep("trees-extra-bins", kept(ExtraTreesClassifier(10, max_depth=5, random_state=1), ("bins", KBinsDiscretizer(5, encode="ordinal"), ["debt", "rate"]),
                              ("cat", one(drop=None, sparse=False), ["job"])), ["debt", "rate", "job", "age", "member"], Y3)
keep("trees-one-polynomial", make_pipeline(fill("mean"), PolynomialFeatures(2, include_bias=False), DecisionTreeClassifier(max_depth=5, random_state=1)), NUMBERS, Y2, matrix=True)
keep("trees-ada", mixed(AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=6, random_state=1)), ALL)
keep("trees-ada-samme", make_pipeline(fill(), AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=6, algorithm="SAMME", random_state=1)), NUMBERS, Y3, matrix=True)
keep("trees-power", make_pipeline(ColumnTransformer([("p", PowerTransformer(), ["debt", "rate"]), ("cat", one(sparse=False), ["job"])]),
                                  GradientBoostingClassifier(n_estimators=8, max_depth=2, random_state=1)), ["debt", "rate", "job"])
keep("trees-clip", kept(RandomForestClassifier(8, max_depth=4, class_weight="balanced", random_state=1), ("clip", MinMaxScaler(clip=True), ["age", "debt"]),
                        ("bin", Binarizer(threshold=0.25), ["rate"]), ("cat", OneHotEncoder(drop="first", sparse=False), ["grade"])), ["age", "debt", "rate", "grade", "member"])
keep("trees-select", make_pipeline(fill(), RobustScaler(), SelectKBest(k=3), RandomForestClassifier(8, max_depth=4, random_state=1)), NUMBERS, Y3, matrix=True, zipmap=True)
keep("trees-components", make_pipeline(fill(), StandardScaler(), PCA(3, svd_solver="full"), ExtraTreesClassifier(8, max_depth=4, random_state=1)), NUMBERS, Y2, matrix=True)

# Linear models, support vectors, naive Bayes, neighbours.
keep("linear-logistic", mixed(LogisticRegression()), ALL, zipmap=True)
keep("linear-polynomial", make_pipeline(fill(), StandardScaler(), PolynomialFeatures(2), LogisticRegression(C=0.1)), NUMBERS, Y3, matrix=True)
keep("linear-each", mixed(LogisticRegression(multi_class="ovr")), ALL, Y3)
keep("linear-descent", make_pipeline(ColumnTransformer([("num", number(), NUMBERS), ("text", make_pipeline(SimpleImputer(strategy="most_frequent", missing_values=""), one()), ["town", "job"])]),
                                     SGDClassifier(loss="log_loss", random_state=1, alpha=0.01)), NUMBERS + ["town", "job"])
keep("linear-labels", mixed(RidgeClassifier()), ALL, Y2, labels=True)
keep("svm-radial", make_pipeline(fill(), StandardScaler(), SVC(probability=True, random_state=1, C=0.3)), ["age", "debt", "rate"], Y2, matrix=True)
keep("svm-linear-classes", mixed(SVC(kernel="linear", probability=True, random_state=1, C=0.01)), ALL, Y3)
keep("bayes-gauss", make_pipeline(fill(), StandardScaler(), GaussianNB()), NUMBERS, Y3, matrix=True)
keep("bayes-bernoulli", make_pipeline(fill(), StandardScaler(), BernoulliNB(binarize=0.3)), NUMBERS, Y2, matrix=True)
keep("neighbours", make_pipeline(fill(), StandardScaler(), KNeighborsClassifier(5)), ["age", "debt", "rate"], Y2, matrix=True)
keep("linear-discriminant", mixed(LinearDiscriminantAnalysis(), lambda: one(sparse=False)), ALL, Y3)
keep("network-tanh", mixed(MLPClassifier((6,), activation="tanh", max_iter=200, random_state=1)), ALL)

# Stacked, voting, calibrated.
forest = lambda: RandomForestClassifier(5, max_depth=4, random_state=1)
keep("calibrated-sigmoid", mixed(CalibratedClassifierCV(LinearSVC(random_state=1), cv=3)), ALL)
keep("calibrated-isotonic", mixed(CalibratedClassifierCV(forest(), method="isotonic", cv=2)), ALL)
keep("stacked", mixed(StackingClassifier([("f", forest()), ("l", LogisticRegression())], LogisticRegression())), ALL)
keep("stacked-through", make_pipeline(fill(), StackingClassifier([("f", forest()), ("g", GaussianNB())], GradientBoostingClassifier(n_estimators=4, max_depth=2), passthrough=True)), NUMBERS, Y3, matrix=True)
keep("voting-soft", mixed(VotingClassifier([("f", forest()), ("l", LogisticRegression()), ("g", GradientBoostingClassifier(n_estimators=5, random_state=1))], voting="soft", weights=np.array([1, 2, 1]), flatten_transform=False)), ALL)
keep("voting-hard", mixed(VotingClassifier([("f", forest()), ("l", LogisticRegression()), ("t", DecisionTreeClassifier(max_depth=3))], flatten_transform=False)), ALL)
keep("bagging", mixed(BaggingClassifier(DecisionTreeClassifier(max_depth=4), 6, random_state=1)), ALL)
keep("one-vs-rest", mixed(OneVsRestClassifier(LogisticRegression())), ALL, Y3)


# XGBoost, in its own forms and through ONNX.
CODED = NUMBERS + ["job code"]


def boosted(name, y, rounds=4, form="json", names=CODED, change=lambda b: b, **settings):
    if only and not name.startswith(only):
        return
    kind = ["c" if n == "job code" else "float" for n in names]
    of = lambda f, y=None: xgb.DMatrix(f[names].to_numpy(np.float32), y, feature_names=[n.replace(" ", "_") for n in names], feature_types=kind, enable_categorical=True)
    b = xgb.train(dict(max_depth=3, tree_method="hist", seed=3) | settings, of(train, y), rounds)
    own = b.predict(of(test), validate_features=False)
    inputs = {"": ["job" if n == "job code" and change is recorded else n for n in names]}
    put("%s.%s" % (name, form), change(bytes(b.save_raw(form))), inputs, own if own.ndim > 1 else np.column_stack([1 - own, own]))


def recorded(b):
    """The form of versions from 3.1 on: a base score for each class, and the names of categories."""
    m = json.loads(b)
    m["version"] = [3, 1, 0]
    p = m["learner"]["learner_model_param"]
    p["base_score"] = "[%s]" % ",".join([p["base_score"]] * max(int(p["num_class"]), 1))
    model, text = m["learner"]["gradient_booster"]["model"], [j.encode() for j in JOBS]
    model["cats"] = {"enc": [{"type": 12, "values": []}] * 5 + [{"offsets": np.cumsum([0] + [len(t) for t in text]).tolist(), "values": [
        c - 256 if c > 127 else c for c in b"".join(text)]}], "feature_segments": [0] * 6 + [len(JOBS)], "sorted_idx": []}
    m["learner"]["feature_names"][-1] = "job"
    return json.dumps(m, separators=(",", ":")).encode()


def vectors(b):
    """Trees of one class each as trees that give a number for each class, as multi_strategy=multi_output_tree writes them."""
    m = json.loads(b)
    m["version"] = [3, 1, 0]
    model = m["learner"]["gradient_booster"]["model"]
    for i, t in enumerate(model["trees"]):
        t["tree_param"]["size_leaf_vector"] = "3"
        t["base_weights"] = [v if k == model["tree_info"][i] else 0.0 for v in [
            c if l < 0 else 0.0 for c, l in zip(t["split_conditions"], t["left_children"])] for k in range(3)]
        for k in ("loss_changes", "sum_hessian", "split_type", "categories", "categories_nodes", "categories_segments", "categories_sizes"):
            del t[k]
    model["tree_info"] = [0] * len(model["trees"])
    return json.dumps(m, separators=(",", ":")).encode()


boosted("xgboost-binary", Y2, rounds=8, names=NUMBERS, base_score=0.3, objective="binary:logistic")
boosted("xgboost-classes", Y3, form="ubj", names=NUMBERS, num_class=3, objective="multi:softprob")
boosted("xgboost-categories", Y2, change=recorded, objective="binary:logistic", max_cat_to_onehot=2)
boosted("xgboost-dart", Y2, rounds=8, form="ubj", booster="dart", rate_drop=0.4, objective="binary:logistic")
boosted("xgboost-forest", Y3, rounds=2, num_parallel_tree=3, subsample=0.7, num_class=3, change=recorded, objective="multi:softprob")
boosted("xgboost-vectors", Y3, names=NUMBERS, num_class=3, change=vectors, objective="multi:softprob")
try:
    from onnxmltools.convert.xgboost.operator_converters.XGBoost import convert_xgboost
    update_registered_converter(xgb.XGBClassifier, "XGBoostXGBClassifier", classifier_shapes, convert_xgboost, options={"nocl": [True, False], "zipmap": [True, False, "columns"]})
    keep("xgboost-pipeline", mixed(xgb.XGBClassifier(n_estimators=6, max_depth=3)), ALL, Y2)
    keep("xgboost-gaps", make_pipeline(StandardScaler(), xgb.XGBClassifier(n_estimators=4, max_depth=3)), NUMBERS, Y3, matrix=True)
except ImportError as e:
    print("   PROBLEM:", e)

# LightGBM.
import lightgbm as lgb


def light(name, y, rounds=6, names=CODED, **settings):
    if only and not name.startswith(only):
        return
    p = dict(num_leaves=6, min_data_in_leaf=8, min_data_per_group=5, cat_smooth=1, verbosity=-1, num_threads=1, seed=3, deterministic=True) | settings
    known_names = [n.replace(" ", "_") for n in names]
    b = lgb.train(p, lgb.Dataset(train[names].to_numpy(float), y, feature_name=known_names, categorical_feature=["job_code"] if "job code" in names else [], params=p), rounds)
    own, text = b.predict(test[names].to_numpy(float)), b.model_to_string()
    if settings["objective"] == "multiclassova":  # a sigmoid for each class
        own = own / own.sum(1, keepdims=True)
    put(name + ".txt", (text[:text.index("\nparameters:")] + "\n").encode(), {"": names}, own if own.ndim > 1 else np.column_stack([1 - own, own]))


light("lightgbm-binary", Y2, objective="binary", sigmoid=1.3)
light("lightgbm-zeros", Y2, objective="binary", zero_as_missing=True, names=["member"] + CODED)
light("lightgbm-each", Y3, rounds=4, objective="multiclassova", num_class=3)
light("lightgbm-forest", Y2, objective="binary", boosting="rf", bagging_freq=1, bagging_fraction=0.6)
light("lightgbm-linear", Y2, objective="binary", linear_tree=True, names=NUMBERS)
light("lightgbm-linear-classes", Y3, rounds=3, objective="multiclass", num_class=3, linear_tree=True)
from onnxmltools.convert.lightgbm.operator_converters.LightGbm import convert_lightgbm
update_registered_converter(lgb.LGBMClassifier, "LightGbmLGBMClassifier", classifier_shapes, convert_lightgbm, options={"nocl": [True, False], "zipmap": [True, False, "columns"]})
keep("lightgbm-pipeline", mixed(lgb.LGBMClassifier(n_estimators=6, num_leaves=6, verbosity=-1)), ALL, Y2)
keep("lightgbm-gaps", make_pipeline(lgb.LGBMClassifier(n_estimators=4, num_leaves=6, verbosity=-1)), NUMBERS, Y3, matrix=True)

# CatBoost cannot be installed here. Symmetric trees are grown below and written as its sources write them
# (catboost/libs/model/model_export, json_model_helpers.cpp and onnx_helpers.cpp); the shares are computed here.


def city(text):
    """CatBoost's number of a category: the lower half of CityHash64 (version 1.0) of at most 16 bytes."""
    s, k2, k3, k, low = text.encode(), 0x9AE16A3B2F90404F, 0xC949C7DEFEBE6F3F, 0x9DDFEA08EB382D69, 2**64 - 1
    n, word = len(s), lambda b: int.from_bytes(b, "little")
    mix = lambda v: v ^ (v >> 47)

    def two(u, v):
        a = mix((u ^ v) * k & low)
        return mix((v ^ a) * k & low) * k & low
    if n > 8:
        b = word(s[-8:])
        v = (b + n) & low
        h = two(word(s[:8]), (v >> n | v << (64 - n)) & low) ^ b
    elif n >= 4:
        h = two((n + (word(s[:4]) << 3)) & low, word(s[-4:]))
    else:
        y, z = s[0] + (s[n >> 1] << 8), n + (s[-1] << 2)
        h = mix((y * k2 ^ z * k3) & low) * k2 & low
    return h & 0xFFFFFFFF


assert city("Female") == -2114564283 % 2**32  # as CatBoost's own tests have it


COUNTS = {j: [int((Y2[train.job == j] == c).sum()) for c in (0, 1)] for j in JOBS}
PRIOR, SCALE = 0.5, 15.0


def statistic(job):
    """CatBoost's statistic of a category: the share of the second class, with a prior (ctr_calcer.py)."""
    n, y = COUNTS.get(job, [0, 0])
    return np.float32(np.float32(y + PRIOR) / np.float32(n + y + 1)) * np.float32(SCALE)


CUT = float(np.float32(0.1))
JOINT = {}  # by job, grade and whether the rate is above the cut
for key, y in zip(zip(train.job, train.grade, train.rate > CUT), Y2):
    JOINT.setdefault(key, [0, 0])[y] += 1
del JOINT["mill", "low", True]  # a combination that training never saw


def joint(row):
    n, y = JOINT.get((row.job, row.grade, row.rate > CUT), [0, 0])
    return np.float32(np.float32(y + PRIOR) / np.float32(n + y + 1)) * np.float32(SCALE)


def true(f, split):
    """Which rows a split sends to the right."""
    column, at, gap = split
    v = f[column]
    if isinstance(at, tuple) and at[0] == "joint":
        return np.array([joint(r) > at[1] for r in f.itertuples()])
    if isinstance(at, tuple):
        return v.map(statistic).to_numpy() > at[1]
    return (v == at).to_numpy() if isinstance(at, str) else np.where(v.isna(), gap, v > at).astype(bool)


def softly(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def grow(y, names, trees, depth, dims, scale=1.0):
    """Lists (splits, leaf values of shape leaves x dims); a leaf's bits are the answers of its splits."""
    z, out, can = np.zeros((len(train), dims)), [], []
    for i, n in enumerate(names):
        if n == "job" and dims == 1 and scale != 1:
            values = [("joint", b) for b in (4.1, 6.2, 7.3, 9.4, 11.2)]
        elif n == "job" and dims == 1:
            values = [("ctr", b) for b in (5.3, 6.1, 7.2, 8.4, 9.5)]
        else:
            values = sorted(set(train[n])) if train[n].dtype == object else [float(np.float32(q + 0.005)) for q in np.nanquantile(train[n], np.linspace(0.1, 0.9, 9))]
        can += [(n, v, bool(train[n].isna().any() and i % 2)) for v in values]
    answers = [true(train, c) for c in can]
    for _ in range(trees):
        gradient = (np.eye(dims)[y] - softly(z)) if dims > 1 else y[:, None] - 1 / (1 + np.exp(-z))
        leaf, splits = np.zeros(len(train), int), []
        for d in range(depth):
            def gain(a):
                at = leaf + (a << d)
                many = np.bincount(at, minlength=2 << d) + 3
                return sum((np.bincount(at, g, 2 << d) ** 2 / many).sum() for g in gradient.T)
            best = max(range(len(can)), key=lambda k: gain(answers[k]))
            splits.append(can[best])
            leaf = leaf + (answers[best] << d)
        values = np.stack([np.bincount(leaf, g, 1 << depth) / (np.bincount(leaf, minlength=1 << depth) / 4 + 3) for g in gradient.T], 1)
        z += values[leaf]
        out.append((splits, values))
    return out


def mixed_hash(a, b):
    k = 0x4906BA494954CB65
    return k * (a + k * b) % 2**64


def signed(h):
    return (h ^ 2**31) - 2**31


def cat(name, y, names, trees=5, depth=3, dims=1, scale=1.0, bias=None, lossguide=False, labels=None):
    grown = grow(y, names, trees, depth, dims, scale)
    z = np.zeros((SOME, dims))
    for splits, values in grown:
        z += values[sum(true(test, s) << d for d, s in enumerate(splits))]
    z = scale * z + np.array(bias or [0.0] * dims)
    own = softly(z if dims > 1 else np.column_stack([0 * z, z]))
    floats, texts = [n for n in names if n not in TEXTS], [n for n in names if n in TEXTS]

    def split(s, index):
        if isinstance(s[1], tuple):
            before = sum(len(f["borders"]) for f in m["features_info"]["float_features"]) + sum(len(f.get("values", [])) for f in m["features_info"]["categorical_features"])
            return {"border": s[1][1], "ctr_target_border_idx": 0, "split_index": before + m["features_info"]["ctrs"][0]["borders"].index(s[1][1]), "split_type": "OnlineCtr"}
        if isinstance(s[1], str):
            return {"cat_feature_index": texts.index(s[0]), "split_index": index, "split_type": "OneHotFeature", "value": (city(s[1]) ^ 2**31) - 2**31}
        return {"border": s[1], "float_feature_index": floats.index(s[0]), "split_index": index, "split_type": "FloatFeature"}

    def node(splits, values, d, leaf):
        if d < 0:
            return {"value": values[leaf].tolist() if dims > 1 else values[leaf, 0], "weight": 10.0}
        if d == 0 and leaf % 3 == 1:  # not symmetric
            return {"value": (values[leaf].tolist() if dims > 1 else values[leaf, 0]), "weight": 10.0}
        return {"split": split(splits[d], d), "left": node(splits, values, d - 1, leaf), "right": node(splits, values, d - 1, leaf + (1 << d))}
    m = {"model_info": {"catboost_version_info": "1.2.2", "params": {"loss_function": {"type": "MultiClass" if dims > 1 else "Logloss", "params": {}}, "data_processing_options": {
            "class_names": labels}}, "class_params": {"class_to_label": list(range(max(dims, 2))), "class_names": labels, "classes_count": 0 if dims == 1 else dims}},
         "features_info": {"float_features": [{"borders": sorted({s[1] for t in grown for s in t[0] if s[0] == n} | ({CUT} if n == "rate" and scale != 1 else set())), "feature_id": n, "feature_index": i, "flat_feature_index": names.index(n),
                                               "has_nans": bool(train[n].isna().any()), "nan_value_treatment": "AsIs" if not train[n].isna().any() else "AsTrue" if names.index(n) % 2 else "AsFalse"}
                                              for i, n in enumerate(floats)]},
         "scale_and_bias": [scale, bias or [0.0] * dims], "ctr_data": None}
    if texts:
        used = {n: sorted({s[1] for t in grown for s in t[0] if s[0] == n and isinstance(s[1], str)}) for n in texts}
        borders = sorted({s[1][1] for t in grown for s in t[0] if isinstance(s[1], tuple)})
        if borders:
            element = [{"cat_feature_index": i, "combination_element": "cat_feature_value"} for i in range(1 if scale == 1 else 2)]
            if scale != 1:
                element.append({"border": CUT, "combination_element": "float_feature", "float_feature_index": floats.index("rate")})
            identifier = json.dumps({"identifier": element, "type": "Borders"}, separators=(",", ":"))
            m["features_info"]["ctrs"] = [{"borders": borders, "ctr_type": "Borders", "elements": element, "identifier": identifier, "prior_denomerator": 1, "prior_numerator": PRIOR,
                                           "scale": SCALE, "shift": 0, "target_border_idx": 0}]
            m["ctr_data"] = {identifier: {"counter_denominator": 0, "hash_map": [v for j in JOBS for v in [str(mixed_hash(0, signed(city(j))))] + COUNTS[j]] if scale == 1 else [
                v for (j, g, above), c in JOINT.items() for v in [str(mixed_hash(mixed_hash(mixed_hash(0, signed(city(j))), signed(city(g))), int(above)))] + c], "hash_stride": 3}}
        m["features_info"]["categorical_features"] = [{"feature_id": n, "feature_index": i, "flat_feature_index": names.index(n), **(
            {"values": [(city(v) ^ 2**31) - 2**31 for v in used[n]]} if used[n] else {})} for i, n in enumerate(texts)]
        m["features_info"]["cat_features_hash"] = [{"hash": city(v), "value": v} for n in texts for v in sorted(set(train[n]))]
    if lossguide:
        m["trees"] = [node(s, v, depth - 1, 0) for s, v in grown]
        z = np.array(bias or [0.0] * dims)[None] + scale * sum(np.array([walk(t, r, floats, texts) for _, r in test.iterrows()]).reshape(SOME, dims) for t in m["trees"])
        own = softly(z if dims > 1 else np.column_stack([0 * z, z]))
    else:
        m["oblivious_trees"] = [{"leaf_values": v.ravel().tolist(), "leaf_weights": [10.0] * (1 << depth), "splits": [split(s, d) for d, s in enumerate(sp)]} for sp, v in grown]
    put(name + ".json", json.dumps(m, separators=(",", ":"), ensure_ascii=False).encode(), {"": names}, own)
    return grown, own


def walk(t, r, floats, texts):
    while "split" in t:
        s = t["split"]
        if s["split_type"] == "FloatFeature":
            column = floats[s["float_feature_index"]]
            v = r[column]
            right = v > s["border"] if v == v else (floats + texts).index(column) % 2 == 1
        else:
            right = city(r[texts[s["cat_feature_index"]]]) == s["value"] % 2**32
        t = t["right" if right else "left"]
    return t["value"]


if not only or "catboost".startswith(only):
    grown, own = cat("catboost-combined", Y2, NUMBERS + TEXTS, scale=0.9, bias=[0.2])
    cat("catboost-categories", Y2, NUMBERS + TEXTS, labels=["no", "yes"])
    cat("catboost-lossguide", Y3, NUMBERS + TEXTS, trees=3, dims=3, lossguide=True)
    grown = grow(Y2, NUMBERS, 5, 3, 1)
    a = {k: [] for k in "nodes_treeids nodes_nodeids nodes_modes nodes_featureids nodes_values nodes_falsenodeids nodes_truenodeids nodes_missing_value_tracks_true nodes_hitrates class_treeids class_nodeids class_ids class_weights".split()}
    for t, (splits, values) in enumerate(grown):
        for i in range((2 << len(splits)) - 1):
            d = (i + 1).bit_length() - 1
            inner = d < len(splits)
            s = splits[len(splits) - 1 - d] if inner else None
            for k, v in zip(a, [t, i, "BRANCH_GT" if inner else "LEAF", NUMBERS.index(s[0]) if inner else 0, s[1] if inner else 0.0, 2 * i + 1 if inner else 0, 2 * i + 2 if inner else 0, int(inner and s[2]), 1.0]):
                a[k].append(v)
            for c in range(2 if not inner else 0):
                for k, v in zip(list(a)[-4:], [t, i, c, (2 * c - 1) * values[i - (1 << d) + 1, 0]]):
                    a[k].append(v)
    nodes = [helper.make_node("TreeEnsembleClassifier", ["features"], ["label", "probability_tensor"], domain="ai.onnx.ml", classlabels_int64s=[0, 1], post_transform="LOGISTIC", **a),
             helper.make_node("ZipMap", ["probability_tensor"], ["probabilities"], domain="ai.onnx.ml", classlabels_int64s=[0, 1])]
    named = onnx.ValueInfoProto(name="probabilities")
    named.type.sequence_type.elem_type.map_type.key_type = TensorProto.INT64
    named.type.sequence_type.elem_type.map_type.value_type.tensor_type.elem_type = TensorProto.FLOAT

    def write(nodes, output):
        g = helper.make_graph(nodes, "CatBoostModel", [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["N", 5])], [helper.make_tensor_value_info("label", TensorProto.INT64, ["N"]), output])
        return helper.make_model(g, producer_name="CatBoost", opset_imports=[helper.make_opsetid("ai.onnx.ml", 2)]).SerializeToString()
    z = sum(v[sum(true(test, s) << d for d, s in enumerate(sp))] for sp, v in grown)
    own = softly(np.column_stack([0 * z, z]))
    agree("catboost-numbers", runtime(write(nodes[:1], helper.make_tensor_value_info("probability_tensor", TensorProto.FLOAT, ["N", 2])), "probability_tensor",
                                      {"features": test[NUMBERS].to_numpy(np.float32)}), own)
    put("catboost-numbers.onnx", write(nodes, named), {"features": NUMBERS}, own)

# PyTorch.
from torch import nn
from torch.nn import functional as F

torch.manual_seed(52)
torch.use_deterministic_algorithms(True)
HOLES = {"age": 45.0, "debt": 5000.0, "rate": 0.0, "pay": 1800.0, "hours": 30.0}


class Net(nn.Module):
    """Numbers in their own units and codes of categories in, shares out; subclasses say how."""

    def __init__(self, names, codes, width, classes):
        super().__init__()
        self.names, self.codes, self.classes = names, codes, classes
        x = train[names]
        self.register_buffer("mean", torch.tensor(x.mean().to_numpy(np.float32)))
        self.register_buffer("deviation", torch.tensor(x.std().to_numpy(np.float32)))
        self.build(width)

    def scaled(self, x):
        return (x - self.mean) / self.deviation


class Plain(Net):
    def build(self, n):
        self.net = nn.Sequential(nn.Linear(len(self.names), n), nn.BatchNorm1d(n), nn.ReLU(), nn.Dropout(0.2), nn.Linear(n, n), nn.BatchNorm1d(n), nn.ReLU(), nn.Linear(n, self.classes))

    def forward(self, x):
        return F.softmax(self.net(self.scaled(x)), -1)


class Embedded(Net):
    def build(self, n):
        self.jobs, self.grades = nn.Embedding(6, 3), nn.Embedding(3, 2)
        self.norm, self.net = nn.BatchNorm1d(len(self.names)), nn.Sequential(nn.Linear(len(self.names) + 5, n), nn.ReLU(), nn.Linear(n, self.classes))

    def forward(self, x, c):
        return F.softmax(self.net(torch.cat([self.norm(x), self.jobs(c[:, 0]), self.grades(c[:, 1])], 1)), -1)


class Residual(Net):
    def build(self, n):
        self.first, self.last = nn.Linear(len(self.names), n), nn.Linear(n, self.classes)
        self.norms = nn.ModuleList([nn.LayerNorm(n) for _ in range(2)])
        self.layers = nn.ModuleList([nn.Sequential(nn.Linear(n, n), nn.GELU(), nn.Linear(n, n)) for _ in range(2)])

    def forward(self, x):
        h = self.first(self.scaled(x))
        for norm, layer in zip(self.norms, self.layers):
            h = h + layer(norm(h))
        return F.softmax(self.last(h), -1)


class Front(Net):
    """Fills gaps, clips and takes a logarithm in front of a network."""

    def build(self, n):
        self.register_buffer("hole", torch.tensor([HOLES[k] for k in self.names]))
        self.net = nn.Sequential(nn.Linear(2 * len(self.names), n), nn.ReLU(), nn.Linear(n, self.classes))

    def forward(self, x):
        gap = torch.isnan(x)
        x = torch.where(gap, self.hole.expand_as(x), x)
        x = torch.log(1 + torch.clamp(x, 0, 20000)) - 5
        return F.softmax(self.net(torch.cat([x, gap.float()], 1)), -1)


class Gated(Net):
    def build(self, n):
        self.a, self.b, self.last = nn.Linear(len(self.names), n), nn.Linear(len(self.names), n), nn.Linear(n, self.classes)

    def forward(self, x):
        x = torch.tanh(self.scaled(x))
        return F.softmax(self.last(self.a(x) * torch.sigmoid(self.b(x))), -1)


class Scale(Net):
    """Classes in an order: one score against rising thresholds."""

    def build(self, n):
        self.net = nn.Sequential(nn.Linear(len(self.names), n), nn.SELU(), nn.Linear(n, 1))
        self.steps = nn.Parameter(torch.tensor([-0.5, 0.5]))

    def forward(self, x):
        z = torch.sigmoid(torch.cumsum(F.softplus(self.steps), 0) - 1.2 - self.net(self.scaled(x)))
        return torch.cat([z[:, :1], z[:, 1:] - z[:, :1], 1 - z[:, 1:]], 1)


class Pieces(Net):
    """Each number cut at some of its values, as piecewise linear encodings do."""

    def build(self, n):
        cuts = torch.tensor(np.nanquantile(train[self.names], [0, 0.25, 0.5, 0.75, 1], axis=0).T.astype(np.float32))
        self.register_buffer("low", cuts[:, :-1])
        self.register_buffer("wide", cuts[:, 1:] - cuts[:, :-1])
        self.net = nn.Sequential(nn.Linear(4 * len(self.names), n), nn.LeakyReLU(0.1), nn.Linear(n, self.classes))

    def forward(self, x):
        x = ((x[:, :, None] - self.low) / self.wide).clamp(0, 1)
        return F.softmax(self.net(x.flatten(1)), -1)


def net(name, kind, names, y, codes=(), opset=13, width=8, change=None):
    if only and not name.startswith(only):
        return
    m, of = kind(names, codes, width, int(max(y)) + 1), lambda f: (torch.tensor(f[names].to_numpy(np.float32)),) + (
        (torch.tensor(np.stack([f["job code"].fillna(5), f.grade.map({"low": 0, "mid": 1, "high": 2})], 1).astype(np.int64)),) if codes else ())
    step = torch.optim.Adam(m.parameters(), 0.02)
    for _ in range(150):
        step.zero_grad()
        F.nll_loss(torch.log(m(*of(train)) + 1e-9), torch.tensor(y)).backward()
        step.step()
    m.eval()
    inputs, rows = ["numbers", "codes"][:1 + bool(codes)], of(test)
    b = io.BytesIO()
    torch.onnx.export(m, tuple(v[:2] for v in rows), b, input_names=inputs, output_names=["probabilities"], opset_version=opset, dynamic_axes={k: {0: "N"} for k in inputs + ["probabilities"]})
    data = b.getvalue() if change is None else change(b.getvalue())
    with torch.no_grad():
        own = m.double()(*[v.double() if v.is_floating_point() else v for v in rows]).numpy()
    theirs = runtime(data, "probabilities", {k: v.numpy() for k, v in zip(inputs, rows)})
    put(name + ".onnx", data, {"numbers": names, **({"codes": ["job number", "grade number"]} if codes else {})}, theirs if change else agree(name, theirs, own))


def quantized(b):
    """Weights as 8-bit whole numbers, and the values between the layers, as static quantization writes them."""
    m = onnx.load_from_string(b)
    g = m.graph
    put_in = lambda name, v: g.initializer.append(numpy_helper.from_array(v, name)) or name
    weights, nodes = {t.name: numpy_helper.to_array(t) for t in g.initializer}, []
    zero = put_in("zero", np.array(0, np.int8))

    def node(*a):
        nodes.append(helper.make_node(*a))
        return a[2][0]
    for n in g.node:
        if n.op_type == "Gemm":
            w = weights[n.input[1]]
            s = np.float32(np.abs(w).max() / 127)
            q = put_in(n.input[1] + ".q", np.clip(np.round(w / s), -128, 127).astype(np.int8))
            x = node("QuantizeLinear", [n.input[0], put_in(n.input[0] + ".s", np.array(0.04, np.float32)), zero], [n.input[0] + ".i"])
            n.input[0] = node("DequantizeLinear", [x, n.input[0] + ".s", zero], [n.input[0] + ".f"])
            n.input[1] = node("DequantizeLinear", [q, put_in(q + ".s", np.array(s)), zero], [q + ".f"])
        nodes.append(n)
    del g.node[:]
    g.node.extend(nodes)
    used = {i for n in nodes for i in n.input}
    kept_ = [t for t in g.initializer if t.name in used]
    del g.initializer[:]
    g.initializer.extend(kept_)
    return m.SerializeToString()


test["job number"] = test["job code"].fillna(5)
test["grade number"] = test.grade.map({"low": 0, "mid": 1, "high": 2})
net("torch-plain", Plain, FULL, Y2)
net("torch-embedded", Embedded, FULL, Y3, codes=("job", "grade"))
net("torch-residual", Residual, FULL, Y3, opset=14)
net("torch-front", Front, ["age", "pay", "hours", "debt"], Y2)
net("torch-gated", Gated, FULL, Y2)
net("torch-ordinal", Scale, FULL, Y3)
net("torch-pieces", Pieces, FULL, Y2)
net("torch-quantized", Plain, FULL, Y3, change=quantized)

if not only:
    table = {c: [None if v != v else v for v in test[c].tolist()] for c in test}
    with open(os.path.join(folder, "rows.json.gz"), "wb") as f:
        f.write(gzip.compress(json.dumps({"table": table, "models": known}, separators=(",", ":"), ensure_ascii=False).encode(), 9, mtime=0))
print(len(known), "models")
