package bridge

import (
	"fmt"
	"syscall/js"
)

// New returns the Client of a Web Worker that runs this site's engine, which the site's
// causewayEngine starts.
func New() Client { return newLink(startWorker, realPace()) }

// NewPool returns a Pool of at most some number of Web Workers; 0 means the number of processors
// that the browser reports.
func NewPool(engines int) *Pool {
	if n := js.Global().Get("navigator").Get("hardwareConcurrency"); engines == 0 && n.Type() == js.TypeNumber {
		engines = n.Int()
	}
	return newPool(New, engines, realPoolPace())
}

// worker is an engine in a Web Worker.
type worker struct {
	js    js.Value
	funcs []js.Func
}

// module is the compiled engine, after a worker has provided it.
var module js.Value

func startWorker(heard func([]byte), grew func(int), died func(string)) (p port, err error) {
	defer func() { // the constructor throws if workers are forbidden
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("the browser did not start a worker: %v", r)
		}
	}()
	name := ""
	if module.Truthy() {
		name = "given"
	}
	w := &worker{js: js.Global().Call("causewayEngine", name)}
	if module.Truthy() {
		w.js.Call("postMessage", module)
	}
	w.on("message", func(ev js.Value) { receive(ev.Get("data"), heard, grew, died) })
	w.on("messageerror", func(js.Value) { died("a message of it could not be read") })
	w.on("error", func(ev js.Value) {
		ev.Call("preventDefault")
		died(text(ev.Get("message"), "its worker failed to start"))
	})
	return w, nil
}

// receive distinguishes frames from messages of the bootstrap script: the compiled engine, its memory,
// or its end.
func receive(data js.Value, heard func([]byte), grew func(int), died func(string)) {
	switch {
	case data.InstanceOf(js.Global().Get("Uint8Array")):
		frame := make([]byte, data.Length())
		js.CopyBytesToGo(frame, data)
		heard(frame)
	case data.Type() == js.TypeObject && data.Get("module").Truthy():
		module = data.Get("module")
	case data.Type() == js.TypeNumber:
		grew(data.Int())
	case data.Type() == js.TypeObject:
		died(text(data.Get("fatal"), "no reason was given"))
	default:
		died("it sent something other than a frame")
	}
}

func text(v js.Value, otherwise string) string {
	if v.Type() != js.TypeString || v.String() == "" {
		return otherwise
	}
	return v.String()
}

func (w *worker) on(event string, f func(ev js.Value)) {
	h := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	w.funcs = append(w.funcs, h)
	w.js.Set("on"+event, h)
}

// post copies the frame and transfers the copy. It does not copy a file, which the engine reads. If
// the file was released, nobody waits for the answer.
func (w *worker) post(frame []byte, file int) {
	a := toJS(frame)
	var data any = a
	if f := fileOf(file); f.Truthy() {
		data = map[string]any{"frame": a, "file": f}
	}
	w.js.Call("postMessage", data, []any{a.Get("buffer")})
}

func (w *worker) end() {
	w.js.Call("terminate")
	for _, event := range []string{"message", "messageerror", "error"} {
		w.js.Set("on"+event, js.Null())
	}
	for _, f := range w.funcs {
		f.Release()
	}
}
