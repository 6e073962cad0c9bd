package bridge

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// saved is what a folder should return: records named a, b, c.
type saved struct {
	no      int
	records []Record
}

func save(no int, r *rand.Rand) saved {
	s := saved{no: no}
	for i, name := range []string{"project", "table", "training"} {
		b := make([]byte, 50+100*i)
		for j := range b {
			b[j] = byte(r.Uint32())
		}
		s.records = append(s.records, Record{Name: name, Bytes: b})
	}
	return s
}

func (s saved) card() []byte { return fmt.Append(nil, s.no) }

func sameRecords(a, b []Record) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || !bytes.Equal(a[i].Bytes, b[i].Bytes) {
			return false
		}
	}
	return true
}

// fetch reads a folder in a tab of its own.
func fetch(t *testing.T, m *Memory, id string) (Contents, error) {
	t.Helper()
	fault := m.Fault
	m.Fault = nil
	defer func() { m.Fault = fault }()
	v, kill := m.NewTab()
	defer kill()
	return v.Fetch(id, -1)
}

func TestWhatIsKeptComesBack(t *testing.T) {
	m := NewMemory()
	r := rand.New(rand.NewPCG(1, 1))
	v, _ := m.NewTab()
	first := save(1, r)
	id := "one"
	_, err := v.Keep(id, first.card(), first.records)
	if err != nil {
		t.Fatal(err)
	}
	second := save(2, r)
	second.records[1] = Record{Name: "table"} // as it is
	if _, err := v.Keep(id, second.card(), second.records); err != nil {
		t.Fatal(err)
	}
	second.records[1] = first.records[1]
	c, err := fetch(t, m, id)
	if err != nil || !sameRecords(c.Records, second.records) || string(c.Card) != "2" {
		t.Errorf("fetched %q, %v; want what was kept last", c.Card, err)
	}
	if c.Held {
		t.Error("two tabs hold one folder")
	}
	third := save(3, r)
	if _, err := v.Keep(id, third.card(), third.records); err != nil {
		t.Fatal(err)
	}
	if n := len(m.Names()); n != 2+3+3 { // heads, and records of two states; the rest is gone
		t.Errorf("%d names are stored, want 8: %q", n, m.Names())
	}
	v.Close(id)
	if err := v.Delete(id); err != nil || len(m.Names()) != 0 {
		t.Errorf("after the deletion (%v) there are %q", err, m.Names())
	}
}

// If any operation fails, or the tab ends anywhere, a new tab finds a whole state: the last saved
// one or the one being saved.
func TestNoFaultLosesTheLastGoodState(t *testing.T) {
	broken := errors.New("the disk broke")
	faults := map[string]Fault{
		"fails": {Err: broken}, "is full": {Err: ErrFull}, "loses the answer": {Err: broken, After: true},
		"is spoiled": {Spoil: true},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(300) {
				runFaults(t, seed, fault, false)
			}
		})
	}
	t.Run("kills the tab", func(t *testing.T) {
		for seed := range uint64(300) {
			runFaults(t, seed, Fault{Err: broken, After: seed%2 == 0}, true)
		}
	})
}

func runFaults(t *testing.T, seed uint64, fault Fault, mortal bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	m := NewMemory()
	v, kill := m.NewTab()
	good := save(0, r)
	id := "one"
	_, err := v.Keep(id, good.card(), good.records)
	if err != nil {
		t.Fatal(err)
	}
	sum := "" // the operation that reads a spoiled write back
	for no := 1; no < 12; no++ {
		at, ended := r.IntN(8), false
		m.Fault = func(operation string) Fault {
			at--
			if ended || at == -1 {
				ended = ended || mortal
				sum = operation
				return fault
			}
			return Fault{}
		}
		next := save(no, r)
		_, err := v.Keep(id, next.card(), next.records)
		m.Fault = nil
		c, got := fetch(t, m, id)
		switch {
		case got != nil:
			t.Fatalf("seed %d, state %d, fault in %s: nothing can be read: %v", seed, no, sum, got)
		case sameRecords(c.Records, next.records):
			good = next
		case !sameRecords(c.Records, good.records):
			t.Fatalf("seed %d, state %d, fault in %s: state %s came back, want %d", seed, no, sum, c.Card, good.no)
		case err == nil && !fault.Spoil:
			t.Fatalf("seed %d, state %d: it was said to be kept and was not", seed, no)
		}
		if ended {
			kill()
			v, kill = m.NewTab()
			if c, err := v.Fetch(id, -1); err != nil || !c.Held {
				t.Fatalf("seed %d: the next tab does not get the folder: %v", seed, err)
			}
		}
	}
	last := save(99, r)
	if _, err := v.Keep(id, last.card(), last.records); err != nil {
		t.Fatalf("seed %d: after the faults nothing can be kept: %v", seed, err)
	}
	if c, err := fetch(t, m, id); err != nil || !sameRecords(c.Records, last.records) {
		t.Fatalf("seed %d: after the faults what is kept does not come back: %v", seed, err)
	}
}

