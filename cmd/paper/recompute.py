"""Repeats every score of record.json from the files beside it, in plain Python that shares no code with what computed
them: python3 recompute.py FOLDER... where cmd/paper -out wrote into a folder or into folders within it, see write.go, or
into a file mnist-seed-N.json, see digitsproof.go, which takes a minute for every fifty digits. With --keep, scores that
the documents publish are printed as lines of testdata/figures.csv, which tables.py reads."""
import array, base64, csv, heapq, json, math, os, statistics, sys
from operator import mul, ne, sub

UNIT = 2.0 ** -24
USUAL = {}  # of a table, how far rows of a class are from their nearest five
KEPT = ("explained", "reachable", "reachable_open", "held", "untrained_held", "held_survives", "shown_true_reaches", "shown_true_held",
        "held_as_written", "reachable_found", "decoded.validity", "decoded.cont_proximity_sum", "decoded.cat_changes",
        "decoded.feasibility", "profiles", "Held", "One", "Sets", "Rows", "Actions", "Far", "Cont", "Cat", "Changes", "cost", "share", "truly",
        "Before", "After", "Search", "Judged", "Transplant")
NOT_SCORES = ("seed", "refit", "fits", "train_s", "generate_s_per_1000", "labels", "lead", "bound", "Calls", "Base", "Most", "Above")  # settings, times, counts, what bound.go enumerates


def network(layers, x, eps=0.0, off=None):
    """The outputs of a network, and how far float32 may be off them where that is said of what it is given."""
    for l in layers:
        n, w, y, e = l["in"], l["weights"], [], []
        g, far = (n + 2) * UNIT / (1 - (n + 2) * UNIT), off and [abs(c) + d for c, d in zip(x, off)]
        for o, b in enumerate(l["bias"]):
            row = w[o * n:o * n + n]
            v = b + sum(map(mul, row, x))
            if off:
                size = [*map(abs, row)]
                e.append(sum(map(mul, size, off)) + g * (abs(b) + sum(map(mul, size, far))))
            if k := l.get("norm"):
                v = k["gamma"][o] * (v - k["mean"][o]) / math.sqrt(k["variance"][o] + eps) + k["beta"][o]
            y.append(max(v, 0.0) if l["activation"] == "relu" else v)
        x, off = y, e
    return x, off


def leaves(v, path=""):
    """All numbers of an object, under their paths."""
    if isinstance(v, (dict, list)):
        for k, w in v.items() if isinstance(v, dict) else enumerate(v):
            yield from leaves(w, f"{path}.{k}" if path else str(k))
    elif isinstance(v, (int, float)) and not isinstance(v, bool):
        yield path, v


def exact(v):
    """An object of JSON whose weights are the float32 that they are printed of."""
    return v | {k: array.array("f", v[k]).tolist() for k in ("weights", "bias", "gamma", "beta", "mean", "variance") if isinstance(v.get(k), list)}


