package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
)

// rowsFile is a file on disk to which the page writes the results for many rows during the run, in row
// order. It closes the file after every few thousand rows, so that they survive a crash of the page.
type rowsFile struct {
	to    app.Value // its handle, or nil
	name  string
	batch store.Batch // the batch as last seen
	next  int         // the first part not written yet
	at    int         // bytes written so far
	busy  bool
}

// atOnceInFile is how many parts are written together during a run.
const atOnceInFile = 10

// begin writes to a file that a person chose.
func (f *rowsFile) begin(ctx app.Context, to app.Value, b store.Batch, s data.Schema) {
	*f = rowsFile{to: to, name: to.Get("name").String()}
	kit.Do(ctx, store.Say{Text: textRowsFileBegins(f.name)})
	f.follow(ctx, b, s)
}

// follow writes new results, until another batch replaces the one for this file.
func (f *rowsFile) follow(ctx app.Context, b store.Batch, s data.Schema) {
	if f.to == nil || !b.HasResult {
		return
	}
	if f.batch.HasResult && f.batch.Run() != b.Run() {
		*f = rowsFile{}
		return
	}
	if f.batch = b; f.busy {
		return
	}
	ready, ended := b.Ready(f.next), b.Phase == store.Resting
	if !ended && ready-f.next < atOnceInFile {
		return
	}
	f.busy = true
	list := app.Window().Get("Array").New()
	size := 0
	for part := range b.CSVBetween(s, f.next, ready, ended) {
		array := app.Window().Get("Uint8Array").New(len(part))
		app.CopyBytesToJS(array, part)
		list.Call("push", array)
		size += len(part)
	}
	f.write(ctx, list, size, func(ctx app.Context) {
		f.busy, f.next, f.at = false, ready, f.at+size
		if ended {
			rows, name := b.Count(store.EveryRow), f.name
			*f = rowsFile{}
			kit.Do(ctx, store.Say{Text: textRowsFileDone(rows, name)})
			return
		}
		f.follow(ctx, f.batch, s) // results that arrived meanwhile
	})
}

// write adds to the file and closes it.
func (f *rowsFile) write(ctx app.Context, list app.Value, size int, then func(ctx app.Context)) {
	failed := func(why app.Value) {
		name := f.name
		ctx.Dispatch(func(ctx app.Context) {
			*f = rowsFile{}
			kit.Do(ctx, store.Say{Text: textRowsFileFailed(name, why.Get("message").String())})
		})
	}
	kit.Then(f.to.Call("createWritable", map[string]any{"keepExistingData": f.at > 0}), func(out app.Value) {
		kit.Then(out.Call("seek", f.at), func(app.Value) {
			kit.Then(out.Call("write", app.Window().Get("Blob").New(list)), func(app.Value) {
				kit.Then(out.Call("close"), func(app.Value) { ctx.Dispatch(then) }, failed)
			}, failed)
		}, failed)
	}, failed)
}

// onRowsFile begins to write the results for many rows to a file.
func (r *Root) onRowsFile(ctx app.Context, a app.Action) {
	if to, ok := a.Value.(app.Value); ok && r.state.Batch.HasResult {
		r.rows.begin(ctx, to, r.state.Batch, r.state.Data.Table.Schema)
	}
}
