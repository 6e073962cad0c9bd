package graphfile

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// starts pairs the functions with the patterns that they implement.
var starts = []struct {
	name    string
	holds   func(string) bool
	pattern *regexp.Regexp
}{
	{"startsDOT", startsDOT, regexp.MustCompile(
		`(?is)^(strict[\s\v]+)?(digraph|graph)([\s\v]*("[^"]*"|[^\s\v{\["'(]+))?[\s\v]*(/[/*][^{]*)?\{`)},
	{"startsDAGitty", startsDAGitty, regexp.MustCompile(
		`(?is)^(strict[\s\v]+)?(dag|mag|pdag|pag)([\s\v]*("[^"]*"|[^\s\v{\["'(]+))?[\s\v]*\{`)},
	{"startsGML", startsGML, regexp.MustCompile(
		`(?is)^(graph[\s\v]*\[|(creator|version|comment)[\s\v]+[^\s\v].*\bgraph[\s\v]*\[)`)},
	{"startsBIF", startsBIF, regexp.MustCompile(`(?is)^(network|variable|probability)\b[^{]*\{`)},
	{"hasArrow", hasArrow, regexp.MustCompile(`->|<-|@-@|--`)},
	{"hasPlace", hasPlace, regexp.MustCompile(`(?m)^[^\s\v].*[\s\v]@-?[0-9.]+,-?[0-9.]+[\s\v]*$`)},
	{"isGMLNumber", isGMLNumber, regexp.MustCompile(`^[+-]?([0-9]+|([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)$`)},
}

func holdStarts(t *testing.T, text string) {
	t.Helper()
	for _, s := range starts {
		if got, want := s.holds(text), s.pattern.MatchString(text); got != want &&
			(s.name != "isGMLNumber" || len(text) <= 40) {
			t.Fatalf("%s(%q) = %v, want %v", s.name, text, got, want)
		}
	}
}

// pieces are the parts from which starts of files are built.
var pieces = []string{
	"strict", "graph", "digraph", "DiGraph", "dag", "mag", "pdag", "pag", "network", "variable", "probability",
	"creator", "Version", "comment",
	" ", " ", "\n", "\t", "\v", "\"", "{", "{", "[", "(", "'", "/*", "*/", "//", "/", "x", "_", "name", "é", "\xff",
	"-", "->", "<", "@", "@1,2", "@-1.5,.5", ",", "7", "", ";", "12", ".", "+", "e", "E",
}

func TestStartsAreTheirPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	found := map[string]int{}
	for range 300000 {
		var text strings.Builder
		for range 1 + r.IntN(7) {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		holdStarts(t, text.String())
		for _, s := range starts {
			if s.holds(text.String()) {
				found[s.name]++
			}
		}
	}
	for _, s := range starts {
		if found[s.name] < 100 {
			t.Errorf("%s held %d times: too seldom to say anything", s.name, found[s.name])
		}
	}
}

func FuzzStarts(f *testing.F) {
	for _, text := range []string{"strict digraph \"a\" {", "graph x//y\n{", "Creator \"a\"\ngraph [", "network a { }",
		"a 1 @0.5,-1", "pdag{"} {
		f.Add(text)
	}
	f.Fuzz(holdStarts)
}
