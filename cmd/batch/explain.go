package main

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/notice"
	"causeway/core/project"
)

// ExplainFn explains blocks.
type ExplainFn struct{ Job Job }

// A desk is an open project that one goroutine at a time may use.
type desk struct {
	p    *project.File
	many *project.Many
	form batch.Form
	by   grouping
	job  Job
}

// room holds the desks of a worker. It opens at most one desk per processor; blocks that are explained
// at the same time wait for a desk.
type room struct {
	free chan *desk
}

var rooms struct {
	sync.Mutex
	of map[Job]*room
}

// enter returns the room of a job in this worker.
func enter(ctx context.Context, job Job) (*room, error) {
	rooms.Lock()
	defer rooms.Unlock()
	if r := rooms.of[job]; r != nil {
		return r, nil
	}
	b, err := read(ctx, job.Project)
	if err != nil {
		return nil, err
	}
	if hashOf(b) != job.Hash {
		return nil, fmt.Errorf("The project in %s has changed since the job began.", job.Project)
	}
	r := &room{free: make(chan *desk, runtime.GOMAXPROCS(0))}
	for range cap(r.free) {
		d, err := newDesk(b, job)
		if err != nil {
			return nil, err
		}
		r.free <- d
	}
	if rooms.of == nil {
		rooms.of = map[Job]*room{}
	}
	rooms.of[job] = r
	return r, nil
}

func newDesk(b []byte, job Job) (*desk, error) {
	p, err := project.Open(b)
	if err != nil {
		return nil, err
	}
	if err := job.aim(p); err != nil {
		return nil, err
	}
	q := p.ManyQuery()
	q.Ranges = job.Ranges
	many, err := p.Many(q)
	if err != nil {
		return nil, err
	}
	return &desk{p, many, p.Form(q, many), groupingOf(p), job}, nil
}

