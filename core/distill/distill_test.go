package distill

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// steps is a black box without a gradient: a sum of what each feature says, of which three
// parts are the classes.
type steps struct{ schema data.Schema }

func (steps) Classes() int          { return 3 }
func (b steps) Pass() blackbox.Pass { return b }

func (b steps) Shares(x []float32, n int) []float32 {
	y := make([]float32, 3*n)
	for e := range n {
		sum, o := float32(0), 0
		for _, f := range b.schema.Features {
			if f.Kind.Numeric() {
				sum += x[o*n+e]
			} else {
				for l := range f.Levels {
					sum += x[(o+l)*n+e] * float32(l) / 4
				}
			}
			o += f.Width()
		}
		for c := range 3 {
			d := sum - float32(c) - 0.5
			y[c*n+e] = kernel.Exp1(-4 * d * d)
		}
		total := y[e] + y[n+e] + y[2*n+e]
		for c := range 3 {
			y[c*n+e] /= total
		}
	}
	return y
}

func testSchema() data.Schema {
	return data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 0, Max: 80, MAD: 10},
		{Name: "size", Kind: data.Continuous, Min: 0, Max: 2, MAD: 0.3, Decimals: 2},
		{Name: "job", Kind: data.Category, Levels: []string{"a", "b", "c", "d", "e"}},
		{Name: "ever", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "same", Kind: data.Integer, Min: 3, Max: 3, MAD: 1},
	}, Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"p", "q", "r"}}}
}

func testRows(n int) (list [][]float64) {
	for i := range n {
		k := kernel.NewKey(uint64(i))
		list = append(list, []float64{float64(k.Intn(0, 81)), float64(k.Intn(1, 201)) / 100, float64(k.Intn(2, 5)), float64(k.Intn(3, 2)), 3})
	}
	return list
}

func testExamples(s data.Schema, rows [][]float64) nn.Examples {
	ex := nn.Examples{Width: s.Width(), Y: make([]int, len(rows))}
	for _, r := range rows {
		x := make([]float32, s.Width())
		s.Encode(r, x)
		ex.X = append(ex.X, x...)
	}
	return ex
}

func newGenerator(s data.Schema, key kernel.Key) *Generator { return made(layoutOf(s), key) }

// lab is a place to make answers of an untrained generator from, under rules.
type lab struct {
	*proposer
	mask   *mask.Mask
	ballot ballot
}

func newLab(pass blackbox.Pass, rules ...causal.Rule) *lab {
	s := testSchema()
	return &lab{proposer: newGenerator(s, kernel.NewKey(1)).proposer(pass), mask: mask.New(s, rules)}
}

// leadOf is what the black box says of a row.
func (l *lab) leadOf(row []float64, target int) float32 {
	return leads(l.schema, l.pass, &l.ballot, [][]float64{row}, nil, func(int) int { return target })[0]
}

// enter is a row that is asked about.
func (l *lab) enter(row []float64, target int) asked {
	q := asked{room: l.mask.Room(), follows: l.mask.Computed(), target: target}
	q.room.Enter(row)
	return q
}

// probed is the same with what the black box says of its single changes.
func (l *lab) probed(row []float64, target int) asked {
	list := []asked{l.enter(row, target)}
	l.prober.probe(list, nil, nil)
	return list[0]
}

// The gradient of the loss is that of finite differences.
func TestLossGradient(t *testing.T) {
	s := testSchema()
	g := newGenerator(s, kernel.NewKey(1))
	row := []float64{40, 1, 1, 0, 3}
	room := mask.New(s, []causal.Rule{{Kind: causal.Allowed, Feature: 2, Levels: []int{0, 1, 3, 4}}}).Room()
	room.Enter(row)
	q := []asked{{room: room, follows: make([]bool, 5), target: 2}}
	pr := prober{layout: g.layout, pass: steps{s}}
	pr.probe(q, nil, nil)
	ex := g.example(q[0])
	g.learn(ex, []answer{{row: []float64{43, 1, 1, 0, 3}, changed: 1, cost: 0.3}, {row: []float64{40, 0.5, 4, 0, 3}, changed: 2, cost: 2}, {row: []float64{40, 1, 3, 1, 3}, changed: 2, cost: 1}})
	n := g.heads * g.outputs
	sc := scratch{o: make([]float32, n), d: make([]float32, n)}
	kernel.Normal(kernel.NewKey(2), 0, sc.o)
	for i := range sc.o {
		sc.o[i] *= 0.3 // how sure numbers are stays inside its bounds
	}
	at := slices.Clone(sc.o)
	loss := func(i int, by float32) float64 {
		copy(sc.o, at)
		sc.o[i] += by
		return g.bentLoss(&sc, ex, 1, 0)
	}
	loss(0, 0)
	d := slices.Clone(sc.d)
	learned := 0
	for i := range n {
		const h = 1e-2
		want := (loss(i, h) - loss(i, -h)) / (2 * h)
		if math.Abs(want-float64(d[i])) > 3e-4+0.02*math.Abs(want) {
			t.Errorf("output %d of head %d: got %v, want %v", i%g.outputs, i/g.outputs, d[i], want)
		}
		learned += int(flag(d[i] != 0))
	}
	if learned < n/2 {
		t.Errorf("%d of %d outputs have a gradient", learned, n)
	}
}

