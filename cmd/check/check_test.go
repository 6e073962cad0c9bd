package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/certify"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/nn"
)

func nothing() error { return nil }

func full() bool { return os.Getenv("CAUSEWAY_FULL") != "" }

// proved is a certificate with its problem.
type proved struct {
	exact.Problem
	text []byte
}

// certificates makes a problem's certificates: for its nearest row and the range around it, or for the claim
// that no row exists.
func certificates(t *testing.T, p exact.Problem) (list []proved) {
	t.Helper()
	s, err := exact.New(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Nearest(3000, nothing); err != nil {
		t.Fatal(err)
	}
	if !s.Done() {
		return nil
	}
	ask := func(a certify.Asked) {
		a.Boxes = 30_000
		text, err := certify.Certificate(p, a, nothing)
		if err == nil {
			list = append(list, proved{p, text})
			return
		}
		for _, known := range []string{"no certificate can be made with", "more boxes", "between two values"} {
			if strings.Contains(err.Error(), known) {
				return
			}
		}
		t.Fatal(err)
	}
	best := s.Best()
	if best == nil {
		ask(certify.Asked{Claim: certify.None})
		return list
	}
	ask(certify.Asked{Claim: certify.Nearest, Answer: best.Values})
	r, ok, err := exact.Widen(p, best.Values, 500, nothing)
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		ask(certify.Asked{Claim: certify.InRange, Answer: best.Values, Range: r})
	}
	return list
}

func check(text []byte) error {
	c, err := parse(text, "")
	if err == nil {
		_, err = verify(c)
	}
	return err
}

// TestRandomCertificatesHold makes certificates under random rules for random networks and trees.
func TestRandomCertificatesHold(t *testing.T) {
	cases, counts := 1000, map[string]int{}
	if full() {
		cases = 60_000
	}
	for seed := range cases {
		for _, p := range certificates(t, randomProblem(kernel.NewKey(uint64(seed)))) {
			c, err := parse(p.text, "")
			if err == nil {
				_, err = verify(c)
			}
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p.text)
			}
			counts[c.Claim]++
		}
	}
	t.Log(counts)
	for _, claim := range []string{"nearest", "none", "range"} {
		if counts[claim] < cases/20 {
			t.Errorf("only %d certificates of %q", counts[claim], claim)
		}
	}
}

// TestTables makes certificates for tables, which must hold, and falsifies each in every way it can, all of which
// must be refused.
func TestTables(t *testing.T) {
	rows := 8
	if full() {
		rows = 300
	}
	good, bad := 0, map[string]int{}
	for name, st := range studies(t) {
		n := 0
		for i, p := range st.asked(t, rows) {
			for _, c := range certificates(t, p) {
				if err := check(c.text); err != nil {
					t.Errorf("%s, row %d: a good certificate is refused: %v", name, i, err)
				}
				n++
				for _, f := range falsifications {
					text, err := c.falsify(f.by)
					if errors.Is(err, errNotHere) {
						continue
					}
					if err != nil {
						t.Fatalf("%s: %v", f.name, err)
					}
					bad[f.name]++
					if check(text) == nil {
						t.Errorf("%s, row %d: accepted with %s", name, i, f.name)
					}
				}
			}
		}
		t.Logf("%s: %d certificates", name, n)
		good += n
	}
	all := 0
	for _, f := range falsifications {
		if all += bad[f.name]; bad[f.name] == 0 {
			t.Errorf("nothing was falsified by %s", f.name)
		}
	}
	t.Logf("%d certificates hold, of %d falsified ones none: %v", good, all, bad)
	if full() && (good < 1000 || all < 1000) {
		t.Errorf("%d certificates and %d falsifications are too few", good, all)
	}
}

var errNotHere = errors.New("this certificate cannot be falsified so")

// forged is a certificate to falsify.
type forged struct {
	exact.Problem
	top    map[string]any
	schema map[string]any
	rules  []any
	model  map[string]any
	proof  []any
	rehash bool // the changed parts get their new hashes
}

