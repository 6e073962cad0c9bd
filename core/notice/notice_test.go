package notice

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example returns a refused row with everything that a notice can contain: an option in several
// steps, one with an action in addition to consequences, and one outside the table.
func example(l document.Language) Case {
	s := data.Schema{
		Features: []data.Feature{
			{Name: "income", Kind: data.Continuous, Unit: "€", Decimals: 2, Min: 0, Max: 90000, MAD: 1},
			{Name: "age", Kind: data.Integer, Unit: "years", Min: 18, Max: 70, MAD: 1},
			{Name: "education", Kind: data.Ordered, Levels: []string{"School", "Bachelor", "Master"}},
			{Name: "housing", Kind: data.Category, Levels: []string{"rent", "own"}},
			{Name: "savings", Kind: data.Integer, Unit: "€", Min: -500, Max: 20000, MAD: 1}},
		Outcome: data.Feature{Name: "credit", Kind: data.Category, Levels: []string{"refused", "granted"}}}
	was := []float64{12345.5, 25, 0, 0, -150}
	share := func(p float64) []float64 { return []float64{1 - p, p} }
	studied := []float64{12345.5, 31, 1, 0, -150}
	x := document.Explained{Target: 1, Laws: []document.Law{{Text: `"age" may not decrease.`},
		{Text: `"housing" stays.`, GivenUp: true}, {Text: `"savings" rises only a little.`, Soft: true}}}
	x.Factual = document.Counterfactual{Row: was, Shares: share(0.0412)}
	x.Nearest, x.HasUsual = true, true
	x.Rows = []document.Counterfactual{
		{Row: studied, Shares: share(0.55), Class: 1, Changed: 1, Cost: 1, Usual: 0.5,
			Base: []float64{12345.5, 31, 0, 0, -150},
			Low:  []float64{12345.5, 30, 1, 0, -150}, High: []float64{12345.5, 41, 1, 0, -150},
			Plan: []document.Step{{Stage: causal.Stage{Does: []int{2}, Follows: []int{1}, Row: studied,
				Waits: []causal.Wait{{Cause: 2, Effect: 1, Rate: 3, Least: 3}}}, Class: 1, Shares: share(0.55)}}},
		{Row: []float64{15000, 25, 0, 1, 21000}, Shares: share(0.9995), Class: 1, Changed: 3, Cost: 2.5, Usual: 0.001,
			Base: []float64{14000, 25, 0, 0, -150},
			Low:  []float64{14500, 25, 0, 1, 20500}, High: []float64{15500, 25, 0, 1, 21000},
			Proof: []causal.Verdict{{Pass: true}, {}, {}}},
		{Row: []float64{20000, 25, 0, 0, -150}, Shares: share(0.6), Class: 1, Changed: 1, Cost: 1, Usual: 0.5}}
	r := document.Reasons{Row: was, Target: 1, Fixed: document.No, Each: []document.Reason{
		{Feature: 0, Alone: document.Yes, Row: []float64{15000, 25, 0, 0, -150}, Low: []float64{14500, 25, 0, 0, -150},
			High: []float64{15500, 25, 0, 0, -150}},
		{Feature: 2, Alone: document.Yes, Row: studied, Levels: []int{1, 2}, Cost: 1},
		{Feature: 1, Locked: true, Against: true}}}
	r.Sets = []document.Together{{Features: []int{3, 4}, Row: []float64{12345.5, 25, 0, 1, 500}}}
	return Case{Own: document.Notice{Language: l}, Date: "2026-11-21", Table: "loans.csv", Model: "scores.onnx",
		Hash: strings.Repeat("ab", 32), Threshold: 0.08, Schema: s, Found: x, Reasons: r, Hard: []int{2}}
}

// The notice in each language is the same as the stored and reviewed one.
func TestNoticeInEveryLanguage(t *testing.T) {
	for l := range document.LanguageCount {
		c := example(l)
		got := HTML(c)
		file := "testdata/" + In(l).tag + ".html"
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the notice differs from %s; -update keeps what is written now", file)
		}
		dir := "ltr"
		if l == document.Arabic {
			dir = "rtl"
		}
		if head := `<html lang="` + In(l).tag + `" dir="` + dir + `">`; !bytes.Contains(got, []byte(head)) {
			t.Errorf("the notice lacks %s", head)
		}
		for _, name := range []string{"income", "School", "loans.csv", "scores.onnx", "years"} {
			if !bytes.Contains(got, []byte(name)) {
				t.Errorf("%s: the table's own word %q is missing", In(l).tag, name)
			}
		}
		if !json.Valid(JSON(c)) {
			t.Errorf("%s: the JSON is none", In(l).tag)
		}
	}
}