// What a search finds reaches the target, keeps the rules, and loses it where a number
// moves a step towards the factual.
func TestSearch(t *testing.T) {
	s, rules := testSchema(), []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}, {Kind: causal.LessOrEqual, Feature: 4, Other: 0}}
	rows := testRows(200)
	b := steps{s}
	sk := &seeker{schema: s, pass: b, grid: gridOf(s, rows)}
	m := mask.New(s, rules)
	found := 0
	for i, row := range rows[:100] {
		q := asked{room: m.Room(), follows: m.Computed(), target: i % 3}
		q.room.Enter(row)
		sk.enter(q)
		if sk.leads([][]float64{row})[0] > 0 {
			continue
		}
		list := sk.search(false)
		found += int(flag(len(list) > 0))
		for k, a := range list {
			if _, ok := causal.CheckAll(s, rules, row, a.row); !ok || sk.leads([][]float64{a.row})[0] <= 0 || a.changed == 0 {
				t.Fatalf("%v to %v", row, a.row)
			}
			if k > 0 && (better(a, list[k-1]) < 0 || a.way == list[k-1].way) {
				t.Errorf("%v stands behind %v", a, list[k-1])
			}
			for j, v := range a.row {
				f := s.Features[j]
				if v == row[j] || !f.Kind.Numeric() || a.changed > 1 {
					continue
				}
				near := slices.Clone(a.row)
				near[j] = f.Round(v - math.Copysign(f.Step(), v-row[j]))
				if sk.leads([][]float64{near})[0] > 0 && near[j] != row[j] {
					t.Errorf("%v of %v: %v would do", a.row, row, near)
				}
			}
		}
	}
	if found < 40 {
		t.Errorf("answers for %d rows", found)
	}
}

// A generator learns of a black box without a gradient and with three classes; what is
// locked only later stays; the same key gives the same answers, whatever rows stand beside.
func TestLearns(t *testing.T) {
	s, rows := testSchema(), testRows(400)
	b := steps{s}
	f := NewFit(Config{Seed: 1, Epochs: 6, Batch: 32, Rate: 0.006}, s, b, nil, testExamples(s, rows[:300]), testExamples(s, rows[300:]))
	f.items = 300
	f.learned = newLearned(f.items, len(s.Features))
	var first float64
	for e := range 6 {
		ticks, told := 0, f.Steps()
		loss, val, err := f.Epoch(func() error { ticks++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		if e == 0 && (told < ticks*9/10 || told > ticks*11/10) || e > 0 && told != 0 {
			t.Errorf("epoch %d: %d steps were told, it had %d", e, told, ticks)
		}
		if e == 0 {
			first = loss
		} else if e == 5 && (loss > first || val > 2) {
			t.Errorf("the loss goes from %v to %v, what epochs are compared by is %v", first, loss, val)
		}
	}
	g := f.Best()
	locked := []causal.Rule{{Kind: causal.Immutable, Feature: 0}, {Kind: causal.Immutable, Feature: 2}}
	target := make([]int, 100)
	for i := range target {
		target[i] = i % 3
	}
	bound := g.Under(b, locked)
	list := bound.Answers(rows[300:], target, kernel.NewKey(4))
	if again := bound.Answers(rows[300:], target, kernel.NewKey(4)); fmt.Sprint(again) != fmt.Sprint(list) {
		t.Error("the same key gives other answers")
	}
	held := 0
	for i, c := range list {
		x := rows[300+i]
		if c[0] != x[0] || c[2] != x[2] || c[4] != 3 {
			t.Fatalf("%v for %v", c, x)
		}
		var buf ballot
		held += int(flag(leads(s, b, &buf, [][]float64{c}, nil, func(int) int { return target[i] })[0] > 0))
	}
	if held < 60 {
		t.Errorf("%d of 100 reach the target by what is not locked", held)
	}
	for _, reach := range []float32{1, 16} {
		for _, c := range bound.Sample(rows[0], 2, 40, reach, kernel.NewKey(1)) {
			if _, ok := causal.CheckAll(s, locked, rows[0], c); !ok {
				t.Fatalf("%v for %v", c, rows[0])
			}
		}
	}
	none := []causal.Rule{{Kind: causal.Range, Feature: 1, Min: 0.501, Max: 0.509}}
	if c := g.Under(b, none).Answers(rows[:1], target[:1], kernel.NewKey(1)); c[0] != nil {
		t.Errorf("no value has two decimals there, and %v is the answer", c[0])
	}
}

// BenchmarkAnswers are those of 1,000 rows.
func BenchmarkAnswers(b *testing.B) {
	s := testSchema()
	for len(s.Features) < 8 {
		f := s.Features[2]
		f.Name = fmt.Sprint("more", len(s.Features))
		s.Features = append(s.Features, f)
	}
	rows, target := testRows(1000), make([]int, 1000)
	for i, r := range rows {
		rows[i], target[i] = append(r, 0, 1, 2), i%3
	}
	s.Outcome.Levels = s.Outcome.Levels[:2]
	c := nn.NewClassifier(s.Width(), 10, 2, kernel.NewKey(1))
	for i := range target {
		target[i] = i % 2
	}
	bound := newGenerator(s, kernel.NewKey(2)).Under(c, []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}, {Kind: causal.Immutable, Feature: 2}})
	for b.Loop() {
		bound.Answers(rows, target, kernel.NewKey(3))
	}
}