class Folder:
    def __init__(self, at):
        self.at = at
        self.record, self.scales, self.box, self.world = (self.object(n) for n in ("record", "scaling", "classifier", "world"))
        self.again, self.autos, self.mechanism = (self.object(n) for n in ("retrained", "autoencoders", "mechanism"))
        self.rules = self.object("rules")["rules"]
        self.constraints = {n[11:-5]: self.object(n[:-5])["rules"] for n in os.listdir(at) if n.startswith("constraint") and n.endswith(".json")}
        self.scale = {s["name"]: s for s in self.scales}
        self.names, self.classes, self.got = list(self.scale), self.box["classes"], {}
        self.facts = {r["row"]: r for r in self.rows("factuals")}
        self.outcome = list(next(iter(self.facts.values())))[-3]

    def object(self, name):
        path = os.path.join(self.at, name + ".json")
        return json.load(open(path), object_hook=exact) if os.path.exists(path) else None

    def rows(self, name):
        path = os.path.join(self.at, name + ".csv")
        return [{k: float(v) if k in self.scale and self.scale[k]["number"] else v for k, v in r.items()}
                for r in csv.DictReader(open(path))] if os.path.exists(path) else None

    def level(self, n, r):
        return r[n] if n in r else max(self.scale[n]["levels"], key=lambda l: float(r[f"{n}={l}"]))

    def order(self, n, r):
        s = self.scale[n]
        return r[n] if s["number"] else s["ranks"][s["levels"].index(self.level(n, r))]

    def code(self, r):
        x = []
        for s in self.scales:
            n = s["name"]
            x += [(r[n] - s["min"]) / (s["max"] - s["min"]) if s["max"] > s["min"] else 0.0] if s["number"] else [
                float(r[f"{n}={l}"]) if n not in r else float(r[n] == l) for l in s["levels"]]
        return x

    def says(self, r, box=None):
        y, _ = network((box or self.box)["layers"], self.code(r))
        return self.classes[y.index(max(y))]

    def lead(self, r, target):
        x = self.code(r)
        y, off = network(self.box["layers"], x, off=[2 * UNIT * abs(v) if v not in (0, 1) else 0 for v in x])
        p = [math.exp(v - max(y)) for v in y]
        k = self.classes.index(target)
        return min((p[k] - v) / sum(p) for i, v in enumerate(p) if i != k), max(off) + 2.0 ** -20

    def distance(self, a, b):
        cont = sum(abs(a[s["name"]] - b[s["name"]]) / s["mad"] for s in self.scales if s["number"])
        return cont, sum(self.level(s["name"], a) != self.level(s["name"], b) for s in self.scales if not s["number"])

    def differ(self, a, b):
        return [n for n, s in self.scale.items() if (a[n] != b[n] if s["number"] else self.level(n, a) != self.level(n, b))]

    def verdicts(self, rules, a, b):
        """Of each rule whether it applies and whether it holds."""
        way = lambda n: (self.order(n, b) > self.order(n, a)) - (self.order(n, b) < self.order(n, a))
        for r in rules:
            n = r["feature"]
            if r["kind"] == "immutable":
                yield True, n not in self.differ(a, b)
            elif r["kind"] in ("only increase", "only decrease"):
                yield True, way(n) * (1 if r["kind"] == "only increase" else -1) >= 0
            elif r["kind"] == "if rises then rises":
                ways = {way(m["feature"]) for m in [r] + r.get("also", [])}
                up = ways.pop() if len(ways) == 1 else 0
                applies = up > 0 or up < 0 and r.get("reverse", False)
                yield applies, not applies or way(r["other"]) * up > (0 if r.get("strict") else -1)
            else:
                sys.exit(f"{self.at}: rules of kind {r['kind']!r} are not repeated here")

    def keeps(self, rules, a, b):
        return all(holds for _, holds in self.verdicts(rules, a, b))

    def holds(self, r):
        """As written."""
        f = self.facts[r["row"]]
        return r["found"] != "false" and self.says(r) == r["target"] and bool(self.differ(f, r)) and self.keeps(self.rules, f, r)

    def mean(self, m, r):
        s = sum(self.order(c, r) for c in m["causes"])
        return m.get("intercept", 0) + sum(k * self.order(c, r) for k, c in zip(m.get("coefficients") or [], m["causes"])) + m.get("k", 0) * s * s + m.get("b", 0)

    def follow(self, mechanisms, r, a):
        """The row with what only follows, to seven decimals, or seven digits of a narrower range, and what would follow for
        what can be changed besides; causes come first. A category, and what neither a sum nor a square computes, is row a's."""
        f, after, would = self.facts[r["row"]], dict(r), {}
        for m in mechanisms:
            v = m["effect"]
            if state := self.world["states"].get(v):
                s = self.scale[v]
                would[v] = a[v] if m.get("other") or not s["number"] else round(f[v] + self.mean(m, after) - self.mean(m, f), max(
                    s["decimals"], 7 + max(0, math.ceil(-math.log10(s["max"] - s["min"])))))
                if all(after[c] == f[c] for c in m["causes"]):
                    would[v] = f[v]
                if state == "follows":
                    after[v] = would[v]
        return after, would

    def judge(self, rows, afters=None, true=True):
        """What becomes of answers. If they are given, rows of after.csv are held to the mechanisms."""
        out, follows = [], [n for n, s in self.world["states"].items() if s == "follows"]
        number, step = (lambda n: self.scale[n]["number"]), (lambda n: 10 ** -self.scale[n]["decimals"])
        for i, r in enumerate(rows):
            f, a = self.facts[r["row"]], afters[i] if afters else r
            own, would = self.follow(self.world["true"].get(self.world["group"].get(r["row"]), []) if true else self.world["told"] or [], r, a)
            told, _ = self.follow(self.world["told"] or [], r, a)
            if afters:
                self.same(f"what follows in row {r['row']}", *([x[n] for n in self.names if number(n)] for x in (own, a)))
            a = a if afters else own
            moved = {n: a[n] - would.get(n, f[n]) if number(n) else a[n] != f[n] for n in self.names if n not in follows}
            acts = {n: d for n, d in moved.items() if (abs(d) > 0.6 * step(n) if n in would and number(n) else d)}
            lead, off = self.lead(a, r["target"])
            out.append(x := {"row": r["row"], "target": r["target"], "after": a, "found": r["found"] != "false", "lead": lead, "moved": acts,
                             "reaches": lead > off, "verdicts": list(self.verdicts(self.rules, f, a)),
                             "acts": {n: abs(d) / self.scale[n]["mad"] if number(n) else 1 for n, d in acts.items()},
                             "against": any(abs(r[n] - told[n]) > 0.501 * step(n) if number(n) else r[n] != told[n] for n in follows)})
            holds = x["found"] and lead > off and bool(self.differ(f, a)) and all(h for _, h in x["verdicts"])
            other, by = (lead, off) if told == a else self.lead(told, r["target"])
            x["held"], x["as_told"] = holds and lead - off > self.world["lead"], holds and other - by > self.world["lead"]
        return out

    def same(self, what, a, b):
        if any(abs(x - y) > 1e-4 * max(1, abs(x)) for x, y in zip(a, b)):
            sys.exit(f"{self.at}: {what} is {a}, and the file has {b}")

    def scores(self, part, rows):
        f = lambda r: self.facts[r["row"]]
        found = [r for r in rows if r["found"] != "false"]
        far = [self.distance(f(r), r) for r in found]
        put = lambda k, v: self.got.__setitem__(f"{part}.{k}", v)
        put("validity", sum(self.says(r) == r["target"] for r in found) / len(rows))
        put("cont_proximity_sum", -sum(a for a, _ in far) / max(len(far), 1)), put("cat_changes", sum(b for _, b in far) / max(len(far), 1))
        if self.autos:
            im = [self.im(r) for r in found]
            put("im1", statistics.fmean(a for a, _ in im)), put("im2", statistics.fmean(b for _, b in im))
            if part == "decoded":
                self.got["im1"], self.got["im2"] = self.got["decoded.im1"], self.got["decoded.im2"]
        for name, rules in self.constraints.items():
            if len(rules) == 1 and rules[0]["kind"] == "if rises then rises":
                r, s = rules[0], []
                for up in (1, -1):
                    ups = [x for x in found if all(up * (self.order(m["feature"], x) - self.order(m["feature"], f(x))) > 0 for m in [r] + r.get("also", []))]
                    s.append(sum(up * (self.order(r["other"], x) - self.order(r["other"], f(x))) > 0 for x in ups) / max(len(ups), 1))
                    put("s1" if up > 0 else "s2", s[-1]), put("s1_pairs" if up > 0 else "s2_pairs", len(ups))
                put("feasibility", 2 * s[0] * s[1] / sum(s) if min(s) > 0 else 0)
            else:
                share = sum(self.keeps(rules, f(r), r) for r in found) / len(rows)
                put(name or "feasibility", share)
                if name == self.record["constraint"] or not name:
                    put("feasibility", share)

    def im(self, r):
        a, x = self.autos, self.code(r)

        def rebuilt(layers):
            y, out = network(layers, x, a["epsilon"])[0], []
            for w in a["widths"]:
                part = y[len(out):len(out) + w]
                out += [1 / (1 + math.exp(-part[0]))] if w == 1 else [math.exp(v) / sum(map(math.exp, part)) for v in part]
            return out
        of = lambda c: rebuilt(a["classes"][a["names"].index(c)])
        target = of(r["target"])
        origin, least = of(self.facts[r["row"]]["predicted"]), 1e-12  # keeps quotients finite, as van Looveren and Klaise do
        return math.dist(x, target) / (math.dist(x, origin) + least), math.dist(rebuilt(a["all"]), target) / (math.hypot(*x) + least)

    def near(self, name, rows):
        n, far = len(rows), [(self.distance(self.facts[r["row"]], r)[0], len(self.differ(self.facts[r["row"]], r))) for r in rows]
        if n:
            self.got[name + "_changes"], self.got[name + "_cont_proximity"] = sum(c for _, c in far) / n, -sum(d for d, _ in far) / n
            self.got[name + "_profiles"] = len(self.profiles(rows))

    def profiles(self, rows):
        return {tuple(r[n] for n, s in self.scale.items() if not s["number"]) for r in rows}

    def parts(self, r):
        return tuple(r[n] / s["mad"] for n, s in self.scale.items() if s["number"]), tuple(r[n] for n, s in self.scale.items() if not s["number"])

    def five(self, r, c):
        """The mean distance to the five nearest training rows of a class."""
        x, l = self.parts(r)
        return statistics.fmean(heapq.nsmallest(5, (sum(map(abs, map(sub, x, a))) + sum(map(ne, l, b)) for a, b in self.near_to[c])))

    def studies(self):
        """What several answers for each row are worth, and what the nearest one costs, by groups."""
        found, of, answers = {r["row"]: r["found"] == "true" for r in self.rows("search")}, {}, {}
        for r in self.rows("answers"):
            of.setdefault(r["by"], []).append(r)
        if self.record["refit"]:
            return self.refits()
        if self.record["groups"]:
            costs = {}
            for x in self.judge(self.rows("search")):
                if x["held"] and x["target"] == self.classes[-1]:
                    costs.setdefault(self.facts[x["row"]][self.record["groups"]], []).append(sum(x["acts"].values()))
            self.got |= {f"of.{level}.cost": statistics.fmean(v) for level, v in costs.items()}
            return
        parts = self.record["of"] or []  # a table may have no hidden rule
        if parts and "Rule" in parts[0]:
            return self.hidden(of)
        for k, part in enumerate(parts):
            mine = answers[part["Title"]] = {}
            for x in self.judge(of.get(part["Title"], [])):
                if x["held"]:
                    f = self.facts[x["row"]]
                    x["alone"] = f | {n: f[n] + d if self.scale[n]["number"] else x["after"][n] for n, d in x["moved"].items()} | {k: x[k] for k in ("target", "found")}
                    mine.setdefault(x["row"], []).append(x)
            score = self.ways if "Sets" in part else self.sets
            self.got |= {f"of.{k}.{n}": v for n, v in score(mine, answers["Search"] if "Sets" in part else None, found).items()}

    def refits(self):
        """Under how many refits answers stand, and how many of those hold by the true mechanisms, without a lead."""
        groups, answers = {"10": [], "9": [], "7 or 8": [], "fewer": []}, self.rows("answers")
        for r, x in zip(answers, self.judge(answers)):
            afters = [self.follow(fit, r, r)[0] for fit in self.record["fits"]]
            n = sum(self.says(a) == r["target"] and self.keeps(self.rules, self.facts[r["row"]], a) for a in afters)
            holds = x["reaches"] and bool(self.differ(self.facts[r["row"]], x["after"])) and all(h for _, h in x["verdicts"])
            groups["10" if n == 10 else "9" if n == 9 else "7 or 8" if n > 6 else "fewer"].append(holds)
        for k, v in groups.items():
            self.got |= {f"of.{k}.share": 100 * len(v) / max(len(answers), 1)} | ({f"of.{k}.truly": 100 * statistics.fmean(v)} if v else {})

    def hidden(self, of):
        """How often the first valid answer keeps a rule that is not stated, of rows that have such an answer."""
        for k, part in enumerate(self.record["of"]):
            rule, lists = part["Rule"], {}
            names = {"Search": "Search", "Before": "Before, answer", "": "Before, proposals", "After": f"{rule['Text']}, answer", "-": f"{rule['Text']}, proposals",
                     "Judged": f"{rule['Text']}, Search judged", "Transplant": f"{rule['Text']}, Transplant judged", "+": "Transplant"}
            for name, by in names.items():
                for r in of.get(by, []):
                    if self.says(r) == r["target"]:
                        lists.setdefault(r["row"], {}).setdefault(name, []).append(r)
            allows = lambda r: self.allows(rule, self.facts[r["row"]], r)
            known = [l for l in lists.values() if any(allows(r) for some in l.values() for r in some)]
            was = [l for l in lists.values() if "Before" in l]
            self.got |= {f"of.{k}.{n}": sum(n in l and allows(l[n][0]) for l in known) / max(len(known), 1) for n in ("Before", "After", "Search", "Judged", "Transplant")}
            self.got |= {f"of.{k}.Rows": len(known), f"of.{k}.Held": sum("After" in l for l in was) / max(len(was), 1)}

    def allows(self, rule, x, y):
        n, o, changed = rule["Feature"], rule["Other"], self.differ(x, y)
        return {"limit": lambda: abs(y[n] - x[n]) <= rule["Most"], "level": lambda: n not in changed or y[n] != rule["Level"],
                "rank": lambda: abs(self.order(n, y) - self.order(n, x)) <= 1, "conjunction": lambda: n not in changed or o in changed,
                "forbidden": lambda: not {n, o} <= set(changed), "dearer": lambda: abs(y[n] - x[n]) <= rule["Most"] or x[o] > rule["Above"]}[rule["Kind"]]()

    def sets(self, mine, _, found):
        held, apart = [x for l in mine.values() for x in l], []
        for row, l in mine.items():
            if len(l) > 1:
                pairs = [(x["alone"], y["alone"]) for i, x in enumerate(l) for y in l[:i]]
                ways = [[set(self.differ(self.facts[row], z)) for z in p] for p in pairs]
                apart.append([statistics.fmean(v) for v in zip(*(self.distance(*p) + (len(a ^ b) / max(len(a | b), 1),) for p, (a, b) in zip(pairs, ways)))])
        mean = lambda v: statistics.fmean(v) if v else 0
        return {"Held": len(held) / len(self.facts), "Actions": mean([len(x["acts"]) for x in held]), "Far": mean([sum(x["acts"].values()) for x in held]),
                "Factuals": len(apart)} | {n: mean([a[i] for a in apart]) for i, n in enumerate(("Cont", "Cat", "Changes"))}

    def ways(self, mine, best, found):
        near = lambda l: min((len(x["acts"]), sum(x["acts"].values())) for x in l)
        for x in (x for l in mine.values() for x in l):  # an action is needed where the rest does not hold without it
            f = self.facts[x["row"]]
            x["set"] = None if any(y["held"] for y in self.judge([x["alone"] | {n: f[n]} for n in x["acts"]])) else frozenset(x["acts"])
        count = lambda l: len({x["set"] for x in l} - {None})
        reachable = [r for r in self.facts if r in mine or r in best or found[r]]
        both, several = [(near(mine[r]), near(best[r])) for r in mine if r in best], [r for r in reachable if r in best and count(best[r]) >= 3]
        share = lambda v, n: sum(v) / max(n, 1)
        return {"Held": share([r in mine for r in reachable], len(reachable)), "One": share([len(l) for l in mine.values()], 10 * len(reachable)), "Rows": len(several),
                "Sets": share([min(1, count(mine.get(r, [])) / count(best[r])) for r in several], len(several)),
                "Actions": share([a / b for (a, _), (b, _) in both], len(both)), "Far": share([a / max(b, 1e-9) for (_, a), (_, b) in both], len(both))}

    def all(self):
        if "of" in self.record:
            return self.studies()
        g, decoded, search, table = self.got, self.rows("decoded"), self.rows("search"), self.rows("table")
        own, n = decoded[:len(self.facts)], len(self.facts)
        self.train, tests = [[r for r in table if r["part"] == p] for p in ("train", "test")]
        g["explained"], g["classifier.accuracy"] = n, sum(self.says(r) == r[self.outcome] for r in tests) / len(tests)
        self.near_to = {c: [self.parts(o) for o in self.train if o[self.outcome] == c] for c in self.classes}
        g["rows.train"], g["rows.test"], g["rows.val"] = len(self.train), len(tests), len(table) - len(self.train) - len(tests)
        self.scores("soft", self.rows("soft")), self.scores("decoded", decoded)
        j = self.judge(own, self.rows("after"))
        given, held = [x for x in j if x["found"]], [x for x in j if x["held"]]
        share = lambda k, of: sum(x[k] for x in of) / max(len(of), 1)
        g["held"], g["reaches"], g["against"] = len(held) / n, share("reaches", given), share("against", given)
        known = [s["found"] == "true" for s in search]
        g["held_as_told"] = share("as_told", j)
        g["reachable"] = sum(x["held"] or k or s["open"] == "true" for x, k, s in zip(j, known, search)) / n
        g["reachable_open"] = sum(not x["held"] and not k and s["open"] == "true" for x, k, s in zip(j, known, search))
        still = {r["feature"] for r in self.rules if r["kind"] == "immutable"}
        g["actable"] = sum(n not in still and self.world["states"].get(n) != "follows" for n in self.names)
        for i, _ in enumerate(self.rules):
            v = [x["verdicts"][i] for x in given]
            g[f"rules.{i}.kept"], g[f"rules.{i}.broken"], g[f"rules.{i}.silent"] = (sum(a and h for a, h in v), sum(not h for _, h in v), sum(not a and h for a, h in v))
        if held:
            g["held_lead"], g["held_actions"] = statistics.median(x["lead"] for x in held), sum(len(x["acts"]) for x in held) / len(held)
            g["held_distance"] = sum(sum(x["acts"].values()) for x in held) / len(held)
            if self.again:
                g["held_survives"] = statistics.fmean(self.says(x["after"], b) == x["target"] for b in self.again for x in held)
        start = self.rows("untrained")
        if start:
            g["untrained_held"] = share("held", self.judge(start, self.rows("untrained-after")))
        # What is shown.
        shown, asked, lists = self.rows("shown"), self.rows("asked"), {}
        for r in shown:
            lists.setdefault(r["row"], []).append(r)
        firsts = [dict(lists[a["row"]][0], found="true") if a["row"] in lists else dict(self.facts[a["row"]], found="false") for a in asked]
        told, true = self.judge(firsts, self.rows("shown-after"), False), self.judge(firsts, self.rows("shown-true"))
        told, right = [x for x in told if x["found"]], [x for x in true if x["found"]]
        g["shown_answers"], g["shown_reaches"], g["shown_against"] = len(told), share("reaches", told), share("against", told)
        g["shown_true_reaches"], g["shown_true_held"] = share("reaches", right), share("held", true)
        g["shown.validity"] = sum(self.says(r) == r["target"] for r in shown) / max(len(shown), 1)
        g["shown.rules_pct"] = 100 * sum(self.keeps(self.rules, self.facts[r["row"]], r) for r in shown) / max(len(shown), 1)
        whole = sum(a["row"] in lists or a["admissible"] == "true" for a in asked)
        g["shown.coverage"] = len(lists) / whole if whole else self.record["shown"]["coverage"]
        far = [(*self.distance(self.facts[k], l[0]), len(self.differ(self.facts[k], l[0]))) for k, l in lists.items()]
        g["shown.cont_proximity_sum"], g["shown.cat_changes"] = (s * sum(d[i] for d in far) / max(len(far), 1) for i, s in ((0, -1), (1, 1)))
        g["shown.features_changed_median"] = statistics.median(d[2] for d in far) if far else 0
        sets = [[set(self.differ(self.facts[k], r)) for r in l] for k, l in lists.items() if len(l) > 1]
        if sets:
            g["diversity"] = statistics.fmean(statistics.fmean(len(a ^ b) / max(len(a | b), 1) for i, a in enumerate(l) for b in l[:i]) for l in sets)
        # As written.
        kept = [r for r in own if self.holds(r)]
        rows = {r["row"] for r in kept}
        g["held_as_written"], g["reachable_found"] = len(kept) / n, sum(k or s["row"] in rows for k, s in zip(known, search)) / n
        self.near("held", [r for r, k in zip(own, known) if k and r["row"] in rows])
        self.near("search", [s for s, k in zip(search, known) if k and s["row"] in rows])
        if start:
            before = {r["row"] for r in start if self.holds(r)}
            g["untrained_held_as_written"] = len(before) / n
            self.near("untrained", [r for r, k in zip(start, known) if k and r["row"] in before])
        if kept:
            if self.again:
                g["robust"] = statistics.fmean(self.says(r, b) == r["target"] for b in self.again for r in kept)
            if self.record["plausibility"] is not None:
                table = open(os.path.join(self.at, "table.csv")).read()  # the same for all methods of a seed
                usual = USUAL[table] = USUAL.get(table) or {c: statistics.fmean(self.five(r, c) for r in tests if r[self.outcome] == c) for c in {r[self.outcome] for r in tests}}
                g["plausibility"] = sum(self.five(r, r["target"]) for r in kept) / sum(usual[r["target"]] for r in kept)
        found = [r for r in decoded if r["found"] == "true"]
        g["profiles"], numbers, within = len(self.profiles(found)), [n for n in self.names if self.scale[n]["number"]], 0.0
        for m in numbers:
            for c in self.classes:
                x, y = zip(*[(self.facts[r["row"]][m], r[m]) for r in found if r["target"] == c]) if any(r["target"] == c for r in found) else ((), ())
                if len(set(x)) > 1 and len(set(y)) > 1:
                    within += statistics.correlation(x, y) * len(x) / len(found)
        g["correlation"] = within / len(numbers)
        if self.mechanism:
            m = self.mechanism
            off = lambda r: r[m["effect"]] - self.mean(m, r)
            logp = lambda r: -(off(r) ** 2 / m["variance"] + math.log(2 * math.pi * m["variance"])) / 2
            ratios = [logp(r) / logp(self.facts[r["row"]]) for r in found]
            g["causal_edge"], g["causal_edge_median"] = statistics.fmean(ratios), statistics.median(ratios)
            g["log_likelihood"], g["mean_abs_residual"] = statistics.fmean(map(logp, found)), statistics.fmean(abs(off(r)) for r in found)

    def compare(self):
        """Holds what was repeated against all numbers of the record."""
        wrong, n = [], 0
        for path, v in leaves(self.record):
            if not {path.split(".")[0], path.split(".")[-1]} & set(NOT_SCORES):
                n, mine = n + 1, self.got.get(path)
                if mine is None or abs(mine - v) > 1e-4 * max(1, abs(v)):
                    wrong.append(f"{path} is {mine} from the files and {v} in the record")
        return n, wrong


