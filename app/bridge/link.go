package bridge

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"causeway/core/fault"
	"causeway/core/wire"
)

// port is a running engine.
type port interface {
	post(frame []byte, file int) // with a file of the page; 0: with none
	end()
}

// spawn starts an engine. From any goroutine it calls heard for every frame, grew with the engine's memory in bytes
// each time that grows, and died if the engine ends on its own.
type spawn func(heard func(frame []byte), grew func(bytes int), died func(why string)) (port, error)

// pace holds the times of a link.
type pace struct {
	beat   time.Duration    // between two pings
	pauses [3]time.Duration // before each start in a row
	stable time.Duration    // an engine that lived so long ends the row
	after  func(d time.Duration, f func()) (stop func())
	now    func() time.Time
}

// Beats without a word after which an engine is taken for dead. A training
// answers within a few dozen milliseconds; other work in one piece takes a while,
// and so does the first start over a slow network. A file is read at 1 MB a second at least.
const (
	beatsTraining = 4
	beatsReading  = 6
	beatsWorking  = 24
	beatsStarting = 36

	bytesPerBeat = 5 << 20
)

// mostGrowth is how many bytes of memory more than it had an engine may take to read a file: 256 MB, and the longest
// table twice, as text and as cells.
const mostGrowth = 384 << 20

// realPace gives a dead engine 20 seconds, one that reads a file half a minute and a second a MB, and
// one at other work two minutes.
func realPace() pace {
	return pace{
		beat:   5 * time.Second,
		pauses: [3]time.Duration{250 * time.Millisecond, time.Second, 4 * time.Second},
		stable: time.Minute,
		after:  func(d time.Duration, f func()) func() { t := time.AfterFunc(d, f); return func() { t.Stop() } },
		now:    time.Now,
	}
}

// link is the Client over any way to start an engine. Its fields below box
// belong to the goroutine that runs box.
type link struct {
	spawn spawn
	pace  pace
	box   *mailbox

	handle  func(Event)
	port    port
	life    int           // number of the present engine; callbacks of others are stale
	up      bool          // it said Hello
	since   time.Time     // of up
	first   bool          // no engine has been up or down yet
	waiting []call        // messages before the first Up
	asked   map[int]asked // jobs that wait for an answer in one piece
	silent  int           // beats without a word
	memory  int           // of the engine, in bytes
	starts  int           // starts in a row that did not last
	stop    func()        // of the next timer
}

// call is a message to send.
type call struct {
	job   int
	frame []byte
	file  int  // of the page, that goes with it
	beats int  // that it may take in one piece; 0: a training, whose engine answers pings meanwhile
	reads bool // a file
}

// asked is what a job in one piece may take: so many beats, and so much memory if it reads a file.
type asked struct{ beats, memory int }

func newLink(s spawn, p pace) *link {
	return &link{spawn: s, pace: p, box: newMailbox(), first: true, asked: map[int]asked{}, stop: func() {}}
}

// Start implements Client.
func (l *link) Start(handle func(Event)) {
	go l.box.run()
	l.box.post(func() {
		l.handle = handle
		l.begin()
	})
}

// Send implements Client.
func (l *link) Send(job int, m wire.Message) error {
	frame, err := wire.Encode(job, m)
	if err != nil {
		return err
	}
	c := call{job: job, frame: frame, beats: beatsWorking}
	switch m := m.(type) {
	case wire.Open:
		c.file, c.reads, c.beats = m.File, true, beatsReading+max(len(frame), m.Size)/bytesPerBeat
	case wire.ReadModel, wire.ReadRows, wire.OpenImages:
		c.reads, c.beats = true, beatsReading+len(frame)/bytesPerBeat
	case wire.Replan, wire.Import, wire.UseImageModel:
		c.reads = true
	case wire.TrainClassifier, wire.TrainGenerator, wire.ExplainMany, wire.Evaluate, wire.Pause, wire.Resume,
		wire.Cancel:
		c.beats = 0
	}
	l.box.post(func() { l.send(c) })
	return nil
}

// Restart implements Client.
func (l *link) Restart() {
	l.box.post(func() {
		l.starts = 0
		l.down("a restart was asked for", false)
		l.begin()
	})
}

// Close implements Client.
func (l *link) Close() {
	l.box.post(func() {
		l.drop()
		l.box.close()
	})
}

func (l *link) send(c call) {
	switch {
	case l.up:
		if c.beats > 0 {
			a := asked{beats: c.beats}
			if c.reads {
				a.memory = l.memory + mostGrowth
			}
			l.asked[c.job] = a
		}
		l.port.post(c.frame, c.file)
	case l.first:
		l.waiting = append(l.waiting, c)
	default:
		l.handle(Event{Job: c.job, Fact: wire.Failure{Code: wire.CodeNotReady,
			Detail: "The engine is not running; try again when it is back."}})
	}
}

