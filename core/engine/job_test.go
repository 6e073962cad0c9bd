package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/wire"
)

// stage is an engine under test. Its clock advances in steps, the test can send commands at each
// pause, and all facts are recorded in order.
type stage struct {
	t      *testing.T
	e      *Engine
	mu     sync.Mutex
	ms     float64
	facts  []said
	atRest []func() // one per pause, in order
	done   chan struct{}
}

type said struct {
	job  int
	at   float64
	fact wire.Message
}

func newStage(t *testing.T) *stage {
	s := &stage{t: t, done: make(chan struct{}, 100)}
	s.e = New(s.send, s.now, s.park)
	return s
}

func (s *stage) now() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ms
}

func (s *stage) pass(ms float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ms += ms
}

func (s *stage) send(job int, m wire.Message) {
	if _, err := wire.Encode(job, m); err != nil {
		s.t.Errorf("a fact that does not travel: %v", err)
	}
	s.mu.Lock()
	s.facts = append(s.facts, said{job, s.ms, m})
	s.mu.Unlock()
	switch m := m.(type) {
	case wire.ClassifierTrained, wire.GeneratorTrained, wire.ImageGeneratorTrained, wire.Cards, wire.FineTuned,
		wire.Failure:
		s.done <- struct{}{}
	case wire.Canceled:
		if !m.Kept {
			s.done <- struct{}{}
		}
	}
}

// park runs the next command planned by the test.
func (s *stage) park() {
	s.mu.Lock()
	var f func()
	if len(s.atRest) > 0 {
		f, s.atRest = s.atRest[0], s.atRest[1:]
	}
	s.mu.Unlock()
	if f != nil {
		f()
	}
}

// command returns a plan for one pause.
func (s *stage) command(job int, m wire.Message) func() {
	return func() { s.e.Handle(job, m) }
}

// all returns the facts of a given type.
func all[T wire.Message](s *stage) (found []T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.facts {
		if m, ok := f.fact.(T); ok {
			found = append(found, m)
		}
	}
	return found
}

// kinds lists the types of the facts in order, without Epochs and Checkpoints.
func (s *stage) kinds() (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.facts {
		name := reflect.TypeOf(f.fact).Name()
		if name != "Epoch" && name != "Checkpoint" {
			names = append(names, fmt.Sprint(f.job, " ", name))
		}
	}
	return names
}

func (s *stage) expect(want ...string) {
	s.t.Helper()
	if got := s.kinds(); !slices.Equal(got, want) {
		s.t.Errorf("got %v, want %v", got, want)
	}
}

// puppet is a trainer whose steps take a fixed time.
type puppet struct {
	s      *stage
	steps  int     // per epoch
	stepMS float64 // per step
	at     int     // epochs done
	fail   error   // at the end of epoch 3
	crash  bool    // panic in epoch 3
}

func (p *puppet) terms() []string { return []string{"half"} }

func (p *puppet) epoch(tick func() error) (float64, []float64, error) {
	for range p.steps {
		if err := tick(); err != nil {
			return 0, nil, err
		}
		p.s.pass(p.stepMS)
	}
	if p.at == 2 && p.crash {
		panic("a fault in step 7")
	}
	if p.at == 2 && p.fail != nil {
		return 0, nil, p.fail
	}
	p.at++
	loss := 1 / float64(p.at)
	return loss, []float64{loss / 2}, nil
}

func (p *puppet) epochs() (int, int) { return p.at, p.at }
func (p *puppet) state() nn.State    { return nn.State{Counters: []uint64{uint64(p.at)}} }

func (p *puppet) restore(s nn.State) error {
	if len(s.Counters) != 1 {
		return errors.New("one counter is due")
	}
	p.at = int(s.Counters[0])
	return nil
}

func (p *puppet) finish(end ending, tick func() error) (wire.Message, error) {
	return wire.ClassifierTrained{Model: []byte{1}, Best: p.at, TrainMS: end.trainMS, Canceled: end.canceled}, tick()
}

