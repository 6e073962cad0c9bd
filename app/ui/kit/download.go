package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
	"iter"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/core/data"
)

// onSaveChart saves a chart on request.
func OnSaveChart(ctx app.Context, a app.Action) {
	s, ok := a.Value.(chart.Saving)
	switch {
	case !ok:
	case s.Kind == "svg":
		Download(s.Name, "image/svg+xml", s.SVG)
	case s.Kind == "png":
		DownloadPNG(ctx, s.Name, s.SVG)
	default:
		Download(s.Name, "text/csv", csvOf(s.Head, s.Rows))
	}
}

// csvOf writes a table that spreadsheet programs open safely.
func csvOf(head []string, rows [][]string) string {
	b := data.AppendRecord(nil, head...)
	for _, r := range rows {
		b = data.AppendRecord(b, r...)
	}
	return string(b)
}

// Workbook saves the output of data.AppendRecord as a workbook with one sheet.
func Workbook(ctx app.Context, name string, csv []byte) {
	b, err := data.AsWorkbook(csv, name)
	if err != nil {
		Do(ctx, store.Say{Text: store.Why(err)})
		return
	}
	SaveBytes(name+".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b)
}

// download saves text as a file.
func Download(name, kind, text string) {
	saveBlob(name, app.Window().Get("Blob").New([]any{text}, map[string]any{"type": kind}))
}

// saveBytes saves bytes as a file.
func SaveBytes(name, kind string, b []byte) {
	array := app.Window().Get("Uint8Array").New(len(b))
	app.CopyBytesToJS(array, b)
	list := app.Window().Get("Array").Call("of", array) // go-app does not convert browser values in slices
	saveBlob(name, app.Window().Get("Blob").New(list, map[string]any{"type": kind}))
}

// SaveParts saves the bytes of parts as one file.
func SaveParts(name, kind string, parts iter.Seq[[]byte]) {
	var all FileParts
	for b := range parts {
		all.Write(b)
	}
	all.Save(name, kind)
}

// FileParts is a file to save that arrives in parts. Each part goes to the browser immediately, which
// can keep large data on disk.
type FileParts struct{ list app.Value }

// Write adds a part.
func (p *FileParts) Write(b []byte) (int, error) {
	w := app.Window()
	if p.list == nil {
		p.list = w.Get("Array").New()
	}
	array := w.Get("Uint8Array").New(len(b))
	app.CopyBytesToJS(array, b)
	p.list.Call("push", w.Get("Blob").New(w.Get("Array").Call("of", array)))
	return len(b), nil
}

// Save saves the file.
func (p *FileParts) Save(name, kind string) {
	if p.list == nil {
		p.list = app.Window().Get("Array").New()
	}
	saveBlob(name, app.Window().Get("Blob").New(p.list, map[string]any{"type": kind}))
}

// saveBlob saves a browser's Blob as a file through a temporary link. Some browsers read the Blob
// only after the click, so its address stays valid for a minute.
func saveBlob(name string, blob app.Value) {
	w := app.Window()
	url := w.Get("URL").Call("createObjectURL", blob)
	a := w.Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	w.Call("setTimeout", w.Get("URL").Get("revokeObjectURL").Call("bind", w.Get("URL"), url), 60_000)
}

// downloadPNG draws an SVG at twice its size and saves the picture.
func DownloadPNG(ctx app.Context, name, svg string) {
	w := app.Window()
	url := w.Get("URL").Call("createObjectURL", w.Get("Blob").New([]any{svg}, map[string]any{"type": "image/svg+xml"}))
	img := w.Get("Image").New()
	var drawn, failed, made app.Func
	release := func() {
		w.Get("URL").Call("revokeObjectURL", url)
		for _, f := range []app.Func{drawn, failed, made} {
			f.Release()
		}
	}
	fail := func() {
		release()
		Do(ctx, store.Say{Text: textNoPicture})
	}
	made = app.FuncOf(func(this app.Value, args []app.Value) any {
		if !args[0].Truthy() {
			fail()
			return nil
		}
		saveBlob(name, args[0])
		release()
		return nil
	})
	drawn = app.FuncOf(func(this app.Value, args []app.Value) any {
		width, height := img.Get("naturalWidth").Float(), img.Get("naturalHeight").Float()
		scale := min(2, maxSide/max(width, height, 1))
		canvas := w.Get("document").Call("createElement", "canvas")
		canvas.Set("width", int(width*scale))
		canvas.Set("height", int(height*scale))
		canvas.Call("getContext", "2d").Call("drawImage", img, 0, 0, int(width*scale), int(height*scale))
		canvas.Call("toBlob", made, "image/png")
		return nil
	})
	failed = app.FuncOf(func(this app.Value, args []app.Value) any {
		fail()
		return nil
	})
	img.Set("onload", drawn)
	img.Set("onerror", failed)
	img.Set("src", url)
}

// maxSide is the longest side of a picture, in pixels, that every browser can draw.
const maxSide = 8192.0
