// Plain JavaScript's part of the comparison: the paper's networks and loss, written
// by hand with typed arrays, which is what a page can do without any library. A batch
// is stored row by row. Prints the milliseconds of each task as JSON.
import {clock, hidden, latent, order, rows, trainings} from "./tasks.mjs";

// Dense is a layer with an optional batch normalisation and ReLU.
class Dense {
	constructor(inputs, outputs, normed, relu) {
		Object.assign(this, {inputs, outputs, normed, relu, n: 0});
		const bound = 1 / Math.sqrt(inputs);
		const draw = (n, f) => Float32Array.from({length: n}, f);
		this.params = [draw(inputs * outputs, () => bound * (2 * Math.random() - 1)), draw(outputs, () => bound * (2 * Math.random() - 1))];
		if (normed) this.params.push(draw(outputs, () => 1), draw(outputs, () => 0));
		this.grads = this.params.map((p) => new Float32Array(p.length));
		this.mean = new Float32Array(outputs);
		this.variance = new Float32Array(outputs).fill(1);
		this.inv = new Float32Array(outputs);
		this.sums = [new Float32Array(outputs), new Float32Array(outputs)];
	}

	forward(x, n, training) {
		const {inputs, outputs} = this, [w, b, gamma, beta] = this.params;
		if (n > this.n) {
			this.n = n;
			this.y = new Float32Array(n * outputs);
			this.hat = new Float32Array(n * outputs);
			this.dx = new Float32Array(n * inputs);
		}
		this.x = x;
		const y = this.y, hat = this.hat;
		for (let e = 0; e < n; e++) {
			for (let o = 0; o < outputs; o++) {
				let s = b[o];
				for (let i = 0, p = e * inputs, q = o * inputs; i < inputs; i++) s += w[q + i] * x[p + i];
				y[e * outputs + o] = s;
			}
		}
		if (this.normed) {
			const {mean, variance, inv} = this;
			if (training) {
				const [sum, square] = this.sums;
				sum.fill(0);
				square.fill(0);
				for (let e = 0, p = 0; e < n; e++) for (let o = 0; o < outputs; o++, p++) sum[o] += y[p];
				for (let o = 0; o < outputs; o++) sum[o] /= n;
				for (let e = 0, p = 0; e < n; e++) for (let o = 0; o < outputs; o++, p++) square[o] += (y[p] - sum[o]) * (y[p] - sum[o]);
				for (let o = 0; o < outputs; o++) {
					inv[o] = 1 / Math.sqrt(square[o] / n + 1e-5);
					mean[o] += 0.1 * (sum[o] - mean[o]);
					variance[o] += 0.1 * (square[o] / Math.max(n - 1, 1) - variance[o]);
				}
				for (let e = 0, p = 0; e < n; e++) for (let o = 0; o < outputs; o++, p++) {
					hat[p] = (y[p] - sum[o]) * inv[o];
					y[p] = gamma[o] * hat[p] + beta[o];
				}
			} else {
				for (let o = 0; o < outputs; o++) inv[o] = gamma[o] / Math.sqrt(variance[o] + 1e-5);
				for (let e = 0, p = 0; e < n; e++) for (let o = 0; o < outputs; o++, p++) y[p] = (y[p] - mean[o]) * inv[o] + beta[o];
			}
		}
		if (this.relu) for (let p = 0; p < n * outputs; p++) if (y[p] < 0) y[p] = 0;
		return y;
	}

