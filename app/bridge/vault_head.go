package bridge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"causeway/core/form"
)

// Names on the shelf: the head of a folder, its previous head, and records.
const (
	headPrefix = "head/"
	backPrefix = "back/"
	partPrefix = "part/"
)

// MaxVersions limits the named versions of a folder.
const MaxVersions = 50

const headVersion = 1

// head lists everything that a folder holds.
type head struct {
	Writer   string  `msgpack:"writer"`   // the tab
	Count    uint64  `msgpack:"count"`    // counts the folder's heads
	States   []state `msgpack:"states"`   // the present one and the previous one
	Versions []state `msgpack:"versions"` // the named ones
}

type state struct {
	Name    string `msgpack:"name"`
	At      int64  `msgpack:"at"` // milliseconds of Unix time
	Card    []byte `msgpack:"card"`
	Records []item `msgpack:"records"`
}

type item struct {
	Name string `msgpack:"name"`
	Size int    `msgpack:"size"`
	Sum  []byte `msgpack:"sum"` // SHA-256
}

func (s state) title() Title { return Title{Name: s.Name, At: time.UnixMilli(s.At), Card: s.Card} }

func (i item) part(id string) string { return partPrefix + id + "/" + hex.EncodeToString(i.Sum) }

// size returns the size of all records, each counted once.
func (h head) size() int {
	n := 0
	seen := map[string]bool{}
	h.each(func(i item) {
		if !seen[string(i.Sum)] {
			n += i.Size
		}
		seen[string(i.Sum)] = true
	})
	return n
}

func (h head) each(f func(item)) {
	for _, list := range [][]state{h.States, h.Versions} {
		for _, s := range list {
			for _, i := range s.Records {
				f(i)
			}
		}
	}
}

// parts returns the names of all records on the shelf.
func (h head) parts(id string) map[string]bool {
	m := map[string]bool{}
	h.each(func(i item) { m[i.part(id)] = true })
	return m
}

// encodeHead encodes a head, preceded by its version and a hash that reveals damage.
func encodeHead(h head) ([]byte, error) {
	b, err := form.Marshal(h)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(b)
	return slices.Concat([]byte{headVersion}, sum[:], b), nil
}

var errHead = errors.New("its list of contents is damaged")

func decodeHead(b []byte) (h head, err error) {
	switch {
	case len(b) < 1+sha256.Size:
		return h, errHead
	case b[0] > headVersion:
		return h, ErrNewer
	}
	body := b[1+sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], b[1:1+sha256.Size]) {
		return h, errHead
	}
	if h, err = form.UnmarshalKept[head](body); err != nil {
		return h, fmt.Errorf("%w: %w", errHead, err)
	}
	return h, nil
}

// readHead returns the head of a folder, or the previous head if the present one is damaged. A missing
// folder has neither.
func (v *Vault) readHead(id string) (raw []byte, h head, err error) {
	found, err := v.shelf.read(headPrefix+id, backPrefix+id)
	if err != nil {
		return nil, h, err
	}
	now, before := found[0].bytes, found[1].bytes
	if now == nil {
		return nil, h, nil
	}
	if h, err = decodeHead(now); errors.Is(err, errHead) && before != nil {
		h, err = decodeHead(before)
	}
	return now, h, err
}

// readState returns the records of a state if all are intact.
func (v *Vault) readState(id string, s state) ([]Record, error) {
	var names []string
	for _, i := range s.Records {
		names = append(names, i.part(id))
	}
	found, err := v.shelf.read(names...)
	if err != nil {
		return nil, err
	}
	records := make([]Record, len(found))
	for i, c := range found {
		sum, err := v.shelf.digest(c)
		if err != nil { // the browser may have been short of memory
			sum, err = v.shelf.digest(c)
		}
		if err != nil {
			return nil, err
		}
		if c.empty() || !bytes.Equal(sum, s.Records[i].Sum) {
			return nil, fmt.Errorf("its %s is damaged", s.Records[i].Name)
		}
		records[i] = Record{s.Records[i].Name, c.bytes, c.file, c.size}
	}
	return records, nil
}

