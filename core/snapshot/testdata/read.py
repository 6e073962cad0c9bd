#!/usr/bin/env python3
"""Reads a project's file as docs/format.md describes it, and runs its models.

    read.py FILE QUESTIONS

QUESTIONS is JSON: "rows" to predict, and "counterfactuals" to generate, as
core/snapshot's tests write it. The answers go to standard output. It needs
numpy and check.py beside it, and nothing of Causeway.
"""
import json
import sys

import numpy as np

from check import parts


def arrays(model):
    """The arrays of a model by name."""
    def numbers(a):
        if a["type"] == "bfloat16":  # the upper half of a float32
            return (np.frombuffer(a["data"], "<u2").astype(np.uint32) << 16).view(np.float32)
        return np.frombuffer(a["data"], {"float32": "<f4"}[a["type"]])
    return {a["name"]: numbers(a["array"]).reshape(a["array"]["shape"]) for a in model["arrays"]}


def width(f):
    return 1 if f["kind"] < 2 else len(f["levels"])


def encode(schema, rows):
    """Rows as models read them, rows x width."""
    out = []
    for row in rows:
        x = []
        for f, v in zip(schema["features"], row):
            if f["kind"] < 2:
                x.append((v - f["min"]) / (f["max"] - f["min"]) if f["max"] > f["min"] else 0)
            else:
                x += [1.0 if l == int(v) else 0.0 for l in range(len(f["levels"]))]
        out.append(x)
    return np.array(out, np.float32)


def decode(schema, x):
    """The row that encoded numbers stand for."""
    row, o = [], 0
    for f in schema["features"]:
        w = width(f)
        if f["kind"] < 2:
            v = min(max(f["min"] + float(x[o]) * (f["max"] - f["min"]), f["min"]), f["max"])
            p = 10.0 ** f["decimals"]
            row.append(float(np.copysign(np.floor(abs(v * p) + 0.5), v)) / p + 0)
        else:
            row.append(float(np.argmax(x[o:o + w])))
        o += w
    return row


def relu(x):
    return np.maximum(x, 0)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def network(a, prefix, x, hidden=relu):
    """A chain of layers; those with a gamma are normalised and end in a ReLU, the last ends in nothing."""
    i = 0
    while prefix + ".%d.weight" % i in a:
        name = prefix + ".%d" % i
        x = x @ a[name + ".weight"].T + a[name + ".bias"]
        if name + ".gamma" in a:
            x = (x - a[name + ".mean"]) / np.sqrt(a[name + ".var"] + np.float32(1e-5))
            x = relu(x * a[name + ".gamma"] + a[name + ".beta"])
        elif prefix + ".%d.weight" % (i + 1) in a:
            x = hidden[i](x) if isinstance(hidden, list) else hidden(x)
        i += 1
    return x


ACTIVATIONS = [lambda x: x, relu, sigmoid]


def shares(parts, x):
    """What the classifier says of encoded rows."""
    m = parts["classifier"]["model"]
    sizes = m["sizes"]
    hidden = [relu] if len(sizes) == 3 else [ACTIVATIONS[s] for s in sizes[2:-1:2]]
    return softmax(network(arrays(m), "classifier", x, hidden))


def mix64(z):
    m = (1 << 64) - 1
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & m
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & m
    return z ^ z >> 31


def sub(key, stream):
    m = (1 << 64) - 1
    z = (mix64(key) + 0x9E3779B97F4A7C15) & m
    return mix64(z ^ mix64((stream + 0x9E3779B97F4A7C15) & m))


def bits(key, i):
    x = (np.asarray(i, np.uint32) ^ np.uint32(key >> 32))
    x = (x ^ x >> np.uint32(16)) * np.uint32(0x7FEB352D)
    x ^= np.uint32(key & 0xFFFFFFFF)
    x = (x ^ x >> np.uint32(15)) * np.uint32(0x846CA68B)
    return x ^ x >> np.uint32(16)


def normal(key, n):
    """The first n standard normal numbers of a stream."""
    unit = lambda b: (b >> np.uint32(8)).astype(np.float32) * np.float32(2 ** -24) + np.float32(2 ** -25)
    i = np.arange(n, dtype=np.uint32)
    u, v = unit(bits(key, 2 * i)), unit(bits(key, 2 * i + 1))
    return np.sqrt(-2 * np.log(u)) * np.sin((0.25 - np.abs(v - np.float32(0.5))) * np.float32(2 * np.pi))


