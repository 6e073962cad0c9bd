package data

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// honest lists numeric columns without codes, each with random parameters.
var honest = []struct {
	name string
	draw func(r *rand.Rand) func() float64
}{
	{"ages", func(r *rand.Rand) func() float64 {
		mean, dev := 30+20*r.Float64(), 8+12*r.Float64()
		return func() float64 { return math.Round(min(max(mean+dev*r.NormFloat64(), 0), 110)) }
	}},
	{"ages up to 99", func(r *rand.Rand) func() float64 {
		return func() float64 { return math.Round(99 - math.Abs(30*r.NormFloat64())) }
	}},
	{"shares", func(r *rand.Rand) func() float64 {
		a := 0.2 + 3*r.Float64()
		return func() float64 { return math.Round(100 * math.Pow(r.Float64(), a)) }
	}},
	{"high shares", func(r *rand.Rand) func() float64 {
		a := 2 + 6*r.Float64()
		return func() float64 { return math.Round(100 * (1 - math.Pow(r.Float64(), a))) }
	}},
	{"temperatures", func(r *rand.Rand) func() float64 {
		mean, dev, unit := 25*r.Float64()-5, 3+9*r.Float64(), math.Pow10(r.IntN(2))
		return func() float64 { return math.Round((mean+dev*r.NormFloat64())*unit) / unit }
	}},
	{"balances", func(r *rand.Rand) func() float64 {
		size, shift := math.Pow(10, 1+4*r.Float64()), r.Float64()
		return func() float64 { return math.Round(size * (math.Exp(r.NormFloat64()) - shift)) }
	}},
	{"degrees", func(r *rand.Rand) func() float64 {
		at, dev := 180*r.Float64()-90, 0.1+20*r.Float64()
		return func() float64 { return math.Round(1e4*min(max(at+dev*r.NormFloat64(), -90), 90)) / 1e4 }
	}},
	{"differences", func(r *rand.Rand) func() float64 {
		a, b := 1+20*r.Float64(), 6*r.Float64()
		return func() float64 { return poisson(r, a) - poisson(r, b) }
	}},
	{"changes", func(r *rand.Rand) func() float64 {
		mean, dev := 12*r.Float64(), 1+6*r.Float64()
		return func() float64 { return math.Round(mean + dev*r.NormFloat64()) }
	}},
	{"counts", func(r *rand.Rand) func() float64 {
		mean := math.Pow(10, 3*r.Float64()-1)
		return func() float64 { return poisson(r, mean*-math.Log(r.Float64())) }
	}},
	{"waits", func(r *rand.Rand) func() float64 {
		mean := math.Pow(10, 1+3*r.Float64())
		return func() float64 { return math.Floor(-mean * math.Log(1-r.Float64())) }
	}},
	{"wide counts", func(r *rand.Rand) func() float64 {
		most := 1000 + r.IntN(9000)
		return func() float64 { return float64(r.IntN(most)) }
	}},
	{"incomes", func(r *rand.Rand) func() float64 {
		size, power, unit := math.Pow(10, 2+3*r.Float64()), 1+2*r.Float64(), math.Pow(10, float64(r.IntN(4)))
		return func() float64 { return math.Round(size*math.Pow(1-r.Float64(), -1/power)/unit) * unit }
	}},
	{"gains", func(r *rand.Rand) func() float64 {
		zero := 0.5 + 0.49*r.Float64()
		return func() float64 {
			if r.Float64() < zero {
				return 0
			}
			return math.Round(5000 * math.Exp(r.NormFloat64()))
		}
	}},
	{"prices", func(r *rand.Rand) func() float64 {
		size := math.Pow(10, 1+2*r.Float64())
		return func() float64 { return max(10*math.Round(size*math.Exp(r.NormFloat64()/2)/10)-1, 9) }
	}},
	{"prices with cents", func(r *rand.Rand) func() float64 {
		return func() float64 { return math.Round(5+20*math.Abs(r.NormFloat64())) - 0.01 }
	}},
	{"rounded guesses", func(r *rand.Rand) func() float64 {
		return func() float64 { return 5 * math.Round(8*math.Exp(r.NormFloat64()/2)) }
	}},
	{"scales", func(r *rand.Rand) func() float64 {
		first, n, a := r.IntN(2), 2+r.IntN(9), 0.3+2*r.Float64()
		return func() float64 { return float64(first + int(float64(n)*math.Pow(r.Float64(), a))) }
	}},
	{"scales around 0", func(r *rand.Rand) func() float64 {
		n, a := 1+r.IntN(5), 0.5+r.Float64()
		return func() float64 {
			return float64(1-2*r.IntN(2)) * math.Floor(float64(n+1)*math.Pow(r.Float64(), a))
		}
	}},
	{"odd lists", func(r *rand.Rand) func() float64 {
		list := []float64{}
		for range 2 + r.IntN(6) {
			list = append(list, float64(r.IntN(60)))
		}
		return func() float64 { return list[min(int(math.Abs(2*r.NormFloat64())), len(list)-1)] }
	}},
	{"years", func(r *rand.Rand) func() float64 {
		return func() float64 { return math.Round(2020 - 30*math.Abs(r.NormFloat64())) }
	}},
	{"measurements", func(r *rand.Rand) func() float64 {
		mean, dev := 20*r.NormFloat64(), math.Pow(10, 2*r.Float64()-1)
		return func() float64 { return math.Round(100*(mean+dev*r.NormFloat64())) / 100 }
	}},
	{"two kinds", func(r *rand.Rand) func() float64 {
		a, b, dev := 30*r.Float64(), 100*r.Float64(), 1+8*r.Float64()
		return func() float64 {
			if r.IntN(3) == 0 {
				return math.Round(b + dev*r.NormFloat64())
			}
			return math.Round(a + dev*r.NormFloat64())
		}
	}},
}

