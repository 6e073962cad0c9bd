package page

import (
	"net"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
)

// A connection of 10 Mbit/s with 40 ms latency, and a processor slowed fourfold by
// Chromium's own throttling, which affects only the page's thread. Chromium's network throttling
// affects only the page's requests. So the server limits the connection for the page, its workers and
// the service worker together.
const (
	lineBytes   = 10e6 / 8
	lineLatency = 40 * time.Millisecond
	slowed      = 4
)

// line is shared by all connections of a listener.
type line struct {
	net.Listener
	mu   sync.Mutex
	free time.Time // when all earlier bytes have been transferred
}

func (l *line) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &lineConn{Conn: conn, line: l}, err
}

// lineConn delays the first bytes of a response by the latency, and all bytes until the
// line has transferred them.
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

// take waits until n bytes have been transferred. It makes up for late wake-ups.
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

// SlowVisits are a first and a second visit of a built site over that line: the time of the first paint and of the
// answer, in ms.
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
			p.Leave() // so that the tab keeps no compiled code
		}
	}
	return times
}

// visitSlowly opens the page with a slowed processor and returns the time of the first
// paint and of showing a step that was requested as soon as the page had loaded. No test
// script runs before that, because the page would have to wait for it.
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
	call(p, emulation.SetCPUThrottlingRate,
		emulation.SetCPUThrottlingRateParams{Rate: 1}) // otherwise throttling continues
	return eval[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`),
		eval[float64](p, `answered`)
}
