package nn

import (
	"bytes"
	"slices"
	"testing"

	"causeway/core/kernel"
)

// benchLine is a helper in the same process, which dies when it is asked for a message by its
// number, from 1.
type benchLine struct {
	t      *testing.T
	bench  *Bench
	dies   int
	asked  int
	answer []byte
}

func (l *benchLine) Send(pieces [][]byte) {
	l.asked++
	answer, err := l.bench.Answer(bytes.Join(pieces, nil))
	if err != nil {
		l.t.Error(err)
	}
	l.answer = bytes.Join(answer, nil)
}

func (l *benchLine) Receive() ([]byte, bool) {
	if l.dies > 0 && l.asked >= l.dies {
		return nil, false
	}
	return l.answer, true
}

// toy is a training of two parameters whose last batches are too small for the parts.
type toy struct {
	params []Param
	shards *Shards
	opt    *Adam
	done   int
}

const (
	toyInputs  = 3
	toyClasses = 2
)

func newToy(parts int) *toy {
	f := &toy{params: []Param{{Tensor: Tensor{Data: []float32{1, -2, 0.5}}}, {Tensor: Tensor{Data: []float32{0.25, 3}}}}}
	all := make([]Grad, parts)
	f.shards = NewShards(parts, func(part int) Grad {
		all[part] = Grad{make([]float32, toyInputs), make([]float32, toyClasses)}
		return all[part]
	})
	f.opt = NewAdam(f.params, 0.1, 0)
	return f
}

// compute pulls the sums of weighted inputs towards the class's parameter.
func (f *toy) compute(shard int, o *Order) []float64 {
	g, w, c := f.shards.parts[shard], f.params[0].Data, f.params[1].Data
	loss := 0.0
	for r := range o.Part.Rows {
		y, sum := o.Y[r], normals(o.Key, uint32(o.Part.From+r), 1)[0]
		for i, x := range o.X[r*toyInputs:][:toyInputs] {
			sum += float32(w[i] * x)
		}
		d := (sum - c[y]) / float32(o.Part.Rows)
		loss += float64(d*d) * float64(o.Part.Rows)
		for i, x := range o.X[r*toyInputs:][:toyInputs] {
			g[0][i] += float32(d * x)
		}
		g[1][y] -= d
	}
	return []float64{loss}
}

func (f *toy) train(steps int) {
	for range steps {
		rows := 32
		if f.done%4 == 3 {
			rows = 5
		}
		key := kernel.NewKey(uint64(f.done))
		f.shards.Deal(rows, func(p Part, o *Order) {
			o.X, o.Y, o.Key = o.X[:0], o.Y[:0], key
			for r := range p.Rows {
				o.X = append(o.X, normals(key.Sub(1), uint32((p.From+r)*toyInputs), toyInputs)...)
				o.Y = append(o.Y, (p.From+r)%toyClasses)
			}
		}, f.compute)
		f.opt.Step(f.shards.Grad())
		f.done++
	}
}

func normals(key kernel.Key, from uint32, n int) []float32 {
	y := make([]float32, n)
	kernel.Normal(key, from, y)
	return y
}

func (f *toy) bench() *Bench { return NewBench(f.params, f.shards, toyInputs, toyClasses, f.compute) }

// TestCrew: with any number of helpers, which come in the middle and die in the middle, a
// training comes to the same bytes. The last batch is too small for the parts.
func TestCrew(t *testing.T) {
	alone := newToy(MaxParts)
	before := slices.Concat(alone.params[0].Data, alone.params[1].Data)
	alone.train(12)
	want := slices.Concat(alone.params[0].Data, alone.params[1].Data)
	if slices.Equal(want, before) {
		t.Fatal("nothing is trained")
	}
	for helpers := range 9 {
		for _, dies := range []int{0, 1, 5} {
			f := newToy(MaxParts)
			f.train(4)
			var lines []*benchLine
			for h := range helpers {
				l := &benchLine{t: t, bench: newToy(MaxParts).bench()}
				if h%2 == 0 {
					l.dies = dies
				}
				lines = append(lines, l)
				f.shards.Join(f.params, l)
			}
			f.train(8)
			if got := slices.Concat(f.params[0].Data, f.params[1].Data); !slices.Equal(got, want) {
				t.Errorf("%d helpers, some die at message %d: %v, want %v", helpers, dies, got, want)
			}
			if helpers > 0 && lines[0].asked == 0 {
				t.Errorf("%d helpers: the first was never asked", helpers)
			}
			if gone := helpers - len(f.shards.crew.lines); dies > 0 && helpers > 0 && gone == 0 {
				t.Errorf("%d helpers: none that died was left out", helpers)
			}
		}
	}
}

// TestBenchRefuses: a message that is no order changes nothing but is refused.
func TestBenchRefuses(t *testing.T) {
	f := newToy(2)
	l := &benchLine{t: t, bench: newToy(2).bench()}
	var message []byte
	f.shards.Join(f.params, spy{l, &message})
	f.train(1)
	if _, err := l.bench.Answer(message); err != nil {
		t.Fatal(err)
	}
	for cut := range 60 {
		if _, err := l.bench.Answer(message[:len(message)-1-cut]); err == nil {
			t.Fatalf("a message that is %d bytes short is taken", 1+cut)
		}
	}
	for at := range 4 * (1 + headWords + 16) {
		wrong := bytes.Clone(message)
		wrong[at] ^= 0x80
		l.bench.Answer(wrong) // no panic
	}
	grad := f.shards.Grad().blank()
	if readAnswer(l.answer[:len(l.answer)-4], grad, make([][]float64, 1)) || readAnswer(nil, grad, make([][]float64, 1)) {
		t.Error("an answer of another length is taken")
	}
}

// spy keeps the last message.
type spy struct {
	*benchLine
	last *[]byte
}

func (s spy) Send(pieces [][]byte) {
	*s.last = bytes.Join(pieces, nil)
	s.benchLine.Send(pieces)
}
