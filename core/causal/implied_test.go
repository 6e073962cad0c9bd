package causal

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"causeway/core/data"
)

// readTable opens a file of the data folder in the same way as the page, or skips the test.
func readTable(t *testing.T, name string) *data.Table {
	t.Helper()
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Skipf("skipped: %s is not beside this folder, nor in CAUSEWAY_DATA", name)
	}
	f, err := data.Inspect(filepath.Base(name), b)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := f.Import(f.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestImplicationsOfRealTables checks that every listed rule holds in every row, and that the
// list is short enough to read.
func TestImplicationsOfRealTables(t *testing.T) {
	for _, name := range []string{"tables/telco-churn.csv", "tables/bank-marketing.csv",
		"tables/student-performance.csv", "tables/heart-disease.csv", "adult/adult.data"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			table := readTable(t, name)
			on := 0
			for _, i := range Implications(table) {
				on += b2i(i.On)
				for k := range table.Outcome {
					if row := table.Row(k, nil); i.Rule.Kind == NeverSeen && i.Rule.unseen(row) ||
						!i.Rule.Holds(table.Schema, row, row) {
						t.Fatalf("row %d breaks %s", k, i.Rule.String(table.Schema))
					}
				}
				t.Logf("on %-5v rows %5d expected %7.1f  %s", i.On, i.Rows, i.Expected, i.Rule.String(table.Schema))
			}
			if on > 25 {
				t.Errorf("%d rules are on", on)
			}
		})
	}
}

// planting is a table with known implications, given as rules that hold in it.
type planting struct {
	*data.Table
	rules    []Rule
	expected []float64 // for every rule, the rows expected to break it if both sides were independent
}

// planted draws a table. It has features with skewed and rare levels, numbers of many
// distributions, associated pairs without a rule, and implications between the other features.
func planted(seed uint64) planting {
	r := rand.New(rand.NewPCG(seed, 7))
	n := []int{1200, 3000, 8000}[seed%3]
	p := planting{Table: &data.Table{Schema: data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean,
		Levels: []string{"no", "yes"}}}}}
	for range n {
		p.Outcome = append(p.Outcome, r.IntN(2))
	}
	var levels, numbers []int
	for range 27 {
		levels = append(levels, p.level(r))
	}
	for k := range 12 {
		numbers = append(numbers, p.number(r, k < 3))
	}
	for range 3 { // associations that are not rules: between two levels, and between a level and a number
		a, b, num := levels[0], levels[1], numbers[0]
		levels, numbers = levels[2:], numbers[1:]
		to, far := r.IntN(len(p.Schema.Features[b].Levels)), (0.5+r.Float64())*p.spread(num)
		for i, v := range p.Cols[a] {
			if v == 0 && r.Float64() < 0.7 {
				p.Cols[b][i] = float64(to)
			}
			if v == 0 {
				p.Cols[num][i] = p.Schema.Features[num].Round(p.Cols[num][i] + float64(far*r.NormFloat64()) + far)
			}
		}
	}
	for len(levels) > 1 && len(numbers) > 0 {
		p.bound(r, levels[0], numbers[0])
		if len(levels) > 2 {
			p.imply(r, levels[1], levels[2])
		}
		levels, numbers = levels[min(3, len(levels)):], numbers[1:]
	}
	for j := range p.Schema.Features {
		if f := &p.Schema.Features[j]; f.Kind.Numeric() {
			f.Min, f.Max, f.MAD = slices.Min(p.Cols[j]), slices.Max(p.Cols[j]), 1
		}
	}
	return p
}

func (p *planting) add(f data.Feature, draw func() float64) int {
	f.Name = fmt.Sprintf("f%d", len(p.Cols))
	col := make([]float64, len(p.Outcome))
	for i := range col {
		col[i] = f.Round(draw())
	}
	p.Schema.Features, p.Cols = append(p.Schema.Features, f), append(p.Cols, col)
	return len(p.Cols) - 1
}

// level adds a feature with two to eight levels, each about half as frequent as the previous one.
func (p *planting) level(r *rand.Rand) int {
	k := 2 + r.IntN(7)
	f := data.Feature{Kind: data.Category, Levels: strings.Split("abcdefgh", "")[:k]}
	skew := 0.3 + 0.7*r.Float64()
	var shares []float64
	sum := 0.0
	for l := range k {
		shares = append(shares, math.Pow(skew, float64(l)))
		sum += shares[l]
	}
	return p.add(f, func() float64 {
		at := r.Float64() * sum
		for l, s := range shares {
			if at -= s; at < 0 {
				return float64(l)
			}
		}
		return 0
	})
}

