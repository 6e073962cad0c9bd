package snapshot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/model"
)

// checkClaims checks that the project's claims about its models are possible: figures agree with
// each other, counts fit the number of rows, and shares fit the counts. Only a measurement can show
// that the claims are true; see Verify.
func (p Project) checkClaims(c *checks) {
	if p.HasClassifier {
		p.claimsOfClassifier(c)
	}
	if p.HasGenerator {
		p.claimsOfGenerator(c)
	}
	if p.HasTuning {
		p.claimsOfTuning(c)
	}
	if p.HasEvaluation {
		p.claimsOfEvaluation(c)
	}
}

// testRows returns the number of held-out rows of the split; trainRows returns the number of
// training rows.
func (d Data) testRows() int {
	if d.Stratified {
		return (d.Rows + 5) / 10
	}
	return d.Rows / 10
}

func (d Data) trainRows() int { return d.Rows - d.testRows() - d.Rows/10 }

func (p Project) claimsOfClassifier(c *checks) {
	m, n := p.Classifier, p.Schema.Classes()
	if c.that(len(m.Confusion) == n*n, "the classifier has no confusion matrix for %d classes", n); c.err != nil {
		return
	}
	all, right, most := 0, 0, 0
	for k := range n {
		row := 0
		for _, v := range m.Confusion[k*n : (k+1)*n] {
			row += v
		}
		all, right, most = all+row, right+m.Confusion[k*n+k], max(most, row)
	}
	c.that(all == m.TestRows && all == p.Data.testRows(),
		"the classifier's confusion matrix counts %d held-out rows, its "+
			"measurements %d, and the table has %d",
		all, m.TestRows, p.Data.testRows())
	of := float64(max(all, 1))
	c.that(m.Accuracy == float64(right)/of,
		"the classifier's accuracy is given as %v, but its confusion matrix says %v", m.Accuracy,
		float64(right)/of)
	c.that(m.Base == float64(most)/of,
		"the share of the most frequent class is given as %v, but the confusion matrix says %v", m.Base,
		float64(most)/of)
	// In a wrongly predicted row, the true class has a probability of at most a half.
	least := float64(all-right) / of * math.Ln2
	c.that(m.LogLoss >= least-1e-6, "the classifier's log loss is given as %v; with this accuracy it is at least %v",
		m.LogLoss, least)
	if m.Trained {
		c.that(m.Best >= 1 && m.Best <= m.Settings.Epochs, "the classifier was best in epoch %d of %d", m.Best,
			m.Settings.Epochs)
		c.that(slices.Equal(m.Model.Counters, []uint64{uint64(p.Schema.Width()), uint64(m.Settings.Hidden), uint64(n)}),
			"the classifier's layers do not match the %d hidden units of its settings", m.Settings.Hidden)
	}
}

func (p Project) claimsOfGenerator(c *checks) {
	g, all := p.Generator, p.Data.testRows()
	c.that(g.TestRows <= all && (len(g.Tunings) > 0 || p.HasTuning || g.TestRows == all),
		"the generator was measured on %d held-out rows, but the table has %d", g.TestRows, all)
	before, tuned := len(g.Earlier) > 0, len(g.Tunings) > 0
	c.that(!g.Lost && g.Warm == before || g.Lost && !before &&
		(g.Warm || tuned), "the list of the generator's earlier trainings contradicts the rest of the file")
	c.that(len(g.Kept) > 0 || g.KeptAll == 0 ||
		g.KeptAll == 1, "the generator is said to keep all rules in a share of %v, but no rules are listed", g.KeptAll)
	c.that(g.Best <= g.Settings.Epochs, "the generator was best in epoch %d of %d", g.Best, g.Settings.Epochs)
	c.that(g.DataProfiles >= min(all, 1) && g.DataProfiles <= p.profiles(all),
		"%d held-out rows cannot have %d profiles of categories", all, g.DataProfiles)
	p.claimsOfScores(c, "the generator's raw outputs", g.Soft, all, false)
	p.claimsOfScores(c, "the generator's counterfactuals", g.Decoded, g.TestRows, true)
	p.claimsOfAnswers(c, g.Answers)
}

