package data

import (
	"fmt"
	"strings"
	"testing"
)

func TestNumbersWithAMark(t *testing.T) {
	for _, tt := range []struct {
		text  string
		comma bool
		v     float64
		mark  string // empty if the text is not a number with a mark
	}{
		{"12 %", false, 12, "%"},
		{"7.5%", false, 7.5, "%"},
		{"3‰", false, 3, "‰"},
		{"$1,234.50", false, 1234.5, "$"},
		{"-$5", false, -5, "$"},
		{"€ 3,50", true, 3.5, "€"},
		{"102,00\u00a0€", true, 102, "€"},
		{"1.234,50 EUR", true, 1234.5, "EUR"},
		{"USD 7", false, 7, "USD"},
		{"R$ 1.234,50", true, 1234.5, "R$"},
		{"US$5", false, 5, "US$"},
		{"kr 33.759,45", true, 33759.45, "kr"},
		{"82\u00a0294\u00a0kr", true, 82294, "kr"},
		{"18 299,90 zł", true, 18299.9, "zł"},
		{"-3,50 Kč", true, -3.5, "Kč"},
		{"Rs. 5,000", false, 5000, "Rs."},
		{"8,620원", false, 8620, "원"},
		{"500 元", false, 500, "元"},
		{"TL12", false, 0, ""},
		{"12TL", false, 0, ""},
		{"kr", false, 0, ""},
		{"%12", false, 0, ""},
		{"$5%", false, 0, ""},
		{"- $-5", false, 0, ""},
		{"12 kg", false, 0, ""},
		{"$", false, 0, ""},
		{"A1%", false, 0, ""},
	} {
		n, ok := readNumber(tt.text, tt.comma)
		if ok != (tt.mark != "") || ok && (n.v != tt.v || n.mark != tt.mark) {
			t.Errorf("%q is %v with %q, %v; want %v with %q", tt.text, n.v, n.mark, ok, tt.v, tt.mark)
		}
	}
}

// TestColumnsWithMarks checks that prices and shares are numbers if all have the same mark, which
// must be reported. A column with different marks must not silently become numeric.
func TestColumnsWithMarks(t *testing.T) {
	var s strings.Builder
	s.WriteString("price;share;mixed;paid\n")
	for i := range 60 {
		fmt.Fprintf(&s, "%d,50 €;%d %%;%s;%s\n", 10+i, i%40, []string{"5 %", "0,05", "7 €"}[i%3],
			[]string{"yes", "no"}[i/2%2])
	}
	f, err := Inspect("x.csv", []byte(s.String()))
	if err != nil {
		t.Fatal(err)
	}
	v := f.Preview(nil)
	table, report, err := f.Import(v.Plan)
	if err != nil {
		t.Fatal(err)
	}
	want := []Kind{Continuous, Integer, Category}
	for j, feature := range table.Schema.Features {
		if feature.Kind != want[j] {
			t.Errorf("%s is %v, want %v", feature.Name, feature.Kind, want[j])
		}
	}
	if x := table.Row(0, nil); x[0] != 10.5 || x[1] != 0 {
		t.Errorf("the first row is %v", x)
	}
	if why := v.Columns[0].Why; why != `Numbers with up to 2 decimals, each with "€".` {
		t.Error(why)
	}
	if notes := strings.Join(report.Notes, " "); !strings.Contains(notes,
		`Column "share": every number is written with "%"; the number alone is read.`) {
		t.Errorf("the notes are %q", notes)
	}
	v.Plan.Columns[2].Kind = Continuous
	if _, _, err := f.Import(v.Plan); err == nil ||
		!strings.Contains(err.Error(), `"0,05" is written without a sign, unlike the numbers before it.`) {
		t.Errorf("mixed as numbers: %v", err)
	}
	rows, err := ReadRows([]byte("price;share;mixed\n12,50 €;3 %;7 €\n"), table.Schema, v.Plan, table.Usual)
	if err != nil || len(rows.Values) != 1 || rows.Values[0][0] != 12.5 || rows.Values[0][1] != 3 {
		t.Errorf("new rows: %+v, %v", rows, err)
	}
}
