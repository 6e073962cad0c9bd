package store

import (
	"slices"
	"strconv"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/wire"
)

// Entrant is a setting of a method that is evaluated.
type Entrant struct {
	Method string // of EvaluationMethods
	As     entrantKind
	Labels int          // of Example-based
	Train  model.Recipe // none of CEM and what other tools do
	Round  model.Recipe // of fine-tuning, of Example-based
}

// entrantKind says what an entrant is compared for.
type entrantKind uint8

// The kinds of entrants.
const (
	AsMethod entrantKind = iota // with the settings that the method is known by
	AsWeight                    // with another weight of what it learns of rules
	AsLabels                    // with fewer labels
)

// otherWeights are the weights that are tried, in multiples of the method's own.
var otherWeights = []float64{0.1, 0.3, 3, 10}

// labelSteps is how many numbers of labels a curve has at most below the whole.
const labelSteps = 4

// Weight is that of what the method learns of rules; 0 where it has none.
func (e Entrant) Weight() float64 {
	switch m := model.Method(e.Method); {
	case m.FromLabels():
		return e.Round.Feasibility
	case m.FromGraph():
		return e.Train.Feasibility
	}
	return 0
}

// Entrants lists what settings ask for: every method, then its weights, then its
// numbers of labels.
func (s EvaluationSettings) Entrants(g Generator, t wire.Loaded) []Entrant {
	var list []Entrant
	for _, m := range s.Methods {
		e := s.entrant(m, g, t)
		list = append(list, e)
		if s.Weights && e.Weight() > 0 {
			for _, times := range otherWeights {
				other := e
				other.As = AsWeight
				if fromLabels(m) {
					other.Round.Feasibility = roundWeight(times * e.Round.Feasibility)
				} else {
					other.Train.Feasibility = roundWeight(times * e.Train.Feasibility)
				}
				list = append(list, other)
			}
		}
		if s.Curve && fromLabels(m) {
			step := max((s.Labels+labelSteps-1)/labelSteps, 25)
			for n := 0; n < s.Labels; n += step {
				other := e
				other.As, other.Labels = AsLabels, n
				list = append(list, other)
			}
		}
	}
	return list
}

// roundWeight frees a weight of what multiplying left behind its second digit.
func roundWeight(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 2, 64), 64) // what was written is a number
	return min(v, model.MaxWeight)
}

// entrant is a method with the settings that it is known by, or with those of the
// generator.
func (s EvaluationSettings) entrant(method string, of Generator, t wire.Loaded) Entrant {
	kind, g := of.Preset, of.Settings
	e := Entrant{Method: method, Train: Training(model.Recipe{})}
	m := model.Method(method).Start()
	switch {
	case !m.Chosen():
		return e
	case fromLabels(method):
		e.Labels, e.Round = s.Labels, Training(model.Round(kind, sizeOf(t)))
	}
	if !s.Mine || g.Method.Start() != m {
		g = model.Preset(kind, m, sizeOf(t))
	}
	e.Train = Training(g.Alone())
	return e
}

// Generator are settings of a generator that are those of the entrant. A seed and
// the number of latent samples stay, with the parts of a batch. It reports whether there are any: CEM and other
// tools train nothing, and Example-based learns from labels.
func (e Entrant) Generator(g model.Recipe) (model.Recipe, bool) {
	if !model.Method(e.Method).Trains() {
		return g, false
	}
	t := e.Train
	t.Seed, t.Samples, t.Parts, t.Method, t.Follows, t.Masked = g.Seed, g.Samples, g.Parts, model.Method(e.Method), g.Follows, g.Masked
	return t, true
}

// Chosen is the entrant whose settings the generator has, or -1.
func (v Evaluation) Chosen(g model.Recipe) int {
	return slices.IndexFunc(v.Entrants, func(e Entrant) bool {
		as, ok := e.Generator(g)
		return ok && as == g
	})
}

// Times are what an entrant takes, means over the seeds that are done.
func (v Evaluation) Times(entrant int) (t metric.Times, ok bool) {
	train, per := v.Summary(entrant, "trainS"), v.Summary(entrant, "per1000S")
	return metric.Times{Train: train.Mean, Generate: per.Mean, Rows: 1000}, train.N > 0 && per.N > 0
}

// CSV lists every figure of every experiment that is done, exactly.
func (v Evaluation) CSV() []byte {
	head := []string{"method", "weight", "labels", "seed"}
	var keys []string
	for _, list := range v.Records {
		for _, r := range list {
			for _, f := range r.Figures {
				if !slices.Contains(keys, f.Key) {
					keys = append(keys, f.Key)
				}
			}
		}
	}
	b := data.AppendRecord(nil, append(head, keys...)...)
	for i, e := range v.Entrants {
		for k, r := range v.Records[i] {
			if len(r.Figures) == 0 {
				continue
			}
			line := []string{e.Method, "", "", strconv.FormatUint(v.Seeds[k], 10)}
			if e.Weight() > 0 {
				line[1] = batch.Exact(e.Weight())
			}
			if fromLabels(e.Method) {
				line[2] = batch.Exact(float64(e.Labels))
			}
			for _, key := range keys {
				cell := ""
				if x := figureOf(r, key); x == x {
					cell = batch.Exact(x)
				}
				line = append(line, cell)
			}
			b = data.AppendRecord(b, line...)
		}
	}
	return b
}

// Told says which labels of people Example-based learned from; Labels is 0 where
// the rules told it.
type Told struct {
	Labels int
	By     []string // names of the people; nil: they are not said
}

// EnoughLabels is how many labels on which a verdict was reached an evaluation
// needs: those of a round of Example-based.
const EnoughLabels = 25

// Decided counts the pairs with a verdict, by which generators learn.
func (l Labels) Decided() int { return l.decided }

// Mixed reports whether there are verdicts of both kinds, without which nobody can
// estimate feasibility from them.
func (l Labels) Mixed() bool { return l.Counts[label.Feasible] > 0 && l.Counts[label.Infeasible] > 0 }

// Enough reports whether an evaluation can learn from the labels.
func (l Labels) Enough() bool { return l.Decided() >= EnoughLabels }

func (l Labels) told() Told {
	list := label.Settled(l.List)
	return Told{Labels: len(list), By: Labels{List: l.List}.People()}
}

func fromLabels(method string) bool { return model.Method(method).FromLabels() }

// FromLabels reports whether a method that learns from labels is compared.
func (s EvaluationSettings) FromLabels() bool { return slices.ContainsFunc(s.Methods, fromLabels) }

// tells reports whether labels of people are to be learned from.
func (s EvaluationSettings) tells() bool { return s.Told && s.FromLabels() }

// With are the settings with the number of labels that there are, where those of
// the project are learned from.
func (s EvaluationSettings) With(l Labels) EvaluationSettings {
	if s.tells() {
		s.Labels = l.Decided()
	}
	return s
}