// play starts a puppet as job 1, with 10 epochs of 10 steps of 10 ms.
func (s *stage) play(p *puppet, checkpoint []byte) {
	s.t.Helper()
	p.s = s
	if p.steps == 0 {
		p.steps, p.stepMS = 10, 10
	}
	s.e.mu.Lock()
	defer s.e.mu.Unlock()
	if err := s.e.start(&job{id: 1, epochs: 10, kind: "puppet", of: "a table", t: p}, checkpoint); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) wait() {
	<-s.done
	s.e.mu.Lock() // wait until the job's goroutine is done
	defer s.e.mu.Unlock()
}

func TestTrainingToTheEnd(t *testing.T) {
	s := newStage(t)
	s.play(&puppet{}, nil)
	s.wait()
	s.expect("1 ClassifierTrained")
	epochs := all[wire.Epoch](s)
	last := epochs[len(epochs)-1]
	if last.Epoch != 10 || last.Epochs != 10 || last.LeftMS != 0 || last.ElapsedMS != 1000 {
		t.Errorf("last = %+v", last)
	}
	h := last.History.Rows()
	if len(h) != 10 || h[3][0] != 0.25 || h[3][1] != 0.125 {
		t.Errorf("history = %v", h)
	}
	if first := epochs[0]; first.Epoch != 1 || first.LeftMS != 900 {
		t.Errorf("first = %+v, want 9 epochs of 100 ms left", first)
	}
	if got := all[wire.ClassifierTrained](s)[0].TrainMS; got != 1000 {
		t.Errorf("TrainMS = %v, want 1000", got)
	}
}

func TestProgressIsCoalesced(t *testing.T) {
	s := newStage(t)
	s.play(&puppet{steps: 1, stepMS: 7}, nil)
	s.wait()
	var at []float64
	for _, f := range s.facts {
		if e, ok := f.fact.(wire.Epoch); ok && e.Epoch < 10 {
			at = append(at, f.at)
		}
	}
	if !slices.Equal(at, []float64{7}) {
		t.Errorf("progress at %v; 10 epochs in 70 ms are told at the start and at the end", at)
	}
	if e := all[wire.Epoch](s); e[len(e)-1].Epoch != 10 {
		t.Errorf("the last epoch was not told: %+v", e)
	}
}

// slow is a puppet that reports the number of steps in its first epoch.
type slow struct{ *puppet }

func (p slow) steps() int {
	if p.at > 0 {
		return 0
	}
	return p.puppet.steps
}

// TestASlowFirstEpochIsTold checks that progress within a slow first epoch is reported at most
// ten times a second, and not for other epochs.
func TestASlowFirstEpochIsTold(t *testing.T) {
	s := newStage(t)
	s.e.mu.Lock()
	if err := s.e.start(&job{id: 1, epochs: 3, kind: "puppet", of: "a table",
		t: slow{&puppet{s: s, steps: 10, stepMS: 120}}}, nil); err != nil {
		t.Fatal(err)
	}
	s.e.mu.Unlock()
	s.wait()
	var shares []float64
	for _, f := range s.facts {
		switch m := f.fact.(type) {
		case wire.Progress:
			shares = append(shares, m.Share)
		case wire.Epoch:
			if want := []float64{-1, 1200, 0}[m.Epoch-1]; m.LeftMS != want {
				t.Errorf("%v ms left after epoch %d, want %v: the first is like no other", m.LeftMS, m.Epoch, want)
			}
			if want := []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}; !slices.Equal(shares, want) {
				t.Errorf("before epoch %d was told: %v, want %v", m.Epoch, shares, want)
			}
		}
	}
}

func TestCheckpoints(t *testing.T) {
	s := newStage(t)
	s.play(&puppet{steps: 10, stepMS: 90}, nil) // 900 ms an epoch
	s.wait()
	var epochs []int
	for _, c := range all[wire.Checkpoint](s) {
		epochs = append(epochs, c.Epoch)
	}
	if want := []int{3, 6, 9, 10}; !slices.Equal(epochs, want) {
		t.Errorf("checkpoints at %v, want %v: every two seconds and at the end", epochs, want)
	}
}