// The black box is asked about every single change that the rules leave, and only those;
// what it says is what it says of the changed row.
func TestProbes(t *testing.T) {
	s := testSchema()
	g := newGenerator(s, kernel.NewKey(1))
	p := prober{layout: g.layout, pass: steps{s}}
	row := []float64{40, 1, 1, 0, 3}
	room := mask.New(s, []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}, {Kind: causal.Allowed, Feature: 2, Levels: []int{0, 1, 3}}}).Room()
	room.Enter(row)
	var buf ballot
	lead := func(row []float64) float32 {
		return leads(s, steps{s}, &buf, [][]float64{row}, nil, func(int) int { return 2 })[0]
	}
	own := lead(row)
	list := []asked{{room: room, target: 2}}
	p.probe(list, nil, nil)
	got := list[0].probes.all
	if list[0].lead != own {
		t.Errorf("the row's own lead is %v, want %v", list[0].lead, own)
	}
	var want []float32
	for j, values := range [][]float64{{40, 50, 40, 80}, {0.7, 1.3, 0, 2}, {0, 1, 1, 3, 1}, {0, 1}, {3, 3, 3, 3}} {
		for _, v := range values {
			c := slices.Clone(row)
			if c[j] = v; v == row[j] {
				want = append(want, 0, 0)
				continue
			}
			l := lead(c)
			want = append(want, min(max(l-own, -farLead), farLead)/4, kernel.Sigmoid1(2*l))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// Rows on the way back from an answer keep the rules and are nearer to the factual; the
// changes that are undone are those that are guessed to leave the target.
func TestNearer(t *testing.T) {
	s := testSchema()
	g := made(layoutOf(s).eight(), kernel.NewKey(1)) // without swaps
	p := g.proposer(linear{s})
	row := []float64{40, 1, 1, 0, 3}
	m := mask.New(s, []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}})
	q := asked{room: m.Room(), follows: m.Computed(), target: 2}
	q.room.Enter(row)
	sk := seeker{schema: s, room: q.room, follows: q.follows}
	for _, c := range []struct {
		row    []float64
		undone int // in all rows
	}{{[]float64{60, 1, 1, 0, 3}, 0}, {[]float64{60, 1, 4, 0, 3}, 1}, {[]float64{40, 1, 4, 1, 3}, 1}, {[]float64{60, 0.2, 4, 1, 3}, 5}} {
		a := sk.measure(c.row, 1)
		list := make([][]float64, 4)
		p.courses = make([]course, 1)
		p.nearer([]asked{q}, []answer{a}, list)
		undone := 0
		for _, r := range list {
			if r == nil {
				continue
			}
			b := sk.measure(r, 0)
			if b.cost >= a.cost || b.changed > a.changed || !causal.AllHold(s, m.Rules(), row, r) {
				t.Errorf("%v after %v", r, c.row)
			}
			undone += a.changed - b.changed
		}
		if undone != c.undone {
			t.Errorf("%v: %d changes are undone, want %d", c.row, undone, c.undone)
		}
	}
}