// own returns a folder that only this tab writes to, with its present head.
func (v *Vault) own(id string) (*folder, error) {
	held, err := v.take(id)
	if err != nil {
		return nil, err
	}
	if !held {
		return nil, ErrTaken
	}
	f := v.folders[id]
	if f.raw != nil {
		return f, nil
	}
	raw, h, err := v.readHead(id)
	if err != nil {
		return nil, err
	}
	if raw != nil && h.Writer != v.tab { // this tab never opened it, or another tab wrote without the lock
		return nil, ErrTaken
	}
	f.raw, f.head = raw, h
	return f, nil
}

// take locks a folder for this tab. It reports whether the tab has it.
func (v *Vault) take(id string) (bool, error) {
	if v.folders[id] != nil {
		return true, nil
	}
	release, err := v.shelf.lock(id)
	if err != nil || release == nil {
		return false, err
	}
	v.folders[id] = &folder{release: release}
	return true, nil
}

// write stores missing records, a part at a time, and compares the stored bytes with the given ones.
// After a failure, sweep removes the stored parts.
func (v *Vault) write(id string, h head, records []Record) ([]item, error) {
	var items, fresh []item
	var b batch
	size := 0
	put := func() error {
		if len(b.put) == 0 {
			return nil
		}
		err := v.shelf.write(b)
		b, size = batch{}, 0
		return err
	}
	there := h.parts(id)
	for _, r := range records {
		i, err := v.itemOf(h, r)
		if err != nil {
			return nil, err
		}
		items = append(items, i)
		name := i.part(id)
		if there[name] {
			continue
		}
		there[name] = true
		fresh = append(fresh, i)
		b.put = append(b.put, entry{name, r.content()})
		if size += len(r.Bytes); size < mostPut && len(b.put) < mostPuts {
			continue
		}
		if err := put(); err != nil {
			return nil, err
		}
	}
	if err := put(); err != nil {
		return nil, err
	}
	for _, i := range fresh {
		if err := v.compare(i.part(id), [sha256.Size]byte(i.Sum)); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// How much to write at once, in bytes and records. The page copies this much without a pause.
const (
	mostPut  = 4 << 20
	mostPuts = 64
)

func (r Record) content() content { return content{r.Bytes, r.File, r.Size} }

func (v *Vault) itemOf(h head, r Record) (item, error) {
	if c := r.content(); !c.empty() {
		sum, err := v.shelf.digest(c)
		return item{r.Name, len(c.bytes) + c.size, sum}, err
	}
	for _, s := range h.States {
		for _, i := range s.Records {
			if i.Name == r.Name {
				return i, nil
			}
		}
	}
	return item{}, fmt.Errorf("%w: its %s is missing", ErrTaken, r.Name)
}

// swap replaces the head, if the known one is still present, and removes records that only the old
// head lists.
func (v *Vault) swap(id string, f *folder, next head) error {
	next.Writer, next.Count = v.tab, f.head.Count+1
	raw, err := encodeHead(next)
	if err != nil {
		return err
	}
	b := batch{check: true, expect: entry{headPrefix + id, content{bytes: f.raw}},
		put: []entry{{headPrefix + id, content{bytes: raw}}}}
	if f.raw != nil {
		b.put = append(b.put, entry{backPrefix + id, content{bytes: f.raw}})
	}
	listed := next.parts(id)
	for name := range f.head.parts(id) {
		if !listed[name] {
			b.drop = append(b.drop, name)
		}
	}
	slices.Sort(b.drop)
	err = v.shelf.write(b)
	if err == nil {
		err = v.compare(headPrefix+id, sha256.Sum256(raw))
	}
	if err != nil {
		f.raw, f.head = nil, head{} // the next call looks up the present head
		return err
	}
	f.raw, f.head = raw, next
	return nil
}

// compare verifies that the bytes under a name have a hash.
func (v *Vault) compare(name string, want [sha256.Size]byte) error {
	sum, err := v.shelf.sum(name)
	if err == nil && !bytes.Equal(sum, want[:]) {
		return errors.New("the browser returned different bytes from those that were saved")
	}
	return err
}

// sweep removes records that no head lists, left by a tab that ended during a save. Failing to do so
// is harmless.
func (v *Vault) sweep(id string, h head) {
	names, err := v.shelf.names(partPrefix + id + "/")
	if err != nil {
		return
	}
	listed := h.parts(id)
	names = slices.DeleteFunc(names, func(n string) bool { return listed[n] })
	if len(names) > 0 {
		_ = v.shelf.write(batch{check: true, expect: entry{headPrefix + id, content{bytes: v.folders[id].raw}},
			drop: names})
	}
}
