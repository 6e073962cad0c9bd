package ui

import (
	"archive/zip"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/report"
	"causeway/core/notice"
)

// noticesFile is the file for the notices of many rows.
type noticesFile struct {
	state store.State // the state at the start; each notice adds its row's results
	date  string
	many  notice.Many
	parts kit.FileParts
}

func (f *noticesFile) begin(s store.State, lines bool) {
	*f = noticesFile{state: s, date: time.Now().Format(time.DateOnly)}
	if lines {
		f.many.Lines = &f.parts
	} else {
		f.many.Zip = zip.NewWriter(&f.parts)
	}
}

// add writes the next notices, and saves the file after the last one.
func (f *noticesFile) add(ctx app.Context, e store.AddNotices) {
	for i, row := range e.Numbers {
		if len(e.Found[i].Factual.Row) == 0 {
			continue
		}
		of := f.state.About(e.Asked[i], e.Found[i], e.Reasons[i])
		if err := f.many.Add(row, report.NoticeOf(&of, f.date)); err != nil {
			kit.Do(ctx, store.StopNotices{})
			return
		}
	}
	switch {
	case !e.Last:
	case f.many.Zip == nil:
		f.parts.Save(textNoticesFile+".jsonl", "application/jsonl")
	default:
		f.many.Zip.Close()
		f.parts.Save(textNoticesFile+".zip", "application/zip")
	}
}