func TestADamagedStateFallsBackToTheOneBefore(t *testing.T) {
	m := NewMemory()
	r := rand.New(rand.NewPCG(3, 3))
	v, _ := m.NewTab()
	first, second := save(1, r), save(2, r)
	id := "one"
	v.Keep(id, first.card(), first.records)
	before := m.Names()
	v.Keep(id, second.card(), second.records)
	for _, name := range m.Names() {
		if strings.HasPrefix(name, partPrefix) && !strings.Contains(strings.Join(before, " "), name) {
			m.Spoil(name)
		}
	}
	c, err := fetch(t, m, id)
	if err != nil || !c.Older || !sameRecords(c.Records, first.records) {
		t.Errorf("got %q, older %v, %v; want the first state", c.Card, c.Older, err)
	}
	m.Spoil(headPrefix + id)
	if c, err = fetch(t, m, id); err != nil || !sameRecords(c.Records, first.records) {
		t.Errorf("with a damaged head: %q, %v; want the first state", c.Card, err)
	}
}

func TestTwoTabsCannotOverwriteEachOther(t *testing.T) {
	m := NewMemory()
	r := rand.New(rand.NewPCG(4, 4))
	one, kill := m.NewTab()
	two, _ := m.NewTab()
	s := save(1, r)
	id := "one"
	_, err := one.Keep(id, s.card(), s.records)
	if err != nil {
		t.Fatal(err)
	}
	c, err := two.Fetch(id, -1)
	if err != nil || c.Held || !sameRecords(c.Records, s.records) {
		t.Errorf("the second tab: held %v, %v; want to read only", c.Held, err)
	}
	if _, err := two.Keep(id, nil, save(2, r).records); !errors.Is(err, ErrTaken) {
		t.Errorf("the second tab writes: %v", err)
	}
	if err := two.Delete(id); err == nil {
		t.Error("the second tab deletes what the first has open")
	}
	kill()
	if c, err = two.Fetch(id, -1); err != nil || !c.Held {
		t.Errorf("after the first tab ended: held %v, %v", c.Held, err)
	}
}

// Without locks, comparing heads keeps tabs apart.
func TestWithoutLocksTheSecondWriterIsRefused(t *testing.T) {
	m := NewMemory()
	r := rand.New(rand.NewPCG(5, 5))
	one, _ := m.NewTab()
	two, _ := m.NewTab()
	s := save(1, r)
	id := "one"
	one.Keep(id, s.card(), s.records)
	unlock := func() { clear(m.held) }
	unlock()
	if _, err := two.Fetch(id, -1); err != nil {
		t.Fatal(err)
	}
	unlock()
	s = save(2, r)
	if _, err := one.Keep(id, s.card(), s.records); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Keep(id, nil, save(3, r).records); !errors.Is(err, ErrTaken) {
		t.Errorf("the second writer: %v, want ErrTaken", err)
	}
	if _, err := two.Keep(id, nil, save(3, r).records); !errors.Is(err, ErrTaken) {
		t.Errorf("the second writer once more: %v, want ErrTaken", err)
	}
	if c, err := fetch(t, m, id); err != nil || !sameRecords(c.Records, s.records) {
		t.Errorf("the first writer's state is gone: %v", err)
	}
}

func TestVersionsStayUntilTheyAreDeleted(t *testing.T) {
	m := NewMemory()
	r := rand.New(rand.NewPCG(6, 6))
	v, _ := m.NewTab()
	first := save(0, r)
	id := "one"
	v.Keep(id, first.card(), first.records)
	if err := v.Name(id, "before the meeting"); err != nil {
		t.Fatal(err)
	}
	for no := range 5 {
		s := save(no+1, r)
		v.Keep(id, s.card(), s.records)
	}
	c, err := v.Fetch(id, 0)
	if err != nil || c.Name != "before the meeting" || !sameRecords(c.Records, first.records) {
		t.Errorf("version %q, %v; want the first state", c.Name, err)
	}
	list, err := v.List()
	if err != nil || len(list) != 1 || len(list[0].Versions) != 1 || !list[0].Open ||
		string(list[0].Title.Card) != "5" {
		t.Errorf("list = %+v, %v", list, err)
	}
	many := len(m.Names())
	if err := v.Unname(id, 0); err != nil || len(m.Names()) != many-3 {
		t.Errorf("deleting the version: %v, %d names of %d are left", err, len(m.Names()), many)
	}
}

func TestAFullShelfIsSaid(t *testing.T) {
	m := NewMemory()
	r := rand.New(rand.NewPCG(7, 7))
	v, _ := m.NewTab()
	s := save(1, r)
	id := "one"
	v.Keep(id, s.card(), s.records)
	m.Quota = 1000
	if _, err := v.Keep(id, nil, save(2, r).records); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	m.Quota = 0
	s = save(3, r)
	if _, err := v.Keep(id, s.card(), s.records); err != nil {
		t.Errorf("once there is room: %v", err)
	}
}

