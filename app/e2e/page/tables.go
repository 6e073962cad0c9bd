package page

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// Lines is a table as text: a header, and n lines.
func Lines(head string, rows int, line func(i int) string) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := range rows {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// YesNo is a class in words.
func YesNo(yes bool) string { return map[bool]string{true: "yes", false: "no"}[yes] }

// WideTable is a CSV table of n features, of all kinds or only numbers with two decimals,
// and an outcome that depends on most of them.
func WideTable(features, rows int, numbers bool) string {
	r := rand.New(rand.NewSource(1))
	var b strings.Builder
	for j := range features {
		fmt.Fprintf(&b, "f%03d,", j)
	}
	b.WriteString("y\n")
	for range rows {
		score := 0.0
		for j := range features {
			u := r.Float64()
			score += (u - 0.5) * float64(j%7-3)
			switch kind := j % 8; {
			case numbers || kind < 3:
				fmt.Fprintf(&b, "%.2f,", 100*u)
			case kind < 5:
				fmt.Fprintf(&b, "%d,", int(60*u))
			case kind < 7:
				fmt.Fprintf(&b, "%s,", []string{"red", "green", "blue", "grey", "black"}[int(u*float64(3+j%3))])
			default:
				fmt.Fprintf(&b, "%s,", []string{"no", "yes"}[int(2*u)])
			}
		}
		fmt.Fprintf(&b, "%s\n", map[bool]string{false: "refused", true: "granted"}[score > 0])
	}
	return b.String()
}

// LongFile writes a table of n bytes.
func LongFile(t testing.TB, size int) string {
	t.Helper()
	head, rows, _ := strings.Cut(WideTable(20, 9_000, false), "\n")
	lines := strings.SplitAfter(rows, "\n")
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := 0; b.Len() < size-200; i++ {
		b.WriteString(lines[i%len(lines)])
	}
	return Write(t, "long.csv", b.String())
}
