package kit

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Actions that carry a browser's File object (a table, or new rows) to the root. They are not intents,
// because the store does not know the browser.
const (
	ChooseAction     = "choose-file"
	ChooseRowsAction = "choose-rows"
	ChooseManyAction = "choose-many" // an Array: images and labels that belong together
)

// picked is a file, and the handle to write to; nil: none.
type Picked struct{ File, Place app.Value }

// readFile reads a browser's File object in the background. One of two callbacks reports the
// result; then both are released.
func ReadFile(file app.Value, bytes func([]byte), unreadable func(why string)) {
	var done, failed app.Func
	release := func() { done.Release(); failed.Release() }
	done = app.FuncOf(func(this app.Value, args []app.Value) any {
		release()
		src := app.Window().Get("Uint8Array").New(args[0])
		b := make([]byte, src.Length())
		app.CopyBytesToGo(b, src)
		bytes(b)
		return nil
	})
	failed = app.FuncOf(func(this app.Value, args []app.Value) any {
		release()
		unreadable(args[0].Get("message").String())
		return nil
	})
	file.Call("arrayBuffer").Call("then", done, failed)
}

// KeepFile assigns a number to a browser's File (web/boot.js), by which engine and vault
// find it.
func KeepFile(file app.Value) int { return app.Window().Get("causewayFiles").Call("push", file).Int() }

func IsField(target app.Value) bool {
	if !target.Truthy() || !target.Get("matches").Truthy() {
		return false
	}
	return target.Call("matches", "input:not([type=checkbox]), textarea, [contenteditable]").Truthy()
}

// within reports whether an event's target is inside an element that matches.
func Within(target app.Value, selector string) bool {
	return target.Truthy() && target.Get("closest").Truthy() && target.Call("closest", selector).Truthy()
}

// then calls back when a promise settles.
func Then(promise app.Value, kept, broken func(app.Value)) {
	var done, failed app.Func
	release := func() { done.Release(); failed.Release() }
	end := func(f func(app.Value)) app.Func {
		return app.FuncOf(func(this app.Value, args []app.Value) any {
			release()
			var v app.Value
			if len(args) > 0 {
				v = args[0]
			}
			f(v)
			return nil
		})
	}
	done, failed = end(kept), end(broken)
	promise.Call("then", done, failed)
}
