package bridge

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"causeway/core/sorting"
)

// Vault saves projects in this browser, each in its own folder. A folder has a head, which lists
// named records by hash, and the records, stored under their hash. A save writes records beside the
// old ones, reads them back and compares them. Then one transaction swaps the head and removes
// unlisted records, so the last good state survives whenever a tab ends. The methods block on the
// browser, so call them from Queue, which runs work in order on one goroutine. A Vault does not
// know what records mean.
type Vault struct {
	shelf shelf
	tab   string // identifies this vault among those of other tabs
	now   func() time.Time

	box     *mailbox
	folders map[string]*folder // folders that this tab opened or made
}

// folder is what a vault knows about one of its folders.
type folder struct {
	raw     []byte // bytes of the present head; nil: unknown
	head    head
	release func() // releases the lock
}

// Reasons why a vault cannot do its work.
var (
	// ErrNoVault says that this browser stores nothing for the page.
	ErrNoVault = errors.New("this browser does not let the page store anything; allow site data, or leave the " +
		"private window")

	// ErrFull says that the storage is full.
	ErrFull = errors.New("the browser's storage for this page is full; delete projects that you no longer need")

	// ErrGone says that a file cannot be read again.
	ErrGone = errors.New("the file was changed, moved or removed after you chose it; choose it again")

	// ErrTaken says that another tab has changed the folder.
	ErrTaken = errors.New("this project was changed in another tab")

	// ErrNewer says that a newer version of the page wrote the data.
	ErrNewer = errors.New("it was saved by a newer version of Causeway; close the other tabs and reload this one")
)

// Record is a named piece of a folder: bytes, or a file of the page by its number. With neither, the
// stored record of that name stays.
type Record struct {
	Name  string
	Bytes []byte
	File  int
	Size  int // size of the file
}

// Entry is a folder in the list of all.
type Entry struct {
	Folder   string
	Title    Title
	Versions []Title
	Size     int  // bytes of the records
	Open     bool // a tab, maybe this one, works on it
}

// Title identifies a state of a folder.
type Title struct {
	Name string    // name of a named version
	At   time.Time // when it was kept
	Card []byte    // extra data saved for the caller
}

// Contents is a state of a folder with its records.
type Contents struct {
	Title
	Records []Record
	Held    bool // only this tab may write to the folder
	Older   bool // the last state was damaged; this is the previous one
}

// Space says how many bytes the browser stores for the page.
type Space struct {
	Usage, Quota int64
	Persisted    bool // the browser keeps it even when the disk fills up
}

func newVault(s shelf, now func() time.Time) *Vault {
	v := &Vault{shelf: s, tab: randomName(), now: now, box: newMailbox(), folders: map[string]*folder{}}
	go v.box.run()
	return v
}

func randomName() string {
	return fmt.Sprintf("%016x%08x", rand.Uint64(), rand.Uint32())
}

// Queue runs work after all work queued before.
func (v *Vault) Queue(work func(*Vault)) { v.box.post(func() { work(v) }) }

// Space asks the browser how much room the page has.
func (v *Vault) Space() (Space, error) { return v.shelf.space() }

// DropFiles releases files of the page that nobody needs.
func (v *Vault) DropFiles(numbers []int) { v.shelf.dropFiles(numbers) }

// Persist asks the browser to protect the storage from eviction.
func (v *Vault) Persist() (bool, error) { return v.shelf.persist() }

// List lists all readable folders, the last saved first. It fails if the store fails and no folder can
// be read.
func (v *Vault) List() ([]Entry, error) {
	names, err := v.shelf.names(headPrefix)
	if err != nil {
		return nil, err
	}
	var list []Entry
	var failed error
	for _, name := range names {
		id := strings.TrimPrefix(name, headPrefix)
		_, h, err := v.readHead(id)
		if err != nil && !errors.Is(err, errHead) && !errors.Is(err, ErrNewer) {
			failed = err
		}
		if err != nil || len(h.States) == 0 {
			continue
		}
		_, mine := v.folders[id]
		e := Entry{Folder: id, Title: h.States[0].title(), Size: h.size(), Open: mine || v.shelf.locked(id)}
		for _, s := range h.Versions {
			e.Versions = append(e.Versions, s.title())
		}
		list = append(list, e)
	}
	if len(list) == 0 && failed != nil {
		return nil, failed
	}
	sorting.Stable(list, func(a, b Entry) int { return b.Title.At.Compare(a.Title.At) })
	return list, nil
}

// Free reports whether no tab has a folder open. It is false if this is unknown.
func (v *Vault) Free(id string) bool { return v.shelf.locks() && !v.shelf.locked(id) }