def image(layers, x):
    """The output of a network of images: convolutions of 3×3 row by row, squares of 2×2, dense layers."""
    for l in layers:
        n, m, h, w, kind = l["in"], l["out"], l.get("h", 0), l.get("wide", 0), l["kind"]
        if kind == "dense":
            y = [[sum(map(mul, l["weights"][o * n:o * n + n], x), b)] for o, b in enumerate(l["bias"])]
        else:
            rows = [[x[(c * h + r) * w:(c * h + r + 1) * w] for r in range(h)] for c in range(n)]
        if kind == "conv":
            p = l.get("pad", 0)
            rows = [[[0.0] * (w + 2 * p)] * p + [[0.0] * p + r + [0.0] * p for r in c] + [[0.0] * (w + 2 * p)] * p for c in rows]
            patches = [[v for c in rows for k in c[r:r + 3] for v in k[q:q + 3]] for r in range(h + 2 * p - 2) for q in range(w + 2 * p - 2)]
            y = [[sum(map(mul, k, v), b) for v in patches] for k, b in ((l["weights"][o * n * 9:(o + 1) * n * 9], b) for o, b in enumerate(l["bias"]))]
        elif kind == "double":
            y = [[v for r in c for _ in (0, 1) for v in r for _ in (0, 1)] for c in rows]
        elif kind in ("max", "mean"):
            join = max if kind == "max" else lambda q: sum(q) / 4
            y = [[join((c[2 * r][2 * q], c[2 * r][2 * q + 1], c[2 * r + 1][2 * q], c[2 * r + 1][2 * q + 1])) for r in range(h // 2) for q in range(w // 2)] for c in rows]
        if k := l.get("norm"):
            y = [[k["gamma"][o] * (v - k["mean"][o]) / math.sqrt(k["variance"][o] + 1e-5) + k["beta"][o] for v in c] for o, c in enumerate(y)]
        x = [max(v, 0.0) if l["activation"] == "relu" else v for c in y for v in c]
    return x


class Images:
    """A run of images, whose scores are of the bytes of its counterfactuals."""

    def __init__(self, path):
        self.f, self.got, self.at = json.load(open(path), object_hook=exact), {}, path

    def says(self, net, img):
        y = image(self.f[net], [v / 255 for v in img])
        return y.index(max(y))

    def interpret(self, key, triples):
        n, sums = len(triples), [0.0] * 8
        for img, origin, target in triples:
            x = [v / 255 for v in img]
            t, o, a = image(self.f["of_class"][target], x), image(self.f["of_class"][origin], x), image(self.f["all"], x)
            to, by, apart, size = math.dist(x, t), math.dist(x, o), math.dist(a, t), math.hypot(*x)
            parts = to / by, to ** 2 / by ** 2, apart / size, apart ** 2 / sum(x), to, by, apart, size
            sums = [s + v / n for s, v in zip(sums, parts)]
        for k, v in zip(("IM1", "IM1Squared", "IM2", "IM2Squared", "ToTarget", "ToOrigin", "Apart", "Norm"), sums):
            self.got[f"{key}.{k}"] = v

    def all(self):
        f, g = self.f, self.got
        bytes_of = lambda v: base64.b64decode(v)
        labels = bytes_of(f["labels"])
        g["Accuracy"], g["JudgeAccuracy"] = (statistics.fmean(a == b for a, b in zip(f[k], labels)) for k in ("said", "judge_said"))
        for c, errors in enumerate(f["errors"]):
            for key, same in (("AutoError", True), ("OtherError", False)):
                g[f"{key}.{c}"] = statistics.fmean(e for e, l in zip(errors, labels) if (l == c) == same)
        cases = {}
        for p in f["counterfactuals"]:
            cases.setdefault(p["case"], []).append({k: bytes_of(v) if isinstance(v, str) and k != "case" else v for k, v in p.items()})
        for name, pairs in cases.items():
            n, valid = len(pairs), [p for p in pairs if self.says("box", p["counterfactual"]) == p["target"]]
            agreed = [self.says("judge", p["counterfactual"]) == p["target"] for p in valid]
            ink = [sum(p["counterfactual"]) <= sum(p["factual"]) for p in valid]
            g[name + ".Pairs"], g[name + ".Validity"] = n, len(valid) / n
            g[name + ".Judged"], g[name + ".Feasible"] = sum(agreed) / max(len(valid), 1), sum(a and b for a, b in zip(agreed, ink)) / n
            g[name + ".Proximity"], g[name + ".Changed"] = (sum(of(a - b) for p in valid for a, b in zip(p["factual"], p["counterfactual"])) / max(len(valid), 1)
                                                            for of in (lambda d: abs(d) / 255, lambda d: d != 0))
            g[name + ".Untrained"] = sum(self.says("box", p["untrained"]) == p["target"] for p in pairs if "untrained" in p) / n
            self.interpret(name, [(p["counterfactual"], p["from"], p["target"]) for p in valid])
            self.interpret(name + ".Target", [(p["real"], p["from"], p["target"]) for p in pairs])
            self.interpret(name + ".Factual", [(p["factual"], p["from"], p["target"]) for p in pairs])

    def compare(self):
        no = {"Seed", "Images", "Steps", "Labels", "BreakEven"}
        all_of = [(k, v) for k, v in leaves(self.f["record"]) if k.split(".")[-1] not in no and not k.endswith(("Seconds", "MS", "PerDigit"))]
        return len(all_of), [f"{k} is {self.got.get(k)} from the file and {v} in the record" for k, v in all_of if k not in self.got or abs(self.got[k] - v) > 1e-3 * max(1, abs(v))]


def repeat(path, keep):
    """Whether all scores of a folder or file are those of its record."""
    f = Images(path) if path.endswith(".json") else Folder(path)
    f.all()
    n, wrong = f.compare()
    print(f"{path}: {n - len(wrong)} of {n} scores are those of the record", *wrong, sep="\n  ", file=sys.stderr if keep else sys.stdout)
    if keep:
        r, list_of = f.record, f.record.get("of") or []
        study, parts = ("literal" if r.get("literal") else "scores", [(r["method"], "")]) if "of" not in r else (
            f"refit {r['refit']}" if r["refit"] else "groups", [(k, f"of.{k}.") for k in list_of]) if isinstance(list_of, dict) else (
            "sets" if not list_of or "Cont" in list_of[0] else "ways" if "Sets" in list_of[0] else "hidden",
            [(f"{p['Rule']['Kind']}: {p['Rule']['Text']}" if "Rule" in p else p["Title"], f"of.{k}.") for k, p in enumerate(list_of)])
        for title, at in parts:
            scores = [f"{k}={f.got[at + k]:.6g}" for k in KEPT if f.got.get(at + k) is not None]
            csv.writer(sys.stdout, lineterminator="\n").writerow([study, f"{r['dataset']} {r['constraint'] or ''}".strip(), title, r["lead"], r["seed"], *scores])
    return not wrong


if __name__ == "__main__":
    keep = "--keep" in sys.argv
    of = [p for a in sys.argv[1:] if a != "--keep" for p in ([a] if a.endswith(".json") else sorted(at for at, _, files in os.walk(a) if "record.json" in files))]
    sys.exit(not of or not all([repeat(p, keep) for p in of]))
