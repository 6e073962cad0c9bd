package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/classifier"
	"causeway/app/ui/graph"
	"causeway/app/ui/images"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
	"causeway/app/ui/project"
)

// listen registers listeners for the whole window: files and text from outside, the keys
// for undo, and browser events about the page.
func (r *Root) listen(ctx app.Context) {
	on := func(event string, h app.EventHandler) { r.hear(ctx, event, h) }
	on("dragenter", r.onDrag)
	on("dragover", r.onDrag)
	on("dragleave", r.onDragLeave)
	on("drop", r.onDrop)
	on("paste", r.onPaste)
	on("keydown", r.onKey)
	on("contextmenu", r.onMenu)
	on("beforeunload", r.onUnload)
	on("visibilitychange", r.onHidden)
	on("causeway-update", r.onUpdateReady)
	on("causeway-unread", r.onLinkUnread)
	if app.Window().Get("causewayUpdateReady").Truthy() {
		r.page.UpdateReady = true
		topicPage.Publish(ctx, r.page)
	}
	if app.Window().Get("causewayUnread").Truthy() {
		r.apply(ctx, store.LinkUnread{})
	}
}

// hear listens to an event of the window. go-app's own listener would look up a nil component in its
// map of components to draw. If the map once held more than a thousand keys, as after drawing a large
// graph, go1.27.4 in WebAssembly then reads outside its memory.
func (r *Root) hear(ctx app.Context, event string, h app.EventHandler) {
	app.Window().Call("addEventListener", event, app.FuncOf(func(this app.Value, args []app.Value) any {
		e := app.Event{Value: args[0]}
		if event == "keydown" && (isKey(e.Value, "k") || isKey(e.Value, "s")) {
			e.PreventDefault() // now, before the browser handles the key
		}
		if event == "contextmenu" && chart.HasTable(e.Get("target")) {
			e.PreventDefault()
		}
		if event == "keydown" && e.Get("key").String() == "Escape" &&
			app.Window().Get("document").Call("querySelector", ":popover-open").Truthy() {
			return nil // the browser closes only the popover
		}
		ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: r, Function: func(ctx app.Context) {
			h(ctx, e)
		}})
		return nil
	}))
}

func (r *Root) onUpdateReady(ctx app.Context, e app.Event) {
	r.page.UpdateReady = true
	topicPage.Publish(ctx, r.page)
}

// onLinkUnread reports an unreadable address, which boot.js has removed, and restores the
// current step in it.
func (r *Root) onLinkUnread(ctx app.Context, e app.Event) {
	app.Window().Get("history").Call("replaceState", nil, "", "#"+string(r.page.Now))
	r.apply(ctx, store.LinkUnread{})
}

// onKey closes a panel, undoes and redoes, except in a text field.
func (r *Root) onKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Escape" && !e.Get("isComposing").Truthy() {
		leavePanel(e.Get("target"))
		return
	}
	switch {
	case isKey(e.Value, "k"):
		ctx.NewAction(commandsAction)
		return
	case isKey(e.Value, "s"):
		ctx.NewActionWithValue(project.SaveAction, true)
		return
	}
	if n, ok := strings.CutPrefix(e.Get("code").String(), "Digit"); ok && e.Get("altKey").Truthy() &&
		!e.Get("ctrlKey").Truthy() && r.page.Now == kit.PlacePerson && n >= "1" &&
		int(n[0]-'1') < len(r.state.Explain.Answers().Rows) {
		kit.Do(ctx, store.ShowWay{Index: int(n[0] - '1')})
		return
	}
	if label.IsLetter(e) && label.StoredKeys(ctx) && !r.onLetter(ctx, e) &&
		(r.page.Now == kit.PlaceLabel || r.page.Now == kit.PlacePerson) {
		label.Pressed(ctx, e)
	}
	if !e.Get("ctrlKey").Truthy() && !e.Get("metaKey").Truthy() || e.Get("altKey").Truthy() ||
		kit.IsField(e.Get("target")) {
		return
	}
	shift := e.Get("shiftKey").Truthy()
	switch key := e.Get("key").String(); {
	case (key == "z" || key == "Z") && !shift:
		e.PreventDefault()
		kit.Do(ctx, store.Undo{})
	case (key == "z" || key == "Z") && shift, key == "y" && !shift:
		e.PreventDefault()
		kit.Do(ctx, store.Redo{})
	}
}

// onLetter shows the table behind a drawing, the drawer or a place.
func (r *Root) onLetter(ctx app.Context, e app.Event) bool {
	switch key := strings.ToLower(e.Get("key").String()); key {
	case "t":
		chart.ShowTable(e.Get("target"))
	case "m":
		kit.GoTo(ctx, kit.PlaceClassifier)
	case "1", "2", "3", "4":
		if r.page.Now == kit.PlaceLabel {
			return false // digits name reasons
		}
		kit.GoTo(ctx, [...]kit.Place{kit.PlaceTable, kit.PlaceCauses, kit.PlacePerson, kit.PlaceEveryone}[key[0]-'1'])
	default:
		return false
	}
	return true
}

// onMenu shows the table behind a drawing.
func (r *Root) onMenu(ctx app.Context, e app.Event) {
	if on := e.Get("target"); chart.HasTable(on) {
		chart.ShowTable(on)
	}
}

