package bridge

import "syscall/js"

// turn yields to the browser. A timer would not work, because an expired timer runs before the
// browser's other work.
func turn() {
	way, had := js.Global().Get("MessageChannel").New(), make(chan struct{})
	own := way.Get("port1")
	heard := js.FuncOf(func(js.Value, []js.Value) any {
		close(had)
		return nil
	})
	own.Set("onmessage", heard)
	way.Get("port2").Call("postMessage", nil)
	<-had
	own.Call("close")
	heard.Release()
}
