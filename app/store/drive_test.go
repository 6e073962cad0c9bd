package store

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"causeway/core/wire"
)

// driver is a page with a clerk as its engine and a drawer as the browser's storage. Everything
// pending waits in a queue, so that the same seed produces the same run.
type driver struct {
	State
	r       *rand.Rand
	clerk   clerk
	drawer  drawer
	queue   []Intent
	tasks   map[int][]Intent // of jobs of tasks that run
	halted  map[int]bool
	timers  []int
	files   map[int][]byte // chosen files, by number
	long    [][]byte       // files that only the engine reads
	written []byte         // intents, for the failure report
	course  []string       // intents, for the report of what went wrong
	faults  bool           // the drawer is sometimes full
	age     int            // sequences that it ran
	packed  struct{ of, to KeepProject }
}

// drawer is the browser's storage.
type drawer struct {
	folders map[string]folder
	clock   int64
}

type folder struct {
	at      int64
	card    KeptCard
	records records
}

func newDriver(r *rand.Rand) *driver {
	d := &driver{State: New(), r: r, clerk: clerk{r: r, runs: map[int]*run{}}, tasks: map[int][]Intent{},
		halted: map[int]bool{}, files: map[int][]byte{}}
	d.drawer.folders, d.Data.Sample.Rows = map[string]folder{}, 100
	d.do(StartKeeping{})
	d.settle()
	return d
}

// fork returns an independent copy.
func (d *driver) fork(r *rand.Rand) *driver {
	c := *d
	c.r, c.clerk.r = r, r
	c.clerk.runs = map[int]*run{}
	for j, x := range d.clerk.runs {
		y := *x
		c.clerk.runs[j] = &y
	}
	c.drawer.folders = maps.Clone(d.drawer.folders)
	c.queue, c.timers, c.course = slices.Clone(d.queue), slices.Clone(d.timers), slices.Clone(d.course)
	c.tasks, c.halted, c.files = maps.Clone(d.tasks), maps.Clone(d.halted), maps.Clone(d.files)
	c.long = slices.Clone(d.long)
	return &c
}

// do applies intents without waiting for consequences.
func (d *driver) do(list ...Intent) {
	for _, in := range list {
		d.course = append(d.course, toldOf(in))
		next, effects := Apply(d.State, in)
		d.State = next
		for _, e := range effects {
			d.carryOut(e)
		}
	}
}

// toldOf describes an intent in a report, with the engine's facts.
func toldOf(in Intent) string {
	if f, ok := in.(Fact); ok {
		return fmt.Sprintf("Fact:%T", f.Body)
	}
	return fmt.Sprintf("%T", in)
}

func (d *driver) carryOut(e Effect) {
	say := func(list ...Intent) { d.queue = append(d.queue, list...) }
	switch e := e.(type) {
	case Send:
		if d.Link.Down {
			say(Unsent{e.Job, "The engine did not receive the message: it is down."})
			return
		}
		d.clerk.files = d.long
		for _, f := range d.clerk.handle(e.Job, e.Body) {
			say(Fact{e.Job, f})
		}
	case RunTasks:
		var list []Intent
		other := clerk{r: d.r, calm: d.clerk.calm}
		for _, s := range e.Setup {
			if u, ok := s.Body.(wire.Restore); ok && u.Table.Hash != "" {
				other.table, _ = u.Table.Table()
			}
		}
		for i, t := range e.Tasks {
			if m, is := t.Body.(wire.Evaluate); is && m.Check() != nil {
				panic(fmt.Sprintf("what cannot be evaluated: %v", m.Check()))
			}
			list = append(list, TaskDone{e.Job, i, other.do(t.Body)})
		}
		d.tasks[e.Job] = append(list, TasksEnded{Job: e.Job})
	case TellTasks:
		switch e.Body.(type) {
		case wire.Pause:
			d.halted[e.Job] = true
		case wire.Resume:
			delete(d.halted, e.Job)
		case wire.Cancel:
			delete(d.tasks, e.Job)
		}
	case ReadFile:
		if b, ok := d.files[e.ID]; !ok {
			say(FileUnreadable{e.ID, "it is gone"})
		} else if e.Whole || e.ID%2 == 0 {
			say(FileRead{ID: e.ID, Bytes: b})
		} else { // as if it were long
			d.long = append(d.long, b)
			say(FileRead{ID: e.ID, Bytes: b[:min(len(b), 40)], File: len(d.long)})
		}
	case WriteFile:
		d.written = e.Bytes
		say(ProjectSaved{SaveProject: e.As})
	case Restart:
		say(EngineUp{})
	case VaultEffect:
		d.keep(e)
	}
}