// claimsOfAnswers checks that the figures on one answer for each row are possible with the rows of
// the table.
func (p Project) claimsOfAnswers(c *checks, a model.Answers) {
	const what = "the generator's answers"
	c.that(a.Rows <= p.Data.testRows(), "%s are measured on %d held-out rows, but the table has %d", what, a.Rows,
		p.Data.testRows())
	c.that(a.Rows > 0 || a == model.Answers{}, "%s have figures although they were not measured", what)
	c.share(what+", share of valid ones", a.Held, a.Rows)
	c.share(what+", share of rows that can have one", a.Reachable, a.Rows)
	c.that(a.Held <= a.Reachable, "%s are valid for more rows than can have one", what)
	c.that(float64(a.Open) <= (1-a.Reachable)*float64(a.Rows)+1e-6,
		"%s leave %d rows open, which is more than the rows without an answer", what, a.Open)
	all := float64(len(p.Schema.Features)) + 1e-9
	c.that(a.Changes >= 0 && a.Changes <= all && a.SearchChanges >= 0 &&
		a.SearchChanges <= all, "%s change %v features and those of the search %v, out of %d", what, a.Changes,
		a.SearchChanges,
		len(p.Schema.Features))
	c.that(a.ContProximity <= 0 && a.SearchContProximity <= 0, "%s have a positive proximity", what)
	c.that(max(a.Profiles, a.SearchProfiles) <= p.profiles(a.Rows),
		"%s have %d profiles and those of the search %d; %d rows can have at most %d",
		what, a.Profiles, a.SearchProfiles, a.Rows, p.profiles(a.Rows))
}

// profiles returns the largest possible number of distinct profiles of categories among some
// rows.
func (p Project) profiles(rows int) int {
	n := 1
	for _, f := range p.Schema.Features {
		if n *= max(len(f.Levels), 1); n >= rows {
			return rows
		}
	}
	return n
}

// claimsOfScores checks that scores are possible for some rows. Displayed counterfactuals change
// whole features, while raw outputs need not.
func (p Project) claimsOfScores(c *checks, what string, s model.Scores, rows int, whole bool) {
	categories := 0
	for _, f := range p.Schema.Features {
		if !f.Kind.Numeric() {
			categories++
		}
	}
	all := len(p.Schema.Features)
	c.share(what+", validity", s.Validity, rows)
	c.that(s.ContProximity <= 0 && (categories < all || s.ContProximity == 0),
		"%s have the proximity %v, which is not possible",
		what, s.ContProximity)
	c.that(s.CatProximity <= 0 && -s.CatProximity <= float64(categories)+1e-9,
		"%s change %v categories, but the table has %d", what,
		-s.CatProximity, categories)
	c.that(s.FeaturesChange >= 0 && s.FeaturesChange <= float64(all)+1e-9,
		"%s change %v features, but the table has %d", what,
		s.FeaturesChange, all)
	c.that(s.Profiles >= min(rows, 1) && s.Profiles <= p.profiles(rows),
		"%s have %d profiles; %d rows can have at most %d",
		what, s.Profiles, rows, p.profiles(rows))
	if whole {
		c.count(what+", changed categories", -s.CatProximity, rows)
		c.count(what+", changed features", s.FeaturesChange, rows)
		c.that(s.FeaturesChange >= -s.CatProximity-1e-9, "%s change fewer features than categories", what)
	}
}

// share checks that a number is a possible share of the given count.
func (c *checks) share(what string, v float64, of int) {
	c.that(v >= 0 && v <= 1, "%s: %v is not a number from 0 to 1", what, v)
	c.count(what, v, of)
}

// count checks that a mean over the given count can be a mean of integers.
func (c *checks) count(what string, v float64, of int) {
	n := v * float64(of)
	c.that(math.Abs(n-math.Round(n)) <= 1e-6*max(1, math.Abs(n)) &&
		(of > 0 || v == 0), "%s: %v cannot be a mean of %d whole numbers", what, v, of)
}

