// Runs an ONNX file in onnxruntime-node. Standard input is
//
//   {"file": path, "inputs": {name: {"type": "double", "dims": [...], "data": [...]}}, "outputs": [name, ...]}
//
// and standard output {name: [numbers]}, for all tensors where no outputs are named. A list of
// such jobs gives a list, in which {"error": text} stands for a file that is not run.
const ort = require('onnxruntime-node')
const arrays = { float32: Float32Array, float64: Float64Array, uint8: Uint8Array, int64: BigInt64Array }

async function run(job) {
  const session = await ort.InferenceSession.create(job.file, { logSeverityLevel: 3 })
  const feeds = {}
  for (const [name, t] of Object.entries(job.inputs)) {
    const data = t.type === 'string' ? t.data : arrays[t.type].from(t.data, t.type === 'int64' ? BigInt : Number)
    feeds[name] = new ort.Tensor(t.type, data, t.dims)
  }
  const out = job.outputs ? await session.run(feeds, job.outputs) : await session.run(feeds)
  const result = {}
  for (const [name, t] of Object.entries(out)) result[name] = Array.from(t.data, Number)
  return result
}

async function main() {
  const job = JSON.parse(require('fs').readFileSync(0, 'utf8'))
  if (!Array.isArray(job)) return console.log(JSON.stringify(await run(job)))
  const results = []
  for (const one of job) results.push(await run(one).catch((e) => ({ error: String(e) })))
  console.log(JSON.stringify(results))
}

main().catch((e) => { console.error(String(e)); process.exit(1) })
