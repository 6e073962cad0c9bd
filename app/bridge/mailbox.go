package bridge

import "sync"

// mailbox is an endless queue of work for one goroutine, so that whoever posts
// never waits: a callback of the browser must not.
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

// post adds work; after close it is dropped.
func (m *mailbox) post(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.work = append(m.work, f)
		m.more.Signal()
	}
}

// close drops the work that waits and ends run.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed, m.work = true, nil
	m.more.Signal()
}

// run does the work in order until close.
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
