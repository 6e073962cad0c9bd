package bridge

import "syscall/js"

// turn waits until the browser has had its turn. A timer would not do: one whose time has come
// runs before that.
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
