package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestImportKeepsPrecision checks that a number is imported as the float64 nearest to its text,
// in any notation. The displayed text must parse to the same number, and rounding must not change
// it.
func TestImportKeepsPrecision(t *testing.T) {
	columns := map[string]func(r *rand.Rand) string{
		"tiny":       func(r *rand.Rand) string { return fmt.Sprintf("%de-9", r.IntN(50)) },
		"scientific": func(r *rand.Rand) string { return fmt.Sprintf("%.4E", math.Exp(r.NormFloat64()*8)) },
		"many":       func(r *rand.Rand) string { return strconv.FormatFloat(r.Float64(), 'f', 12+r.IntN(8), 64) },
		"mixed": func(r *rand.Rand) string {
			return []string{"1e-9", "123456789.25", "999999999999.5", "0.1", "-3e-8"}[r.IntN(5)]
		},
		"huge":      func(r *rand.Rand) string { return strconv.FormatFloat(r.Float64()*1e15, 'f', 0, 64) },
		"very tiny": func(r *rand.Rand) string { return fmt.Sprintf("%d.%de-25", 1+r.IntN(9), r.IntN(9999)) },
		"usual":     func(r *rand.Rand) string { return strconv.FormatFloat(r.NormFloat64()*100, 'f', 2, 64) },
	}
	for name, next := range columns {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			var s strings.Builder
			s.WriteString("x,y\n")
			var want []float64
			for i := range 300 {
				text := next(r)
				v, err := strconv.ParseFloat(text, 64)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, v)
				fmt.Fprintf(&s, "%s,%d\n", text, i%2)
			}
			f, v := mustInspect(t, []byte(s.String()))
			v.Plan.Columns[0].Use, v.Plan.Columns[0].Kind = true, Continuous
			tab, report := mustImport(t, f, v.Plan)
			tab.FitScale(rowsTo(300))
			x := tab.Schema.Features[0]
			for i, v := range tab.Cols[0] {
				back, err := x.Parse(x.Format(v))
				if v != want[i] || x.Round(v) != v || back != v || err != nil {
					t.Fatalf("row %d: %v, rounded %v, shown as %s and read as %v, want %v (%d decimals)", i, v,
						x.Round(v), x.Format(v), back, want[i], x.Decimals)
				}
				scaled := x.Scale(v)
				near := x.DecodeNumber(scaled)
				settled := []float32{0}
				x.Settle([]float32{scaled}, settled)
				if x.Round(near) != near || settled[0] != x.Scale(near) {
					t.Fatalf("decoded %v is rounded to %v and settles at %v, want %v", near, x.Round(near), settled[0],
						x.Scale(near))
				}
			}
			if step := x.Step(); !(step > 0) || x.Max+step == x.Max {
				t.Errorf("a step of %v is lost at %v", step, x.Max)
			}
			if len(report.Notes) > 0 {
				t.Errorf("got notes %q", report.Notes)
			}
		})
	}
}

func rowsTo(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// TestUnclearNumbers checks that numbers that are also valid with the other decimal sign are
// reported, and are read according to the plan.
func TestUnclearNumbers(t *testing.T) {
	build := func(next func(i int) string) string {
		s := "x;y\n"
		for i := range 60 {
			s += next(i) + fmt.Sprintf(";%d\n", i%2)
		}
		return s
	}
	cases := []struct {
		name    string
		file    string
		unclear string
	}{
		{"thousands or decimals", build(func(i int) string { return fmt.Sprintf("%d,8%02d", 1+i%7, i) }), "1,800"},
		{"a point in some", build(func(i int) string { return []string{"950", "1.863", "12.400"}[i%3] }), "1.863"},
		{"three decimals in all, between semicolons",
			build(func(i int) string { return fmt.Sprintf("%d.8%02d", 1+i%7, i) }), "1.800"},
		{"three decimals in all, between commas",
			strings.ReplaceAll(build(func(i int) string { return fmt.Sprintf("%d.8%02d", 1+i%7, i) }), ";", ","), ""},
		{"hundreds between commas", strings.ReplaceAll(
			build(func(i int) string { return fmt.Sprintf("%d.%d50", 1+i%7, i%10) }), ";", ","), "1.050"},
		{"three decimals below one", build(func(i int) string { return fmt.Sprintf("%d.8%02d", i%7, i) }), ""},
		{"a decimal comma is proved", build(func(i int) string { return fmt.Sprintf("%d,8%d", 1+i%7, i%10) }), ""},
		{"thousands are proved", build(func(i int) string { return fmt.Sprintf("%d,863.5", 1+i%7) }), ""},
		{"two groups prove it", strings.ReplaceAll(build(func(i int) string { return "1,863,00" + strconv.Itoa(i%10) }),
			"x", "x"), ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, v := mustInspect(t, []byte(c.file))
			if got := v.Columns[0].Unclear; got != c.unclear {
				t.Fatalf("got %q, want %q", got, c.unclear)
			}
			if c.unclear == "" {
				return
			}
			point, comma := v.Plan.clone(), v.Plan.clone()
			point.Columns[0].Sign, point.Columns[0].Kind, point.Columns[0].Use = PointSign, Continuous, true
			comma.Columns[0].Sign, comma.Columns[0].Kind, comma.Columns[0].Use = CommaSign, Continuous, true
			a, _ := mustImport(t, f, point)
			b, _ := mustImport(t, f, comma)
			i := 0
			if c.unclear == "1.863" {
				i = 1
			}
			if x, y := max(a.Cols[0][i], b.Cols[0][i]), min(a.Cols[0][i], b.Cols[0][i]); x != 1000*y {
				t.Errorf("read as %v and %v", x, y)
			}
		})
	}
}