func TestResumeFromCheckpoint(t *testing.T) {
	s := newStage(t)
	s.play(&puppet{steps: 10, stepMS: 90}, nil)
	s.wait()
	kept := all[wire.Checkpoint](s)[1]

	again := newStage(t)
	p := &puppet{}
	again.play(p, kept.State)
	again.wait()
	epochs := all[wire.Epoch](again)
	if first := epochs[0]; first.Epoch != kept.Epoch+1 {
		t.Errorf("goes on with epoch %d, want %d", first.Epoch, kept.Epoch+1)
	}
	got, want := epochs[len(epochs)-1].History, all[wire.Epoch](s)[9].History
	if !reflect.DeepEqual(got, want) {
		t.Errorf("history = %v, want %v", got.Rows(), want.Rows())
	}
}

func TestForeignCheckpointIsRefused(t *testing.T) {
	good := model.State{Kind: "puppet", Of: "a table", Counters: []uint64{1},
		History: wire.NewFloats([]float64{1, 0.5}, 1, 2)}
	cases := []struct {
		name   string
		damage func(*model.State)
	}{
		{"of another table", func(s *model.State) { s.Of = "another" }},
		{"of another kind", func(s *model.State) { s.Kind = "model" }},
		{"with too short a history", func(s *model.State) { s.Counters[0] = 2 }},
		{"without counters", func(s *model.State) { s.Counters = nil }},
	}
	for _, c := range cases {
		state := good
		state.Counters = slices.Clone(good.Counters)
		c.damage(&state)
		b, err := model.EncodeState(state)
		if err != nil {
			t.Fatal(err)
		}
		s := newStage(t)
		err = s.e.start(&job{id: 1, epochs: 10, kind: "puppet", of: "a table", t: &puppet{s: s}}, b)
		if r := (refusal{}); !errors.As(err, &r) || r.code != wire.CodeBadInput {
			t.Errorf("%s: got %v, want a refusal", c.name, err)
		}
	}
	if err := newStage(t).e.start(&job{t: &puppet{}}, []byte("junk")); err == nil {
		t.Error("junk is accepted")
	}
}

func TestCancelKeepsTheBest(t *testing.T) {
	s := newStage(t)
	asked := 0.0
	s.atRest = []func(){nil, nil, nil, nil, nil, nil, nil, func() {
		asked = s.now()
		s.e.Handle(1, wire.Cancel{})
	}}
	p := &puppet{}
	s.play(p, nil)
	s.wait()
	s.expect("1 Canceled", "1 ClassifierTrained")
	if c := all[wire.Canceled](s)[0]; !c.Kept {
		t.Error("nothing was kept")
	}
	m := all[wire.ClassifierTrained](s)[0]
	if !m.Canceled || m.Best != p.at || p.at == 0 || p.at == 10 {
		t.Errorf("got %+v after %d epochs", m, p.at)
	}
	if took := s.now() - asked; took > 100 {
		t.Errorf("cancel took %v ms", took)
	}
	c := all[wire.Checkpoint](s)
	if len(c) == 0 || c[len(c)-1].Epoch != p.at {
		t.Errorf("checkpoints = %+v, want one of epoch %d", c, p.at)
	}
}

func TestCancelBeforeAnythingIsKept(t *testing.T) {
	s := newStage(t)
	s.atRest = []func(){s.command(1, wire.Cancel{})}
	s.play(&puppet{}, nil)
	s.wait()
	s.expect("1 Canceled")
	s.play(&puppet{}, nil) // the next training may start immediately
	s.wait()
	s.expect("1 Canceled", "1 ClassifierTrained")
}

