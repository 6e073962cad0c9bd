package store

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/graphfile"
	"causeway/core/label"
	"causeway/core/sketch"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// packaged is text for people that names one of our packages.
var packaged = regexp.MustCompile(`(^|[ (:])(fault|data|causal|sketch|graphfile|discover|label|nn|vae|cf|metric|study` +
	`|sim|onnx|snapshot|wire|engine|store|bridge): `)

// Errors of every core package become sentences that name no package, and a column whose name looks
// like one keeps its name.
func TestErrorsBecomeSentences(t *testing.T) {
	const name = "cf: causal: x"
	s := data.Schema{Features: []data.Feature{{Name: "age", Kind: data.Integer, Max: 1},
		{Name: name, Kind: data.Category, Levels: []string{"a", "b"}}},
		Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"n", "y"}}}
	second := func(_ any, err error) error { return err }
	bare := sketch.New(s)
	odd := bare
	odd.Rules = []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 1}}
	project, err := snapshot.Read([]byte("nothing"))
	if err == nil {
		t.Fatal(project)
	}
	for what, err := range map[string]error{
		"causal":            causal.Rule{Kind: causal.OnlyIncrease, Feature: 1}.Check(s),
		"causal, a cycle":   causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 1}, {From: 1, To: 0}}}.Check(s),
		"causal, a formula": second(causal.ParseFormula("1 +", s, nil)),
		"sketch":            odd.Check(s),
		"sketch, an order":  second(bare.SetOrder(s, 1, []int{0})),
		"graphfile":         second(graphfile.Read([]byte("digraph { a -> }"))),
		"label":             second(label.ReadCSV(nil, s, "")),
		"data":              data.Schema{}.Check(),
		"wire":              wire.TrainGenerator{}.Check(),
		"wire, a frame":     wire.ErrFrame,
		"wire, bytes":       second(form.Unmarshal[label.Label]([]byte{1})),
		"snapshot":          snapshot.Project{Schema: s}.Check(),
		"snapshot, bytes":   err,
		"snapshot, a link":  second(snapshot.ReadLink("a link?")),
		"snapshot, its rule": snapshot.Project{Schema: s, Graph: odd,
			Data: snapshot.Data{Name: "t", Rows: 3, Hash: "h"}}.Check(),
		"store": errNoTable,
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
			continue
		}
		checkSentence(t, what, strings.ReplaceAll(Why(err), name, "x"))
		checkSentence(t, what+", of a file", strings.ReplaceAll(sayNotTaken(Offered{Name: "Afile"}, err), name, "x"))
	}
	if got, want := Why(causal.Rule{Kind: causal.OnlyIncrease, Feature: 1}.Check(s)),
		`"cf: causal: x" has no order, so it cannot rise or fall.`; got != want {
		t.Errorf("the name of a column: %s, want %s", got, want)
	}
	if !errors.Is(err, snapshot.ErrFormat) {
		t.Error("what kind of error it is was lost")
	}
}

// checkSentence checks that a text begins like a sentence, or with a number or a quoted name, ends
// like one, and names no package.
func checkSentence(t testing.TB, what, text string) {
	t.Helper()
	plain := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(text, `"x"`)
	if first := []rune(text)[0]; !unicode.IsUpper(first) && !unicode.IsDigit(first) && first != '"' ||
		text[len(text)-1] != '.' || packaged.MatchString(plain) {
		t.Errorf("%s: %s", what, text)
	}
}
