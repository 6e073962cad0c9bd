#!/usr/bin/env python3
"""Reads the parts of a project's file and refuses what docs/format.md does not explain.

    check.py FILE...

prints an object of JSON: for each file null where it is good, else what is wrong.
Of models and what is learned it checks the bytes alone; data, schema and graph it
holds to their keys and to each other. It needs Python and nothing else.
"""
import hashlib
import json
import math
import struct
import sys

MAGIC = b"\x93\xa8causeway"
ALWAYS = ["data", "schema", "graph", "settings", "explain"]
KNOWN = ALWAYS + ["classifier", "generator", "labels", "tuning", "evaluation", "courses", "rows", "answers", "draft"]
IMAGES = ["images", "image-classifier", "image-generator", "image-files", "image-labels"]

# Records: keys in their order with what they hold. [x] is a list, * came with version 2 and may be missing.
RECORDS = {
    "content": "header:header sha256:bytes parts:[bytes]",
    "header": "build:text contents:[entry]",
    "entry": "name:text required:bool size:whole sha256:bytes",
    "data": "name:text rows:whole hash:text seed:whole source:source stratified:bool* fills:[fill]* runs:[whole]*",
    "fill": "feature:whole value:number",
    "source": "model:text rows:whole drawn:bool file:text size:whole plan:plan",
    "plan": "format:format columns:[column] outcome:whole missing:whole recipe:text exact:bool*",
    "format": "delimiter:whole decimalComma:bool header:bool missing:[text] encoding:text* sheet:text* below:whole* keep:whole*",
    "column": "name:text use:bool kind:whole levels:[text] sign:whole* gaps:whole* cut:text* number:bool* codes:[number]* numbers:bool*",
    "schema": "features:[feature] outcome:feature names:[naming]*",
    "feature": "name:text kind:whole levels:[text] ranks:[number] min:number max:number mad:number decimals:whole cuts:[number]*",
    "naming": "name:text levels:[text] unit:text* shown:whole*",
    "graph": "nodes:[node] outcome:node edges:[edge] rules:[rule] attrs:[attr] each:bool* hidden:[hidden]* links:[edge]* shared:[edge]*",
    "node": "x:number y:number fixed:bool role:whole form:whole formula:text ranks:[whole] attrs:[attr] state:whole* closed:bool*",
    "edge": "from:whole to:whole sign:whole strict:bool soft:bool least:number* most:number* note:text attrs:[attr]",
    "attr": "key:text value:text",
    "hidden": "name:text x:number y:number fixed:bool attrs:[attr]",
    "rule": "kind:whole feature:whole other:whole also:[member] any:bool* falls:bool strict:bool reverse:bool least:number* most:number* "
            "min:number max:number levels:[whole] transitions:[transition] law:law* then:[whole]* when:[condition]* local:bool soft:bool",
    "condition": "changes:bool not:bool levels:[whole] min:number max:number",
    "member": "feature:whole falls:bool part:whole* least:number*",
    "transition": "from:whole to:whole",
    "draft": "name:text columns:[packed] rules:[[text]] model:text file:bytes",
    "packed": "name:text levels:[text] ordered:bool cells:bytes",
    "law": "weights:[number] shift:number cuts:[number] values:[number] product:bool* own:bool*",
}
FIELDS = {name: [(f.rstrip("*").split(":")[0], f.rstrip("*").split(":")[1], f.endswith("*")) for f in text.split()]
          for name, text in RECORDS.items()}


class Refused(Exception):
    pass


