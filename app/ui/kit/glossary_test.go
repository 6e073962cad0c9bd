package kit

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

func TestWordsAreInOrderAndSaid(t *testing.T) {
	if !slices.IsSortedFunc(words, func(a, b word) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	}) {
		t.Error("the glossary is not in the order of the alphabet")
	}
	for _, w := range words {
		if !strings.HasSuffix(w.Says, ".") || w.Lines == "" || w.Marks == "" {
			t.Errorf("%s has no sentence or no picture", w.Name)
		}
	}
}

// A sentence stays the same when some of its words are explained.
func TestSentencesStayWhole(t *testing.T) {
	tests := []struct {
		text  string
		terms []string
	}{
		{"Train the black box.", []string{"black box"}},
		{"Counterfactuals of a counterfactual, by the MAD; nomad and MADness", []string{"Counterfactuals", "MAD"}},
		{"Hard rules and a hard rule.", []string{"Hard rules"}},
		{"withheld, then held-out rows are held", []string{"held-out rows", "held"}},
		{"ä held é", []string{"held"}},
		{"Held-out accuracy", nil},
		{"", nil},
	}
	for _, tt := range tests {
		var all strings.Builder
		var terms []string
		for _, n := range Worded(tt.text) {
			html := app.HTMLString(n)
			if at := strings.Index(html, ">"); strings.HasPrefix(html, "<button") {
				html = strings.TrimSuffix(strings.TrimSpace(html[at+1:]), "</button>")
				terms = append(terms, strings.TrimSpace(html))
				html = strings.TrimSpace(html)
			}
			all.WriteString(html)
		}
		if all.String() != tt.text || !slices.Equal(terms, tt.terms) {
			t.Errorf("%q becomes %q with the terms %q, want %q", tt.text, all.String(), terms, tt.terms)
		}
	}
}