// another copies a file's record as another file of the page, as a browser does.
func (d *driver) another(r KeptRecord) KeptRecord {
	if r.File > 0 {
		b := d.long[r.File-1]
		if b == nil {
			panic(fmt.Sprintf("file %d was let go", r.File))
		}
		d.long = append(d.long, b)
		r.File = len(d.long)
	}
	return r
}

func (d *driver) keep(e VaultEffect) {
	say := func(in Intent) { d.queue = append(d.queue, in) }
	v := &d.drawer
	switch e := e.(type) {
	case ListKept:
		if e.First {
			say(KeptStarted{d.list(), fmt.Sprint("tab", v.clock), e.Resume})
		} else {
			say(d.list())
		}
	case WaitToKeep:
		d.timers = append(d.timers, e.Timer)
	case WatchKept:
	case KeepProject:
		e, err := d.pack(e)
		if err != nil {
			panic(err)
		}
		if d.faults && d.r.IntN(4) == 0 {
			say(NotKept{e.ID, e.No, []Trouble{VaultFull, VaultFull, OtherTrouble, FileGone}[d.r.IntN(4)],
				"the disk broke"})
			return
		}
		f, all := v.folders[e.ID], records{}
		for _, r := range e.Records {
			if r.Bytes == nil && r.File == 0 {
				var ok bool
				if r, ok = f.records[r.Name]; !ok {
					panic(fmt.Sprintf("the record %q is not saved yet", r.Name))
				}
			} else {
				r = d.another(r)
			}
			all[r.Name] = r
		}
		v.clock++
		v.folders[e.ID] = folder{v.clock, e.Card, all}
		say(e.Kept(v.clock))
	case FetchKept:
		f, ok := v.folders[e.ID]
		if !ok {
			say(NotFetched{e.ID, "there is no such project"})
			return
		}
		in := Fetched{ID: e.ID, Version: e.Version, At: f.at, Held: true}
		for _, name := range slices.Sorted(maps.Keys(f.records)) {
			in.Records = append(in.Records, d.another(f.records[name]))
		}
		say(in)
	case LeaveKept:
	case DropFiles:
		for _, n := range e.Numbers {
			d.long[n-1] = nil
		}
	case DropKept:
		if e.Version < 0 {
			delete(v.folders, e.ID)
		}
		say(d.list())
	case NameKept:
		say(d.list())
	case AskPersist:
		say(PersistAnswered{d.r.IntN(2) == 0})
	}
}

// pack packs the data to save. Earlier packs must be reproducible now, because the page may
// change while it packs.
func (d *driver) pack(e KeepProject) (KeepProject, error) {
	if was := d.packed; was.of.packing != nil {
		if again, err := was.of.Pack(func() {}); err != nil || !reflect.DeepEqual(again.Records, was.to.Records) {
			return e, fmt.Errorf("what was saved has changed since: %v", err)
		}
	}
	to, err := e.Pack(func() {})
	d.packed.of, d.packed.to = e, to
	return to, err
}

func (d *driver) list() (l KeptListed) {
	for id, f := range d.drawer.folders {
		l.Projects = append(l.Projects, KeptProject{ID: id, At: f.at, Card: f.card})
	}
	slices.SortFunc(l.Projects, func(a, b KeptProject) int { return int(b.At - a.At) })
	return l
}