class Reader:
    """Reads msgpack as docs/format.md allows it."""

    def __init__(self, b, version):
        self.b, self.at, self.version, self.left = b, 0, version, 262_144

    def take(self, n):
        if n > len(self.b) - self.at:
            raise Refused("it ends early")
        self.at += n
        return self.b[self.at - n:self.at]

    def run(self, code, wide):
        """The length behind a code, of 1, 2 or 4 bytes by its place in wide."""
        if code not in wide:
            raise Refused("the code %#x at byte %d is not what is due" % (code, self.at - 1))
        return int.from_bytes(self.take(1 << wide.index(code)), "big")

    def text(self):
        c = self.take(1)[0]
        raw = self.take(c & 31 if 0xa0 <= c <= 0xbf else self.run(c, [0xd9, 0xda, 0xdb]))
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise Refused("a text is not UTF-8")

    def count(self, low, wide):
        c = self.take(1)[0]
        n = c & 15 if low <= c < low + 16 else self.run(c, wide)
        if n > len(self.b) - self.at:
            raise Refused("a length does not fit the bytes")
        return n

    def value(self, kind):
        self.left -= 1
        if self.left < 0:
            raise Refused("too many values")
        c = self.b[self.at] if self.at < len(self.b) else None
        if kind == "any":
            kind = self.kind(c)
        if c == 0xc0 and (kind.startswith("[") or kind == "bytes"):
            self.at += 1
            return b"" if kind == "bytes" else []
        if kind.startswith("["):
            return [self.value(kind[1:-1]) for _ in range(self.count(0x90, [None, 0xdc, 0xdd]))]
        if kind in ("text", "bytes", "whole", "number", "bool", "map"):
            return getattr(self, kind)()
        return self.record(FIELDS[kind])

    def kind(self, c):
        for kind, codes in (("bool", (0xc2, 0xc3)), ("number", (0xcb,)), ("bytes", (0xc0, 0xc4, 0xc5, 0xc6)), ("text", (0xd9, 0xda, 0xdb)),
                            ("[any]", (0xdc, 0xdd)), ("map", (0xde, 0xdf)), ("whole", range(0xcc, 0xd4))):
            if c in codes:
                return kind
        if c is None or c == 0xc1 or 0xc7 <= c < 0xe0 and not c == 0xcb:
            raise Refused("the code %s has no place in a file" % c)
        return "map" if 0x80 <= c < 0x90 else "[any]" if 0x90 <= c < 0xa0 else "text" if 0xa0 <= c < 0xc0 else "whole"

    def bytes(self):
        return self.take(self.run(self.take(1)[0], [0xc4, 0xc5, 0xc6]))

    def bool(self):
        c = self.take(1)[0]
        if c not in (0xc2, 0xc3):
            raise Refused("no boolean where one is due")
        return c == 0xc3

    def whole(self):
        c = self.take(1)[0]
        if c < 0x80 or c >= 0xe0:
            return c if c < 0x80 else c - 256
        if not 0xcc <= c <= 0xd3:
            raise Refused("no whole number where one is due")
        return int.from_bytes(self.take(1 << (c & 3)), "big", signed=c >= 0xd0)

    def number(self):
        if self.take(1)[0] != 0xcb:
            raise Refused("no float64 where one is due")
        v = struct.unpack(">d", self.take(8))[0]
        if not math.isfinite(v):
            raise Refused("a number is not finite")
        return v

    def map(self):
        """A record whose keys are not known here."""
        found = {}
        for _ in range(self.count(0x80, [None, 0xde, 0xdf])):
            key = self.text()
            if key in found:
                raise Refused("the key %s is there twice" % key)
            found[key] = self.value("any")
        if list(found) == ["type", "shape", "data"]:
            array(found)
        return found

    def record(self, fields):
        n, found = self.count(0x80, [None, 0xde, 0xdf]), {}
        left = iter(fields)
        for _ in range(n):
            key = self.text()
            for name, kind, late in left:
                if name == key and not (late and self.version < 2):
                    found[key] = self.value(kind)
                    break
                if not late:
                    raise Refused("the key %s stands where %s is due" % (key, name))
            else:
                raise Refused("the key %s is not known, twice or out of order" % key)
        for name, _, late in left:
            if not late:
                raise Refused("the key %s is missing" % name)
        return found

    def end(self, v):
        if self.at < len(self.b):
            raise Refused("bytes follow the value")
        return v


def array(a):
    size = {"uint8": 1, "int32": 4, "float32": 4, "float64": 8, "bfloat16": 2}.get(a["type"])
    if size is None or any(n < 0 for n in a["shape"]) or math.prod(a["shape"]) * size != len(a["data"]) and (a["shape"] or a["data"]):
        raise Refused("an array's type and shape do not explain its bytes")
    code = {"float32": "f", "float64": "d"}.get(a["type"])
    if code and not all(math.isfinite(v) for v, in struct.iter_unpack("<" + code, a["data"])):
        raise Refused("an array has a number that is not finite")


def need(ok, why):
    if not ok:
        raise Refused(why)


def check_schema(s):
    names = [f["name"] for f in s["features"]] + [s["outcome"]["name"]]
    need(len(set(names)) == len(names) and "" not in names, "names of columns are empty or there twice")
    for f in s["features"] + [s["outcome"]]:
        need(0 <= f["kind"] <= 4, "a column is of an unknown kind")
        need(f["min"] <= f["max"], "a range is upside down")
        need(bool(f["levels"]) != (f["kind"] < 2), "a number has levels, or another feature has none")