func poisson(r *rand.Rand, mean float64) float64 {
	n := -1.0
	for t := 0.0; t <= mean; n++ {
		t -= math.Log(1 - r.Float64())
	}
	return n
}

// codesIn returns the codes found in each column of a file, rows × columns.
func codesIn(t *testing.T, columns [][]float64) [][]float64 {
	t.Helper()
	var s strings.Builder
	for j := range columns {
		fmt.Fprintf(&s, "c%d,", j)
	}
	s.WriteString("y\n")
	for i := range columns[0] {
		for _, c := range columns {
			s.WriteString(strconv.FormatFloat(c[i], 'f', -1, 64) + ",")
		}
		s.WriteString([]string{"no", "yes"}[i%2] + "\n")
	}
	f, err := Inspect("t.csv", []byte(s.String()))
	if err != nil {
		t.Fatal(err)
	}
	found := make([][]float64, len(columns))
	for j, c := range f.Preview(nil).Columns[:len(columns)] {
		for _, code := range c.Codes {
			found[j] = append(found[j], code.Value)
		}
		slices.Sort(found[j])
	}
	return found
}

// TestHonestColumnsAreNotAskedAbout checks that at most 1 % of 3,450 columns without a code, 23
// per table, lead to a question.
func TestHonestColumnsAreNotAskedAbout(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	asked, columns := map[string]int{}, 0
	for k := range 150 {
		rows := []int{40, 100, 300, 1000, 3000}[k%5]
		var table [][]float64
		for _, h := range honest {
			draw, col := h.draw(r), make([]float64, rows)
			for i := range col {
				col[i] = draw()
			}
			table = append(table, col)
		}
		for j, codes := range codesIn(t, table) {
			if columns++; codes != nil {
				asked[honest[j].name]++
				t.Logf("%d rows of %s: %v", rows, honest[j].name, codes)
			}
		}
	}
	n := 0
	for _, k := range asked {
		n += k
	}
	t.Logf("asked about %d of %d columns: %v", n, columns, asked)
	if n*100 > columns {
		t.Errorf("asked about %d of %d columns: %v", n, columns, asked)
	}
}

