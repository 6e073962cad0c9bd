"""Writes the fixtures of LightGBM's own form; see README.md.

    /usr/bin/python3 lightgbm.py path/to/lightgbm [folder]

needs Debian's python3-numpy and LightGBM's program, which is built from its source. The
shares are LightGBM's own, of rows in which values are missing.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

program = sys.argv[1]
folder = sys.argv[2] if len(sys.argv) > 2 else os.path.dirname(os.path.abspath(__file__))
rng = np.random.default_rng(5)
X = np.round(rng.normal(size=(500, 4)) * [10, 1, 3, 1], 2)
X[:, 3] = rng.integers(0, 40, len(X))
X[rng.random(len(X)) < 0.2, 1] = 0
score = X[:, 0] / 10 * X[:, 1] + np.abs(X[:, 2]) / 3 + np.isin(X[:, 3], [3, 7, 9, 33])
Y2, Y3 = (score > 0.6).astype(int), np.digitize(score, [0.2, 1.1])
X[rng.random(X.shape) < 0.1] = np.nan
SOME = 40
rows = X[:SOME].copy()
rows[0, 3], rows[1, 3], rows[2, 3] = 40, 1000, -1  # categories that nobody had
work = tempfile.mkdtemp()


def table(name, x, y):
    path = os.path.join(work, name)
    np.savetxt(path, np.column_stack([y, x]), delimiter=",", fmt="%.10g")
    return path


def keep(name, y, rounds=4, **settings):
    model = os.path.join(folder, "lightgbm-%s.txt" % name)
    says = os.path.join(work, "says")
    common = ["verbosity=-1", "header=false", "label_column=0", "categorical_feature=3", "num_threads=1", "seed=3"]
    settings = dict(num_leaves=6, min_data_in_leaf=8, num_iterations=rounds, min_data_per_group=5, cat_smooth=1) | settings
    subprocess.run([program, "task=train", "data=" + table("train", X, y), "output_model=" + model] + common +
                   ["%s=%s" % i for i in settings.items()], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, "task=predict", "data=" + table("rows", rows, np.zeros(len(rows))), "input_model=" + model, "output_result=" + says] + common +
                   ["%s=%s" % i for i in settings.items() if i[0] in ("use_missing", "zero_as_missing")], check=True, stdout=subprocess.DEVNULL)
    text = open(model).read()
    with open(model, "w") as f:  # without the settings, which name files of this machine
        f.write(text[:text.index("\nparameters:")] + "\n")
    with open(os.path.join(folder, "lightgbm-%s.want" % name), "w") as f:
        json.dump({"rows": [[None if v != v else float(v) for v in r] for r in rows], "says": np.loadtxt(says).tolist()}, f)
        f.write("\n")


keep("binary", Y2, objective="binary", sigmoid=1.7)
keep("zeros", Y2, objective="binary", zero_as_missing="true")
keep("nogaps", Y2, objective="binary", use_missing="false")
keep("dart", Y2, rounds=6, objective="binary", boosting="dart", drop_rate=0.5)
keep("forest", Y2, rounds=5, objective="binary", boosting="rf", bagging_freq=1, bagging_fraction=0.6)
keep("classes", Y3, rounds=3, objective="multiclass", num_class=3)
keep("each", Y3, rounds=3, objective="multiclassova", num_class=3)
keep("entropy", Y2, objective="cross_entropy")
keep("number", Y2, objective="regression")
keep("root", Y3, objective="regression", reg_sqrt="true")
keep("counts", Y3, objective="poisson")