// Many records are written a part at a time. If a later part fails, the earlier ones go and the
// last state stays.
func TestManyRecordsAreWrittenInParts(t *testing.T) {
	m := NewMemory()
	v, _ := m.NewTab()
	const id, n = "one", 3*mostPuts + 1
	if _, err := v.Keep(id, nil, []Record{{Name: "project", Bytes: []byte("first")}}); err != nil {
		t.Fatal(err)
	}
	before := m.Names()
	var many []Record
	for i := range n {
		many = append(many, Record{Name: fmt.Sprint("column ", i), Bytes: bytes.Repeat([]byte{byte(i)}, 100)})
	}
	m.Quota = 100*n - 1000
	if _, err := v.Keep(id, nil, many); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	if got := m.Names(); strings.Join(got, " ") != strings.Join(before, " ") {
		t.Errorf("%d names are left, want %d", len(got), len(before))
	}
	if c, err := v.Fetch(id, -1); err != nil || string(c.Records[0].Bytes) != "first" {
		t.Errorf("the last good state is gone: %v", err)
	}
	m.Quota = 0
	if _, err := v.Keep(id, nil, many); err != nil {
		t.Fatal(err)
	}
	if c, err := v.Fetch(id, -1); err != nil || len(c.Records) != n || c.Records[n-1].Bytes[0] != n-1 {
		t.Errorf("%d records come back, want %d: %v", len(c.Records), n, err)
	}
}

// If two states fit but not three, every save succeeds.
func TestTwoStatesAreEnoughRoom(t *testing.T) {
	m := NewMemory()
	v, _ := m.NewTab()
	const id, size = "one", 10_000
	m.Quota = 2*size + 2_000
	for n := range byte(5) {
		if _, err := v.Keep(id, nil, []Record{{Name: "project", Bytes: bytes.Repeat([]byte{n}, size)}}); err != nil {
			t.Fatalf("save %d: %v", n, err)
		}
	}
	if c, err := v.Fetch(id, -1); err != nil || len(c.Records) != 1 || c.Records[0].Bytes[0] != 4 {
		t.Errorf("fetched %v", err)
	}
	if _, err := v.Keep(id, nil, []Record{{Name: "project", Bytes: make([]byte, 2*size)}}); !errors.Is(err, ErrFull) {
		t.Errorf("more than there is room for: %v", err)
	}
	if c, err := v.Fetch(id, -1); err != nil || c.Records[0].Bytes[0] != 4 {
		t.Errorf("the last good state is gone: %v", err)
	}
}

// Forgotten records leave every state; the others stay.
func TestForget(t *testing.T) {
	m := NewMemory()
	v, _ := m.NewTab()
	const id = "one"
	save := func(n byte) {
		t.Helper()
		if _, err := v.Keep(id, nil, []Record{{Name: "project", Bytes: []byte{n}},
			{Name: "rows 0", Bytes: []byte{n, 0}}, {Name: "rows 1", Bytes: []byte{n, 1}}}); err != nil {
			t.Fatal(err)
		}
	}
	save(1)
	save(2)
	many := len(m.Names())
	for range 2 { // the second time there is nothing
		if err := v.Forget(id, "rows "); err != nil || len(m.Names()) != many-4 {
			t.Errorf("%v: %d names of %d are left", err, len(m.Names()), many)
		}
	}
	c, err := v.Fetch(id, -1)
	if err != nil || len(c.Records) != 1 || c.Records[0].Bytes[0] != 2 {
		t.Errorf("what is left: %v, %v", c.Records, err)
	}
	save(3)
}

// A file is saved as it is and returns as another file with the same bytes. Damage or loss is
// reported.
func TestAFileIsKept(t *testing.T) {
	m := NewMemory()
	m.Files = [][]byte{[]byte("long"), nil}
	v, _ := m.NewTab()
	const id = "one"
	if _, err := v.Keep(id, nil, []Record{{Name: "file", File: 2, Size: 4}}); !errors.Is(err, ErrGone) {
		t.Errorf("a file that is gone: %v", err)
	}
	for _, r := range []Record{{Name: "file", File: 1, Size: 4}, {Name: "file"}} {
		if _, err := v.Keep(id, nil, []Record{r}); err != nil {
			t.Fatal(err)
		}
	}
	m.Files[0] = []byte("other") // the chosen one
	c, err := fetch(t, m, id)
	if err != nil || len(c.Records) != 1 || c.Records[0].Size != 4 || string(m.Files[c.Records[0].File-1]) != "long" {
		t.Errorf("fetched %+v, %v", c.Records, err)
	}
	for _, name := range m.Names() {
		if strings.HasPrefix(name, partPrefix) {
			m.Spoil(name)
		}
	}
	if _, err := fetch(t, m, id); err == nil {
		t.Error("a damaged file came back")
	}
}