// planted lists the codes that a column gets, depending on its numbers; nil if none could be
// distinguished from them.
var planted = []struct {
	name  string
	least int // rows with each code
	codes func(low, high float64) []float64
}{
	{"-9", 4, func(low, _ float64) []float64 { return below(low, -9) }},
	{"-1", 6, func(low, _ float64) []float64 { return below(low, -1) }},
	{"-9, -8, -7", 2, func(low, _ float64) []float64 { return below(low, -9, -8, -7) }},
	{"-2, -1", 6, func(low, _ float64) []float64 { return below(low, -2, -1) }},
	{"-99", 4, func(low, _ float64) []float64 { return below(low, -99) }},
	{"-999 beside any", 4, func(low, high float64) []float64 {
		if low-(high-low) < -999 {
			return nil
		}
		return []float64{-999}
	}},
	{"99, 999 and so on", 4, func(low, high float64) []float64 { return []float64{nines(low, high)} }},
	{"98 and 99 and so on", 4, func(low, high float64) []float64 {
		return []float64{nines(low, high) - 1, nines(low, high)}
	}},
}

func below(low float64, codes ...float64) []float64 {
	if low < 0 {
		return nil
	}
	return codes
}

// nines returns the smallest of 99, 999 and so on that lies outside the numbers of a column.
func nines(low, high float64) float64 {
	v := 99.0
	for v < high+0.3*(high-low)+2 {
		v = 10*v + 9
	}
	return v
}

// TestCodesAreFound plants codes. In at least 95 % of single columns, exactly the planted codes
// must be found. The same holds for codes shared by three columns of a table, in half as many
// rows.
func TestCodesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 2))
	for _, together := range []int{1, 3} {
		right, all, misses := 0, 0, map[string]int{}
		for k := range 120 {
			rows := []int{60, 200, 600, 2000}[k%4]
			for _, p := range planted {
				var table, want [][]float64
				var names []string
				least := p.least
				if together > 1 {
					least = (least + 1) / 2
				}
				share := math.Pow(r.Float64(), 2) * 0.8
				for tries := 0; len(table) < together && tries < 50; tries++ {
					h := honest[r.IntN(len(honest))]
					draw, col := h.draw(r), make([]float64, rows)
					for i := range col {
						col[i] = draw()
					}
					codes := p.codes(slices.Min(col), slices.Max(col))
					if codes == nil || together > 1 && want != nil && !slices.Equal(codes, want[0]) {
						continue
					}
					for i, at := range r.Perm(rows) {
						if i < least*len(codes) || r.Float64() < share {
							col[at] = codes[i%len(codes)]
						}
					}
					if rest := slices.DeleteFunc(slices.Clone(col),
						func(v float64) bool { return slices.Contains(codes, v) }); len(
						slices.Compact(slices.Sorted(slices.Values(rest)))) < 4 {
						continue
					}
					slices.Sort(codes)
					table, want, names = append(table, col), append(want, codes), append(names, h.name)
				}
				if len(table) < together {
					continue
				}
				for j, got := range codesIn(t, table) {
					if all++; slices.Equal(got, want[j]) {
						right++
						continue
					}
					misses[p.name]++
					t.Logf("%d together, %d rows of %s with %v: found %v", together, rows, names[j], want[j], got)
				}
			}
		}
		t.Logf("%d together: %d of %d; missed %v", together, right, all, misses)
		if 100*right < 95*all {
			t.Errorf("%d together: %d of %d; missed %v", together, right, all, misses)
		}
	}
}

