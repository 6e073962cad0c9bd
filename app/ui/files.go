package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/wire"
)

var topicDragging = kit.NewTopic[bool]("dragging")

// files keeps the File object that was chosen last until the store requests its bytes.
type files struct {
	id     int
	file   app.Value
	places []app.Value // handles of files to save projects to; numbers start at 1, nil means a download
}

func (f *files) choose(ctx app.Context, p kit.Picked) {
	f.keep(p.File)
	in := store.ChooseFile{ID: f.id, Name: p.File.Get("name").String(), Size: p.File.Get("size").Int()}
	if p.Place != nil {
		in.Place = f.number(p.Place)
	}
	kit.Do(ctx, in)
}

// drop is choose for the first dropped item. It asks for a handle during the event, the only time when
// browsers provide one, so that a project can be saved to its file.
func (f *files) drop(ctx app.Context, file, items app.Value) {
	var item app.Value
	for i := 0; items.Truthy() && i < items.Length() && item == nil; i++ {
		if x := items.Index(i); x.Get("kind").String() == "file" {
			item = x
		}
	}
	name := strings.ToLower(file.Get("name").String())
	if item == nil || !item.Get("getAsFileSystemHandle").Truthy() || !strings.HasSuffix(name, store.ProjectExt) {
		f.choose(ctx, kit.Picked{File: file})
		return
	}
	kit.Then(item.Call("getAsFileSystemHandle"), func(place app.Value) {
		p := kit.Picked{File: file}
		if place.Truthy() && place.Get("kind").String() == "file" {
			p.Place = place
		}
		ctx.NewActionWithValue(kit.ChooseAction, p)
	}, func(app.Value) { ctx.NewActionWithValue(kit.ChooseAction, kit.Picked{File: file}) })
}

// number stores a place and returns its number.
func (f *files) number(place app.Value) int {
	f.places = append(f.places, place)
	return len(f.places)
}

func (f *files) keep(file app.Value) {
	f.stop()
	f.id++
	f.file = file
}

// chooseRows is choose for a file of new rows of the table.
func (f *files) chooseRows(ctx app.Context, file app.Value) {
	f.keep(file)
	kit.Do(ctx, store.ChooseBatchFile{ID: f.id, Name: file.Get("name").String(), Size: file.Get("size").Int()})
}

func (f *files) onChoose(ctx app.Context, a app.Action) {
	switch v := a.Value.(type) {
	case kit.Picked:
		f.choose(ctx, v)
	case app.Value:
		if v.Truthy() {
			f.choose(ctx, kit.Picked{File: v})
		}
	}
}

// onChooseMany opens image and label files chosen together; a single file is handled like any
// other.
func (f *files) onChooseMany(ctx app.Context, a app.Action) {
	list, ok := a.Value.(app.Value)
	if !ok || !list.Truthy() {
		return
	}
	f.chooseMany(ctx, list)
}

func (f *files) chooseMany(ctx app.Context, list app.Value) {
	n := list.Get("length").Int()
	all := make([]wire.ImageFile, n)
	left := n
	for i := range all {
		file := list.Index(i)
		name, size := file.Get("name").String(), file.Get("size").Int()
		all[i].Name = name
		if size > store.MaxFile {
			kit.Do(ctx, store.ChooseFile{Name: name, Size: size}) // the store says that it is too large
			return
		}
		kit.ReadFile(file, func(b []byte) {
			all[i].Bytes = b
			if left--; left == 0 {
				kit.Do(ctx, store.OpenImages{Files: all})
			}
		}, func(why string) { kit.Do(ctx, store.OpenImages{Unread: name, Why: why}) })
	}
}

func (f *files) onChooseRows(ctx app.Context, a app.Action) {
	if file, ok := a.Value.(app.Value); ok && file.Truthy() {
		f.chooseRows(ctx, file)
	}
}

// beginBytes is how much of a file identifies its kind. The page reads only this much of a longer
// file.
const beginBytes = 1 << 20

// parquetExt is the extension of files that the browser converts to CSV.
const parquetExt = ".parquet"

// read returns the bytes of the file, or its beginning.
func (f *files) read(ctx app.Context, e store.ReadFile) {
	id := e.ID
	if id != f.id || f.file == nil {
		return
	}
	if strings.HasSuffix(strings.ToLower(f.file.Get("name").String()), parquetExt) {
		kit.Then(app.Window().Call("causewayCSV", f.file, store.MaxFile, data.MaxRows), func(csv app.Value) {
			if id == f.id {
				f.file = csv
				f.read(ctx, e)
			}
		}, func(err app.Value) { kit.Do(ctx, store.FileUnreadable{ID: id, Why: err.Get("message").String()}) })
		return
	}
	file, number := f.file, 0
	if e.Whole || file.Get("size").Int() <= beginBytes {
		f.file = nil
	} else {
		number = kit.KeepFile(file)
		file = file.Call("slice", 0, beginBytes)
	}
	kit.ReadFile(file,
		func(b []byte) { kit.Do(ctx, store.FileRead{ID: id, Bytes: b, File: number}) },
		func(why string) { kit.Do(ctx, store.FileUnreadable{ID: id, Why: why}) })
}

// stop cancels the conversion of a file to CSV.
func (f *files) stop() { app.Window().Call("causewayCSV") }

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
