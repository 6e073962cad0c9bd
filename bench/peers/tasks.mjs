// The tasks that every peer in JavaScript does, on rows drawn at random, whose
// values do not matter to the time.

export const trainings = [
	{name: "Simple-BN epoch, 125 steps of 64", width: 3, steps: 125, batch: 64, samples: 1},
	{name: "Simple-BN, a step of 64 x 50 samples", width: 3, steps: 1, batch: 64, samples: 50},
	{name: "Adult epoch, 7 steps of 2048", width: 29, steps: 7, batch: 2048, samples: 1},
	{name: "Adult, a step of 2048 x 50 samples", width: 29, steps: 1, batch: 2048, samples: 50},
];
export const hidden = [20, 16, 14, 12];
export const latent = 10;

// rows draws n rows with a class each.
export function rows(n, width) {
	return {
		x: Float32Array.from({length: n * width}, Math.random),
		y: Uint8Array.from({length: n}, () => Math.random() * 2),
	};
}

// order is a permutation of 0 to n-1.
export function order(n) {
	const p = Uint32Array.from({length: n}, (_, i) => i);
	for (let i = n - 1; i > 0; i--) {
		const j = Math.floor(Math.random() * (i + 1));
		[p[i], p[j]] = [p[j], p[i]];
	}
	return p;
}

// clock returns the milliseconds of a task after a second to warm up: the best of ten, or of
// as many as a second holds.
export async function clock(task) {
	let began = performance.now();
	while (performance.now() - began < 1000) {
		await task();
	}
	began = performance.now();
	let best = Infinity;
	for (let i = 0; i < 10 && performance.now() - began < 1000; i++) {
		const from = performance.now();
		await task();
		best = Math.min(best, performance.now() - from);
	}
	return best;
}
