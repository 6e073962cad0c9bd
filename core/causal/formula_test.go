package causal

import (
	"math"
	"strings"
	"testing"

	"causeway/core/data"
)

// formulaSchema has a number whose name needs quotes, an ordered category and a
// category.
func formulaSchema() data.Schema {
	return data.Schema{Features: []data.Feature{
		{Name: "x1", Kind: data.Continuous, Min: 0, Max: 10, Decimals: 2},
		{Name: "hours per week", Kind: data.Integer, Min: 0, Max: 99},
		{Name: "school", Kind: data.Ordered, Levels: []string{"low", "high"}, Ranks: []float64{0, 2}},
		{Name: "work", Kind: data.Category, Levels: []string{"Private", `the "State"`}},
		{Name: "y", Kind: data.Continuous, Min: 0, Max: 10, Decimals: 2},
	}}
}

var formulaParents = []int{0, 1, 2, 3}

func TestFormulaValues(t *testing.T) {
	in := []float64{3, 40, 2, 0, 1} // x1, hours, rank of school, work is Private, work is the "State"
	for text, want := range map[string]float64{
		"1.5":                            1.5,
		"x1 - 1 - 1":                     1,
		"2 + 3 * x1":                     11,
		"(2 + 3) * x1":                   15,
		"-x1^2":                          -9,
		"2 * -x1":                        -6,
		"x1^0 + x1^3":                    28,
		`"hours per week" / 4 / 2`:       5,
		"school + 1e-1":                  2.1,
		`work["Private"] * 7 + x1`:       3,
		`work["the ""State"""] * 7 + x1`: 10,
		"sqrt(x1 + 1) + abs(1 - x1)":     4,
		"min(x1, 2) + max ( x1 , 2 )":    5,
		"0.1 * (x1 + school)^2 + 10":     12.5,
		" \t x1\n":                       3,
		"((((((((((x1))))))))))":         3,
		"x1 / (x1 - 3)":                  math.Inf(1),
		"x1 + 1.e1":                      13,
	} {
		f, err := ParseFormula(text, formulaSchema(), formulaParents)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := f.Mean(in); got != want || f.Inputs() != len(in) || f.String() != text {
			t.Errorf("%s = %v over %d inputs, want %v over %d", text, got, f.Inputs(), want, len(in))
		}
	}
}

func TestFormulaSlopesAreFiniteDifferences(t *testing.T) {
	in := []float64{3, 40, 2, 0.3, 0.7}
	for _, text := range []string{
		"x1", "5", "x1*school - school/x1", "(x1 + school)^3 * 0.2", "-sqrt(x1)", "abs(school - x1)",
		"min(x1, school) * max(x1, 1)",
		`x1 * work["Private"] + "hours per week"^2`, "x1^0", "x1*x1*x1",
	} {
		f, err := ParseFormula(text, formulaSchema(), formulaParents)
		if err != nil {
			t.Fatal(err)
		}
		grad := []float64{9, 9, 9, 9, 9}
		if got, want := f.Grad(in, grad), f.Mean(in); got != want {
			t.Errorf("%s: Grad = %v, Mean = %v", text, got, want)
		}
		for i := range in {
			const h = 1e-5
			up, down := append([]float64(nil), in...), append([]float64(nil), in...)
			up[i] += h
			down[i] -= h
			want := (f.Mean(up) - f.Mean(down)) / (2 * h)
			if math.Abs(grad[i]-want) > 1e-6*(1+math.Abs(want)) { // central differences have an error of order h²
				t.Errorf("%s: slope of input %d = %v, want %v", text, i, grad[i], want)
			}
		}
	}
}

func TestFormulaRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "ends too early",
		"x1 +":                    "ends too early",
		"x1 x1":                   "does not belong",
		"(x1":                     `')' is missing`,
		"x1^2.5":                  "does not belong",
		"x1^x1":                   "whole number",
		"x1^99999999999999999999": "whole number",
		"1.2.3":                   "not a number",
		"1e999":                   "not a number",
		"work":                    "name a level",
		`work["Public"]`:          "no level",
		`work["Private"`:          `']' is missing`,
		`"x1`:                     "quotation mark",
		"y":                       "not a cause",
		"z":                       "no feature",
		"sqrt(x1, x1)":            `')' is missing`,
		"min(x1)":                 `',' is missing`,
		"x1; x1":                  "does not belong",
		"\xff":                    "valid text",
		strings.Repeat("(", 999):  "too deeply",
		strings.Repeat("-", 999):  "too deeply",
		strings.Repeat("1+", 400): "too long",
		strings.Repeat("1", 1001): "at most",
	} {
		_, err := ParseFormula(text, formulaSchema(), formulaParents)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v, want a word of %q", text, err, want)
		}
	}
}

func FuzzFormula(f *testing.F) {
	f.Add("0.1 * (x1 + school)^2 + 10")
	f.Add(`work["the ""State"""] / -min(x1, 2) + abs("hours per week")`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseFormula(text, formulaSchema(), formulaParents)
		if err != nil {
			return
		}
		in, grad := []float64{3, 40, 2, 0, 1}, make([]float64, 5)
		if got, want := m.Grad(in, grad), m.Mean(in); got != want && got == got {
			t.Errorf("Grad = %v, Mean = %v", got, want)
		}
	})
}
