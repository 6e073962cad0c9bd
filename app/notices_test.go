package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/app/ui/report"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/notice"
	"causeway/core/project"
)

// The notice of a row is the same, byte for byte, whether the page writes it for that row alone, among all refused
// rows, or a command writes it from the saved project.
func TestNoticesOfManyAreThoseOfOne(t *testing.T) {
	for _, mine := range []bool{true, false} {
		p := manyTab(t, bridge.NewMemory())
		find, batch := p.Explain.Find, p.Batch.Settings
		batch.Mine, batch.Part, batch.Most = mine, data.TestRows, 100
		names := store.SetNames{Column: 0, Naming: data.Naming{Name: "First <one>", Unit: "years", Shown: 2}}
		own := document.Notice{Organisation: "A bank", Role: "A person decides.", Contest: "Write to us."}
		p.do(onlyUp, names, store.SetWanted{Class: 1}, store.SetFind{Search: find}, store.SetBatch{Batch: batch},
			store.SetNotice{Notice: own}, store.SetLimit{Feature: 1, Limit: causal.Limit{Kind: causal.Within, By: 9,
				Difficulty: causal.Difficult}}, store.ExplainMany{})
		p.until("all rows", func() bool { return p.Batch.Finished })

		var packed, lines bytes.Buffer
		many := notice.Many{Zip: zip.NewWriter(&packed), Lines: &lines}
		p.notices = func(of store.State, row int) {
			if err := many.Add(row, report.NoticeOf(&of, "2026-11-28")); err != nil {
				t.Fatal(err)
			}
		}
		p.do(store.WriteNotices{})
		p.until("the notices", func() bool { return !p.Batch.Notices.Busy })
		many.Zip.Close()
		z, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Split(strings.TrimSpace(lines.String()), "\n")
		if len(z.File) != len(all) || len(all) < 10 {
			t.Fatalf("%d documents and %d lines; %s", len(z.File), len(all), p.alerts())
		}

		p.saved = nil
		p.do(store.SaveProject{Name: "many", With: store.Travel{Rows: true}})
		p.until("the file", func() bool { return p.saved != nil })
		saved, err := project.Open(p.saved)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		p.Batch.Each(func(r store.BatchRow) {
			if r.Predicted == saved.Wanted() {
				return
			}
			q := saved.NoticeQuery(r.Factual)
			x, why, err := saved.Case(r.Factual, q, func() error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			c := saved.Notice(q, x, why, "2026-11-28")
			html, line := read(t, z.File[at]), all[at]
			at++
			if name := notice.FileName(p.Batch.Number(r)) + ".html"; z.File[at-1].Name != name {
				t.Errorf("%s, want %s", z.File[at-1].Name, name)
			}
			if want := notice.HTML(c); !bytes.Equal(html, want) {
				t.Errorf("row %d: the page writes\n%s\nand a command\n%s", r.Index, html, want)
			}
			var got struct {
				Row    int
				Notice json.RawMessage
			}
			var want bytes.Buffer
			if err := json.Compact(&want, notice.JSON(c)); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(line), &got); err != nil || got.Row != p.Batch.Number(r) ||
				!bytes.Equal(got.Notice, want.Bytes()) {
				t.Errorf("row %d: %v, the page writes\n%s\nand a command\n%s", r.Index, err, line, want.Bytes())
			}
			if !mine || at > 5 { // for one row the limits bind
				return
			}
			p.do(store.GoToMark{Row: r.Index})
			p.until("the row", func() bool {
				return p.Explain.Index == r.Index && p.Explain.HasShares && !p.Explain.Waiting
			})
			p.do(store.FindCounterfactuals{})
			p.until("its reasons", func() bool { return p.Explain.HasFound && len(p.Explain.Reasons.Row) > 0 })
			if one := notice.HTML(report.NoticeOf(&p.State, "2026-11-28")); !bytes.Equal(one, html) {
				t.Errorf("row %d: alone\n%s\namong many\n%s", r.Index, one, html)
			}
		})
		if at != len(all) || !bytes.Contains(read(t, z.File[0]), []byte("First &lt;one&gt;")) {
			t.Errorf("%d refused rows, %d notices, mine %v", at, len(all), mine)
		}
	}
}

func read(t *testing.T, f *zip.File) []byte {
	t.Helper()
	in, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