// step runs one pending action. It reports whether one was pending.
func (d *driver) step() bool {
	if len(d.queue) > 0 {
		in := d.queue[0]
		d.queue = d.queue[1:]
		if f, ok := in.(Fact); ok && d.Link.Down {
			_ = f // the engine that said it is dead
			return true
		}
		d.do(in)
		return true
	}
	if job, f, ok := d.clerk.tick(); ok {
		d.do(Fact{job, f})
		return true
	}
	for _, job := range slices.Sorted(maps.Keys(d.tasks)) {
		if list := d.tasks[job]; !d.halted[job] {
			if d.tasks[job] = list[1:]; len(list) == 1 {
				delete(d.tasks, job)
			}
			d.do(list[0])
			return true
		}
	}
	return false
}

// settle runs everything pending except timers.
func (d *driver) settle() {
	for n := 0; d.step(); n++ {
		if n > 5000 {
			panic("it does not come to rest")
		}
	}
}

// die ends the engine, and starts another.
func (d *driver) die(final bool) {
	d.queue = slices.DeleteFunc(d.queue, func(in Intent) bool { _, fact := in.(Fact); return fact })
	d.clerk = clerk{r: d.r, runs: map[int]*run{}, made: d.clerk.made}
	d.do(EngineDown{Reason: "out of memory", Final: final})
	if !final {
		d.queue = append(d.queue, EngineUp{})
	}
}

// save runs everything, timers included, until all is saved.
func (d *driver) save() error {
	d.faults = false
	for range 20 {
		d.settle()
		timers := d.timers
		d.timers = nil
		for _, t := range timers {
			d.do(KeepDue{t})
			d.settle()
		}
		if len(d.timers) == 0 && len(d.queue) == 0 {
			break
		}
	}
	switch k := d.Keeping; {
	case len(k.Left) > 0:
		return fmt.Errorf("%+v is not saved", k.Left)
	case d.isThere() && (k.Stage != KeepSaved || k.dirty || k.saving || k.packing):
		return fmt.Errorf("saving has come to stage %d: %s dirty %v saving %v packing %v timer %d; link %+v; crew "+
			"%d; there %v table %v %d timers", k.Stage, k.Why, k.dirty, k.saving, k.packing, k.timer, d.Link,
			d.crew.job, d.isThere(), d.Data.HasTable, len(d.timers))
	}
	return nil
}

// reopened is another page over the same drawer with the same project.
func (d *driver) reopened() (*driver, error) {
	q := newDriver(d.r)
	q.drawer.folders, q.drawer.clock = maps.Clone(d.drawer.folders), d.drawer.clock
	q.clerk.calm, q.long = true, d.long
	q.do(StartKeeping{Resume: d.Keeping.ID})
	q.settle()
	switch {
	case q.Keeping.ID != d.Keeping.ID:
		return q, fmt.Errorf("project %q was not opened: %v", d.Keeping.ID, q.Notices)
	case q.Keeping.At != d.Keeping.At:
		return q, fmt.Errorf("saved at %d, and it says %d", d.Keeping.At, q.Keeping.At)
	}
	return q, nil
}

// told checks that every sentence on the page is fit for people.
func (d *driver) told() error {
	list := []string{d.Notices.Status, d.Keeping.Why}
	for _, a := range d.Notices.Alerts {
		list = append(list, a.Text)
	}
	for _, text := range list {
		if strings.HasSuffix(text, ".") && !strings.Contains(text, ": ") {
			continue
		}
		if text != "" && (packaged.MatchString(strings.ReplaceAll(text, "cf: x", "x")) ||
			!strings.ContainsRune(".!?", rune(text[len(text)-1]))) {
			return fmt.Errorf("no sentence for people: %q", text)
		}
	}
	return nil
}

// sameBytes reports the differences between two projects' files.
func sameBytes(a, b State) error {
	if a.Explain.Total == 0 || b.Explain.Pos == 0 { // the row does not exist, or its list was lost with an engine
		a.Explain.Pos = b.Explain.Pos
	}
	pa, x, leftA, errA := a.sound(Travel{Labels: true})
	pb, y, leftB, errB := b.sound(Travel{Labels: true})
	if errA != nil || errB != nil || len(leftA)+len(leftB) > 0 {
		return fmt.Errorf("%v, %v; left out %v, %v", errA, errB, leftA, leftB)
	}
	if bytes.Equal(x, y) {
		return nil
	}
	return fmt.Errorf("the project differs: %s", difference(pa, pb))
}