// falsify changes a certificate.
func (p proved) falsify(by func(f *forged) bool) ([]byte, error) {
	f := &forged{Problem: p.Problem, rehash: true}
	if err := json.Unmarshal(p.text, &f.top); err != nil {
		return nil, err
	}
	part := func(name string) any { return f.top[name].(map[string]any)["json"] }
	f.schema, f.model, f.rules = part("schema").(map[string]any), part("model").(map[string]any), part("rules").([]any)
	f.proof, _ = f.top["proof"].([]any)
	if !by(f) {
		return nil, errNotHere
	}
	if f.proof != nil {
		f.top["proof"] = f.proof
	}
	for name, v := range map[string]any{"schema": f.schema, "rules": f.rules, "model": f.model} {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		part := f.top[name].(map[string]any)
		if part["json"] = json.RawMessage(text); f.rehash {
			sum := sha256.Sum256(text)
			part["sha256"] = hex.EncodeToString(sum[:])
		}
	}
	return json.Marshal(f.top)
}

func (f *forged) claim() string { return f.top["claim"].(string) }

// answer is the answer, or nil, and the values it changes.
func (f *forged) answer() (a map[string]any, row []any, changed []int) {
	if a, _ = f.top["answer"].(map[string]any); a == nil {
		return nil, nil, nil
	}
	row = a["row"].([]any)
	for j, v := range row {
		if v.(float64) != f.Factual[j] {
			changed = append(changed, j)
		}
	}
	return a, row, changed
}

// values returns the answer's row.
func values(row []any) (list []float64) {
	for _, v := range row {
		list = append(list, v.(float64))
	}
	return list
}

// is reports whether a row is an answer to the problem.
func (f *forged) is(row []float64) bool {
	_, ok := exact.Weigh(f.Problem, row)
	return ok
}

// second is the answer's likeliest class other than the target.
func (f *forged) second() int {
	a, _, _ := f.answer()
	if a == nil {
		return 0
	}
	shares := values(a["shares"].([]any))
	shares[f.Target] = -1
	return slices.Index(shares, slices.Max(shares))
}

// leaves returns the indices of the leaves with a reason.
func (f *forged) leaves(why string) (list []int) {
	for i, s := range f.proof {
		if s.(map[string]any)["leaf"] == why {
			list = append(list, i)
		}
	}
	return list
}

// end is the index after the steps of the box at i.
func (f *forged) end(i int) int {
	if _, leaf := f.proof[i].(map[string]any)["leaf"]; leaf {
		return i + 1
	}
	return f.end(f.end(i + 1))
}

// number is an entry of the certificate that is multiplied or shifted.
func (f *forged) move(of map[string]any, name string, by func(float64) float64) bool {
	v, _ := of[name].(float64)
	of[name] = by(v)
	return by(v) != v
}