// linear is a black box of three classes that is linear but for its softmax: each feature
// speaks for the last.
type linear struct{ schema data.Schema }

func (linear) Classes() int          { return 3 }
func (b linear) Pass() blackbox.Pass { return b }

func (b linear) Shares(x []float32, n int) []float32 {
	y := make([]float32, 3*n)
	for e := range n {
		z, o := [3]float32{1, 2.5, 0}, 0
		for j, f := range b.schema.Features {
			v := x[o*n+e]
			if !f.Kind.Numeric() {
				v = 0
				for l := range f.Levels {
					v += x[(o+l)*n+e] * float32(l) / 2
				}
			}
			z[2] += v
			z[1] -= v * float32(j) / 8
			o += f.Width()
		}
		total := float32(0)
		for c, v := range z {
			y[c*n+e] = kernel.Exp1(v)
			total += y[c*n+e]
		}
		for c := range z {
			y[c*n+e] /= total
		}
	}
	return y
}

// Of a black box that is linear but for its softmax, what several changes do is guessed
// right: the first row that is pushed reaches the target and needs its last change, and of
// what holds changes are taken back as long as it does.
func TestSums(t *testing.T) {
	p := newLab(linear{testSchema()}, causal.Rule{Kind: causal.OnlyIncrease, Feature: 0})
	lead := func(row []float64) float32 { return p.leadOf(row, 2) }
	pushed, undone := 0, 0
	for _, row := range testRows(100) {
		q := p.enter(row, 2)
		if q.lead = lead(row); q.lead > 0 {
			continue
		}
		list := make([][]float64, 3)
		var path []try
		p.prober.probe([]asked{q}, nil, func(_ int, r reply) {
			p.push(&q, row, r, list)
			for _, e := range p.prober.sums.path {
				path = append(path, r.tries[e])
			}
		})
		along := func(n int) []float64 {
			copy(p.wished, row)
			for _, t := range path[:n] {
				p.wished[t.j] = t.v
			}
			return p.near(&q)
		}
		for n, guess := range p.prober.sums.leads {
			if got := lead(along(n + 1)); math.Abs(float64(got-guess)) > 1e-3 {
				t.Fatalf("%v after %d changes: the lead is %v, it was guessed %v", row, n+1, got, guess)
			}
		}
		for i, c := range list {
			if c != nil && !causal.AllHold(p.schema, p.mask.Rules(), row, c) {
				t.Fatalf("%v to %v breaks a rule", row, c)
			}
			if c == nil || lead(c) <= 0 {
				continue
			}
			pushed++
			a := seeker{schema: p.schema, room: q.room, follows: q.follows}
			from := a.measure(c, lead(c))
			if n := from.changed - 1; i == 0 && n > 0 && lead(along(n)) > 0 {
				t.Errorf("%v to %v: the last change is not needed", row, c)
			}
			var back [][]float64
			p.prober.ask(1, func(int) ([]float64, int) { return c, 2 }, func(int) { p.undoing(&q, &from) }, func(_ int, r reply) {
				back = make([][]float64, 2)
				back = back[:p.back(&q, &from, r, back)]
			})
			for _, b := range back {
				undone++
				if lead(b) <= 0 || a.measure(b, 0).changed >= from.changed {
					t.Errorf("%v to %v and back to %v", row, c, b)
				}
			}
		}
	}
	if pushed < 50 || undone < 20 {
		t.Errorf("%d rows are pushed, %d come back", pushed, undone)
	}
}

// A generator answers no worse than its first heads alone, by what it adds to them.
func TestRoundsHelp(t *testing.T) {
	s, rows := testSchema(), testRows(300)
	p := newGenerator(s, kernel.NewKey(1)).proposer(steps{s})
	m := mask.New(s, nil)
	list := make([]asked, len(rows))
	for i, row := range rows {
		list[i] = asked{room: m.Room(), follows: m.Computed(), target: i % 3}
		list[i].room.Enter(row)
		list[i].free = p.frees(list[i].room, nil)
	}
	p.prober.probe(list, nil, nil)
	first, key := make([]answer, len(list)), kernel.NewKey(2)
	p.forget(len(list))
	p.pick(list, p.proposals(list, 0, p.heads, nil), first, key)
	better := [2]int{}
	for i, a := range p.choose(list, key) {
		switch c := order(a, first[i]); {
		case c > 0:
			t.Fatalf("row %d: %v after %v", i, a, first[i])
		case c < 0 && first[i].holds():
			better[0]++
		case c < 0:
			better[1]++
		}
	}
	if better[0] < 20 || better[1] < 20 {
		t.Errorf("%d that hold are nearer, %d that do not are", better[0], better[1])
	}
}