// isKey reports whether a key is a letter with only Ctrl.
func isKey(e app.Value, letter string) bool {
	ctrl := e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
	return ctrl && !e.Get("altKey").Truthy() && !e.Get("shiftKey").Truthy() &&
		strings.EqualFold(e.Get("key").String(), letter)
}

// leavePanel presses the close button of the panel around an element, if Escape can close
// it. In a list the key closes the list.
func leavePanel(target app.Value) {
	if !kit.Within(target, "[data-leave]") || kit.Within(target, "select") {
		return
	}
	if b := target.Call("closest", "[data-leave]").Call("querySelector", "[data-leaves]"); b.Truthy() {
		b.Call("click")
	}
}

// onUnload makes the browser ask before unsaved work is lost.
func (r *Root) onUnload(ctx app.Context, e app.Event) {
	if r.state.LosesByLeaving() {
		e.PreventDefault()
	}
}

// onHidden saves immediately, because a hidden page may never be shown again.
func (r *Root) onHidden(ctx app.Context, e app.Event) {
	if app.Window().Get("document").Get("visibilityState").String() == "hidden" {
		kit.Do(ctx, store.KeepNow{})
	}
}

// openProjectKey is the key under which a tab stores its open project until the tab is
// closed.
const openProjectKey = "causeway-project"

// takeOpenProject returns the project that the tab had open before a reload, and forgets
// it until it is open again, so that a project that crashes the page is not reopened
// automatically.
func takeOpenProject(ctx app.Context) string {
	var id string
	if err := ctx.SessionStorage().Get(openProjectKey, &id); err != nil {
		return ""
	}
	ctx.SessionStorage().Del(openProjectKey)
	return id
}

func noteOpenProject(ctx app.Context, old, now string) {
	if now != "" && now != old {
		_ = ctx.SessionStorage().Set(openProjectKey, now) // on failure the project is offered
	}
}

func hasFiles(e app.Event) bool {
	types := e.Get("dataTransfer").Get("types")
	return types.Truthy() && types.Call("includes", "Files").Truthy()
}

func (r *Root) onDrag(ctx app.Context, e app.Event) {
	if !hasFiles(e) {
		return
	}
	e.PreventDefault()
	topicDragging.Publish(ctx, true)
}

// onDragLeave removes the overlay when the pointer leaves the window. Between elements of the page,
// the event has a related target.
func (r *Root) onDragLeave(ctx app.Context, e app.Event) {
	if !e.Get("relatedTarget").Truthy() {
		topicDragging.Publish(ctx, false)
	}
}

func (r *Root) onDrop(ctx app.Context, e app.Event) {
	if !hasFiles(e) {
		return
	}
	e.PreventDefault()
	topicDragging.Publish(ctx, false)
	files := e.Get("dataTransfer").Get("files")
	file := files.Index(0)
	switch {
	case !file.Truthy():
	case files.Get("length").Int() > 1 && images.IsFile(file):
		r.files.chooseMany(ctx, app.Window().Get("Array").Call("from", files))
		kit.GoTo(ctx, kit.PlaceTable)
	case kit.Within(e.Get("target"), ".graph"): // a drawing: the file is a graph, not a table
		graph.OpenGraphFile(ctx, file)
	case kit.Within(e.Get("target"), ".batch"): // new rows to be explained
		r.files.chooseRows(ctx, file)
	case classifier.IsModelFile(file):
		openModel(ctx, file)
	case classifier.MayBeModelFile(file):
		classifier.TellModelFile(file, func(is bool) {
			ctx.Dispatch(func(ctx app.Context) {
				if is {
					openModel(ctx, file)
				} else {
					r.dropTable(ctx, func() { r.files.choose(ctx, kit.Picked{File: file}) })
				}
			})
		})
	default:
		r.dropTable(ctx, func() { r.files.drop(ctx, file, e.Get("dataTransfer").Get("items")) })
	}
}

func openModel(ctx app.Context, file app.Value) {
	classifier.OpenModelFile(ctx, file)
	kit.GoTo(ctx, kit.PlaceClassifier)
}

// dropTable opens what may be a table, labels or a project.
func (r *Root) dropTable(ctx app.Context, open func()) {
	open()
	if r.page.Now != kit.PlaceLabel { // this may be a file of labels, which the store recognizes
		kit.GoTo(ctx, kit.PlaceTable)
	}
}

func (r *Root) onPaste(ctx app.Context, e app.Event) {
	clip := e.Get("clipboardData")
	if !clip.Truthy() || kit.IsField(e.Get("target")) {
		return
	}
	if r.page.Now == kit.PlaceCauses && r.state.Data.HasTable {
		r.pasteGraph(ctx, clip)
		e.PreventDefault()
		return
	}
	if files := clip.Get("files"); files.Length() > 0 {
		r.files.choose(ctx, kit.Picked{File: files.Index(0)})
	} else if text := clip.Call("getData", "text/plain").String(); text != "" {
		kit.Do(ctx, store.PasteTable{Text: text})
	} else {
		return
	}
	e.PreventDefault()
	kit.GoTo(ctx, kit.PlaceTable)
}

// pasteGraph opens what is pasted in Causes.
func (r *Root) pasteGraph(ctx app.Context, clip app.Value) {
	if files := clip.Get("files"); files.Length() > 0 {
		graph.OpenGraphFile(ctx, files.Index(0))
	} else if text := clip.Call("getData", "text/plain").String(); text != "" {
		kit.Do(ctx, store.OpenGraph{Name: graph.TextPastedGraph, Bytes: []byte(text)})
	}
}