// falsifications make a claim untrue, or remove its support from a certificate.
var falsifications = []struct {
	name string
	by   func(f *forged) bool
}{
	{"another factual", func(f *forged) bool { // the answer then changes a different number of features
		a, row, _ := f.answer()
		if a == nil {
			return false
		}
		for j, v := range row {
			if n := len(f.Schema.Features[j].Levels); n > 0 && v.(float64) == f.Factual[j] {
				f.top["row"].([]any)[j] = float64((int(f.Factual[j]) + 1) % n)
				return true
			}
		}
		return false
	}},
	{"an answer that costs more", func(f *forged) bool {
		_, row, changed := f.answer()
		for _, j := range changed {
			c := &f.Schema.Features[j]
			if v := row[j].(float64); c.Kind.Numeric() && v != f.Factual[j] {
				row[j] = c.Round(v + math.Copysign(c.Step(), v-f.Factual[j]))
				return true
			}
		}
		return false
	}},
	{"an answer that breaks a rule", func(f *forged) bool {
		a, row, changed := f.answer()
		if a == nil || len(changed) == 0 {
			return false
		}
		f.rules = append(f.rules, map[string]any{"kind": "immutable", "says": "", "feature": changed[0], "other": 0,
			"min": 0, "max": 0})
		return len(row) > 0
	}},
	{"a value that the column has not", func(f *forged) bool {
		_, row, changed := f.answer()
		for _, j := range changed {
			if c := &f.Schema.Features[j]; c.Kind.Numeric() {
				row[j] = row[j].(float64) + c.Step()/3
				return true
			}
		}
		return false
	}},
	{"a farther answer", func(f *forged) bool { // it is one, with its own effort, cost and shares, but not the nearest
		a, row, changed := f.answer()
		if a == nil || f.claim() != "nearest" {
			return false
		}
		for _, j := range changed {
			c := &f.Schema.Features[j]
			v := values(row)
			if !c.Kind.Numeric() {
				continue
			}
			v[j] = c.Round(v[j] + math.Copysign(c.Step(), v[j]-f.Factual[j]))
			r, ok := exact.Weigh(f.Problem, v)
			if !ok || !slices.Equal(r.Values, v) || r.Cost <= a["cost"].(float64)+1e-6 {
				continue
			}
			x := make([]float32, f.Schema.Width())
			f.Schema.Encode(v, x)
			a["row"], a["effort"], a["cost"] = v, r.Effort, r.Cost
			a["shares"] = slices.Clone(f.BlackBox.Pass().Shares(x, 1))
			return true
		}
		return false
	}},
	{"no answer, where there is one", func(f *forged) bool {
		if f.claim() != "nearest" {
			return false
		}
		delete(f.top, "answer")
		f.top["claim"] = "none"
		return true
	}},
	{"another effort", func(f *forged) bool {
		a, _, _ := f.answer()
		return a != nil && f.move(a, "effort", func(v float64) float64 { return v * 0.99 })
	}},
	{"another cost", func(f *forged) bool {
		a, _, _ := f.answer()
		return a != nil && f.move(a, "cost", func(v float64) float64 { return v*0.99 - 0.01 })
	}},
	{"another share", func(f *forged) bool {
		a, _, _ := f.answer()
		if a == nil {
			return false
		}
		s := a["shares"].([]any)
		s[f.Target], s[f.second()] = s[f.Target].(float64)+0.001, s[f.second()].(float64)-0.001
		return true
	}},
	{"another class", func(f *forged) bool {
		a, _, _ := f.answer()
		f.top["target"] = 1 - f.Target
		return a != nil
	}},
	{"a lead that it has not", func(f *forged) bool {
		a, _, _ := f.answer()
		if a == nil {
			return false
		}
		s := a["shares"].([]any)
		f.top["lead"] = s[f.Target].(float64) - s[f.second()].(float64) + 1e-3
		return true
	}},
	{"a least share that it has not", func(f *forged) bool {
		a, _, _ := f.answer()
		if a == nil {
			return false
		}
		f.top["least"] = a["shares"].([]any)[f.Target].(float64) + 1e-3
		return true
	}},
	{"fewer changes than it makes", func(f *forged) bool {
		_, _, changed := f.answer()
		f.top["maxChanged"] = len(changed) - 1
		return len(changed) > 1
	}},
	{"another effort of a feature", func(f *forged) bool {
		_, _, changed := f.answer()
		if len(changed) == 0 {
			return false
		}
		f.top["effort"].([]any)[changed[0]] = 2.5
		return true
	}},
	{"a changed hash", func(f *forged) bool {
		f.rehash = false
		part := f.top[[]string{"schema", "rules", "model"}[len(f.proof)%3]].(map[string]any)
		part["sha256"] = strings.Map(func(r rune) rune {
			if r == '0' {
				return '1'
			}
			return r
		}, part["sha256"].(string))
		return strings.Contains(part["sha256"].(string), "1")
	}},
	{"a changed weight", func(f *forged) bool {
		f.rehash = false
		return f.bias(0.5)
	}},
	{"a model for which the answer is none", func(f *forged) bool {
		a, _, _ := f.answer()
		return a != nil && f.bias(-1000)
	}},
	{"a model that gives all rows the class", func(f *forged) bool { // of which one keeps the rules
		if f.claim() != "none" {
			return false
		}
		for j, c := range f.Schema.Features {
			row := slices.Clone(f.Factual)
			if row[j] = c.Min; !c.Kind.Numeric() {
				row[j] = float64((int(f.Factual[j]) + 1) % len(c.Levels))
			}
			if row[j] != f.Factual[j] && causal.AllHold(f.Schema, f.Rules, f.Factual, row) {
				return f.bias(1000)
			}
		}
		return false
	}},
	{"a rule left out", func(f *forged) bool { // one that the proof names, for one that every row keeps
		at := f.leaves("rule")
		if len(at) == 0 || f.claim() == "range" {
			return false
		}
		n, _ := f.proof[at[len(at)/2]].(map[string]any)["rule"].(float64)
		f.rules[int(n)] = map[string]any{"kind": "move at most", "says": "", "feature": 0, "other": 0, "min": 1e15,
			"max": 1e15}
		return true
	}},
	{"another rule named", func(f *forged) bool {
		at := f.leaves("rule")
		if len(at) == 0 {
			return false
		}
		f.proof[at[len(at)/2]].(map[string]any)["rule"] = len(f.rules)
		return true
	}},
	{"a leaf left out", func(f *forged) bool {
		n := len(f.proof) / 2
		f.proof = slices.Delete(f.proof, n, n+1)
		return true
	}},
	{"a leaf too many", func(f *forged) bool {
		f.proof = append(f.proof, map[string]any{"leaf": "class"})
		return true
	}},
	{"a box too far that is not", func(f *forged) bool {
		at := f.leaves("class")
		if len(at) == 0 {
			return false
		}
		f.proof[at[len(at)/2]] = map[string]any{"leaf": "far"}
		return true
	}},
	{"boxes made one that is too far", func(f *forged) bool { // some of them are near
		for i := range f.proof {
			end := f.end(i)
			near := slices.ContainsFunc(f.leaves("class"), func(k int) bool { return i < k && k < end })
			if near && end > i+1 && i >= len(f.proof)/2 {
				f.proof = slices.Replace(f.proof, i, end, any(map[string]any{"leaf": "far"}))
				return true
			}
		}
		return false
	}},
	{"a division beyond its box", func(f *forged) bool {
		for _, s := range f.proof[len(f.proof)/2:] {
			if s := s.(map[string]any); s["split"] != nil && s["levels"] == nil {
				s["at"] = 1e16
				return true
			}
		}
		return false
	}},
	{"levels that are not in its box", func(f *forged) bool {
		for _, s := range f.proof {
			if s := s.(map[string]any); s["levels"] != nil {
				l := s["levels"].([]any)
				s["levels"] = append(l, l[0])
				return true
			}
		}
		return false
	}},
	{"a range with a row of another class", func(f *forged) bool {
		_, row, changed := f.answer()
		if f.claim() != "range" {
			return false
		}
		for _, end := range []string{"low", "high"} {
			for _, j := range changed {
				c := &f.Schema.Features[j]
				if !c.Kind.Numeric() {
					continue
				}
				v := values(row)
				if v[j] = c.Min; end == "high" {
					v[j] = c.Max
				}
				x, class := make([]float32, f.Schema.Width()), []int{0}
				f.Schema.Encode(v, x)
				nn.Best(f.BlackBox.Pass().Shares(x, 1), class)
				if (v[j] < row[j].(float64)) == (end == "low") && v[j] != row[j] &&
					(class[0] != f.Target || !causal.AllHold(f.Schema, f.Rules, f.Factual, v)) {
					f.top[end].([]any)[j] = v[j]
					return true
				}
			}
		}
		return false
	}},
	{"a proof of something else", func(f *forged) bool {
		f.top["claim"] = map[string]string{"nearest": "range", "range": "nearest", "none": "nearest"}[f.claim()]
		return true
	}},
	{"an unknown entry", func(f *forged) bool {
		f.top["trust"] = true
		return true
	}},
}