// number adds a number, such as a count of people, an amount, a count with many zeros, or a
// share. An endless one has no bounds, so shifting it for some rows creates no bound for the
// others.
func (p *planting) number(r *rand.Rand, endless bool) int {
	switch kind := r.IntN(4); max(kind, 3*b2i(endless)) {
	case 0:
		return p.add(data.Feature{Kind: data.Integer}, func() float64 { return 18 + math.Floor(62*r.Float64()) })
	case 1:
		return p.add(data.Feature{Kind: data.Continuous, Decimals: 2}, func() float64 { return 800 * r.ExpFloat64() })
	case 2:
		return p.add(data.Feature{Kind: data.Integer}, func() float64 { return max(0, math.Floor(4*r.NormFloat64())) })
	}
	return p.add(data.Feature{Kind: data.Continuous, Decimals: 1}, func() float64 { return 50 + 15*r.NormFloat64() })
}

func (p *planting) spread(j int) float64 {
	col := slices.Clone(p.Cols[j])
	slices.Sort(col)
	return col[3*len(col)/4] - col[len(col)/4]
}

// imply makes one or two levels of feature a occur only with some levels of b.
func (p *planting) imply(r *rand.Rand, a, b int) {
	from, to := r.Perm(len(p.Schema.Features[a].Levels)), r.Perm(len(p.Schema.Features[b].Levels))
	u := Rule{Kind: NeverSeen, Feature: a, Other: b, Levels: from[:1], Then: to[:1+r.IntN(len(to)-1)]}
	if len(from) > 3 && r.IntN(3) == 0 {
		u.Levels = from[:2]
	}
	p.force(u, func(i int) bool { // redraw among the allowed levels
		p.Cols[b][i] = p.Cols[b][r.IntN(len(p.Outcome))]
		return true
	})
}

// bound makes a level of feature a occur only with numbers b above or below a limit, or with a
// single number.
func (p *planting) bound(r *rand.Rand, a, b int) {
	col := slices.Clone(p.Cols[b])
	slices.Sort(col)
	at := p.Schema.Features[b].Round(col[int((0.15+0.7*r.Float64())*float64(len(col)))])
	u := Rule{Kind: NeverSeen, Feature: a, Other: b, Levels: []int{r.IntN(len(p.Schema.Features[a].Levels))},
		Min: -Open, Max: Open}
	switch r.IntN(5) {
	case 0:
		u.Min, u.Max = at, at
	case 1, 2:
		u.Min = at
	default:
		u.Max = at
	}
	p.force(u, func(i int) bool {
		if u.Min == u.Max || r.IntN(len(p.Outcome)) == 0 {
			p.Cols[b][i] = at
		} else {
			p.Cols[b][i] = col[r.IntN(len(col))]
		}
		return true
	})
}

// force redraws the second feature in rows that break the rule, until none does.
func (p *planting) force(u Rule, again func(i int) bool) {
	breaks, rows := 0, 0
	for i := range p.Outcome {
		out := !u.second(p.Cols[u.Other][i])
		breaks += b2i(out)
		rows += b2i(u.first(p.Cols[u.Feature][i]))
	}
	if breaks == 0 || breaks == len(p.Outcome) {
		return
	}
	row := make([]float64, len(p.Cols))
	for i := range p.Outcome {
		for row = p.Row(i, row); u.unseen(row) && again(i); {
			row = p.Row(i, row)
		}
	}
	p.rules = append(p.rules, u)
	left := 0
	for i := range p.Outcome {
		left += b2i(!u.second(p.Cols[u.Other][i]))
	}
	p.expected = append(p.expected, float64(rows)*float64(left)/float64(len(p.Outcome)))
}