	// backward turns the gradient by the outputs, which it overwrites, into the one by
	// the inputs.
	backward(d, n, learns) {
		const {inputs, outputs, x, y, hat, dx, inv} = this, [w, , gamma] = this.params, [dw, db, dgamma, dbeta] = this.grads;
		if (this.relu) for (let p = 0; p < n * outputs; p++) if (y[p] <= 0) d[p] = 0;
		if (this.normed) {
			const [sum, dot] = this.sums;
			sum.fill(0);
			dot.fill(0);
			for (let e = 0, p = 0; e < n; e++) for (let o = 0; o < outputs; o++, p++) {
				sum[o] += d[p];
				dot[o] += d[p] * hat[p];
			}
			for (let o = 0; o < outputs; o++) {
				dbeta[o] += sum[o];
				dgamma[o] += dot[o];
				sum[o] /= n;
				dot[o] /= n;
			}
			for (let e = 0, p = 0; e < n; e++) for (let o = 0; o < outputs; o++, p++) d[p] = gamma[o] * inv[o] * (d[p] - sum[o] - hat[p] * dot[o]);
		}
		dx.fill(0, 0, n * inputs);
		for (let e = 0; e < n; e++) {
			for (let o = 0; o < outputs; o++) {
				const g = d[e * outputs + o], p = e * inputs, q = o * inputs;
				if (g === 0) continue;
				for (let i = 0; i < inputs; i++) dx[p + i] += g * w[q + i];
				if (!learns) continue;
				db[o] += g;
				for (let i = 0; i < inputs; i++) dw[q + i] += g * x[p + i];
			}
		}
		return dx;
	}
}

class Net {
	constructor(inputs, hidden, out, normed) {
		this.layers = [];
		for (const h of hidden) {
			this.layers.push(new Dense(inputs, h, normed, true));
			inputs = h;
		}
		this.layers.push(new Dense(inputs, out, false, false));
	}

	forward(x, n, training) {
		for (const l of this.layers) x = l.forward(x, n, training);
		return x;
	}

	backward(d, n, learns = true) {
		for (let i = this.layers.length - 1; i >= 0; i--) d = this.layers[i].backward(d, n, learns);
		return d;
	}
}

class Adam {
	constructor(nets, rate) {
		this.rate = rate;
		this.t = 0;
		const layers = nets.flatMap((n) => n.layers);
		this.groups = layers.flatMap((l) => l.params.map((w, i) => ({w, g: l.grads[i], m: new Float32Array(w.length), v: new Float32Array(w.length)})));
	}

	step() {
		this.t++;
		const fix1 = 1 / (1 - 0.9 ** this.t), fix2 = 1 / (1 - 0.999 ** this.t);
		for (const {w, g, m, v} of this.groups) {
			for (let i = 0; i < w.length; i++) {
				m[i] = 0.9 * m[i] + 0.1 * g[i];
				v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
				w[i] -= this.rate * fix1 * m[i] / (Math.sqrt(fix2 * v[i]) + 1e-8);
				g[i] = 0;
			}
		}
	}
}

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

// room is a Float32Array that is used again.
const room = (o, name, n) => (o[name]?.length >= n ? o[name] : (o[name] = new Float32Array(n)));

class Generator {
	constructor(width) {
		this.width = width;
		this.mean = new Net(width + 1, hidden, latent, true);
		this.var = new Net(width + 1, hidden, latent, true);
		this.dec = new Net(latent + 1, hidden.toReversed(), width, true);
	}

	forward(x, target, n, samples, training) {
		const {width} = this, all = n * samples;
		const both = room(this, "both", n * (width + 1)), z = room(this, "z", all * (latent + 1));
		const eps = room(this, "eps", all * latent), v = room(this, "v", n * latent);
		for (let e = 0; e < n; e++) {
			for (let i = 0; i < width; i++) both[e * (width + 1) + i] = x[e * width + i];
			both[e * (width + 1) + width] = target[e];
		}
		this.m = this.mean.forward(both, n, training);
		const raw = this.var.forward(both, n, training);
		for (let i = 0; i < n * latent; i++) v[i] = sigmoid(raw[i]);
		for (let e = 0; e < all; e++) {
			const r = e % n;
			for (let k = 0; k < latent; k++) {
				const h = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
				eps[e * latent + k] = h;
				z[e * (latent + 1) + k] = this.m[r * latent + k] + Math.sqrt(v[r * latent + k]) * h;
			}
			z[e * (latent + 1) + latent] = target[r];
		}
		const y = this.dec.forward(z, all, training), out = room(this, "out", all * width);
		for (let i = 0; i < all * width; i++) out[i] = sigmoid(y[i]);
		return out;
	}
}

