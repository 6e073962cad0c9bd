package bridge

import (
	"bytes"
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Memory is storage for vaults in this process. It serves tests, which can make it fail. Several
// vaults over one Memory act like the tabs of a browser.
type Memory struct {
	mu    sync.Mutex
	items map[string]content
	held  map[string]*memoryShelf

	// Files holds the files of the page, numbered from 1.
	Files [][]byte

	// Quota limits the bytes of all records; 0: no limit.
	Quota int

	// Fault, if set, returns the fault of an operation, given its name, when a tab begins it.
	Fault func(operation string) Fault
}

// Fault is a failure of an operation.
type Fault struct {
	Err   error // the operation fails
	After bool  // it takes effect but fails, as if only the answer were lost
	Spoil bool  // it writes other bytes than it was given
}

// NewMemory returns an empty Memory.
func NewMemory() *Memory {
	return &Memory{items: map[string]content{}, held: map[string]*memoryShelf{}}
}

// NewTab returns a Vault over the storage, and a function that kills its tab at once, even during
// an operation.
func (m *Memory) NewTab() (v *Vault, kill func()) {
	s := &memoryShelf{Memory: m}
	v = newVault(s, time.Now)
	return v, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		s.dead = true
		maps.DeleteFunc(m.held, func(_ string, of *memoryShelf) bool { return of == s })
	}
}

// Names lists what is stored.
func (m *Memory) Names() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.items))
}

// Spoil changes a byte of the content under a name.
func (m *Memory) Spoil(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.items[name]
	if b := bytes.Clone(m.bytes(c)); len(b) > 0 {
		b[len(b)/2] ^= 1
		m.items[name] = m.stored(c, b)
	}
}

// memoryShelf is the shelf of one tab.
type memoryShelf struct {
	*Memory
	dead bool
}

// begin starts an operation. end must follow.
func (s *memoryShelf) begin(operation string) (f Fault, end func()) {
	s.mu.Lock()
	if s.Fault != nil {
		f = s.Fault(operation)
	}
	if s.dead {
		f = Fault{Err: ErrNoVault}
	}
	return f, s.mu.Unlock
}

func (s *memoryShelf) names(prefix string) ([]string, error) {
	f, end := s.begin("names")
	defer end()
	var list []string
	for name := range s.items {
		if strings.HasPrefix(name, prefix) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list, f.Err
}

func (s *memoryShelf) read(names ...string) ([]content, error) {
	f, end := s.begin("read")
	defer end()
	if f.Err != nil {
		return nil, f.Err
	}
	list := make([]content, len(names))
	for i, name := range names {
		c := s.items[name]
		list[i] = s.stored(c, bytes.Clone(s.bytes(c)))
	}
	return list, nil
}

func (s *memoryShelf) sum(name string) ([]byte, error) {
	f, end := s.begin("sum")
	defer end()
	c, ok := s.items[name]
	if f.Err != nil || !ok {
		return nil, f.Err
	}
	return s.digest(c)
}

func (s *memoryShelf) write(b batch) error {
	f, end := s.begin("write")
	defer end()
	if f.Err != nil && !f.After {
		return f.Err
	}
	if now, ok := s.items[b.expect.name]; b.check &&
		(ok != (b.expect.bytes != nil) || !bytes.Equal(now.bytes, b.expect.bytes)) {
		return ErrTaken
	}
	next := maps.Clone(s.items)
	for _, e := range b.put {
		b := bytes.Clone(s.bytes(e.content))
		if f.Spoil && len(b) > 0 {
			b[0] ^= 1
		}
		next[e.name] = s.stored(e.content, b)
	}
	for _, name := range b.drop {
		delete(next, name)
	}
	size := 0
	for _, v := range next {
		size += len(s.bytes(v))
	}
	if s.Quota > 0 && size > s.Quota {
		return ErrFull
	}
	s.items = next
	return f.Err
}

func (s *memoryShelf) digest(c content) ([]byte, error) {
	if c.file > 0 && s.Files[c.file-1] == nil {
		return nil, ErrGone
	}
	sum := sha256.Sum256(s.bytes(c))
	return sum[:], nil
}

func (m *Memory) bytes(c content) []byte {
	if c.file > 0 {
		return m.Files[c.file-1]
	}
	return c.bytes
}

// stored returns a copy of content for b. A file becomes a new file, as in a browser.
func (m *Memory) stored(c content, b []byte) content {
	if c.file == 0 {
		return content{bytes: b}
	}
	m.Files = append(m.Files, b)
	return content{file: len(m.Files), size: len(b)}
}

func (s *memoryShelf) dropFiles(numbers []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range numbers {
		s.Files[n-1] = nil
	}
}

func (s *memoryShelf) space() (Space, error) {
	f, end := s.begin("space")
	defer end()
	p := Space{Quota: int64(s.Quota)}
	for _, v := range s.items {
		p.Usage += int64(len(s.bytes(v)))
	}
	return p, f.Err
}

func (s *memoryShelf) persist() (bool, error) { return true, nil }

func (s *memoryShelf) lock(name string) (func(), error) {
	f, end := s.begin("lock")
	defer end()
	if f.Err != nil || s.held[name] != nil {
		return nil, f.Err
	}
	s.held[name] = s
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.held[name] == s {
			delete(s.held, name)
		}
	}, nil
}

func (s *memoryShelf) locks() bool { return true }

func (s *memoryShelf) locked(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[name] != nil
}