def check_graph(g, features):
    nodes = features + len(g.get("hidden", []))
    need(len(g["nodes"]) == features, "there is not one node for each feature")
    for name, list_ in (("edges", g["edges"]), ("links", g.get("links", [])), ("shared", g.get("shared", []))):
        ends = [(e["to"], e["from"]) for e in list_]
        need(all(0 <= v < nodes for pair in ends for v in pair), "an edge has no node at its end")
        need(all(a != b for a, b in ends), "an edge has one end")
        need(all(a < b for a, b in zip(ends, ends[1:])), "%s are not sorted, or one is there twice" % name)
        for to, from_ in ends:
            at_hidden = max(to, from_) >= features
            need(name == "shared" and from_ < to or name != "shared" and at_hidden == (name == "links"), "an edge stands among those of other nodes")
    arrows = [(e["from"], e["to"]) for e in g["edges"] + g.get("links", [])]
    causes = {v: {a for a, b in arrows if b == v} for v in range(nodes)}
    while causes:
        free = [v for v in causes if not causes[v] & causes.keys()]
        need(free, "the graph has a cycle")
        for v in free:
            del causes[v]
    for r in g["rules"]:
        need(0 <= r["kind"] <= 15, "a rule is of an unknown kind")
        need(0 <= r["feature"] < features and 0 <= r["other"] < features, "a rule is of no feature")
        n = 2 + len(r["also"])
        need(r["kind"] != 14 or len(r["law"]["weights"]) == n, "a sum needs a weight for each of its numbers")
        need(r["kind"] != 15 or len(r.get("when", [])) in (0, n), "a rule needs a condition for each of its features")


def is_json(b):
    try:
        json.loads(b)
        return True
    except ValueError:
        return False


def check_draft(d):
    features = [c["name"] for c in d["columns"][:-1]]
    need(features, "a packed table has no features")
    for c in d["columns"]:
        need(len(c["cells"]) == len(d["columns"][0]["cells"]) >= 8 * 20 and len(c["cells"]) % 8 == 0, "a packed column has too few cells")
        for v, in struct.iter_unpack("<d", c["cells"]):
            need(math.isfinite(v) or v != v and not c["levels"] and c["name"] in features, "a packed cell has no value")
            need(not c["levels"] or v in range(len(c["levels"])), "a packed cell has no such level")
    for r in d["rules"]:
        need(len(r) > 1 and r[1] in features, "a packed rule is of no feature")


def parts(b):
    """The parts of a file by name, each checked against the table of contents."""
    need(len(b) <= 96 << 20, "the file is too large")
    need(b.startswith(MAGIC) and len(b) > len(MAGIC), "it is not a Causeway project")
    version = b[len(MAGIC)]
    need(version in (1, 2), "format %d; this reads 1 and 2" % version)
    r = Reader(b[len(MAGIC) + 1:], version)
    r.count(0x80, [None, 0xde, 0xdf])
    need(r.text() == "header", "it does not begin with its header")
    start = r.at
    r.value("header")
    head, r.at = r.b[start:r.at], 0
    content = r.end(r.value("content"))
    need(hashlib.sha256(head).digest() == content["sha256"], "the table of contents was changed")
    contents = content["header"]["contents"]
    need(len(contents) == len(content["parts"]) <= 64, "the table of contents lists other parts")
    images, draft = (any(entry["name"] == name for entry in contents) for name in ("images", "draft"))
    need(not draft or len(contents) == 1, "a packed table has other parts beside it")
    known, always, found = IMAGES if images else KNOWN, ["images"] if images else ["draft"] if draft else ALWAYS, {}
    for entry, body in zip(contents, content["parts"]):
        name = entry["name"]
        need(0 < len(name) <= 64 and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-"), "a part has no good name")
        need(name not in found, "the part %s is there twice" % name)
        need(len(body) == entry["size"] and hashlib.sha256(body).digest() == entry["sha256"], "the part %s was changed" % name)
        need(name in known or not entry["required"], "the part %s is required and not known" % name)
        if name in known:
            part = Reader(body, version)
            found[name] = part.end(part.value(name if name in FIELDS else "any"))
        else:
            found[name] = body
    need(all(name in found for name in always), "a part is missing")
    need("generator" not in found or "classifier" in found, "a generator has no classifier")
    answers = found.get("answers", [])
    need(len(answers) in (0, 2) and all(isinstance(b, bytes) and (not b or is_json(b)) for b in answers), "answers are not JSON")
    if draft:
        check_draft(found["draft"])
    elif not images:
        check_schema(found["schema"])
        check_graph(found["graph"], len(found["schema"]["features"]))
    return found


def verdict(path):
    try:
        with open(path, "rb") as f:
            parts(f.read())
    except Refused as why:
        return str(why)


if __name__ == "__main__":
    json.dump({path: verdict(path) for path in sys.argv[1:]}, sys.stdout, indent=1)
