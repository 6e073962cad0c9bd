// TensorFlow.js's part of the comparison: the paper's networks and loss with fused
// layers, on the backend that its argument names (cpu, or wasm with vectors, one
// thread). Prints the milliseconds of each task as JSON.
import {createRequire} from "node:module";
import {dirname} from "node:path";
import {clock, hidden, latent, rows, trainings} from "./tasks.mjs";

const require = createRequire(process.env.PEERS_MODULES + "/");
const tf = require("@tensorflow/tfjs");
const backend = process.argv[2];
if (backend === "wasm") {
	const wasm = require("@tensorflow/tfjs-backend-wasm");
	wasm.setThreadsCount(1);
	wasm.setWasmPaths(dirname(require.resolve("@tensorflow/tfjs-backend-wasm")) + "/");
}
if (!(await tf.setBackend(backend))) throw new Error(`no backend ${backend}`);
await tf.ready();

const epsilon = tf.scalar(1e-5);

function chain(inputs, hidden, out, normed) {
	const layers = [];
	for (const [i, units] of [...hidden, out].entries()) {
		const bound = 1 / Math.sqrt(inputs), inner = i < hidden.length;
		const l = {relu: inner, w: tf.variable(tf.randomUniform([inputs, units], -bound, bound)), b: tf.variable(tf.randomUniform([units], -bound, bound))};
		if (normed && inner) {
			l.gamma = tf.variable(tf.ones([units]));
			l.beta = tf.variable(tf.zeros([units]));
			l.mean = tf.variable(tf.zeros([units]), false);
			l.variance = tf.variable(tf.ones([units]), false);
		}
		layers.push(l);
		inputs = units;
	}
	return layers;
}

const variables = (...nets) => nets.flat().flatMap((l) => [l.w, l.b, l.gamma, l.beta].filter(Boolean));

// forward goes through a chain; seen takes what its normalisations saw.
function forward(layers, x, seen) {
	for (const l of layers) {
		if (!l.gamma) {
			x = tf.fused.matMul({a: x, b: l.w, bias: l.b, activation: l.relu ? "relu" : "linear"});
			continue;
		}
		x = tf.fused.matMul({a: x, b: l.w, bias: l.b});
		let {mean, variance} = l;
		if (seen) {
			mean = x.mean(0);
			variance = x.sub(mean).square().mean(0);
			seen.push([l, tf.keep(mean.clone()), tf.keep(variance.clone())]);
		}
		x = x.sub(mean).mul(variance.add(epsilon).rsqrt().mul(l.gamma)).add(l.beta).relu();
	}
	return x;
}

// moved moves the running statistics a tenth of the way.
function moved(seen) {
	for (const [l, mean, variance] of seen) {
		tf.tidy(() => {
			l.mean.assign(l.mean.mul(0.9).add(mean.mul(0.1)));
			l.variance.assign(l.variance.mul(0.9).add(variance.mul(0.1)));
		});
		mean.dispose();
		variance.dispose();
	}
}

const generator = (width) => ({
	mean: chain(width + 1, hidden, latent, true),
	variance: chain(width + 1, hidden, latent, true),
	decoder: chain(latent + 1, hidden.toReversed(), width, true),
});

function generate(g, x, target, samples, seen) {
	const both = tf.concat([x, target], 1);
	const mean = forward(g.mean, both, seen), variance = forward(g.variance, both, seen).sigmoid();
	const [m, v, t] = [mean, variance, target].map((a) => (samples === 1 ? a : a.tile([samples, 1])));
	const z = m.add(v.sqrt().mul(tf.randomNormal(m.shape)));
	return {out: forward(g.decoder, tf.concat([z, t], 1), seen).sigmoid(), mean, variance};
}

function step(g, box, adam, vars, x, target, samples) {
	const seen = [];
	const loss = adam.minimize(() => {
		const {out, mean, variance} = generate(g, x, target, samples, seen);
		const logits = forward(box, out), [from, t] = [x, target].map((a) => (samples === 1 ? a : a.tile([samples, 1])));
		const sign = tf.scalar(1).sub(t.mul(2)); // the gap of the shares is tanh of half that of the logits
		const gap = logits.slice([0, 1], [-1, 1]).sub(logits.slice([0, 0], [-1, 1])).mul(sign).mul(0.5).tanh();
		const far = out.sub(from).abs().sum(1).mean(), hinge = gap.maximum(-0.3).mean().mul(40);
		const kl = variance.add(mean.square()).sub(1).sub(variance.log()).sum(1).mean().mul(0.5);
		return far.add(hinge).add(kl);
	}, true, vars);
	moved(seen);
	return loss;
}

const times = {};
for (const {name, width, steps, batch, samples} of trainings) {
	const g = generator(width), box = chain(width, [10], 2, false), adam = tf.train.adam(0.01);
	const vars = variables(g.mean, g.variance, g.decoder), all = rows(steps * batch, width);
	const x = tf.tensor2d(all.x, [steps * batch, width]), y = tf.tensor2d(Float32Array.from(all.y), [steps * batch, 1]);
	times[name] = await clock(async () => {
		const order = tf.tensor1d(Int32Array.from(tf.util.createShuffledIndices(steps * batch)), "int32");
		for (let i = 0; i < steps; i++) {
			const loss = tf.tidy(() => {
				const some = order.slice(i * batch, batch);
				return step(g, box, adam, vars, x.gather(some), y.gather(some), samples);
			});
			if (i === steps - 1) await loss.data(); // all has been computed
			loss.dispose();
		}
		order.dispose();
	});
}

const box = chain(29, [10], 2, false), adam = tf.train.adam(0.001);
{
	const all = rows(12553, 29), x = tf.tensor2d(all.x, [12553, 29]), y = tf.oneHot(Int32Array.from(all.y), 2);
	times["classifier epoch, 393 steps of 32"] = await clock(async () => {
		const order = tf.tensor1d(Int32Array.from(tf.util.createShuffledIndices(12553)), "int32");
		for (let from = 0; from < 12553; from += 32) {
			const loss = tf.tidy(() => {
				const some = order.slice(from, Math.min(32, 12553 - from)), a = x.gather(some), b = y.gather(some);
				return adam.minimize(() => tf.losses.softmaxCrossEntropy(b, forward(box, a)), true, variables(box));
			});
			if (from + 32 >= 12553) await loss.data();
			loss.dispose();
		}
		order.dispose();
	});
}

const g = generator(29), some = rows(1000, 29);
const answers = async (x, y, n) => {
	const classes = tf.tidy(() => forward(box, generate(g, tf.tensor2d(x, [n, 29]), tf.tensor2d(y, [n, 1]), 1).out).argMax(1));
	await classes.data();
	classes.dispose();
};
const targets = Float32Array.from(some.y);
times["1000 counterfactuals in one batch"] = await clock(() => answers(some.x, targets, 1000));
times["1000 counterfactuals one by one"] = await clock(async () => {
	for (let r = 0; r < 1000; r++) await answers(some.x.subarray(r * 29, (r + 1) * 29), targets.subarray(r, r + 1), 1);
});
console.log(JSON.stringify(times));