// TestCodesAsTheyCome uses columns like those of well-known tables, with 400 rows each.
func TestCodesAsTheyCome(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 4))
	col := func(draw func() float64, share float64, codes ...float64) []float64 {
		c := make([]float64, 400)
		for i := range c {
			if c[i] = draw(); r.Float64() < share {
				c[i] = codes[r.IntN(len(codes))]
			}
		}
		return c
	}
	from := func(low, n int) func() float64 { return func() float64 { return float64(low + r.IntN(n)) } }
	fading := func(mean float64) func() float64 {
		return func() float64 { return math.Floor(-mean * math.Log(1-r.Float64())) }
	}
	air := func(mean, dev float64) func() float64 {
		return func() float64 { return math.Round(10*(mean+dev*r.NormFloat64())) / 10 }
	}
	several := func(n int, one func() []float64) (list [][]float64) {
		for range n {
			list = append(list, one())
		}
		return list
	}
	for _, test := range []struct {
		name    string
		columns [][]float64
		want    []float64 // for each column
	}{
		{"months of delay, with two states below 0",
			several(6, func() []float64 { return col(fading(1.2), 0.4, -2, -1) }), []float64{-2, -1}},
		{"times past due", several(3, func() []float64 { return col(fading(0.8), 0.02, 96, 98) }), []float64{96, 98}},
		{"answers of a survey, 7 refused and 9 not known",
			several(4, func() []float64 { return col(from(1, 2), 0.1, 7, 9) }), []float64{7, 9}},
		{"drinks, 77 refused and 99 not known", several(1, func() []float64 { return col(from(0, 20), 0.05, 77, 99) }),
			[]float64{77, 99}},
		{"income in classes, one column", several(1, func() []float64 { return col(from(1, 15), 0.1, 77, 99) }),
			[]float64{77, 99}},
		{"sensors", [][]float64{col(air(3, 1), 0.1, -200), col(air(1000, 150), 0.1, -200), col(air(250, 60), 0.1, -200),
			col(air(18, 9), 0.1, -200)}, []float64{-200}},
		{"weather", several(2, func() []float64 { return col(air(5, 9), 0.02, -9999) }), []float64{-9999}},
		{"wind", several(1, func() []float64 { return col(air(8, 2), 0.05, 999.9) }), []float64{999.9}},
		{"days employed", several(1, func() []float64 { return col(from(-15000, 14900), 0.18, 365243) }),
			[]float64{365243}},
		{"days since a call", several(1, func() []float64 { return col(from(0, 28), 0.9, 999) }), []float64{999}},
		{"days since a call, -1", several(1, func() []float64 { return col(fading(200), 0.75, -1) }), []float64{-1}},
		{"a chest pain of 1 to 4", several(3, func() []float64 { return col(from(1, 4), 0.1, -9) }), []float64{-9}},
		{"yes or no", several(3, func() []float64 { return col(from(0, 2), 0.1, -9) }), []float64{-9}},
		{"three states around 0", several(9, func() []float64 { return col(from(-1, 3), 0, 0) }), nil},
		{"a scale around 0", several(5, func() []float64 { return col(from(-3, 7), 0, 0) }), nil},
		{"ages up to 99", several(1, func() []float64 { return col(from(18, 82), 0, 0) }), nil},
		{"hours, the longest kept at 99", several(1, func() []float64 { return col(from(60, 40), 0.05, 99) }), nil},
		{"counts beyond 999", several(2, func() []float64 { return col(from(0, 1500), 0.01, 999) }), nil},
		{"prices",
			several(1, func() []float64 {
				return col(func() float64 { return float64(100*(1+r.IntN(10)) - 1) }, 0,
					0)
			}), nil},
		{"none and amounts", several(2, func() []float64 { return col(fading(3000), 0.7, 0) }), nil},
	} {
		for j, got := range codesIn(t, test.columns) {
			if !slices.Equal(got, test.want) {
				t.Errorf("%s, column %d: got %v, want %v", test.name, j, got, test.want)
			}
		}
	}
}

// TestEnds checks that the ends of a column are its smallest and largest numbers with their rows,
// in any order of the input.
func TestEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 3))
	for k := range 200 {
		var e ends
		rows := map[float64]int{}
		for range r.IntN(3000) {
			v := float64(r.IntN(1+k) - k/2)
			e.add(v)
			rows[v]++
		}
		if e.low == nil {
			e.part()
		}
		values := slices.Sorted(maps.Keys(rows))
		n := min(len(values), endSize)
		if len(e.low) != n || len(e.high) != n {
			t.Fatalf("%d different numbers, ends of %d and %d", len(values), len(e.low), len(e.high))
		}
		for i := range n {
			low, high := values[i], values[len(values)-1-i]
			if e.low[i] != (pile{low, rows[low]}) || e.high[i] != (pile{-high, rows[high]}) {
				t.Fatalf("place %d: %v and %v, want %v and %v", i, e.low[i], e.high[i], low, high)
			}
		}
	}
}

