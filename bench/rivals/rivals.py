"""Runs other tools, in their own code, on what `bin/paper -out DIR` wrote.

    python3 bench/rivals/rivals.py DIR [--rows N] [--seed S] [--only NAME,NAME] [--seconds T]

Each tool gets the same classifier, the same training rows, the same rows to explain and every
rule that its interface takes (domains.json). What it answers goes to DIR/rivals/NAME.csv, which
`bin/paper -score` reads. A tool that cannot be imported is skipped with a sentence. README.md
says where each is had and what came out.
"""
import argparse
import contextlib
import csv
import importlib.util
import io
import json
import os
import random
import signal
import sys
import time
import types
import warnings

try:
    import numpy as np
    import pandas as pd
except ImportError as missing:
    sys.exit(f"Nothing is run: {missing}. Install Debian's python3-sklearn, python3-pandas and python3-tqdm.")


class Run:
    """What -out wrote: features in their order, training rows, rows to explain and their domains."""

    def __init__(self, folder):
        def load(name):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                return json.load(f)

        self.network, scaling = load("classifier.json"), load("scaling.json")
        self.names = [f["name"] for f in scaling]
        self.numbers = [f["name"] for f in scaling if f["number"]]
        self.decimals = {f["name"]: f["decimals"] for f in scaling if f["number"]}
        self.levels = {f["name"]: f["levels"] for f in scaling if not f["number"]}
        self.classes = self.network["classes"]
        table = pd.read_csv(os.path.join(folder, "table.csv"), dtype=str, keep_default_na=False)
        self.outcome = table.columns[-1]
        train = table[table["part"] == "train"]
        self.train = self.typed(train)
        self.labels = train[self.outcome].map(self.classes.index).to_numpy()
        factuals = pd.read_csv(os.path.join(folder, "factuals.csv"), dtype=str, keep_default_na=False)
        self.rows = factuals["row"].astype(int).tolist()
        self.factuals = self.typed(factuals)
        self.targets = factuals["target"].map(self.classes.index).tolist()
        self.domains = {d["row"]: d["features"] for d in load("domains.json")}
        said = self.decide(self.encode(self.factuals)).argmax(axis=1)
        if [self.classes[k] for k in said] != factuals["predicted"].tolist():
            sys.exit(f"{folder}: the classifier does not give the classes of factuals.csv, so nothing is compared.")

    def typed(self, frame):
        """The features of rows, with numbers as numbers."""
        out = frame[self.names].copy()
        for name in self.numbers:
            out[name] = out[name].astype(float)
            if self.decimals[name] == 0:
                out[name] = out[name].astype(int)
        return out.reset_index(drop=True)

    def encode(self, frame):
        """Rows as the classifier reads them."""
        x = np.zeros((len(frame), self.network["layers"][0]["in"]), dtype=np.float32)
        for f in self.network["features"]:
            column, at = frame[f["name"]].to_numpy(), f["offset"]
            if not f.get("levels"):
                if f["max"] > f["min"]:
                    x[:, at] = (column.astype(float) - f["min"]) / (f["max"] - f["min"])
                continue
            place = {level: at + k for k, level in enumerate(f["levels"])}
            x[np.arange(len(frame)), [place[v] for v in column]] = 1
        return x

    def decide(self, x):
        """The shares of the classes of encoded rows."""
        for layer in self.network["layers"]:
            w = np.array(layer["weights"], dtype=np.float32).reshape(layer["out"], layer["in"])
            x = x @ w.T + np.array(layer["bias"], dtype=np.float32)
            if layer["activation"] == "relu":
                x = np.maximum(x, 0)
            elif layer["activation"] == "sigmoid":
                x = 1 / (1 + np.exp(-x))
        e = np.exp(x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    def free(self, row):
        """Features of which a row's domain has more than one value."""
        ends = self.domains[row]
        return [n for n in self.names if (ends[n][0] < ends[n][1] if n in self.decimals else len(ends[n]) > 1)]

    def inside(self, frame, row):
        """Which rows have every value in a row's domains."""
        keep = np.ones(len(frame), dtype=bool)
        for name, ends in self.domains[row].items():
            keep &= frame[name].between(*ends).to_numpy() if name in self.decimals else frame[name].isin(ends).to_numpy()
        return keep


class Classifier:
    """The classifier as scikit-learn's are called."""

    def __init__(self, run):
        self.run, self.classes_ = run, np.arange(len(run.classes))

    def predict_proba(self, rows):
        frame = rows if isinstance(rows, pd.DataFrame) else pd.DataFrame(rows, columns=self.run.names)
        return self.run.decide(self.run.encode(frame))

    def predict(self, rows):
        return self.predict_proba(rows).argmax(axis=1)


def dice(method, **options):
    """dice-ml's method, told features_to_vary and permitted_range of each row."""

    def prepare(run, say):
        try:
            import raiutils.exceptions  # noqa: F401
        except ImportError:  # dice-ml takes one exception from it
            stand_in = types.ModuleType("raiutils.exceptions")
            stand_in.UserConfigValidationException = type("UserConfigValidationException", (Exception,), {})
            sys.modules["raiutils"], sys.modules["raiutils.exceptions"] = types.ModuleType("raiutils"), stand_in
        import dice_ml
        from raiutils.exceptions import UserConfigValidationException

        frame = run.train.assign(**{run.outcome: run.labels})
        data = dice_ml.Data(dataframe=frame, continuous_features=run.numbers, outcome_name=run.outcome)
        explainer = dice_ml.Dice(data, dice_ml.Model(model=Classifier(run), backend="sklearn"), method=method)
        say(dict(options, total_CFs=1, features_to_vary="of the row", permitted_range="of the row", others="as the tool has them"))

        def answer(i, row, target):
            try:
                got = explainer.generate_counterfactuals(
                    run.factuals.iloc[[i]], total_CFs=1, desired_class=target, features_to_vary=run.free(row),
                    permitted_range={n: list(ends) for n, ends in run.domains[row].items()}, **options).cf_examples_list[0]
            except UserConfigValidationException:
                return None  # its way to say that it found none
            found = got.final_cfs_df_sparse if got.final_cfs_df_sparse is not None else got.final_cfs_df
            return None if found is None or len(found) == 0 else found.iloc[0][run.names].tolist()

        return answer

    return prepare


def nice(run, say):
    """NICE for sparse answers. It takes no rule and chooses among rows: those in the row's domains."""
    from nice import NICE

    def coded(frame):
        out = frame.copy()
        for name, levels in run.levels.items():
            out[name] = out[name].map(levels.index)
        return out[run.names].to_numpy(dtype=float)

    def predict(x):
        frame = pd.DataFrame(x, columns=run.names)
        for name, levels in run.levels.items():
            frame[name] = [levels[int(v)] for v in frame[name]]
        return run.decide(run.encode(frame))

    options = dict(optimization="sparsity", justified_cf=True, distance_metric="HEOM", num_normalization="minmax")
    say(dict(options, candidates="training rows in the domains of the row"))
    explainer = NICE(predict, coded(run.train), cat_feat=[k for k, n in enumerate(run.names) if n in run.levels],
                     y_train=run.labels, **options)
    every = explainer.data.candidates_mask

    def answer(i, row, target):
        explainer.data.candidates_mask = every & run.inside(run.train, row)
        if not (explainer.data.candidates_mask & (explainer.data.X_train_class == target)).any():
            return None
        found = explainer.explain(coded(run.factuals.iloc[[i]]), target_class=[target])[0]
        return [run.levels[n][int(v)] if n in run.levels else v for n, v in zip(run.names, found)]

    return answer


def recourse(lime):
    """Actionable recourse (Ustun, Spangher and Liu 2019) on a local linear stand-in: LIME's, as CARLA
    does, or that of our copy."""

    def prepare(run, say):
        return prepare_recourse(run, say, lime)

    return prepare


def prepare_recourse(run, say, by_lime):
    np.float = float  # numpy's old name, which it uses
    try:
        import cplex  # noqa: F401
    except ImportError:
        # Without CPLEX its builder cannot be imported for want of names that it never uses then.
        unused = types.ModuleType("recourse.cplex_helper")
        for name in ("Cplex", "SparsePair", "set_cpx_parameters", "set_cpx_display_options", "set_cpx_time_limit",
                     "set_cpx_node_limit", "toggle_cpx_preprocessing"):
            setattr(unused, name, None)
        unused.DEFAULT_CPLEX_PARAMETERS = {}
        sys.modules["recourse.cplex_helper"] = unused
        try:
            import mip  # noqa: F401
        except ImportError:  # its programs are solved by SciPy's HiGHS
            sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "highs"))
    import recourse as rs

    # Inputs whose levels exclude each other stand first, as its constraints count from there.
    def fixed(name):
        return all(name not in run.free(row) for row in run.rows)

    groups = sorted(run.levels, key=fixed)
    columns = [(n, level) for n in groups for level in run.levels[n]] + [(n, None) for n in run.numbers]

    def inputs(frame):
        return np.column_stack([frame[n].to_numpy(dtype=float) if level is None else (frame[n] == level).to_numpy(dtype=float)
                                for n, level in columns])

    def rows(x):
        frame = pd.DataFrame(index=range(len(x)))
        for n in run.names:
            at = [k for k, c in enumerate(columns) if c[0] == n]
            frame[n] = x[:, at[0]] if n in run.decimals else np.array(run.levels[n], dtype=object)[x[:, at].argmax(axis=1)]
        return frame

    def predict(x):
        return run.decide(run.encode(rows(x)))

    labels = [n if level is None else f"{n} is {level}" for n, level in columns]
    train = inputs(run.train)
    if by_lime:
        if not importlib.util.find_spec("pyDOE2"):  # LIME asks for it, and draws by it only where it is told to
            sys.modules["pyDOE2"] = types.ModuleType("pyDOE2")
            sys.modules["pyDOE2"].lhs = None
        from lime.lime_tabular import LimeTabularExplainer

        lime = LimeTabularExplainer(train, feature_names=labels, discretize_continuous=False, sample_around_instance=True, random_state=1)
    deviations = np.where(train.std(axis=0) < 1e-9, 1, train.std(axis=0))

    def lime_score(i, x, target):
        said = lime.explain_instance(x, predict, labels=(target,), num_features=len(columns))
        weights = np.zeros(len(columns))
        for k, w in said.local_exp[target]:
            weights[k] = w / lime.scaler.scale_[k]
        return weights, said.intercept[target] - 0.5 - (weights * lime.scaler.mean_).sum()

    def odds_score(i, x, target):
        n = 1000
        drawn = run.train.sample(n, replace=True, random_state=np.random.randint(2**31)).reset_index(drop=True)
        for name in run.levels:
            drawn[name] = np.random.permutation(drawn[name].to_numpy())  # each level by itself
        for name in run.numbers:
            values = run.train[name].to_numpy(dtype=float)
            drawn[name] = np.clip(run.factuals.iloc[i][name] + values.std() * np.random.randn(n), values.min(), values.max())
        z, shares = inputs(drawn), run.decide(run.encode(drawn))
        odds = np.log(np.maximum(shares[:, target], 1e-6)) - np.log(np.maximum(np.delete(shares, target, axis=1).max(axis=1), 1e-6))
        near = np.exp(-(((z - x) / deviations) ** 2).sum(axis=1) / (2 * 0.5625 * len(columns)))
        scaled = np.column_stack([z / deviations, np.ones(n)])
        penalty = 1e-3 * np.eye(len(columns) + 1)
        penalty[-1, -1] = 0
        w = np.linalg.solve(scaled.T @ (near[:, None] * scaled) + penalty, scaled.T @ (near * odds))
        return w[:-1] / deviations, w[-1]

    actions = rs.ActionSet(pd.DataFrame(train, columns=labels), print_flag=False)
    for n in groups:
        at = [k for k, c in enumerate(columns) if c[0] == n]
        if not fixed(n):
            actions.add_constraint("subset_limit", names=[labels[k] for k in at], lb=1, ub=1)
    items = 100
    say(dict(items=items, cost="local", enumeration="distinct_subsets",
             score="LIME's weights of the share, with discretize_continuous=False and sample_around_instance=True, less the half that the class needs"
             if by_lime else "a weighted ridge of the log-odds on 1,000 rows drawn around the row",
             rules="actionable and step_direction of the row; bounds are the 1st and 99th percentile",
             solver=rs.builder.DEFAULT_SOLVER + getattr(sys.modules.get("mip"), "SOLVED_BY", "")))

    def answer(i, row, target):
        x, free, ends = inputs(run.factuals.iloc[[i]])[0], run.free(row), run.domains[row]
        weights, start = (lime_score if by_lime else odds_score)(i, x, target)
        for k, (n, level) in enumerate(columns):
            element = actions[labels[k]]
            element.actionable = n in free
            if level is None:
                element.step_direction = 1 if ends[n][0] >= x[k] else -1 if ends[n][1] <= x[k] else 0
        actions.set_alignment(coefficients=weights)
        flips = rs.Flipset(x=x, action_set=actions, coefficients=weights, intercept=start)
        for n in range(items):
            if len(flips.populate(total_items=1).actions) == n:
                return None  # it has no more
            one = rows((x + flips.actions[n]).reshape(1, -1))
            if run.decide(run.encode(one))[0].argmax() == target and run.inside(one, row)[0]:
                return one.iloc[0][run.names].tolist()
        return None

    return answer


