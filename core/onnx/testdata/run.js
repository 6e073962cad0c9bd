// Runs an ONNX file in onnxruntime-node. Standard input is
//
//   {"file": path, "inputs": {name: {"type": "double", "dims": [...], "data": [...]}}, "outputs": [name, ...]}
//
// and standard output {name: [numbers]}, for all tensors where no outputs are named.
const ort = require('onnxruntime-node')
const arrays = { float32: Float32Array, float64: Float64Array, uint8: Uint8Array, int64: BigInt64Array }

async function main() {
  const job = JSON.parse(require('fs').readFileSync(0, 'utf8'))
  const session = await ort.InferenceSession.create(job.file, { logSeverityLevel: 3 })
  const feeds = {}
  for (const [name, t] of Object.entries(job.inputs)) {
    const data = t.type === 'string' ? t.data : arrays[t.type].from(t.data, t.type === 'int64' ? BigInt : Number)
    feeds[name] = new ort.Tensor(t.type, data, t.dims)
  }
  const out = job.outputs ? await session.run(feeds, job.outputs) : await session.run(feeds)
  const result = {}
  for (const [name, t] of Object.entries(out)) result[name] = Array.from(t.data, Number)
  console.log(JSON.stringify(result))
}

main().catch((e) => { console.error(String(e)); process.exit(1) })
