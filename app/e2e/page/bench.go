package page

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// benchWorker runs a test binary and posts its output.
const benchWorker = `
importScripts("wasm_exec.js");
const decoder = new TextDecoder();
let text = "";
globalThis.fs.writeSync = (fd, bytes) => { text += decoder.decode(bytes, {stream: true}); return bytes.length };
onmessage = async ({data}) => {
	const go = new Go();
	go.argv = ["bench", ...data.args];
	let code = 0;
	go.exit = (c) => { code = c };
	try {
		const program = await WebAssembly.instantiateStreaming(fetch(data.name), go.importObject);
		await go.run(program.instance);
		postMessage({text, code});
	} catch (e) {
		postMessage({text: text + e, code: 1});
	}
};`

// RunInWorker runs a test binary from a folder in a worker with some arguments and returns its output.
func RunInWorker(b testing.TB, dir, name string, args ...string) string {
	b.Helper()
	root, err := Go(nil, "env", "GOROOT")
	if err != nil {
		b.Fatal(err)
	}
	server := listen(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// An isolated page has the browser's finest clock.
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<!doctype html><title>benchmarks</title><link rel="icon" href="data:,">`)
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, benchWorker)
		case "/wasm_exec.js":
			http.ServeFile(w, r, filepath.Join(strings.TrimSpace(root), "lib/wasm/wasm_exec.js"))
		default:
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, filepath.Join(dir, filepath.Base(r.URL.Path)))
		}
	}))
	p := NewTab(b, server.Address)
	p.Open("")
	done := eval[struct {
		Text string
		Code int
	}](p, fmt.Sprintf(`new Promise((done) => {
		const worker = new Worker("worker.js");
		worker.onerror = (e) => done({Text: e.message, Code: 1});
		worker.onmessage = ({data}) => { worker.terminate(); done({Text: data.text, Code: data.code}) };
		worker.postMessage({name: %q, args: %s});
	})`, name, jsonOf(p, args)))
	if done.Code != 0 {
		b.Fatalf("%s in the browser: exit %d\n%s", name, done.Code, done.Text)
	}
	return done.Text
}