// TestCodesOfTables checks which codes real tables are asked about.
func TestCodesOfTables(t *testing.T) {
	for file, want := range map[string]string{
		"tables/bank-marketing.csv": "Pdays -1", "tables/heart-disease.csv": "", "tables/student-performance.csv": "",
		"tables/telco-churn.csv": "",
		"adult/adult.data":       "capital-gain 99999", // means more than the largest recorded value
	} {
		b, err := os.ReadFile(filepath.Join("../../../shared/data", file))
		if err != nil {
			t.Skip("the tables of ../shared/data are not here")
		}
		_, v := mustInspect(t, b)
		var got []string
		for j, c := range v.Columns {
			for _, code := range c.Codes {
				got = append(got, v.Plan.Columns[j].Name+" "+number64(code.Value))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: asked about %q, want %q", file, got, want)
		}
	}
}

// survey returns a table of 200 people. Income is -9 for 20 of them, -8 for 30 and empty for 5;
// debt is -9 for the same 20; age is 999 for 4.
func survey() string {
	var s strings.Builder
	s.WriteString("income,debt,age,y\n")
	for i := range 200 {
		income, debt, age := fmt.Sprint(1000+i*7%300), fmt.Sprintf("%d.5", i*13%80), fmt.Sprint(20+i*3%50)
		switch {
		case i < 20:
			income, debt = "-9", "-9.0"
		case i < 50:
			income = "-8"
		case i < 55:
			income = ""
		case i >= 196:
			age = "999"
		}
		fmt.Fprintf(&s, "%s,%s,%s,%s\n", income, debt, age, []string{"no", "yes"}[i/3%2])
	}
	return s.String()
}

// TestCodesAreWhatThePlanSays checks that codes are numbers unless the plan specifies otherwise.
// As missing values, they are dropped, filled or flagged, with a level for each of several codes,
// and afterwards no number of the table is a code. Rows of a new file must be read in the same
// way.
func TestCodesAreWhatThePlanSays(t *testing.T) {
	f, v := mustInspect(t, []byte(survey()))
	want := []Code{{-9, 20, 2}, {-8, 30, 1}}
	if c := v.Columns[0]; !reflect.DeepEqual(c.Codes, want) || c.Low != 1002 || c.High != 1297 || c.Missing != 5 {
		t.Fatalf("income: %+v, want %v", c, want)
	}
	if c := v.Columns[2].Codes; !reflect.DeepEqual(c, []Code{{999, 4, 1}}) {
		t.Fatalf("age: %v", c)
	}
	note := func(notes []string) bool {
		return strings.Contains(strings.Join(notes, " "), "nobody has said otherwise")
	}
	if !note(v.Notes) {
		t.Errorf("the notes do not say that codes are numbers: %q", v.Notes)
	}
	cases := []struct {
		name   string
		change func(c *ColumnPlan)
		rows   int
		names  string
		first  string // the first kept row as displayed
		unread bool   // a new row with codes is not read
	}{
		{"nobody has said", func(c *ColumnPlan) {}, 195, "income debt age", "-9 -9.0 20", false},
		{"numbers", func(c *ColumnPlan) { c.Numbers = true }, 195, "income debt age", "-9 -9.0 20", false},
		{"missing", func(c *ColumnPlan) { c.Codes = []float64{-9, -8, 999} }, 141, "income debt age",
			"1085 75.5 35", true},
		{"filled", func(c *ColumnPlan) { c.Codes, c.Gaps = []float64{-9, -8, 999}, FillGaps }, 200, "income debt age",
			"1148 39.5 20", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			plan := v.Plan.clone()
			for j := range 3 {
				c.change(&plan.Columns[j])
			}
			tab, report := mustImport(t, f, plan)
			var names, first []string
			for j, f := range tab.Schema.Features {
				names, first = append(names, f.Name), append(first, f.Format(tab.Cols[j][0]))
			}
			if tab.Rows() != c.rows || strings.Join(names, " ") != c.names || strings.Join(first, " ") != c.first {
				t.Errorf("got %d rows of %q, the first %q", tab.Rows(), names, first)
			}
			if note(report.Notes) != (c.name == "nobody has said") {
				t.Errorf("notes %q", report.Notes)
			}
			if plan.Columns[0].Codes != nil && (slices.Contains(tab.Cols[0], -9) || slices.Contains(tab.Cols[1], -9) ||
				slices.Contains(tab.Cols[2], 999)) {
				t.Error("a code is a number of the table")
			}
			rows, err := ReadRows([]byte("income,debt,age,y\n1007,-9,33,yes\n1021,3.5,34,no\n"), tab.Schema, plan,
				Filler(tab.Fills(plan)))
			if err != nil || len(rows.Problems) > 0 || len(rows.Values) != 2-b2i(c.unread) {
				t.Errorf("new rows: %+v, %v", rows, err)
			}
		})
	}
}