def absent(module, needs):
    """A tool that is out of reach of what -out writes or of Debian."""

    def prepare(run, say):
        importlib.import_module(module)
        raise ImportError(needs)

    return prepare


TOOLS = {
    "dice-random": dice("random"),
    "dice-genetic": dice("genetic"),
    "dice-kdtree": dice("kdtree"),
    "nice": nice,
    "recourse": recourse(lime=False),
    "recourse-lime": recourse(lime=True),
    "ocean": absent("ocean", "it explains trees, and the classifier of -out is a network"),
    "carla": absent("carla", "its methods read categories of two levels alone"),
}


class Late(Exception):
    """The time of a row is over."""


def ring(*_):
    raise Late


def ask(name, run, args):
    """One line for each row: its number, its target, whether the tool answered, and the answer."""
    random.seed(args.seed)
    np.random.seed(args.seed)
    answer = TOOLS[name](run, lambda options: print(f"{name}: " + ", ".join(f"{k}={v}" for k, v in options.items()), flush=True))
    lines, late, broken, start = [], 0, {}, time.process_time()
    for i, row in list(enumerate(run.rows))[: args.rows]:
        found = None
        signal.setitimer(signal.ITIMER_PROF, args.seconds)
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                found = answer(i, row, run.targets[i])
        except Late:
            late += 1
        except Exception as e:  # the tool's own, of this row: none is found
            broken[type(e).__name__] = broken.get(type(e).__name__, 0) + 1
            if args.debug:
                raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        values = [run.factuals.iloc[i][n] for n in run.names] if found is None else found
        lines.append([row, run.classes[run.targets[i]], "false" if found is None else "true",
                      *(f"{float(v):.{run.decimals[n]}f}" if n in run.decimals else v for n, v in zip(run.names, values))])
    print(f"{name}: {sum(line[2] == 'true' for line in lines)} answers of {len(lines)} rows, seed {args.seed}, {time.process_time() - start:.0f} s"
          + (f", {late} given up after {args.seconds:g} s" if late else "") + (f", its errors: {broken}" if broken else ""), flush=True)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--rows", type=int, default=100, help="the first of the rows that are explained")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(TOOLS))
    parser.add_argument("--seconds", type=float, default=20, help="of processor time that a tool may take for a row")
    parser.add_argument("--debug", action="store_true", help="end at a tool's first error")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    signal.signal(signal.SIGPROF, ring)
    run = Run(args.folder)
    os.makedirs(os.path.join(args.folder, "rivals"), exist_ok=True)
    for name in args.only.split(","):
        try:
            lines = ask(name, run, args)
        except ImportError as missing:
            print(f"{name} is skipped: {missing}.", flush=True)
            continue
        except SyntaxError as newer:
            print(f"{name} is skipped: its code is for a newer Python than {sys.version.split()[0]}, {newer}.", flush=True)
            continue
        with open(os.path.join(args.folder, "rivals", name + ".csv"), "w", newline="", encoding="utf-8") as f:
            csv.writer(f).writerows([["row", "target", "found", *run.names], *lines])


if __name__ == "__main__":
    main()