// TestPlantedImplications plants rules in ten tables. At least 95 % of those that 20 rows would
// break by chance must be enforced, and at most 2 % of the enforced rules may be wrong.
func TestPlantedImplications(t *testing.T) {
	due, found, on, wrong, suggested := 0, 0, 0, 0, 0
	tables, _ := strconv.Atoi(cmp.Or(os.Getenv("CAUSEWAY_TABLES"), "10"))
	for seed := range uint64(tables) {
		p := planted(seed)
		list := Implications(p.Table)
		var kept []Rule
		free, row := make([]Domain, len(p.Cols)), p.Row(0, nil)
		for j, f := range p.Schema.Features {
			free[j] = start(f, row, j)
		}
		for _, i := range list {
			for k := range p.Outcome {
				if c := p.Row(k, nil); !i.Rule.Holds(p.Schema, c, c) || i.Rule.Kind == NeverSeen && i.Rule.unseen(c) {
					t.Fatalf("table %d: row %d breaks %s", seed, k, i.Rule.String(p.Schema))
				}
			}
			if !i.On {
				suggested++
				continue
			}
			kept = append(kept, i.Rule)
			if on++; !p.near(i.Rule).entailed(p.Schema, p.rules, row, free) {
				wrong++
				t.Logf("table %d: not planted: %s (%.1f expected)", seed, i.Rule.String(p.Schema), i.Expected)
			}
		}
		for k, u := range p.rules {
			if p.expected[k] < onExpected {
				continue
			}
			if due++; p.covered(u, kept, row, free) >= 0.9 {
				found++
			} else {
				t.Logf("table %d: not found: %s (%.1f expected)", seed, u.String(p.Schema), p.expected[k])
				for _, i := range list {
					if i.Rule.Feature+i.Rule.Other == u.Feature+u.Other &&
						slices.Contains(i.Rule.Features(), u.Feature) {
						t.Logf("    on %v: %s", i.On, i.Rule.String(p.Schema))
					}
				}
			}
		}
	}
	t.Logf("%d of %d planted implications are on, %d of %d that are on are not planted; %d suggestions", found, due,
		wrong, on, suggested)
	if due < 60 || float64(found) < 0.95*float64(due) || float64(wrong) > 0.02*float64(on) {
		t.Error("too few are found, or too many that are none")
	}
}

// covered returns which share of the combinations forbidden by a rule, weighted by expected rows,
// other rules forbid too.
func (p planting) covered(u Rule, kept []Rule, row []float64, free []Domain) float64 {
	if u.Then == nil {
		d := u.domainsLeft(p.Schema, kept, row, free, u.Feature, u.Levels[0])[u.Other]
		out, told := 0.0, 0.0
		for _, v := range p.Cols[u.Other] {
			out, told = out+float64(b2i(!u.second(v))), told+float64(b2i(!u.second(v) && !d.Has(v)))
		}
		return told / out
	}
	count := func(j, level int) (n int) {
		for _, v := range p.Cols[j] {
			n += b2i(int(v) == level)
		}
		return n
	}
	all, some := 0.0, 0.0
	for _, l := range u.Levels {
		for m := range p.Schema.Features[u.Other].Levels {
			if slices.Contains(u.Then, m) {
				continue
			}
			one := Rule{Kind: NeverSeen, Feature: u.Feature, Other: u.Other, Levels: []int{l}}
			for k := range p.Schema.Features[u.Other].Levels {
				if k != m {
					one.Then = append(one.Then, k)
				}
			}
			weight := float64(count(u.Feature, l) * count(u.Other, m))
			all += weight
			if one.entailed(p.Schema, kept, row, free) {
				some += weight
			}
		}
	}
	return some / all
}

// near widens the bounds of a rule by one percent of the rows, because the exact position of a
// bound between two rows is unknown.
func (p planting) near(u Rule) *Rule {
	if u.Kind == NeverSeen && u.Min == u.Max { // a number that occurs only with a level counts too
		u.Reverse = u.Reverse && u.Then != nil
	}
	if u.Then != nil || u.Kind != NeverSeen || u.Min == u.Max {
		return &u
	}
	col := slices.Clone(p.Cols[u.Other])
	slices.Sort(col)
	shift := func(v float64, by int) float64 {
		k, _ := slices.BinarySearch(col, v)
		return col[min(max(k+by, 0), len(col)-1)]
	}
	if by := max(2, len(col)/100); u.Min > -Open {
		u.Min = shift(u.Min, -by)
	} else {
		u.Max = shift(u.Max, by)
	}
	u.Reverse = false
	return &u
}

// TestTelcoImplications expects the six "No internet service" rules, the bounds of numbers, and
// no rule that follows from the others.
func TestTelcoImplications(t *testing.T) {
	table := readTable(t, "tables/telco-churn.csv")
	var said []string
	for _, i := range Implications(table) {
		if i.On {
			said = append(said, i.Rule.String(table.Schema))
		}
	}
	want := []string{`No row of the table shows "PhoneService" = No without "MultipleLines" = No phone service, or ` +
		`the second without the first.`,
		`No row of the table shows "InternetService" = No with "MonthlyCharges" above 27.00.`,
		`"MonthlyCharges" must be at most "TotalCharges".`}
	for _, name := range []string{"OnlineSecurity", "OnlineBackup", "DeviceProtection", "TechSupport", "StreamingTV",
		"StreamingMovies"} {
		want = append(want, fmt.Sprintf(`No row of the table shows "InternetService" = No without %q = No internet `+
			`service, or the second without the first.`, name))
	}
	for _, w := range want {
		if !slices.Contains(said, w) {
			t.Errorf("missing: %s", w)
		}
	}
}