// TestCodesAsStates checks that a code that is a state of its own becomes a level of the flag
// beside its number.
func TestCodesAsStates(t *testing.T) {
	f, v := mustInspect(t, []byte(survey()))
	plan := v.Plan.clone()
	for j := range 3 {
		for _, c := range v.Columns[j].Codes {
			plan.Columns[j].Codes = append(plan.Columns[j].Codes, c.Value)
		}
		plan.Columns[j].Gaps = FlagGaps
	}
	tab, _ := mustImport(t, f, plan)
	s := tab.Schema
	var shown []string
	for j, f := range s.Features {
		shown = append(shown, f.Name+"="+f.Format(tab.Cols[j][25]))
	}
	if got, want := strings.Join(shown, " "),
		"income=1148 income is missing=-8 debt=5.5 debt is missing=no age=45 age is missing=no"; got != want {
		t.Errorf("row 26 is %s, want %s", got, want)
	}
	if l := s.Features[1].Levels; !slices.Equal(l, []string{"no", "yes", "-9", "-8"}) || s.FlagOf(1) != 0 ||
		s.FlagOf(3) != 2 || s.FlagOf(5) != 4 || s.FlagOf(0) != -1 {
		t.Errorf("levels %q, flags of %d, %d and %d", l, s.FlagOf(1), s.FlagOf(3), s.FlagOf(5))
	}
	rows, err := ReadRows([]byte("income,debt,age,y\n-9,4.5,33,yes\n,-9,999,no\n1021,3.5,34,no\n"), s, plan, tab.Usual)
	if err != nil || len(rows.Values) != 3 {
		t.Fatalf("new rows: %+v, %v", rows, err)
	}
	for i, want := range []string{"1148 -9 4.5 no 33 no", "1148 yes 39.5 yes 44 yes", "1021 no 3.5 no 34 no"} {
		var got []string
		for j, f := range s.Features {
			got = append(got, f.Format(rows.Values[i][j]))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("new row %d is %q, want %q", i+1, got, want)
		}
	}
}

// TestCodesOfTheOutcome checks that rows with a code in a numeric outcome are left out.
func TestCodesOfTheOutcome(t *testing.T) {
	var s strings.Builder
	s.WriteString("x,price\n")
	for i := range 100 {
		price := fmt.Sprintf("%d.25", 100+i*37%90)
		if i%10 == 0 {
			price = "-999"
		}
		fmt.Fprintf(&s, "%d,%s\n", i%17, price)
	}
	f, v := mustInspect(t, []byte(s.String()))
	plan := v.Plan.clone()
	if plan.Outcome != 1 || len(v.Columns[1].Codes) != 1 {
		t.Fatalf("outcome %d, %+v", plan.Outcome, v.Columns[1])
	}
	plan.Columns[1].Codes, plan.Columns[1].Gaps = []float64{-999}, FlagGaps
	if tab, _ := mustImport(t, f, plan); tab.Rows() != 90 || len(tab.Schema.Features) != 1 {
		t.Errorf("%d rows of %d features", tab.Rows(), len(tab.Schema.Features))
	}
}
