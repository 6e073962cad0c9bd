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
	post(frame []byte, file int) // file is the number of a file of the page, or 0
	end()
}

// spawn starts an engine. From any goroutine it calls heard with every frame, grew with the
// engine's memory in bytes whenever that grows, and died if the engine ends on its own.
type spawn func(heard func(frame []byte), grew func(bytes int), died func(why string)) (port, error)

// pace holds the times of a link.
type pace struct {
	beat   time.Duration    // between two pings
	pauses [3]time.Duration // before each consecutive start
	stable time.Duration    // an engine that lives this long resets the count of pauses
	after  func(d time.Duration, f func()) (stop func())
	now    func() time.Time
}

// Beats of silence after which an engine counts as dead. A training answers within a few dozen
// milliseconds. Uninterrupted work takes longer, and so does the first start over a slow network.
// Files are read at 1 MB a second or faster.
const (
	beatsTraining = 4
	beatsReading  = 6
	beatsWorking  = 24
	beatsStarting = 36

	bytesPerBeat = 5 << 20
)

// mostGrowth is how many bytes an engine's memory may grow while it reads a file: 256 MB, plus twice
// the largest table (as text and as cells).
const mostGrowth = 384 << 20

// realPace allows 20 seconds of silence, half a minute and a second per MB while the engine reads a file,
// and two minutes for other long work.
func realPace() pace {
	return pace{
		beat:   5 * time.Second,
		pauses: [3]time.Duration{250 * time.Millisecond, time.Second, 4 * time.Second},
		stable: time.Minute,
		after:  func(d time.Duration, f func()) func() { t := time.AfterFunc(d, f); return func() { t.Stop() } },
		now:    time.Now,
	}
}

// link implements Client for any way of starting an engine. Only the goroutine that runs box uses the
// fields below box.
type link struct {
	spawn spawn
	pace  pace
	box   *mailbox

	handle  func(Event)
	port    port
	life    int               // number of the present engine; callbacks of others are ignored
	up      bool              // it said Hello
	since   time.Time         // when it came up
	first   bool              // no engine has been up or down yet
	waiting []call            // messages sent before the first Up
	asked   map[int]allowance // jobs during which the engine does not answer pings
	silent  int               // beats of silence
	memory  int               // the engine's, in bytes
	starts  int               // number of consecutive starts that did not last
	stop    func()            // stops the next timer
}

// call is a message to send.
type call struct {
	job   int
	frame []byte
	file  int  // a file of the page that goes with it
	beats int  // beats allowed in one piece; 0: a training, whose engine answers pings meanwhile
	reads bool // a file
}

// allowance holds the limits of such a job: beats of silence, and memory if it reads a file.
type allowance struct{ beats, memory int }

func newLink(s spawn, p pace) *link {
	return &link{spawn: s, pace: p, box: newMailbox(), first: true, asked: map[int]allowance{}, stop: func() {}}
}

func (l *link) Start(handle func(Event)) {
	go l.box.run()
	l.box.post(func() {
		l.handle = handle
		l.begin()
	})
}

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

func (l *link) Restart() {
	l.box.post(func() {
		l.starts = 0
		l.down("a restart was asked for", false)
		l.begin()
	})
}

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
			a := allowance{beats: c.beats}
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

// begin starts an engine and sends Hello.
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

// beat pings the engine for as long as it lives.
func (l *link) beat(mine func(func())) {
	l.stop = l.pace.after(l.pace.beat, func() {
		mine(func() {
			if l.silent++; l.silent > l.patience() {
				l.died("it stopped answering")
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

// grew ends an engine that takes more memory than any file needs.
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

// heard handles a frame of the present engine.
func (l *link) heard(frame []byte) {
	l.silent = 0
	pause := turns()
	job, m, err := wire.DecodeInTurns(frame, pause)
	pause() // the changes by the frame come on top
	if !l.up {
		l.greet(m, err)
		return
	}
	delete(l.asked, job)
	switch m.(type) {
	case nil:
		l.handle(Event{Job: job, Fact: wire.Failure{Code: wire.CodeProtocol,
			Detail: fmt.Sprintf("An engine's answer could not be read (%v); reload the page.", err)}})
	case wire.Pong, wire.Hello:
	default:
		l.handle(Event{Job: job, Fact: m})
	}
}

// Turns is for slow work: it yields to the browser at once, and then at each pause if the last
// yield is some time ago.
func Turns() (pause func()) {
	turn()
	return turns()
}

// turns returns a function that yields to the browser if the last yield is some time ago. Reading a
// long message would otherwise delay input.
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

// greet handles an engine's first frame, which must be this build's Hello.
func (l *link) greet(m wire.Message, err error) {
	h, ok := m.(wire.Hello)
	switch {
	case errors.Is(err, wire.ErrVersion), ok && h != wire.Hello{Protocol: wire.Protocol, Build: wire.Build}:
		l.down("the page and its engine are of different versions; reload the page to update both", true)
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

// died reports the engine's end and starts another, unless engines keep dying.
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

// brief returns the first line of a reason, because a crash can print many lines.
func brief(why string) string {
	why, _, _ = strings.Cut(strings.TrimSpace(why), "\n")
	if r := []rune(why); len(r) > 200 {
		why = string(r[:200]) + "..."
	}
	return strings.TrimSuffix(why, ".")
}

// down ends the engine and reports this.
func (l *link) down(why string, final bool) {
	l.drop()
	l.handle(Event{Down: why, Final: final})
}

// drop ends the engine, if any, and forgets its jobs.
func (l *link) drop() {
	l.stop()
	l.life++
	if l.port != nil {
		l.port.end()
	}
	l.port, l.up, l.first, l.silent, l.memory, l.waiting = nil, false, false, 0, 0, nil
	clear(l.asked)
}