// Fetch returns the present state of a folder, or a numbered version. The folder then belongs to this
// tab, unless another tab has it.
func (v *Vault) Fetch(id string, version int) (Contents, error) {
	held, err := v.take(id)
	if err != nil {
		return Contents{}, err
	}
	raw, h, err := v.readHead(id)
	if err != nil {
		return Contents{}, err
	}
	if held {
		v.folders[id].raw, v.folders[id].head = raw, h
		v.sweep(id, h)
	}
	choice := h.States
	if version >= 0 {
		if version >= len(h.Versions) {
			return Contents{}, errors.New("that version no longer exists")
		}
		choice = h.Versions[version : version+1]
	}
	for i, s := range choice {
		records, err := v.readState(id, s)
		if err == nil {
			return Contents{Title: s.title(), Records: records, Held: held, Older: i > 0}, nil
		}
		if i == len(choice)-1 {
			return Contents{}, err
		}
	}
	return Contents{}, errors.New("it is empty")
}

// Keep makes records the present state of a folder, and creates a missing folder. It returns the
// state's time. If three states do not fit, it gives up the oldest.
func (v *Vault) Keep(id string, card []byte, records []Record) (at time.Time, err error) {
	at, err = v.keep(id, card, records)
	if errors.Is(err, ErrFull) && v.makeRoom(id) == nil {
		if at, err = v.keep(id, card, records); err != nil {
			_ = v.makeRoom(id) // removes parts of the failed save
		}
	}
	return at, err
}

func (v *Vault) keep(id string, card []byte, records []Record) (at time.Time, err error) {
	f, err := v.own(id)
	if err != nil {
		return at, err
	}
	s := state{At: v.now().UnixMilli(), Card: card}
	if s.Records, err = v.write(id, f.head, records); err != nil {
		return at, err
	}
	next := f.head
	next.States = []state{s}
	if len(f.head.States) > 0 {
		next.States = append(next.States, f.head.States[0])
	}
	return time.UnixMilli(s.At), v.swap(id, f, next)
}

// makeRoom removes everything from a folder except its present state and its versions.
func (v *Vault) makeRoom(id string) error {
	f, err := v.own(id)
	if err != nil {
		return err
	}
	v.sweep(id, f.head)
	if len(f.head.States) < 2 {
		return nil
	}
	next := f.head
	next.States = next.States[:1]
	return v.swap(id, f, next)
}

// Forget removes the records with a prefix from a folder's states. Versions keep their records.
func (v *Vault) Forget(id, prefix string) error {
	f, err := v.own(id)
	if err != nil {
		return err
	}
	next, found := f.head, false
	next.States = slices.Clone(next.States)
	for i, s := range next.States {
		kept := slices.DeleteFunc(slices.Clone(s.Records), func(r item) bool {
			return strings.HasPrefix(r.Name, prefix)
		})
		found = found || len(kept) < len(s.Records)
		next.States[i].Records = kept
	}
	if !found {
		return nil
	}
	return v.swap(id, f, next)
}

// Name also saves the present state of a folder as a named version.
func (v *Vault) Name(id, name string) error {
	f, err := v.own(id)
	if err != nil {
		return err
	}
	if len(f.head.States) == 0 {
		return errors.New("it is empty")
	}
	if len(f.head.Versions) >= MaxVersions {
		return fmt.Errorf("a project has at most %d versions; delete one first", MaxVersions)
	}
	s := f.head.States[0]
	s.Name = name
	next := f.head
	next.Versions = append(slices.Clone(next.Versions), s)
	return v.swap(id, f, next)
}

// Unname removes a version.
func (v *Vault) Unname(id string, version int) error {
	f, err := v.own(id)
	if err != nil {
		return err
	}
	next := f.head
	if version >= 0 && version < len(next.Versions) {
		next.Versions = slices.Delete(slices.Clone(next.Versions), version, version+1)
	}
	return v.swap(id, f, next)
}

// Delete removes a folder that no other tab has open.
func (v *Vault) Delete(id string) error {
	held, err := v.take(id)
	if err != nil {
		return err
	}
	if !held {
		return errors.New("it is open in another tab; close that one first")
	}
	parts, err := v.shelf.names(partPrefix + id + "/")
	if err != nil {
		return err
	}
	if err := v.shelf.write(batch{drop: append(parts, headPrefix+id, backPrefix+id)}); err != nil {
		return err
	}
	v.Close(id)
	return nil
}

// Close releases a folder for other tabs.
func (v *Vault) Close(id string) {
	if f := v.folders[id]; f != nil {
		delete(v.folders, id)
		f.release()
	}
}