// The predicted number is stated for the row and for each option.
func TestNoticeStatesNumbers(t *testing.T) {
	c := example(document.German)
	c.Schema.Outcome.Cuts, c.Schema.Outcome.Decimals, c.Schema.Outcome.Unit = []float64{850}, 2, "€"
	c.Found.Factual.Number, c.Found.Rows[0].Number = 920.5, 12345.678
	text := string(HTML(c))
	for _, says := range []string{"Sein Vorhersagewert war <bdi><strong>920,50\u00a0€</strong></bdi>.",
		"Das Modell würde dann <bdi><strong>12.345,68\u00a0€</strong></bdi> vorhersagen."} {
		if !strings.Contains(text, says) {
			t.Errorf("the notice does not hold %q", says)
		}
	}
	file := string(JSON(c))
	if !strings.Contains(file, `"number": 920.5`) || !strings.Contains(file, `"number": 12345.678`) {
		t.Errorf("the numbers are missing in %s", file)
	}
}

// Every language has a sentence for every possible result, with all placeholders replaced.
func TestEverySentence(t *testing.T) {
	vary := map[string]func(c *Case){
		"none": func(c *Case) { c.Found.Rows, c.Found.None = nil, true },
		"none without rules": func(c *Case) {
			c.Found.Rows, c.Found.None, c.Found.Laws = nil, true, nil
		},
		"none found": func(c *Case) {
			c.Found.Rows, c.Found.Tried, c.Found.Boxes, c.Found.Decided = nil, 400, 20_000, 0.97
		},
		"nothing known": func(c *Case) {
			c.Found.Rows, c.Found.Laws, c.Found.Factual.Shares, c.Threshold = nil, nil, nil, 0
		},
		"fixed":     func(c *Case) { c.Reasons.Fixed = document.Yes },
		"undecided": func(c *Case) { c.Reasons.Fixed = document.Undecided },
		"no few":    func(c *Case) { c.Reasons.Each, c.Reasons.Sets = nil, nil },
		"no few, open": func(c *Case) {
			c.Reasons.Each, c.Reasons.Sets, c.Reasons.Left = nil, nil, 1
		},
		"three classes": func(c *Case) { c.Schema.Outcome.Levels = append(c.Schema.Outcome.Levels, "later") },
		"organisation": func(c *Case) {
			c.Own.Organisation, c.Own.Source = "A bank", "You told us."
			c.Own.Correct = "Write." + strings.Repeat(" Write to us.", 60)
			c.Own.Role, c.Own.Contest = "A person decides.", "Call 123."
		},
		"a number": func(c *Case) {
			c.Schema.Outcome.Cuts, c.Schema.Outcome.Decimals = []float64{850}, 2
			c.Found.Factual.Number, c.Found.Rows[0].Number = 920.5, 12345.678
		},
		"no nearest": func(c *Case) { c.Found.Nearest = false },
		"like options": func(c *Case) {
			c.Found.Rows = []document.Counterfactual{c.Found.Rows[2], c.Found.Rows[2], c.Found.Rows[1]}
		},
		"many rules": func(c *Case) {
			for range 12 {
				c.Found.Laws = append(c.Found.Laws, document.Law{Text: "A rule."})
			}
		},
		"steps": func(c *Case) {
			st := c.Found.Rows[0].Plan[0]
			st.Waits[0].Falls, st.Waits[0].Least = true, 9
			c.Found.Rows[0].Plan = append(c.Found.Rows[0].Plan, st, c.Found.Rows[0].Plan[0])
		},
	}
	for l := range document.LanguageCount {
		for name, f := range vary {
			c := example(l)
			f(&c)
			text := string(HTML(c))
			_, body, _ := strings.Cut(text, "<body>")
			if strings.ContainsAny(body, "{}") || strings.Contains(body, "characters)") ||
				strings.Contains(body, "   ") {
				t.Errorf("%s, %s: something is not filled in, cut off or empty:\n%s", In(l).tag, name, body)
			}
		}
	}
}
