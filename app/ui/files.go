package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

var topicDragging = newTopic[bool]("dragging")

// These actions carry a browser's File object to the root, a table and new rows
// of one; they are no intents, because the store knows nothing of the browser.
const (
	chooseAction     = "choose-file"
	chooseRowsAction = "choose-rows"
)

// picked is a file, and the place where the browser can write it; nil: none.
type picked struct{ file, place app.Value }

// files keeps the browser's File object that was chosen last until the store
// asks for its bytes.
type files struct {
	id     int
	file   app.Value
	places []app.Value // where projects are saved again, the first of number 1; nil: by a download
}

func (f *files) choose(ctx app.Context, p picked) {
	f.keep(p.file)
	in := store.ChooseFile{ID: f.id, Name: p.file.Get("name").String(), Size: p.file.Get("size").Int()}
	if p.place != nil {
		in.Place = f.number(p.place)
	}
	Do(ctx, in)
}

// drop is choose for the first of the items that were dropped. A project is saved
// again in its file where the browser hands it out, which it does during the event
// alone.
func (f *files) drop(ctx app.Context, file, items app.Value) {
	var item app.Value
	for i := 0; items.Truthy() && i < items.Length() && item == nil; i++ {
		if x := items.Index(i); x.Get("kind").String() == "file" {
			item = x
		}
	}
	name := strings.ToLower(file.Get("name").String())
	if item == nil || !item.Get("getAsFileSystemHandle").Truthy() || !strings.HasSuffix(name, store.ProjectExt) {
		f.choose(ctx, picked{file: file})
		return
	}
	then(item.Call("getAsFileSystemHandle"), func(place app.Value) {
		p := picked{file: file}
		if place.Truthy() && place.Get("kind").String() == "file" {
			p.place = place
		}
		ctx.NewActionWithValue(chooseAction, p)
	}, func(app.Value) { ctx.NewActionWithValue(chooseAction, picked{file: file}) })
}

// number keeps a place; the number is its own.
func (f *files) number(place app.Value) int {
	f.places = append(f.places, place)
	return len(f.places)
}

func (f *files) keep(file app.Value) {
	f.id++
	f.file = file
}

// chooseRows is choose for a file of new rows of the table.
func (f *files) chooseRows(ctx app.Context, file app.Value) {
	f.keep(file)
	Do(ctx, store.ChooseBatchFile{ID: f.id, Name: file.Get("name").String(), Size: file.Get("size").Int()})
}

func (f *files) onChoose(ctx app.Context, a app.Action) {
	switch v := a.Value.(type) {
	case picked:
		f.choose(ctx, v)
	case app.Value:
		if v.Truthy() {
			f.choose(ctx, picked{file: v})
		}
	}
}

func (f *files) onChooseRows(ctx app.Context, a app.Action) {
	if file, ok := a.Value.(app.Value); ok && file.Truthy() {
		f.chooseRows(ctx, file)
	}
}

// read brings the bytes of the file.
func (f *files) read(ctx app.Context, e store.ReadFile) {
	id := e.ID
	if id != f.id || f.file == nil {
		return
	}
	file := f.file
	f.file = nil
	readFile(file,
		func(b []byte) {
			if e.NewRows {
				Do(ctx, store.BatchFileRead{ID: id, Bytes: b})
			} else {
				Do(ctx, store.FileRead{ID: id, Bytes: b})
			}
		},
		func(why string) { Do(ctx, store.FileUnreadable{ID: id, Why: why}) })
}

// readFile reads a browser's File object. The browser reads it in the background
// and says so by one of two callbacks, after which both are released.
func readFile(file app.Value, bytes func([]byte), unreadable func(why string)) {
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

// dropTarget covers the page while a file is dragged over it.
type dropTarget struct {
	app.Compo
	shown bool
}

func (d *dropTarget) OnMount(ctx app.Context) { topicDragging.Observe(ctx, &d.shown) }

func (d *dropTarget) Render() app.UI {
	return app.Div().Class("drop-overlay").Hidden(!d.shown).Aria("hidden", "true").Body(
		app.P().Class("drop-overlay-text").Text(textDropHere))
}