function step(gen, box, adam, x, target, n, samples) {
	const {width} = gen, all = n * samples;
	const out = gen.forward(x, target, n, samples, true), y = box.forward(out, all, false);
	const d = room(gen, "d", all * width), ds = room(gen, "ds", 2 * all);
	for (let e = 0; e < all; e++) {
		const t = target[e % n], s = sigmoid(y[2 * e + t] - y[2 * e + 1 - t]);
		const g = 1 - 2 * s > -0.3 ? -2 * 40 * s * (1 - s) / all : 0;
		ds[2 * e + t] = g;
		ds[2 * e + 1 - t] = -g;
	}
	const dx = box.backward(ds, all, false);
	for (let e = 0; e < all; e++) {
		for (let i = 0; i < width; i++) {
			const p = e * width + i;
			d[p] = (dx[p] + Math.sign(out[p] - x[(e % n) * width + i]) / all) * out[p] * (1 - out[p]);
		}
	}
	const dz = gen.dec.backward(d, all), dm = room(gen, "dm", n * latent), dv = room(gen, "dv", n * latent);
	const {m, v, eps} = gen;
	dm.fill(0);
	dv.fill(0);
	for (let e = 0; e < all; e++) {
		const r = e % n;
		for (let k = 0; k < latent; k++) {
			dm[r * latent + k] += dz[e * (latent + 1) + k];
			dv[r * latent + k] += dz[e * (latent + 1) + k] * eps[e * latent + k];
		}
	}
	for (let i = 0; i < n * latent; i++) {
		dm[i] += m[i] / n;
		dv[i] = (dv[i] * 0.5 / Math.sqrt(v[i]) + 0.5 * (1 - 1 / v[i]) / n) * v[i] * (1 - v[i]);
	}
	gen.mean.backward(dm, n);
	gen.var.backward(dv, n);
	adam.step();
}

function gather(from, x, y, width, some) {
	for (let e = 0; e < some.length; e++) {
		for (let i = 0; i < width; i++) x[e * width + i] = from.x[some[e] * width + i];
		y[e] = from.y[some[e]];
	}
}

const times = {};
for (const {name, width, steps, batch, samples} of trainings) {
	const gen = new Generator(width), box = new Net(width, [10], 2, false), adam = new Adam([gen.mean, gen.var, gen.dec], 0.01);
	const all = rows(steps * batch, width), x = new Float32Array(batch * width), y = new Uint8Array(batch);
	times[name] = await clock(() => {
		const p = order(steps * batch);
		for (let i = 0; i < steps; i++) {
			gather(all, x, y, width, p.subarray(i * batch, (i + 1) * batch));
			step(gen, box, adam, x, y, batch, samples);
		}
	});
}

const width = 29, box = new Net(width, [10], 2, false), adam = new Adam([box], 0.001);
const all = rows(12553, width), x = new Float32Array(32 * width), y = new Uint8Array(32), d = new Float32Array(64);
times["classifier epoch, 393 steps of 32"] = await clock(() => {
	const p = order(12553);
	for (let from = 0; from < 12553; from += 32) {
		const some = p.subarray(from, from + 32), n = some.length;
		gather(all, x, y, width, some);
		const s = box.forward(x, n, true);
		for (let e = 0; e < n; e++) {
			const g = (sigmoid(s[2 * e + 1] - s[2 * e]) - y[e]) / n;
			d[2 * e] = -g;
			d[2 * e + 1] = g;
		}
		box.backward(d, n);
		adam.step();
	}
});

const gen = new Generator(width), some = rows(1000, width), classes = new Uint8Array(1000);
const answers = (x, y, n, into) => {
	const s = box.forward(gen.forward(x, y, n, 1, false), n, false);
	for (let e = 0; e < n; e++) into[e] = s[2 * e + 1] > s[2 * e] ? 1 : 0;
};
times["1000 counterfactuals in one batch"] = await clock(() => answers(some.x, some.y, 1000, classes));
times["1000 counterfactuals one by one"] = await clock(() => {
	for (let r = 0; r < 1000; r++) answers(some.x.subarray(r * width, (r + 1) * width), some.y.subarray(r, r + 1), 1, classes.subarray(r));
});
console.log(JSON.stringify(times));