func TestPauseAndResume(t *testing.T) {
	s := newStage(t)
	paused := make(chan struct{})
	s.atRest = []func(){nil, nil, nil, nil, func() {
		s.e.Handle(1, wire.Pause{})
		s.e.Handle(1, wire.Pause{}) // pausing twice is harmless
		close(paused)
	}}
	p := &puppet{}
	s.play(p, nil)
	<-paused
	s.pass(60_000)
	s.e.Handle(2, wire.Rows{Part: data.AllRows, Limit: 1})
	<-s.done // its Failure: questions are answered during a pause
	s.mu.Lock()
	told := s.facts[len(s.facts)-1]
	s.mu.Unlock()
	if told.at < 60_000 {
		t.Errorf("told at %v", told.at)
	}
	s.e.Handle(1, wire.Resume{})
	s.wait()
	s.expect("1 Paused", "1 Paused", "2 Failure", "1 Resumed", "1 ClassifierTrained")
	if got := all[wire.ClassifierTrained](s)[0].TrainMS; got != 1000 {
		t.Errorf("TrainMS = %v, want 1000: the pause does not count", got)
	}
	if c := all[wire.Checkpoint](s); c[0].Epoch != 1 {
		t.Errorf("checkpoints = %+v, want one of epoch 1 at the pause", c)
	}
}

func TestCancelDuringPause(t *testing.T) {
	s := newStage(t)
	s.atRest = []func(){nil, nil, nil, nil, func() {
		s.e.Handle(1, wire.Pause{})
		go s.e.Handle(1, wire.Cancel{})
	}}
	s.play(&puppet{}, nil)
	s.wait()
	s.expect("1 Paused", "1 Canceled", "1 ClassifierTrained")
}

func TestOneTrainingAtATime(t *testing.T) {
	s := newStage(t)
	s.e.project = small(t)
	s.atRest = []func(){s.command(2, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Epochs: 1, Batch: 8,
		LearningRate: 0.1, Hidden: 2}})}
	s.play(&puppet{}, nil)
	<-s.done
	s.wait()
	s.expect("2 Failure", "1 ClassifierTrained")
	if f := all[wire.Failure](s)[0]; f.Code != wire.CodeNotReady {
		t.Errorf("got %+v", f)
	}
}

func TestCommandsForNoTraining(t *testing.T) {
	for _, m := range []wire.Message{wire.Pause{}, wire.Resume{}, wire.Cancel{}} {
		s := newStage(t)
		s.e.Handle(1, m)
		if f := all[wire.Failure](s); len(f) != 1 || f[0].Code != wire.CodeNotReady {
			t.Errorf("%T: got %+v", m, f)
		}
	}
}

func TestNewTableEndsTheTraining(t *testing.T) {
	for _, paused := range []bool{false, true} {
		s := newStage(t)
		s.atRest = []func(){nil, nil, nil, nil, func() {
			if paused {
				s.e.Handle(1, wire.Pause{})
			}
			s.e.Handle(2, wire.Sample{Model: "simple-bn", Rows: 100})
		}}
		p := &puppet{}
		s.play(p, nil)
		s.wait()
		if got := s.kinds(); !slices.Equal(got[len(got)-2:], []string{"1 Canceled", "2 Loaded"}) {
			t.Errorf("paused %v: got %v", paused, got)
		}
	}
}

func TestBreakdownIsReported(t *testing.T) {
	cases := []struct {
		name string
		p    *puppet
		code wire.Code
		says string
	}{
		{"a loss that is not finite", &puppet{fail: fmt.Errorf("nn: %w", nn.ErrDiverged)}, wire.CodeNumeric, "epoch 3"},
		{"an error of another kind", &puppet{fail: errors.New("disk full")}, wire.CodeInternal, "disk full"},
		{"a panic", &puppet{crash: true}, wire.CodeInternal, "a fault in step 7"},
	}
	for _, c := range cases {
		s := newStage(t)
		s.play(c.p, nil)
		s.wait()
		if f := all[wire.Failure](s); len(f) != 1 || f[0].Code != c.code || !strings.Contains(f[0].Detail, c.says) {
			t.Errorf("%s: got %+v", c.name, f)
		}
		if s.e.job != nil {
			t.Errorf("%s: the training is still there", c.name)
		}
		s.play(&puppet{}, nil) // the engine still works
		s.wait()
	}
}
