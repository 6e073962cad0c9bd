package data

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// mixed returns a small schema with every kind of feature.
func mixed() Schema {
	return Schema{
		Features: []Feature{
			{Name: "height", Kind: Continuous, Decimals: 2, Min: 1.5, Max: 2.05, MAD: 0.1},
			{Name: "age", Kind: Integer, Min: 17, Max: 90, MAD: 10},
			{Name: "wish", Kind: Ordered, Levels: []string{"low", "medium", "high"}, Ranks: []float64{0, 1, 1}},
			{Name: "job", Kind: Category, Levels: []string{"baker", "clerk"}},
			{Name: "flag", Kind: Boolean, Levels: []string{"no", "yes"}},
		},
		Outcome: Feature{Name: "y", Kind: Category, Levels: []string{"a", "b"}},
	}
}

func mixedTable() *Table {
	return &Table{Schema: mixed(), Outcome: []int{0, 1, 0},
		Cols: [][]float64{{1.5, 1.72, 2.05}, {17, 40, 90}, {0, 1, 2}, {0, 1, 1}, {1, 0, 1}}}
}

func TestSchemaCheck(t *testing.T) {
	if err := mixed().Check(); err != nil {
		t.Fatalf("a good schema: %v", err)
	}
	long := strings.Repeat("x", MaxName+1)
	cases := []struct {
		name  string
		spoil func(s *Schema)
		want  string
	}{
		{"no features", func(s *Schema) { s.Features = nil }, "0 features"},
		{"too many features", func(s *Schema) { s.Features = make([]Feature, MaxFeatures+1) }, "513 features"},
		{"a name twice", func(s *Schema) { s.Features[1].Name = "height" }, "two columns are named"},
		{"the outcome's name", func(s *Schema) { s.Features[1].Name = "y" }, "two columns are named"},
		{"no name", func(s *Schema) { s.Features[0].Name = "" }, "0 characters"},
		{"a long name", func(s *Schema) { s.Features[0].Name = long }, "257 characters"},
		{"an unknown kind", func(s *Schema) { s.Features[0].Kind = Boolean + 1 }, "unknown type"},
		{"a number with levels", func(s *Schema) { s.Features[0].Levels = []string{"a"} },
			"is a number, so it cannot have levels"},
		{"a number with ranks", func(s *Schema) { s.Features[1].Ranks = []float64{1} },
			"is a number, so it cannot have levels"},
		{"too many decimals", func(s *Schema) { s.Features[0].Decimals = MaxDecimals + 1 }, "cannot have 31 decimals"},
		{"an integer with decimals", func(s *Schema) { s.Features[1].Decimals = 1 }, "cannot have 1 decimals"},
		{"a range that is no number", func(s *Schema) { s.Features[0].Min = math.NaN() }, "range beyond"},
		{"an infinite range", func(s *Schema) { s.Features[0].Max = math.Inf(1) }, "range beyond"},
		{"an empty range", func(s *Schema) { s.Features[0].Max = 1 }, "empty range"},
		{"a negative deviation", func(s *Schema) { s.Features[0].MAD = -1 }, "empty range"},
		{"no levels", func(s *Schema) { s.Features[3].Levels = nil }, "0 levels"},
		{"a boolean with three levels", func(s *Schema) { s.Features[4].Levels = []string{"a", "b", "c"} }, "3 levels"},
		{"too many levels", func(s *Schema) { s.Features[3].Levels = make([]string, MaxLevels+1) }, "257 levels"},
		{"a level twice", func(s *Schema) { s.Features[3].Levels = []string{"a", "a"} }, "a repeated level"},
		{"a level not in UTF-8", func(s *Schema) { s.Features[3].Levels = []string{"a", "\xff"} }, "not valid text"},
		{"a long level", func(s *Schema) { s.Features[3].Levels = []string{"a", long} }, "too long"},
		{"ranks of a category", func(s *Schema) { s.Features[3].Ranks = []float64{0, 1} }, "2 ranks for 2 levels"},
		{"too few ranks", func(s *Schema) { s.Features[2].Ranks = []float64{0, 1} }, "2 ranks for 3 levels"},
		{"ranks that fall", func(s *Schema) { s.Features[2].Ranks = []float64{0, 2, 1} }, "not in ascending order"},
		{"a rank that is no number", func(s *Schema) { s.Features[2].Ranks = []float64{0, 1, math.NaN()} },
			"not in ascending order"},
		{"an outcome that is a number", func(s *Schema) { s.Outcome = Feature{Name: "y", Kind: Integer} },
			"at least two classes"},
		{"an outcome with one class", func(s *Schema) { s.Outcome.Levels = []string{"a"} }, "at least two classes"},
	}
	for _, c := range cases {
		s := mixed()
		c.spoil(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

func TestSchemaPlaces(t *testing.T) {
	s := mixed()
	if s.Width() != 9 || s.Offset(0) != 0 || s.Offset(3) != 5 || s.Offset(4) != 7 || s.Classes() != 2 {
		t.Errorf("got width %d, offsets %d, %d, %d, %d classes", s.Width(), s.Offset(0), s.Offset(3), s.Offset(4),
			s.Classes())
	}
	if s.Index("job") != 3 || s.Index("y") != -1 || s.Index("Job") != -1 {
		t.Errorf("got %d, %d, %d", s.Index("job"), s.Index("y"), s.Index("Job"))
	}
	if wish := s.Features[2]; wish.Rank(2) != 1 || s.Features[3].Rank(1) != 1 {
		t.Errorf("ranks: got %v and %v", wish.Rank(2), s.Features[3].Rank(1))
	}
}

// TestParseFormat checks that what a person reads is also what a person may type.
func TestParseFormat(t *testing.T) {
	state := uint64(3)
	for _, f := range mixed().Features {
		for range 1000 {
			state = state*6364136223846793005 + 1442695040888963407
			v := float64(state >> 33 % uint64(max(len(f.Levels), 1)))
			if f.Kind.Numeric() {
				v = f.Round(float64(int64(state)>>20) / 1000)
			}
			if got, err := f.Parse(f.Format(v)); err != nil || got != v {
				t.Fatalf("%s: got %v, %v for %q, want %v", f.Name, got, err, f.Format(v), v)
			}
		}
	}
	for j, bad := range []string{"tall", "40.5", "none", "", "maybe"} {
		if v, err := mixed().Features[j].Parse(bad); err == nil {
			t.Errorf("%s: %q gave %v", mixed().Features[j].Name, bad, v)
		}
	}
	for _, bad := range []string{"NaN", "inf", "1e999", "1e16"} {
		if v, err := mixed().Features[0].Parse(bad); err == nil {
			t.Errorf("height: %q gave %v", bad, v)
		}
	}
}

func TestRound(t *testing.T) {
	f := Feature{Decimals: 1}
	for _, c := range [][2]float64{{0.25, 0.3}, {-0.25, -0.3}, {0.04, 0}, {-0.04, 0}, {12, 12}} {
		if got := f.Round(c[0]); got != c[1] || math.Signbit(got) != math.Signbit(c[1]) {
			t.Errorf("round %v: got %v, want %v", c[0], got, c[1])
		}
	}
	// It must agree with math.Round bit by bit, near halves and far from them.
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 200_000 {
		f := Feature{Decimals: i % 13}
		p := math.Pow10(f.Decimals)
		v := (float64(rng.IntN(2_000_001)-1_000_000) + 0.5) / p
		if i%3 == 1 {
			v = math.Nextafter(v, math.Inf(i%2*2-1))
		} else if i%3 == 2 {
			v = rng.NormFloat64() * math.Pow10(rng.IntN(6))
		}
		want := math.Round(v*p) / p
		if math.Abs(math.Round(v*p)) > exactDigits {
			want = v
		}
		if got := f.Round(v); got != want || math.Signbit(got) && got == 0 {
			t.Fatalf("%d decimals of %v: %v, want %v", f.Decimals, v, got, want)
		}
	}
}

// TestSettle compares Settle with Scale(DecodeNumber(v)), bit by bit.
func TestSettle(t *testing.T) {
	for _, f := range []Feature{
		{Kind: Continuous, Min: -3, Max: 7.25, Decimals: 2},
		{Kind: Integer, Min: 17, Max: 90},
		{Kind: Integer, Min: -5, Max: 5},
		{Kind: Continuous, Min: 4, Max: 4, Decimals: 1},
	} {
		v := []float32{0, 1, 0.5, -0.25, 1.5, 0.123456, 0.29268, 0.48, float32(math.NaN()), float32(math.Inf(1))}
		for i := range 1000 {
			v = append(v, float32(i)/999)
		}
		dst := make([]float32, len(v))
		f.Settle(v, dst)
		for i := range v {
			if want := f.Scale(f.DecodeNumber(v[i])); dst[i] != want && (dst[i] == dst[i] || want == want) {
				t.Errorf("%v: %v settles at %v, want %v", f, v[i], dst[i], want)
			}
		}
	}
}

func TestTableCheck(t *testing.T) {
	if err := mixedTable().Check(); err != nil {
		t.Fatalf("a good table: %v", err)
	}
	cases := []struct {
		name  string
		spoil func(t *Table)
		want  string
	}{
		{"a bad schema", func(t *Table) { t.Schema.Features[0].Name = "" }, "0 characters"},
		{"a column too few", func(t *Table) { t.Cols = t.Cols[1:] },
			"the table has 4 columns, but the schema has 5 features"},
		{"a short column", func(t *Table) { t.Cols[1] = t.Cols[1][1:] }, "2 values, but the table has 3 rows"},
		{"no number", func(t *Table) { t.Cols[0][1] = math.NaN() }, `row 2, column "height"`},
		{"an infinite number", func(t *Table) { t.Cols[0][1] = math.Inf(-1) }, `row 2, column "height"`},
		{"a number with lost digits", func(t *Table) { t.Cols[0][1] = 2e15 }, `row 2, column "height"`},
		{"a fraction", func(t *Table) { t.Cols[1][2] = 1.5 }, `row 3, column "age"`},
		{"no such level", func(t *Table) { t.Cols[3][0] = 2 }, `row 1, column "job"`},
		{"a negative level", func(t *Table) { t.Cols[3][0] = -1 }, `row 1, column "job"`},
		{"half a level", func(t *Table) { t.Cols[4][0] = 0.5 }, `row 1, column "flag"`},
		{"no such class", func(t *Table) { t.Outcome[2] = 2 }, "row 3 has a class that the schema does not list"},
	}
	for _, c := range cases {
		tab := mixedTable()
		c.spoil(tab)
		if err := tab.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

func TestFitScale(t *testing.T) {
	tab := mixedTable()
	tab.Cols[1] = []float64{40, 40, 1000}
	tab.FitScale([]int{0, 1})
	if h := tab.Schema.Features[0]; h.Min != 1.5 || h.Max != 1.72 || math.Abs(h.MAD-0.11) > 1e-15 {
		t.Errorf("height: got %v to %v, deviation %v, want 1.5 to 1.72, 0.11 (of the two rows)", h.Min, h.Max, h.MAD)
	}
	if a := tab.Schema.Features[1]; a.Min != 40 || a.Max != 40 || a.MAD != 1 {
		t.Errorf("age: got %v to %v, deviation %v, want 40 to 40, and 1 in place of 0", a.Min, a.Max, a.MAD)
	}
	tab.FitScale(nil)
	if a := tab.Schema.Features[1]; a.Min != 40 {
		t.Errorf("no rows change the range to %v", a.Min)
	}
}

// TestEncodeDecode checks that rows in the training range are decoded unchanged, and that any
// output of a model becomes a row that the table can hold.
func TestEncodeDecode(t *testing.T) {
	tab := mixedTable()
	checkRoundTrip(t, tab)
	s := tab.Schema
	x := make([]float32, s.Width())
	s.Encode([]float64{1.5, 90, 2, 0, 1}, x)
	if want := []float32{0, 1, 0, 0, 1, 1, 0, 0, 1}; !slices.Equal(x, want) {
		t.Errorf("encode: got %v, want %v", x, want)
	}
	row := make([]float64, 5)
	s.Decode([]float32{7, -3, 0.2, 0.5, 0.5, -1, -2, 0.1, 0.9}, row)
	if want := []float64{2.05, 17, 1, 0, 1}; !slices.Equal(row, want) {
		t.Errorf("decode: got %v, want %v", row, want)
	}
	s.Decode([]float32{0.5, 0.5, 0, 0, 0, 0, 0, 0, 0}, row)
	if want := []float64{1.78, 54, 0, 0, 0}; !slices.Equal(row, want) {
		t.Errorf("decode: got %v, want %v, rounded to each feature's decimals", row, want)
	}
}

// checkRoundTrip encodes and decodes every row after fitting the scale to all of them. A float32
// has 24 bits: if the range has more than 2^22 steps of the last decimal, a number may move by a
// corresponding share of the range.
func checkRoundTrip(t *testing.T, tab *Table) {
	t.Helper()
	tab.FitScale(allRows(tab))
	s := tab.Schema
	x, row, back := make([]float32, s.Width()), make([]float64, len(tab.Cols)), make([]float64, len(tab.Cols))
	for i := range tab.Rows() {
		tab.Row(i, row)
		s.Encode(row, x)
		s.Decode(x, back)
		for j, f := range s.Features {
			tol := 0.0
			if span := f.Max - f.Min; f.Kind.Numeric() && span*math.Pow10(f.Decimals) > 1<<22 {
				tol = span/(1<<23) + math.Pow10(-f.Decimals)
			}
			if !(math.Abs(row[j]-back[j]) <= tol) || !f.Holds(back[j]) {
				t.Fatalf("row %d, column %q: got %v, want %v", i, f.Name, back[j], row[j])
			}
			if got, err := f.Parse(f.Format(row[j])); err != nil || got != row[j] {
				t.Fatalf("row %d, column %q: %q is read as %v, %v, want %v", i, f.Name, f.Format(row[j]), got,
					err, row[j])
			}
		}
	}
}

// TestSplit checks that every row is in one part, and that the same seed leads to the same parts.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name  string
		plain bool
		split func(outcome []int, seed uint64) Split
	}{
		{"stratified", false, NewSplit},
		{"plain", true, func(outcome []int, seed uint64) Split { return PlainSplit(len(outcome), seed) }},
	} {
		for _, n := range []int{0, 1, 9, 10, 20, 1001} {
			outcome := make([]int, n)
			for i := range outcome {
				outcome[i] = i * i % 7 % 3
			}
			s := c.split(outcome, 5)
			if len(s.Val) != n/10 || len(s.Test) != n/10 && (c.plain || len(s.Test) != (n+5)/10) {
				t.Errorf("%s, %d rows: got %d, %d, %d", c.name, n, len(s.Train), len(s.Val), len(s.Test))
			}
			seen := make([]int, n)
			for _, part := range [][]int{s.Train, s.Val, s.Test} {
				if !slices.IsSorted(part) {
					t.Errorf("%s, %d rows: a part is not in ascending order", c.name, n)
				}
				for _, i := range part {
					seen[i]++
				}
			}
			for i, k := range seen {
				if k != 1 {
					t.Fatalf("%s, %d rows: row %d is in %d parts", c.name, n, i, k)
				}
			}
			table := Table{Outcome: outcome}
			if again := table.Split(5, c.plain); !slices.Equal(again.Test, s.Test) || !slices.Equal(again.Val, s.Val) ||
				!slices.Equal(again.Train, s.Train) {
				t.Errorf("%s, %d rows: the same seed gives another split", c.name, n)
			}
		}
		outcome := make([]int, 1001)
		if slices.Equal(c.split(outcome, 1).Test, c.split(outcome, 2).Test) {
			t.Errorf("%s: two seeds give the same split", c.name)
		}
	}
	// Golden values: a saved project identifies its split only by the seed and the kind.
	if got, want := PlainSplit(30, 1).Test, []int{7, 9, 10}; !slices.Equal(got, want) {
		t.Errorf("plain split of 30 rows by seed 1: got test rows %v, want %v", got, want)
	}
	outcome := slices.Repeat([]int{1, 0, 0}, 10)
	if got, want := NewSplit(outcome, 1).Test, []int{19, 24, 28}; !slices.Equal(got, want) {
		t.Errorf("split of 30 rows by seed 1: got test rows %v, want %v", got, want)
	}
}

// TestNewSplitHasItsShares checks that each part has its share of each class to within one row,
// for any number and size of classes. A plain split does not: it may deal 60 rows of a class of
// 600 unevenly.
func TestNewSplitHasItsShares(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for try := range 500 {
		classes := 1 + r.IntN(6)
		outcome := make([]int, r.IntN(400))
		for i := range outcome {
			outcome[i] = int(float64(classes) * r.Float64() * r.Float64())
		}
		s := NewSplit(outcome, uint64(try))
		for class := range classes {
			count := func(rows []int) (n int) {
				for _, i := range rows {
					if outcome[i] == class {
						n++
					}
				}
				return n
			}
			train, val, test := count(s.Train), count(s.Val), count(s.Test)
			all := float64(train + val + test)
			for part, d := range map[string]float64{"training": float64(train) - 0.8*all,
				"validation": float64(val) - 0.1*all, "test": float64(test) - 0.1*all} {
				if math.Abs(d) >= 1 {
					t.Fatalf("%d rows of %d classes, seed %d: %s has %+.1f rows of class %d beyond its share",
						len(outcome), classes, try, part, d, class)
				}
			}
		}
	}
}

func TestBrief(t *testing.T) {
	for _, c := range []struct {
		decimals int
		v        float64
		want     string
	}{
		{13, 26.2778918548939, "26.2779"},
		{9, 0.166700006, "0.1667"},
		{9, 80, "80"},
		{8, -1234567.12345678, "-1234567"},
		{12, 0, "0"},
		{12, 4.5e-9, "4.5e-09"},
		{2, 13862.4, "13862.40"},
	} {
		if got := (Feature{Kind: Continuous, Decimals: c.decimals}).Brief(c.v); got != c.want {
			t.Errorf("%v with %d decimals is %q, want %q", c.v, c.decimals, got, c.want)
		}
	}
}

// TestOneOfAUnit checks that a unit that is an English plural becomes singular for 1, as in 1
// year, and that other units stay unchanged.
func TestOneOfAUnit(t *testing.T) {
	for _, c := range []struct{ number, unit, want string }{
		{"1", "years", "1 year"}, {"2", "years", "2 years"}, {"+1", "years", "+1 year"}, {"−1", "days", "−1 day"},
		{"1.0", "years", "1.0 years"}, {"0", "years", "0 years"},
		{"1", "inches", "1 inch"}, {"1", "countries", "1 country"}, {"1", "celsius", "1 celsius"}, {"1", "ms", "1 ms"},
		{"1", "lbs", "1 lbs"}, {"1", "€", "1 €"}, {"1", "kWh/s", "1 kWh/s"},
		{"1", "GBs", "1 GBs"}, {"1", "mass", "1 mass"}, {"1", "people", "1 people"},
	} {
		if got := (Feature{Unit: c.unit}).With(c.number); got != c.want {
			t.Errorf("%s of %s is %q, want %q", c.number, c.unit, got, c.want)
		}
	}
}
