package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/project"
)

// ExplainFn explains blocks.
type ExplainFn struct{ Job Job }

// A desk is a project that is open, for one goroutine at a time.
type desk struct {
	p    *project.File
	many *project.Many
	form batch.Form
	by   grouping
}

// room holds the desks of a worker: each is opened once, and they are at most as many as
// processors, because blocks that are explained at once wait for a desk.
type room struct {
	free chan *desk
}

var rooms struct {
	sync.Mutex
	of map[string]*room
}

// enter is the room of a job in this worker.
func enter(ctx context.Context, job Job) (*room, error) {
	rooms.Lock()
	defer rooms.Unlock()
	if r := rooms.of[job.Hash]; r != nil {
		return r, nil
	}
	b, err := read(ctx, job.Project)
	if err != nil {
		return nil, err
	}
	if hashOf(b) != job.Hash {
		return nil, fmt.Errorf("The project in %s is no longer the one that the job was begun with.", job.Project)
	}
	r := &room{free: make(chan *desk, runtime.GOMAXPROCS(0))}
	for range cap(r.free) {
		d, err := newDesk(b)
		if err != nil {
			return nil, err
		}
		r.free <- d
	}
	if rooms.of == nil {
		rooms.of = map[string]*room{}
	}
	rooms.of[job.Hash] = r
	return r, nil
}

func newDesk(b []byte) (*desk, error) {
	p, err := project.Open(b)
	if err != nil {
		return nil, err
	}
	q := p.ManyQuery()
	many, err := p.Many(q)
	if err != nil {
		return nil, err
	}
	return &desk{p, many, p.Form(q, many), groupingOf(p)}, nil
}

// ProcessElement explains a block, writes its files, and gives its summary. A block that was
// done before, and whose files are those that were written, gives the summary that was noted.
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
	if was, faults := doneBefore(ctx, name, sum); faults == nil {
		emit(was.Summary)
		return nil
	}
	d := <-room.free
	rows, err := rowsOf(d.p, head)
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
	pieces := make([]piece, (len(some)+project.AtOnce-1)/project.AtOnce)
	var wait sync.WaitGroup
	for i := range pieces {
		d := <-room.free
		wait.Go(func() {
			defer func() { room.free <- d }()
			pieces[i] = d.explain(ctx, some[i*project.AtOnce:min((i+1)*project.AtOnce, len(some))])
		})
	}
	wait.Wait()
	d = <-room.free
	csv := []byte{}
	if b.First {
		csv = d.form.Head()
	}
	room.free <- d
	var lines []byte
	for _, p := range pieces {
		if p.err != nil {
			return p.err
		}
		csv, lines, out = append(csv, p.csv...), append(lines, p.json...), Merge(out, p.sum)
	}
	note := done{sum, map[string]string{}, out, hashOf(batch.Marshal(out))}
	for i, b := range [...][]byte{csv, lines, dead} {
		note.Files[ends[i]] = hashOf(b)
		if err := write(ctx, name+ends[i], b); err != nil {
			return err
		}
	}
	if err := write(ctx, name+".done.json", batch.Marshal(note)); err != nil { // the note comes last
		return err
	}
	emit(out)
	return nil
}

// letter is a line about a row that cannot be read.
type letter struct {
	File string `json:"file"`
	Row  int    `json:"row"`
	Line int    `json:"line"`
	Why  string `json:"why"`
}

// piece is what is found for some rows of a block.
type piece struct {
	csv, json []byte
	sum       Summary
	err       error
}

func (d *desk) explain(ctx context.Context, rows []data.ReadRow) (out piece) {
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
		out.csv = d.form.AppendCSV(out.csv, r)
		out.json = append(d.form.AppendJSON(out.json, r), '\n')
		out.sum.add(d.form, r, d.by.of(r))
	}
	return out
}

// bytesOf are the beginning of a block's file and its own text.
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