func (p Project) claimsOfTuning(c *checks) {
	t, g := p.Tuning, p.Generator
	last := len(t.Rounds) - 1
	c.that(t.Rows <= p.Data.testRows(), "the fine-tuning was measured on %d held-out rows, but the table has %d",
		t.Rows,
		p.Data.testRows())
	now := t.Rounds[last].After
	if t.Restored {
		now = t.Rounds[last].Before
	}
	c.that(t.Asks || g.TestRows == t.Rows && g.Decoded == now.Scores,
		"the generator's scores differ from those of its fine-tuning")
	// An undone round stays among the rounds but not among the tunings, so only the last one is
	// sure to be in both.
	if n := len(g.Tunings); n > 0 && !t.Restored {
		a, b := t.Rounds[last].Labels, g.Tunings[n-1].Labels
		c.that(a == b, "the results say that a fine-tuning learned from %d labels, its settings say %d", a, b)
	}
	c.that(t.Feasible+t.Infeasible <= t.Rounds[last].Labels,
		"the judge learned from %d labels, but the fine-tuning had only %d",
		t.Feasible+t.Infeasible, t.Rounds[last].Labels)
	for i, r := range t.Rounds {
		rows := p.Data.testRows()
		for _, m := range []Measure{r.Before, r.After} {
			c.that(r.Judged || m.Feasible == 0, "a fine-tuning has a share of feasible rows, but no judge")
			if i < last {
				continue // how many rows these were measured on is unknown
			}
			rows = t.Rows
			c.share("a fine-tuning, share of feasible rows", m.Feasible, rows)
			c.share("a fine-tuning, share that keeps all rules", m.KeptAll, rows)
			p.claimsOfScores(c, "the counterfactuals of the fine-tuning", m.Scores, rows, true)
		}
	}
	r := t.Rounds[last]
	c.that(r.Judged || t.JudgeRight == 0, "a fine-tuning has an accuracy of its judge, but no judge")
	for _, of := range []struct {
		all  float64
		kept []float64
	}{{r.Before.KeptAll, t.KeptBefore}, {r.After.KeptAll, t.KeptAfter}} {
		broken := 0.0
		for _, v := range of.kept {
			c.share("a fine-tuning, share that keeps a rule", v, t.Rows)
			c.that(of.all <= v+1e-9, "a fine-tuning is said to keep all rules more often than one of them")
			broken += 1 - v
		}
		c.that(len(of.kept) == 0 || of.all >= 1-broken-1e-9,
			"a fine-tuning is said to keep all rules less often than the shares of single rules allow")
	}
}

// shares lists the endings of the keys whose figures are shares.
var shares = []string{"accuracy", ".validity", ".feasibility", ".s1", ".s2", ".rules", ".coverage", ".estimate",
	"judge.right",
	".held", ".reachable", ".ofReachable", ".robust"}

// counts lists the endings of the keys whose figures are counts.
var counts = []string{"rows.train", "rows.test", "explained", ".profiles", ".s1Pairs", ".s2Pairs", "judge.labels",
	".changedMedian", "answers.open"}

func (p Project) claimsOfEvaluation(c *checks) {
	e := p.Evaluation
	c.that(len(slices.Compact(slices.Sorted(slices.Values(e.Seeds)))) == len(e.Seeds),
		"the evaluation lists a seed twice")
	c.that(!e.Asked.Known || e.Asked.Teach || e.Told == 0 &&
		len(e.By) == 0, "the evaluation names people who labelled, but its settings say that rules labelled")
	ends := func(key string, list []string) bool {
		return slices.ContainsFunc(list, func(end string) bool { return strings.HasSuffix(key, end) })
	}
	for i, list := range e.Records {
		for j, r := range list {
			if len(r.Figures) == 0 {
				continue
			}
			name := e.Entrants[i].Method + ", seed " + strconv.FormatUint(e.Seeds[j], 10)
			c.that(r.Method == e.Entrants[i].Method &&
				r.Seed == e.Seeds[j], "the evaluation has figures of %s, seed %d, in the place for %s", r.Method,
				r.Seed, name)
			said := map[string]float64{}
			for _, f := range r.Figures {
				_, twice := said[f.Key]
				c.that(!twice, "the evaluation has the figure %q twice for %s", f.Key, name)
				said[f.Key] = f.Value
				if ends(f.Key, shares) || strings.Contains(f.Key, ".share.") {
					c.that(f.Value >= 0 && f.Value <= 1+1e-9, "the evaluation has %s = %v for %s, which is not a share",
						f.Key, f.Value, name)
				}
				if ends(f.Key, counts) {
					c.that(f.Value >= 0 && 2*f.Value == math.Round(2*f.Value),
						"the evaluation has %s = %v for %s, which is not a count", f.Key, f.Value, name)
				}
			}
			is := func(key string, want float64) {
				v, ok := said[key]
				c.that(!ok || v == want, "the evaluation has %s = %v for %s, but the project has %v", key, v, name,
					want)
			}
			is("rows.train", float64(p.Data.trainRows()))
			is("rows.test", float64(p.Data.testRows()))
			c.that(said["explained"] <= float64(p.Data.testRows()),
				"the evaluation explains %v rows, but only %d are held out",
				said["explained"], p.Data.testRows())
			if !e.Own && p.HasClassifier {
				is("accuracy", p.Classifier.Accuracy)
			}
		}
	}
}
