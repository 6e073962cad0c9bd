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

func TestAClassOfOneRow(t *testing.T) {
	for n, want := range map[int]string{1: "6: 1 row, 0.5 %", 2: "6: 2 rows, 1.1 %"} {
		if got := textClassShare("6", n, 189); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
