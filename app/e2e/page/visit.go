package page

import (
	"net"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
)

// A line of 10 Mbit/s with 40 ms and a processor that is slowed four times, by
// Chromium's own throttling. That reaches the page's thread alone, and Chromium's line
// the page's requests alone: here the server is the line, so that the page, its workers
// and the service worker share it.
const (
	lineBytes   = 10e6 / 8
	lineLatency = 40 * time.Millisecond
	slowed      = 4
)

// line is what all connections of a listener share.
type line struct {
	net.Listener
	mu   sync.Mutex
	free time.Time // when what was sent before has gone through
}

func (l *line) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &lineConn{Conn: conn, line: l}, err
}

// lineConn holds the first bytes of an answer back for the latency, and all of them
// until the line has taken them.
type lineConn struct {
	net.Conn
	line  *line
	asked bool
}

func (c *lineConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.asked = true
	return n, err
}

func (c *lineConn) Write(b []byte) (n int, err error) {
	if c.asked {
		time.Sleep(lineLatency)
		c.asked = false
	}
	for n < len(b) && err == nil {
		part := b[n:min(n+4096, len(b))]
		c.line.take(len(part))
		var sent int
		sent, err = c.Conn.Write(part)
		n += sent
	}
	return n, err
}

// take waits until so many bytes have gone through. Who woke up late may make up for it.
func (l *line) take(bytes int) {
	const late = 20 * time.Millisecond
	l.mu.Lock()
	if earliest := time.Now().Add(-late); l.free.Before(earliest) {
		l.free = earliest
	}
	l.free = l.free.Add(time.Duration(float64(bytes) / lineBytes * float64(time.Second)))
	wait := time.Until(l.free)
	l.mu.Unlock()
	time.Sleep(wait)
}

// SlowVisits are a first and a second visit of a built site over that line: the first paint and the answer of each, in
// ms.
func SlowVisits(t testing.TB, dir string) (times [2][2]float64) {
	t.Helper()
	server := httptest.NewUnstartedServer(handlerOf(t, dir))
	server.Listener = &line{Listener: server.Listener}
	server.Start()
	defer server.Close()
	defer server.CloseClientConnections()
	first := NewTab(t, server.URL+"/")
	second := first.NewTab()
	for v, p := range []*Tab{first, second} {
		times[v][0], times[v][1] = p.visitSlowly()
		if v == 0 {
			p.WaitFor("the files to be stored", func() bool {
				return eval[bool](p, `navigator.serviceWorker.ready.then((r) => r.active !== null)`)
			})
			p.Leave() // what it compiled is not to be found in its memory
		}
	}
	return times
}

// visitSlowly opens the page with a slowed processor and says when it was first painted and
// when it led to a step that was asked for as soon as the page had loaded. Before, no
// script of the test runs: the page would have to wait for it.
func (p *Tab) visitSlowly() (paint, answer float64) {
	call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowed})
	p.Open("")
	p.run(`let pressed = false;
		const timer = setInterval(() => {
			const link = document.querySelector('nav a[href="#causes"]');
			if (link && !pressed) {
				pressed = true;
				link.click();
			} else if (document.querySelector("main")?.textContent.includes("Nothing to draw yet") &&
				!document.getElementById("boot-status")) {
				window.answered = performance.now();
				clearInterval(timer);
			}
		}, 10)`)
	p.WaitFor("the step", func() bool { return eval[bool](p, `window.answered > 0`) })
	call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1}) // or what slows it goes on
	return eval[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`),
		eval[float64](p, `answered`)
}