// A generator of sixteen heads that asks no probes, as they were kept before, is opened and
// answers by one round.
func TestPlainIsOpened(t *testing.T) {
	s, rows := testSchema(), testRows(40)
	old := made(layoutOf(s).plain(), kernel.NewKey(3))
	st := old.State()
	if len(st.Counters) != 5 || st.Counters[2] != 16 {
		t.Fatalf("counters %v", st.Counters)
	}
	g, err := Load(s, st)
	if err != nil {
		t.Fatal(err)
	}
	if g.heads != 16 || g.asks != 0 || fmt.Sprint(g.State()) != fmt.Sprint(st) {
		t.Errorf("%d heads, %d answers to probes", g.heads, g.asks)
	}
	f := NewFit(Config{Seed: 1, Epochs: 1, Batch: 32, Rate: 0.006}, s, steps{s}, nil, testExamples(s, rows), testExamples(s, rows))
	if !g.Retired() || f.Warm(g) == nil {
		t.Error("a training goes on from it")
	}
	for i, c := range g.Under(steps{s}, nil).Answers(rows, make([]int, len(rows)), kernel.NewKey(1)) {
		if len(c) != len(rows[i]) {
			t.Fatalf("row %d: %v", i, c)
		}
	}
	st.Counters = append(st.Counters, 1)
	if _, err := Load(s, st); err == nil {
		t.Error("another number of probes is taken")
	}
	if _, err := Load(s, newGenerator(s, kernel.NewKey(3)).State()); err != nil {
		t.Error(err)
	}
}

// A generator of eight heads, as they were kept before changes were swapped, is opened and
// answers as it did then.
func TestEightIsOpened(t *testing.T) {
	s, rows, target := testSchema(), testRows(60), make([]int, 60)
	for i := range target {
		target[i] = i % 3
	}
	st := made(layoutOf(s).eight(), kernel.NewKey(3)).State()
	g, err := Load(s, st)
	if err != nil {
		t.Fatal(err)
	}
	if g.heads != 8 || g.swapping || fmt.Sprint(g.State()) != fmt.Sprint(st) {
		t.Errorf("%d heads, swaps %v", g.heads, g.swapping)
	}
	b := g.Under(steps{s}, []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}})
	const want = "ae90488c11d9ba68"
	said := fmt.Sprint(b.Answers(rows, target, kernel.NewKey(1)), b.Proposals(rows, target))
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(said)))[:16]; got != want {
		t.Errorf("the answers are %s, they were %s", got, want)
	}
	f := NewFit(Config{Seed: 1, Epochs: 1, Batch: 32, Rate: 0.006}, s, steps{s}, nil, testExamples(s, rows), testExamples(s, rows))
	if err := f.Warm(g); err != nil || f.gen.heads != 8 {
		t.Errorf("a training that goes on from it: %v, %d heads", err, f.gen.heads)
	}
}

// A training that was kept before changes were swapped goes on as it would have gone on then,
// and one of then is repeated to its bytes.
func TestEightIsTrained(t *testing.T) {
	s, rows := testSchema(), testRows(200)
	start := func() *Fit {
		return NewFit(Config{Seed: 1, Epochs: 4, Batch: 64, Rate: 0.006}, s, steps{s}, nil, testExamples(s, rows[:160]), testExamples(s, rows[160:]))
	}
	epochs := func(f *Fit, n int) string {
		for range n {
			if _, _, err := f.Epoch(func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		return fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, f.State(), f.Best().State())))[:16]
	}
	const half, whole = "76e0ccb2f188cf20", "6038a47b08692a45"
	f := start()
	f.Like(made(layoutOf(s).eight(), kernel.NewKey(3)))
	if got := epochs(f, 2); got != half {
		t.Errorf("after two epochs %s, it was %s", got, half)
	}
	g := start()
	if err := g.Restore(f.State()); err != nil {
		t.Fatal(err)
	}
	if got := epochs(g, 2); got != whole {
		t.Errorf("restored and after four epochs %s, it was %s", got, whole)
	}
	other := start()
	if epochs(other, 1); other.Restore(nn.State{}) == nil || other.gen.heads != Heads {
		t.Errorf("what is no state of a training is restored, %d heads", other.gen.heads)
	}
	if err := other.Restore(start().State()); err != nil {
		t.Error(err)
	}
}