// bias adds to the logit or sum of the target.
func (f *forged) bias(by float64) bool {
	if trees, ok := f.model["trees"].(map[string]any); ok {
		base := trees["base"].([]any)
		base[f.Target] = base[f.Target].(float64) + by
		return by > -100 && by < 100 || !trees["shares"].(bool)
	}
	layers := f.model["layers"].([]any)
	b := layers[len(layers)-1].(map[string]any)["b"].([]any)
	b[f.Target] = b[f.Target].(float64) + by
	return true
}

// TestNothingEndsTheChecker puts odd values anywhere into certificates, with correct hashes: the checker
// answers each and does not crash.
func TestNothingEndsTheChecker(t *testing.T) {
	odd := []any{-1.0, 0.0, 0.5, 1e300, 1e15, 3.0, nil, "", "range", true, []any{}, map[string]any{}}
	cases := 300
	if full() {
		cases = 20_000
	}
	for seed := range cases {
		key := kernel.NewKey(uint64(seed))
		for _, p := range certificates(t, randomProblem(key)) {
			n := uint32(0)
			draw := func(below int) int { n++; return key.Sub(3).Intn(n, below) }
			var change func(v any) any
			change = func(v any) any {
				switch v := v.(type) {
				case map[string]any:
					names := slices.Sorted(maps.Keys(v))
					if len(names) > 0 {
						name := names[draw(len(names))]
						v[name] = change(v[name])
						return v
					}
				case []any:
					if len(v) > 0 && draw(4) > 0 {
						at := draw(len(v))
						v[at] = change(v[at])
						return v
					}
				}
				return odd[draw(len(odd))]
			}
			text, err := p.falsify(func(f *forged) bool {
				switch draw(4) {
				case 0:
					f.schema, _ = change(f.schema).(map[string]any)
				case 1:
					f.rules, _ = change(f.rules).([]any)
				case 2:
					f.model, _ = change(f.model).(map[string]any)
				default:
					for _, name := range []string{"answer", "proof", "row", "effort", "low", "lead", "target"} {
						if _, has := f.top[name]; has && draw(3) == 0 {
							f.top[name] = change(f.top[name])
						}
					}
					f.proof = nil
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			_ = check(text)
		}
	}
}

// TestPartsBeside reads a certificate with its rules in a file beside it, and refuses one beside
// other rules.
func TestPartsBeside(t *testing.T) {
	list := certificates(t, randomProblem(kernel.NewKey(3)))
	c, err := parse(list[0].text, "")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(list[0].text), `"json":`+string(c.Rules.JSON), `"file":"rules.json"`, 1)
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		rules string
		wrong string
	}{{" " + string(c.Rules.JSON) + "\n", ""}, {`[{"kind":"range"}]`, "does not match the rules"}} {
		for name, b := range map[string]string{"rules.json": test.rules, "certificate.json": text} {
			if err := os.WriteFile(name, []byte(b), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := checkFile("certificate.json")
		if (err == nil) != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("with the rules %s: %v", test.rules, err)
		}
	}
}

// BenchmarkProof checks a proof of at least 2,000 boxes: the nearest row of ten numbers for a network of ten
// units.
func BenchmarkProof(b *testing.B) {
	p := exact.Problem{LevelCost: 0.5}
	p.Schema.Outcome.Levels = []string{"no", "yes"}
	for range 10 {
		p.Schema.Features = append(p.Schema.Features, data.Feature{Kind: data.Integer, Max: 100, MAD: 20})
		p.Factual = append(p.Factual, 50)
	}
	var text []byte
	boxes := 0
	for n := 1877; boxes < 2000; n++ {
		c := nn.NewDeepClassifier(10, []nn.Hidden{{Units: 10, Act: nn.ReLU}}, 2, kernel.NewKey(uint64(n)))
		c.Net.Blocks()[1].B[1] = -1.5
		p.BlackBox = c
		p.Target = other(p, 0)
		s, err := exact.New(p)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Nearest(20_000, nothing); err != nil || s.Best() == nil {
			continue
		}
		a := certify.Asked{Claim: certify.Nearest, Answer: s.Best().Values, Boxes: 20_000}
		if text, err = certify.Certificate(p, a, nothing); err == nil {
			boxes = bytes.Count(text, []byte(`"leaf"`))
		}
	}
	for b.Loop() {
		if err := check(text); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(boxes), "boxes")
}