OPERATIONS = [
    lambda v, p, a, b, k: k + 0 * p[0], lambda v, p, a, b, k: p[a],
    lambda v, p, a, b, k: v[a] + v[b], lambda v, p, a, b, k: v[a] - v[b],
    lambda v, p, a, b, k: v[a] * v[b], lambda v, p, a, b, k: v[a] / v[b],
    lambda v, p, a, b, k: np.minimum(v[a], v[b]), lambda v, p, a, b, k: np.maximum(v[a], v[b]),
    lambda v, p, a, b, k: -v[a], lambda v, p, a, b, k: v[a] ** b,
    lambda v, p, a, b, k: np.sqrt(v[a]), lambda v, p, a, b, k: np.abs(v[a])]


def mechanism(m, p):
    """The mean of an effect given what is read of its causes, inputs x rows."""
    n = np.array(m["numbers"])
    if m["kind"] == "linear":
        return n[0] + n[1:] @ p
    if m["kind"] == "network":
        i = m["inputs"]
        units = (len(n) - 1 - 2 * i) // (i + 2)
        center, scale, b1, w2, w1 = np.split(n[1:], np.cumsum([i, i, units, units]))
        z = (p - center[:, None]) / scale[:, None]
        return n[0] + w2 @ relu(b1[:, None] + w1.reshape(units, i) @ z)
    v = []
    for op, a, b, k in n.reshape(-1, 4):
        v.append(OPERATIONS[int(op)](v, p, int(a), int(b), k))
    return v[-1]


def generate(parts, rows, target, key):
    """One raw counterfactual of every row, encoded, as the generator's network gives it."""
    schema, g = parts["schema"], parts["generator"]
    a, x = arrays(g["model"]), encode(schema, rows)
    classes, n = len(schema["outcome"]["levels"]), len(rows)
    if classes == 2:
        condition = np.array(target, np.float32)[:, None]
    else:
        condition = np.eye(classes, dtype=np.float32)[target]
    both = np.hstack([x, condition])
    mean = network(a, "mean", both)
    deviation = np.sqrt(sigmoid(network(a, "variance", both)))
    noise = normal(key, mean.shape[1] * n).reshape(mean.shape[1], n).T
    z = mean + deviation * noise
    y = network(a, "decoder", np.hstack([z, condition, x]).astype(np.float32))
    out, o = [], 0
    for f in schema["features"]:
        w = width(f)
        part, fact = y[:, o:o + w], x[:, o:o + w]
        if w == 1:
            p = np.clip(fact, np.float32(0.01), np.float32(0.99))
            out.append(sigmoid(part + np.log(p / (1 - p))))
        else:
            out.append(softmax(part + 3 * fact))
        o += w
    out = np.hstack(out)
    stays = np.concatenate([np.full(width(f), s == 1) for f, s in zip(schema["features"], a["fixed"])]) if "fixed" in a else None
    if stays is not None:
        out[:, stays] = x[:, stays]
    for e in g["ends"] or []:
        def says(rows):
            p = [c["base"] + rows[:, c["first"]:c["first"] + len(c["weights"])].astype(float) @ np.array(c["weights"]) for c in e["causes"]]
            return mechanism(e["mechanism"], np.array(p))
        f = (says(out) - e["base"]) / e["range"]
        if stays is not None:  # its own noise stays
            f = f + x[:, e["at"]] - (says(x) - e["base"]) / e["range"]
        out[:, e["at"]] = np.clip(f.astype(np.float32) + (out[:, e["at"]] - x[:, e["at"]]), 0, 1)
    if stays is not None:
        out[:, stays] = x[:, stays]
    return out


def main(path, questions):
    p = parts(open(path, "rb").read())
    q = json.load(open(questions))
    key = int(q["key"])
    soft = generate(p, q["counterfactuals"], q["target"], key)
    json.dump({
        "shares": shares(p, encode(p["schema"], q["rows"])).tolist(),
        "soft": soft.tolist(),
        "decoded": [decode(p["schema"], x) for x in soft],
    }, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