// ProcessElement explains a block, writes its files, and emits its summary. If the block was done
// before and its files are intact, it emits the summary in the note.
func (f *ExplainFn) ProcessElement(ctx context.Context, b Block, emit func(Summary)) error {
	room, err := enter(ctx, f.Job)
	if err != nil {
		return err
	}
	head, text, err := bytesOf(ctx, b)
	if err != nil {
		return err
	}
	name, sum := f.Job.Out+"/"+b.Name, hashOf([]byte(text))
	if was, faults := f.Job.doneBefore(ctx, name, sum); faults == nil {
		emit(was.Summary)
		return nil
	}
	d := <-room.free
	rows, err := f.Job.reads(d.p)(head)
	room.free <- d
	if err != nil {
		return err
	}
	var some []data.ReadRow
	var dead []byte
	out := Summary{}
	rows.Each(text, data.Place{Row: b.Row, Line: b.Line}, func(r data.ReadRow) {
		out.Rows++
		if r.Why == "" {
			some = append(some, r)
			return
		}
		out.Unreadable++
		dead = append(append(dead, batch.Marshal(letter{b.File, r.Row, r.Line, r.Why})...), '\n')
	})
	for _, x := range rows.Differences() {
		out.Differs = append(out.Differs, differsOf(b.File, x))
	}
	files, err := f.Job.files(ctx, name)
	defer files.drop()
	if err != nil {
		return err
	}
	if _, err := files.dead.Write(dead); err != nil {
		return err
	}
	if b.First {
		d := <-room.free
		_, err = files.csv.Write(d.form.Head())
		room.free <- d
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for done := range room.explain(ctx, some, rows.Unseen(), f.Job.atOnce()) {
		p := <-done // in the order of the rows
		if err == nil {
			err = p.err
		}
		if err == nil {
			err = files.add(p)
		}
		if err != nil {
			stop()
		}
		out = Merge(out, p.sum)
	}
	if err != nil {
		return err
	}
	note := done{sum, nil, out, hashOf(batch.Marshal(out))}
	if note.Files, err = files.keep(ctx); err != nil {
		return err
	}
	if err := write(ctx, name+".done.json", batch.Marshal(note)); err != nil { // write the note last
		return err
	}
	emit(out)
	return nil
}

// atOnce returns how many rows are explained together and written in order. It is smaller with
// notices, which take more time and memory.
func (j Job) atOnce() int {
	if j.Notices != "" {
		return 16
	}
	return project.AtOnce
}

// explain hands the rows to the desks, atOnce at a time. It yields the results in the order of the
// rows. Each desk has at most one result that waits to be written.
func (r *room) explain(ctx context.Context, rows []data.ReadRow, unseen []data.Unseen,
	atOnce int) <-chan chan piece {
	next := make(chan chan piece, cap(r.free))
	go func() {
		defer close(next)
		for some := range slices.Chunk(rows, atOnce) {
			done := make(chan piece, 1)
			next <- done
			d := <-r.free
			go func() {
				defer func() { r.free <- d }()
				done <- d.explain(ctx, some, unseen)
			}()
		}
	}()
	return next
}

// letter is a line in the file of unreadable rows.
type letter struct {
	File string `json:"file"`
	Row  int    `json:"row"`
	Line int    `json:"line"`
	Why  string `json:"why"`
}

// piece holds the results for some rows of a block.
type piece struct {
	csv, json []byte
	notices   []numbered
	sum       Summary
	err       error
}

// numbered is a notice with the line number of its row.
type numbered struct {
	line int
	notice.Case
}

func (d *desk) explain(ctx context.Context, rows []data.ReadRow, unseen []data.Unseen) (out piece) {
	form := d.form
	form.Schema, d.many.Unseen = form.Schema.Wider(unseen), unseen
	values := make([][]float64, len(rows))
	for i, r := range rows {
		values[i] = r.Values
	}
	found, err := d.many.All(values, ctx.Err)
	if err != nil {
		return piece{err: err}
	}
	for i, b := range found {
		r := b.Row(rows[i].Line, rows[i].Outcome, rows[i].Values)
		out.csv = form.AppendCSV(out.csv, r)
		out.json = append(form.AppendJSON(out.json, r), '\n')
		out.sum.add(form, r, d.by.of(form.Schema, r))
		p, own, err := d.wider(r.Factual, unseen)
		if err != nil {
			return piece{err: err}
		}
		q := p.NoticeQuery(own)
		if d.job.Notices == "" || q.Goal == document.NoGoal && b.Class == d.p.Wanted() {
			continue
		}
		x, why, err := p.Case(own, q, ctx.Err)
		if err != nil {
			return piece{err: err}
		}
		if len(x.Factual.Row) == 0 { // it exists already
			continue
		}
		out.notices = append(out.notices, numbered{r.Index, p.Notice(q, x, why, d.job.Notices)})
	}
	return out
}

// wider returns the project for a row with levels that the table does not have, see project.Wider.
func (d *desk) wider(row []float64, unseen []data.Unseen) (*project.File, []float64, error) {
	wide, own, err := d.p.Wider(row, unseen, d.p.Saved.Graph.Knowledge())
	if err != nil || wide == &d.p.Project {
		return d.p, row, err
	}
	f := *d.p
	f.Project = *wide
	return &f, own, nil
}

// files holds the files of a block while they are written.
type files struct {
	csv, lines, dead *output
	notices          notice.Many
	all              map[string]*output // in the order of ends
}

func (j Job) files(ctx context.Context, name string) (f files, err error) {
	f.all = map[string]*output{}
	for _, end := range j.ends() {
		if f.all[end], err = create(ctx, name+end); err != nil {
			delete(f.all, end)
			return f, err
		}
	}
	f.csv, f.lines, f.dead = f.all[".csv"], f.all[".jsonl"], f.all[".dead.jsonl"]
	if j.Notices != "" {
		f.notices = notice.Many{Zip: zip.NewWriter(f.all[".notices.zip"]), Lines: f.all[".notices.jsonl"]}
	}
	return f, nil
}

// add writes a piece to the files.
func (f files) add(p piece) error {
	_, err := f.csv.Write(p.csv)
	if err == nil {
		_, err = f.lines.Write(p.json)
	}
	for _, n := range p.notices {
		if err == nil {
			err = f.notices.Add(n.line, n.Case)
		}
	}
	return err
}

func (f files) drop() {
	for _, o := range f.all {
		o.drop()
	}
}

// keep finishes the files and returns the SHA-256 of each.
func (f files) keep(ctx context.Context) (sums map[string]string, err error) {
	if f.notices.Zip != nil {
		if err := f.notices.Zip.Close(); err != nil {
			return nil, err
		}
	}
	sums = map[string]string{}
	for end, o := range f.all {
		if sums[end], err = o.keep(ctx); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// bytesOf returns the beginning of the file with a block, and the block's text.
func bytesOf(ctx context.Context, b Block) (head []byte, text string, err error) {
	in, err := open(ctx, b.File)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	if head, err = io.ReadAll(io.LimitReader(in, data.RowFileHead)); err != nil {
		return nil, "", err
	}
	from := min(int64(len(head)), b.Offset)
	own := append([]byte{}, head[from:min(int64(len(head)), b.Offset+b.Size)]...)
	if past := b.Offset - int64(len(head)); past > 0 {
		if s, ok := in.(file).ReadCloser.(io.Seeker); ok {
			_, err = s.Seek(b.Offset, io.SeekStart)
		} else {
			_, err = io.CopyN(io.Discard, in, past)
		}
		if err != nil {
			return nil, "", err
		}
	}
	rest := make([]byte, b.Size-int64(len(own)))
	if _, err := io.ReadFull(in, rest); err != nil {
		return nil, "", fmt.Errorf("%s is shorter than it was when the job began: %w", b.File, err)
	}
	return head, string(own) + string(rest), nil
}
