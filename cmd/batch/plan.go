package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/project"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Job holds the settings that every worker needs.
type Job struct {
	Project, Out string
	Hash         string // SHA-256 of the project's file
	Ranges       bool   // whether answers have ranges
	Notices      string // date of the notices; empty: no notices
	Goal         string // goal in words; empty: the goal in the project's settings
	Choices      string // JSON of the choices about rows that differ from the table; empty: only those of the project
}

// Block is a range of rows of a file that are explained together.
type Block struct {
	Name         string // name of its result files
	File         string
	Offset, Size int64 // bytes
	Row, Line    int   // row and line number of its first row, from 1
	First        bool  // whether it is the first of all files
}

// plan checks the request and splits the files into blocks.
func plan(ctx context.Context, job *Job, pattern string, rows int) ([]Block, error) {
	b, err := read(ctx, job.Project)
	if err != nil {
		return nil, fmt.Errorf("The project cannot be read: %w.", err)
	}
	job.Hash = hashOf(b)
	p, err := project.Open(b)
	if err != nil {
		return nil, err
	}
	if err := p.Explains(); err != nil {
		return nil, err
	}
	if err := job.aim(p); err != nil {
		return nil, err
	}
	if job.Notices != "" && !hasGoal(p) && p.Wanted() < 0 {
		return nil, errors.New("Notices go to refused people, but the project does not say which class people hope " +
			"for. Choose that class in Table and save the project again.")
	}
	files := list(ctx, pattern)
	if slices.Sort(files); len(files) == 0 {
		return nil, fmt.Errorf("No file matches %s.", pattern)
	}
	var all []Block
	for i, name := range files {
		if all, err = cut(ctx, all, job.reads(p), name, fmt.Sprintf("%04d-", i), rows); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("The files that match %s have no rows.", pattern)
	}
	all[0].First = true
	return all, nil
}

// aim sets the job's goal in the settings for many rows.
func (j Job) aim(p *project.File) error {
	if j.Goal == "" {
		return nil
	}
	b := &p.Saved.Settings.Batch
	s, err := b.Asked().Aim(j.Goal, p.Said().Outcome)
	*b = b.Asking(s)
	return err
}

// hasGoal reports whether notices are about a goal.
func hasGoal(p *project.File) bool {
	return p.Saved.Explain.Find.Goal != document.NoGoal || p.Saved.Settings.Batch.Goal != document.NoGoal
}

// begin records the job in the folder for the results. It rejects a folder with the results of another
// job and, if results must exist, a folder without results.
func begin(ctx context.Context, job Job, blocks []Block, must bool) error {
	is := map[string]any{"job": job.Hash, "blocks": blocks}
	if job.Ranges {
		is["ranges"] = true
	}
	if job.Goal != "" {
		is["goal"] = job.Goal
	}
	if job.Notices != "" {
		is["notices"] = job.Notices
	}
	if job.Choices != "" {
		is["choices"] = job.Choices
	}
	note := []byte(hashOf(batch.Marshal(is)) + "\n")
	was, err := read(ctx, job.Out+"/job.sha256")
	switch {
	case err == nil && !bytes.Equal(was, note):
		return fmt.Errorf("%s contains results for another project, other rows or other settings. Choose "+
			"another folder.", job.Out)
	case err != nil && must:
		return fmt.Errorf("%s holds no results: %w.", job.Out, err)
	case err != nil:
		return write(ctx, job.Out+"/job.sha256", note)
	}
	return nil
}

// cutAt is how many bytes are read at a time to find blocks.
const cutAt = 8 << 20

// cut adds the blocks of a file.
func cut(ctx context.Context, all []Block, rowsOf rowsOf, name, prefix string, rows int) ([]Block, error) {
	in, err := open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var text []byte
	fill := func(size int) (whole bool, err error) {
		more := make([]byte, max(0, size-len(text)))
		n, err := io.ReadFull(in, more)
		text = append(text, more[:n]...)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return true, nil
		}
		return false, err
	}
	whole, err := fill(max(cutAt, data.RowFileHead))
	if err != nil {
		return nil, err
	}
	f, err := rowsOf(text)
	if err != nil {
		return nil, err
	}
	skip, at := f.Begin()
	offset, text := int64(skip), text[skip:]
	for n, want := 0, cutAt; ; {
		size, next := f.Cut(string(text), at, rows, whole)
		if got := next.Row - at.Row; got < rows && !whole || size == 0 {
			if whole {
				return all, nil
			}
			want = max(want, len(text)+cutAt)
			if whole, err = fill(want); err != nil {
				return nil, err
			}
			continue
		}
		all = append(all, Block{Name: fmt.Sprintf("%s%06d", prefix, n), File: name, Offset: offset, Size: int64(size),
			Row: at.Row, Line: at.Line})
		text, offset, at, n = text[size:], offset+int64(size), next, n+1
	}
}

