package data

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	for _, tokens := range [][]string{{}, {""}, {"", "?", "NA"}} {
		got := splitTokens(joinTokens(tokens))
		if strings.Join(got, "|") != strings.Join(tokens, "|") || len(got) != len(tokens) {
			t.Errorf("tokens %q came back as %q", tokens, got)
		}
	}
}
