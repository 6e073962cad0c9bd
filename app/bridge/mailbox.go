package bridge

import "sync"

// mailbox is an unbounded queue of work for one goroutine. Posting never blocks, because a browser
// callback must not.
type mailbox struct {
	mu     sync.Mutex
	more   sync.Cond
	work   []func()
	closed bool
}

func newMailbox() *mailbox {
	m := &mailbox{}
	m.more.L = &m.mu
	return m
}

// post adds work. After close it drops it.
func (m *mailbox) post(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.work = append(m.work, f)
		m.more.Signal()
	}
}

// close drops the waiting work and ends run.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed, m.work = true, nil
	m.more.Signal()
}

// run does the work in order until close is called.
func (m *mailbox) run() {
	for {
		m.mu.Lock()
		for len(m.work) == 0 && !m.closed {
			m.more.Wait()
		}
		if m.closed {
			m.mu.Unlock()
			return
		}
		f := m.work[0]
		m.work[0] = nil
		m.work = m.work[1:]
		m.mu.Unlock()
		f()
	}
}
