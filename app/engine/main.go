//go:build js

// Package main is the engine's end of the worker link: frame in, core/engine,
// frame out.
package main

import "syscall/js"

func main() {
	reply := js.FuncOf(func(_ js.Value, args []js.Value) any {
		js.Global().Call("postMessage", args[0].Get("data"))
		return nil
	})
	js.Global().Set("onmessage", reply)
	inbox := js.Global().Get("causewayInbox")
	for i := range inbox.Length() {
		js.Global().Call("postMessage", inbox.Index(i))
	}
	select {}
}