// rowsOf opens a file of rows, given its beginning. It reads the rows in the same way as the project's
// table.
type rowsOf func(head []byte) (*data.RowFile, error)

// reads returns how the job reads rows. Its own choices take precedence over those of the project.
func (j Job) reads(p *project.File) rowsOf {
	plan := p.Saved.Data.Source.Plan
	plan.Choices, plan.Passes = p.Saved.Settings.Batch.Choices, p.Passes(p.Saved.Graph.Knowledge())
	var own []data.Choice
	if j.Choices != "" {
		if err := json.Unmarshal([]byte(j.Choices), &own); err != nil {
			panic("batch: choices: " + err.Error()) // choices.text wrote these choices
		}
	}
	for _, c := range own {
		plan.Choices = data.Choose(plan.Choices, c)
	}
	return func(head []byte) (*data.RowFile, error) {
		return data.OpenRows(head[:min(len(head), data.RowFileHead)], p.Schema, plan, p.Usual())
	}
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func list(ctx context.Context, pattern string) []string {
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil
	}
	defer fs.Close()
	names, _ := fs.List(ctx, pattern)
	return names
}

// file is a file that also closes its file system.
type file struct {
	io.ReadCloser
	fs filesystem.Interface
}

func (f file) Close() error {
	err := f.ReadCloser.Close()
	f.fs.Close()
	return err
}

func open(ctx context.Context, name string) (io.ReadCloser, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	in, err := fs.OpenRead(ctx, name)
	if err != nil {
		fs.Close()
		return nil, err
	}
	return file{in, fs}, nil
}

func read(ctx context.Context, name string) ([]byte, error) {
	in, err := open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// output is a file that is written piece by piece. It appears only when it is complete.
type output struct {
	io.WriteCloser
	fs         filesystem.Interface
	name, half string
	sum        hash.Hash
}

func create(ctx context.Context, name string) (*output, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname()
	o := &output{fs: fs, name: name, sum: sha256.New(),
		half: fmt.Sprintf("%s.%s-%d.half", name, strings.ReplaceAll(host, "/", ""), os.Getpid())}
	if o.WriteCloser, err = fs.OpenWrite(ctx, o.half); err != nil {
		fs.Close()
		return nil, err
	}
	return o, nil
}

func (o *output) Write(b []byte) (int, error) {
	o.sum.Write(b)
	return o.WriteCloser.Write(b)
}

// drop abandons an unfinished file. It does nothing after keep.
func (o *output) drop() {
	if o.fs != nil {
		o.Close()
		o.fs.Close()
	}
}

// keep finishes the file and returns its SHA-256.
func (o *output) keep(ctx context.Context) (string, error) {
	err := o.Close()
	if err == nil {
		err = filesystem.Rename(ctx, o.fs, o.half, o.name)
	}
	o.fs.Close()
	o.fs = nil
	return hex.EncodeToString(o.sum.Sum(nil)), err
}

// write writes a file that appears only when it is complete.
func write(ctx context.Context, name string, b []byte) error {
	o, err := create(ctx, name)
	if err != nil {
		return err
	}
	defer o.drop()
	if _, err := o.Write(b); err != nil {
		return err
	}
	_, err = o.keep(ctx)
	return err
}

// tidy removes unfinished files of workers that were killed.
func tidy(ctx context.Context, job Job) error {
	for _, name := range list(ctx, job.Out+"/*.half") {
		fs, err := filesystem.New(ctx, name)
		if err != nil {
			return err
		}
		if r, ok := fs.(filesystem.Remover); ok {
			err = r.Remove(ctx, name)
		}
		fs.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