// begin starts an engine and says Hello.
func (l *link) begin() {
	l.life++
	life := l.life
	mine := func(f func()) {
		l.box.post(func() {
			if l.life == life {
				f()
			}
		})
	}
	p, err := l.spawn(
		func(frame []byte) { mine(func() { l.heard(frame) }) },
		func(bytes int) { mine(func() { l.grew(bytes) }) },
		func(why string) { mine(func() { l.died(why) }) })
	if err != nil {
		l.died(fault.Text(err))
		return
	}
	l.port = p
	hello, err := wire.Encode(0, wire.Hello{Protocol: wire.Protocol, Build: wire.Build})
	if err != nil {
		l.died(fault.Text(err))
		return
	}
	p.post(hello, 0)
	l.beat(mine)
}

// beat looks after the engine for as long as it lives.
func (l *link) beat(mine func(func())) {
	l.stop = l.pace.after(l.pace.beat, func() {
		mine(func() {
			if l.silent++; l.silent > l.patience() {
				l.died("it no longer answered")
				return
			}
			if l.up {
				l.ping()
			}
			l.beat(mine)
		})
	})
}

func (l *link) patience() int {
	if !l.up {
		return beatsStarting
	}
	beats := beatsTraining
	for _, a := range l.asked {
		beats = max(beats, a.beats)
	}
	return beats
}

// grew ends an engine that takes more memory for a file than any needs.
func (l *link) grew(bytes int) {
	l.memory = bytes
	for _, a := range l.asked {
		if a.memory > 0 && bytes > a.memory {
			l.died(fmt.Sprintf("the file takes more than %d MB of memory to read", mostGrowth>>20))
			return
		}
	}
}

func (l *link) ping() {
	if frame, err := wire.Encode(0, wire.Ping{}); err == nil {
		l.port.post(frame, 0)
	}
}

// heard takes a frame of the present engine.
func (l *link) heard(frame []byte) {
	l.silent = 0
	pause := turns()
	job, m, err := wire.DecodeInTurns(frame, pause)
	pause() // what it changes comes on top
	if !l.up {
		l.greet(m, err)
		return
	}
	delete(l.asked, job)
	switch m.(type) {
	case nil:
		l.handle(Event{Job: job, Fact: wire.Failure{Code: wire.CodeProtocol,
			Detail: fmt.Sprintf("An answer of the engine could not be read (%v); reload the page.", err)}})
	case wire.Pong, wire.Hello:
	default:
		l.handle(Event{Job: job, Fact: m})
	}
}

// Turns is for what takes long by itself: the browser has its turn at once, and then where pause is called and the
// last one is some time ago.
func Turns() (pause func()) {
	turn()
	return turns()
}

// turns returns a function that leaves the browser its turn where the last one is some time ago: a long message
// takes longer to read than an input may wait.
func turns() (pause func()) {
	last := time.Now()
	return func() {
		if time.Since(last) > longestTurn {
			turn()
			last = time.Now()
		}
	}
}

const longestTurn = 30 * time.Millisecond

// greet takes the first frame of an engine, which must be the Hello of this
// build.
func (l *link) greet(m wire.Message, err error) {
	h, ok := m.(wire.Hello)
	switch {
	case errors.Is(err, wire.ErrVersion), ok && h != wire.Hello{Protocol: wire.Protocol, Build: wire.Build}:
		l.down("the page and its engine are of different versions; reload the page to get both anew", true)
		return
	case !ok:
		l.died("it did not say hello")
		return
	}
	l.up, l.first, l.since = true, false, l.pace.now()
	l.handle(Event{Up: true})
	calls := l.waiting
	l.waiting = nil
	for _, c := range calls {
		l.send(c)
	}
}

// died reports the end of the engine and starts another, unless it never lasts.
func (l *link) died(why string) {
	if l.up && l.pace.now().Sub(l.since) >= l.pace.stable {
		l.starts = 0
	}
	if l.starts == len(l.pace.pauses) {
		l.down(brief(why)+"; reload the page to try again", true)
		return
	}
	l.down(brief(why), false)
	life := l.life
	l.stop = l.pace.after(l.pace.pauses[l.starts], func() {
		l.box.post(func() {
			if l.life == life {
				l.begin()
			}
		})
	})
	l.starts++
}

// brief is the first line of a reason: the last words of a program may be many.
func brief(why string) string {
	why, _, _ = strings.Cut(strings.TrimSpace(why), "\n")
	if r := []rune(why); len(r) > 200 {
		why = string(r[:200]) + "..."
	}
	return strings.TrimSuffix(why, ".")
}

// down ends the engine and reports it.
func (l *link) down(why string, final bool) {
	l.drop()
	l.handle(Event{Down: why, Final: final})
}

// drop ends the engine, if there is one, and forgets what it was asked.
func (l *link) drop() {
	l.stop()
	l.life++
	if l.port != nil {
		l.port.end()
	}
	l.port, l.up, l.first, l.silent, l.memory, l.waiting = nil, false, false, 0, 0, nil
	clear(l.asked)
}