// TestImplicationsAreNoHistory checks that rules about unchangeable features are only suggested,
// and that a single exception prevents a rule.
func TestImplicationsAreNoHistory(t *testing.T) {
	of := func(name string, exception bool) []Implied {
		tab := &data.Table{Schema: data.Schema{Features: []data.Feature{
			{Name: "job", Kind: data.Category, Levels: []string{"clerk", "pilot", "nurse"}},
			{Name: name, Kind: data.Category, Levels: []string{"f", "m"}},
		}, Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}},
			Cols: make([][]float64, 2)}
		r := rand.New(rand.NewPCG(1, 2))
		for i := range 1000 {
			job, sex := r.IntN(3), r.IntN(2)
			if job == 1 && !(exception && i == 500) {
				sex = 1
			}
			if exception && i == 500 {
				job, sex = 1, 0
			}
			tab.Cols[0], tab.Cols[1], tab.Outcome = append(tab.Cols[0], float64(job)),
				append(tab.Cols[1], float64(sex)), append(tab.Outcome, r.IntN(2))
		}
		return Implications(tab)
	}
	if list := of("sex", false); len(list) != 1 || list[0].On {
		t.Errorf("history is a rule: %v", list)
	}
	if list := of("licence", false); len(list) != 1 || !list[0].On {
		t.Errorf("got %v, want one that is on", list)
	}
	if list := of("licence", true); len(list) != 0 {
		t.Errorf("got %v despite an exception", list)
	}
}

// BenchmarkImplications measures 100,000 rows of 60 columns.
func BenchmarkImplications(b *testing.B) {
	for _, wild := range []bool{false, true} {
		b.Run(fmt.Sprintf("planted %v", wild), func(b *testing.B) {
			r := rand.New(rand.NewPCG(5, 6))
			p := planting{Table: &data.Table{Schema: data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean,
				Levels: []string{"no", "yes"}}}}}
			for range 100_000 {
				p.Outcome = append(p.Outcome, r.IntN(2))
			}
			for k := range 60 {
				if k%2 == 0 {
					p.level(r)
				} else {
					p.number(r, false)
				}
				if wild && k > 3 && k%4 == 3 {
					p.imply(r, k-3, k-1)
					p.bound(r, k-1, k)
				}
			}
			for b.Loop() {
				Implications(p.Table)
			}
		})
	}
}

// TestRatiosAreProposed checks that a round multiple that every row keeps is suggested, never
// enforced, and that a ratio that fades out is not.
func TestRatiosAreProposed(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	tab := &data.Table{Schema: data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean,
		Levels: []string{"no", "yes"}}}, Cols: make([][]float64, 4)}
	for _, name := range []string{"income", "debt", "rent", "deposit"} {
		tab.Schema.Features = append(tab.Schema.Features, data.Feature{Name: name, Kind: data.Continuous, Decimals: 2,
			MAD: 1})
	}
	for range 2000 {
		income := math.Round(100*(1000+4000*r.Float64())) / 100
		for j, v := range []float64{income, 0.4 * income * r.Float64(), income * math.Exp(0.3*r.NormFloat64()-2),
			2.5 * income * math.Sqrt(r.Float64())} {
			tab.Cols[j] = append(tab.Cols[j], math.Floor(100*v)/100)
		}
		tab.Outcome = append(tab.Outcome, r.IntN(2))
	}
	for j := range tab.Cols {
		f := &tab.Schema.Features[j]
		f.Min, f.Max = slices.Min(tab.Cols[j]), slices.Max(tab.Cols[j])
	}
	var got []string
	for _, i := range Implications(tab) {
		if i.Rule.Kind == Inequality {
			got = append(got, i.Rule.String(tab.Schema))
			if i.On || i.Rows != 2000 || i.Expected < 20 {
				t.Errorf("%s: %+v", got[len(got)-1], i)
			}
			for k := range tab.Outcome {
				if row := tab.Row(k, nil); !i.Rule.Holds(tab.Schema, row, row) {
					t.Fatalf("row %v breaks %s", row, got[len(got)-1])
				}
			}
		}
	}
	slices.Sort(got)
	want := []string{`"debt" must be at most 0.4 × "income".`, `"deposit" must be at most 2.5 × "income".`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
