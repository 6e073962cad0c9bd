"""PyTorch's part of the comparison: the paper's networks and loss, one thread.

Prints the milliseconds of each task as JSON. The generator is the paper's
variational auto-encoder (appendix C.1): two encoders of 20, 16, 14 and 12 units
and a decoder of the reverse, with batch normalisation, a code of ten numbers,
the L1 distance, the hinge through the black box and KL, by Adam.
"""
import json
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

torch.set_num_threads(1)
torch.manual_seed(1)
HIDDEN = [20, 16, 14, 12]


def chain(inputs, hidden, out):
    layers = []
    for h in hidden:
        layers += [nn.Linear(inputs, h), nn.BatchNorm1d(h), nn.ReLU()]
        inputs = h
    return nn.Sequential(*layers, nn.Linear(inputs, out))


class Generator(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mean = chain(width + 1, HIDDEN, 10)
        self.var = chain(width + 1, HIDDEN, 10)
        self.dec = chain(11, HIDDEN[::-1], width)

    def forward(self, x, target, samples):
        """Returns the counterfactuals, sample by sample, with mean and variance."""
        both = torch.cat([x, target], 1)
        mean, var = self.mean(both), torch.sigmoid(self.var(both))
        m, v, t = (a.repeat(samples, 1) for a in (mean, var, target))
        z = m + v.sqrt() * torch.randn_like(m)
        return torch.sigmoid(self.dec(torch.cat([z, t], 1))), mean, var


def classifier(width):
    return nn.Sequential(nn.Linear(width, 10), nn.ReLU(), nn.Linear(10, 2))


def step(gen, box, opt, x, target, samples):
    opt.zero_grad(set_to_none=True)
    out, mean, var = gen(x, target, samples)
    shares = F.softmax(box(out), 1)
    t = target.long().repeat(samples, 1)
    gap = shares.gather(1, 1 - t) - shares.gather(1, t)
    loss = (out - x.repeat(samples, 1)).abs().sum(1).mean() + 40 * gap.clamp(min=-0.3).mean()
    kl = 0.5 * (var + mean * mean - 1 - var.log()).sum(1).mean()
    (loss + kl).backward()
    opt.step()


def main():
    times = {}

    def clock(name, do):
        """Times the best of ten, or of as many as a second holds, after a second to warm up."""
        began = time.perf_counter()
        while time.perf_counter() - began < 1:
            do()
        began, best = time.perf_counter(), float("inf")
        for _ in range(10):
            start = time.perf_counter()
            do()
            best = min(best, time.perf_counter() - start)
            if time.perf_counter() - began > 1:
                break
        times[name] = best * 1000

    for name, width, steps, batch, samples in [
        ("Simple-BN epoch, 125 steps of 64", 3, 125, 64, 1),
        ("Simple-BN, a step of 64 x 50 samples", 3, 1, 64, 50),
        ("Adult epoch, 7 steps of 2048", 29, 7, 2048, 1),
        ("Adult, a step of 2048 x 50 samples", 29, 1, 2048, 50),
    ]:
        gen, box = Generator(width), classifier(width).requires_grad_(False)
        opt = torch.optim.Adam(gen.parameters(), 0.01)
        x, target = torch.rand(steps * batch, width), torch.randint(2, (steps * batch, 1)).float()

        def epoch():
            order = torch.randperm(len(x))
            for i in range(steps):
                rows = order[i * batch:(i + 1) * batch]
                step(gen, box, opt, x[rows], target[rows], samples)

        clock(name, epoch)

    box = classifier(29)
    opt = torch.optim.Adam(box.parameters(), 0.001)
    x, y = torch.rand(12553, 29), torch.randint(2, (12553,))

    def epoch():
        order = torch.randperm(len(x))
        for i in range(0, len(x), 32):
            rows = order[i:i + 32]
            opt.zero_grad(set_to_none=True)
            F.cross_entropy(box(x[rows]), y[rows]).backward()
            opt.step()

    clock("classifier epoch, 393 steps of 32", epoch)

    gen = Generator(29).eval()
    x, target = torch.rand(1000, 29), torch.randint(2, (1000, 1)).float()

    def answers(x, target):
        out = gen(x, target, 1)[0]
        return box(out).argmax(1)

    with torch.inference_mode():
        clock("1000 counterfactuals in one batch", lambda: answers(x, target))
        clock("1000 counterfactuals one by one",
              lambda: [answers(x[i:i + 1], target[i:i + 1]) for i in range(1000)])
    json.dump(times, sys.stdout)
    print()


main()
