package data

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestChoices(t *testing.T) {
	usual := func(j int) float64 { return []float64{35, 1, 2}[j] }
	level := Choice{By: UnknownLevel, Column: "marital status", Value: "Divorced"}
	age := Choice{By: OutOfRange, Column: "age"}
	absent := Choice{By: NoColumn, Column: "debt"}
	with := func(c Choice, do Remedy, as string) Choice { c.Do, c.As = do, as; return c }
	many := strings.Repeat("30,Single,1.25\n", 30)
	for _, x := range []struct {
		name, file string
		choices    []Choice
		first      []float64 // row that is kept; nil: none is
		rows       int
		want       []Difference
	}{
		{"an unknown level is left out", "age,marital status,debt\n" + many + "40,Divorced,1\n", nil,
			[]float64{30, 2, 1.25}, 30, []Difference{{Choice: level, Rows: 1, First: 31}}},
		{"or counts as another", "age,marital status,debt\n40,Divorced,1\n" + many + "40,Divorced,1\n",
			[]Choice{with(level, TakeAs, "Single")}, []float64{40, 2, 1}, 32,
			[]Difference{{Choice: with(level, TakeAs, "Single"), Rows: 2, First: 1}}},
		{"or as missing", "age,marital status,debt\n40,Divorced,1\n" + many,
			[]Choice{with(level, TakeAs, "(missing)")}, []float64{40, 0, 1}, 31,
			[]Difference{{Choice: with(level, TakeAs, "(missing)"), Rows: 1, First: 1}}},
		{"a choice of a level that the table does not have is no choice",
			"age,marital status,debt\n40,Divorced,1\n" + many, []Choice{with(level, TakeAs, "Widowed")},
			[]float64{30, 2, 1.25}, 30, []Difference{{Choice: level, Rows: 1, First: 1}}},
		{"a misspelt level has a guess", "age,marital status,debt\n40,maried,1\n" + many, nil,
			[]float64{30, 2, 1.25}, 30, []Difference{{Choice: Choice{Column: "marital status", Value: "maried"},
				Rows: 1, First: 1, Guess: "Married"}}},
		{"a number outside is taken", "age,marital status,debt\n99,Single,1\n" + many + "12,Single,1\n", nil,
			[]float64{99, 2, 1}, 32,
			[]Difference{{Choice: age, Rows: 2, First: 1, Low: 12, High: 99, Min: 18, Max: 80}}},
		{"or becomes the end of the range", "age,marital status,debt\n99,Single,1\n" + many,
			[]Choice{with(age, Clamp, "")}, []float64{80, 2, 1}, 31,
			[]Difference{{Choice: with(age, Clamp, ""), Rows: 1, First: 1, Low: 99, High: 99, Min: 18, Max: 80}}},
		{"or leaves its row out", "age,marital status,debt\n99,Single,1\n" + many,
			[]Choice{with(age, LeaveOut, "")}, []float64{30, 2, 1.25}, 30,
			[]Difference{{Choice: with(age, LeaveOut, ""), Rows: 1, First: 1, Low: 99, High: 99, Min: 18, Max: 80}}},
		{"without a column no row is read, and all that differs is listed",
			"age,marital status,debts owed\n40,Divorced,1\n" + many, nil, nil, 0,
			[]Difference{{Choice: absent, Guess: "debts owed", Usual: "2.00"}, {Choice: level, Rows: 1, First: 1}}},
		{"unless another column is read for it", "age,marital status,debts owed\n40,Single,1\n" + many,
			[]Choice{with(absent, TakeAs, "debts owed")}, []float64{40, 2, 1}, 31,
			[]Difference{{Choice: with(absent, TakeAs, "debts owed"), Guess: "debts owed", Usual: "2.00"}}},
		{"or every row gets a value", "age,marital status\n40,Single\n" + strings.Repeat("30,Single\n", 30),
			[]Choice{with(absent, FillWith, "2.00")}, []float64{40, 2, 2}, 31,
			[]Difference{{Choice: with(absent, FillWith, "2.00"), Usual: "2.00"}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := ReadRows([]byte(x.file), loanSchema(), Plan{Choices: x.choices}, usual)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Values) != x.rows || x.first != nil && !reflect.DeepEqual(r.Values[0], x.first) ||
				x.rows == 0 && len(r.Problems) == 0 {
				t.Errorf("%d rows, the first %v, problems %q", len(r.Values), slices.Concat(r.Values...), r.Problems)
			}
			if !reflect.DeepEqual(r.Differences, x.want) {
				t.Errorf("got %+v, want %+v", r.Differences, x.want)
			}
			f, err := OpenRows([]byte(x.file), loanSchema(), Plan{Choices: x.choices}, usual)
			if x.rows == 0 {
				if err == nil {
					t.Error("in blocks it is read")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			skip, first := f.Begin()
			var values [][]float64
			f.Each(x.file[skip:], first, func(row ReadRow) {
				if row.Why == "" {
					values = append(values, row.Values)
				} else if !strings.Contains(row.Why, fmt.Sprintf("row %d ", row.Row)) ||
					!strings.Contains(row.Why, "Correct it") {
					t.Errorf("a row is refused by %q", row.Why)
				}
			})
			if !reflect.DeepEqual(values, r.Values) || !reflect.DeepEqual(f.Differences(), x.want) {
				t.Errorf("in blocks %d rows and %+v", len(values), f.Differences())
			}
		})
	}
}

// TestARenamedColumnKeepsItsGaps checks that what marks the missing values of a number follows the
// choice about the number.
func TestARenamedColumnKeepsItsGaps(t *testing.T) {
	s := loanSchema()
	s.Features = append(s.Features, Feature{Name: FlagName("debt"), Kind: Boolean, Levels: []string{"no", "yes"}})
	plan := Plan{Columns: []ColumnPlan{{Name: "debt", Use: true, Kind: Continuous, Gaps: FlagGaps}}}
	plan.Format.Delimiter = ','
	usual := func(int) float64 { return 2 }
	text := "age,marital status,debts\n30,Single,\n" + strings.Repeat("30,Single,1.25\n", 30)
	for _, x := range []struct {
		choice Choice
		first  []float64
	}{
		{Choice{NoColumn, "debt", "", TakeAs, "debts"}, []float64{30, 2, 2, 1}},
		{Choice{NoColumn, "debt", "", FillWith, "3"}, []float64{30, 2, 3, 0}},
	} {
		plan.Choices = []Choice{x.choice}
		r, err := ReadRows([]byte(text), s, plan, usual)
		if err != nil || len(r.Values) != 31 || !reflect.DeepEqual(r.Values[0], x.first) || len(r.Differences) != 1 {
			t.Errorf("%v: %d rows, %+v, %q, %v", x.choice, len(r.Values), r.Differences, r.Problems, err)
		}
	}
}

// TestUnseenLevels checks that levels that the table does not have are passed on to a model if it can
// read them and the person chose that, at any place of the file, and are listed once.
func TestUnseenLevels(t *testing.T) {
	s := loanSchema()
	s.Features = append(s.Features, Feature{Name: "job", Kind: Boolean, Levels: []string{"clerk", "cook"}})
	text := "age,marital status,debt,job\n" + strings.Repeat("30,Single,1.25,cook\n", 30) +
		"30,Single,1.25,nurse\n30,Single,1.25,pilot\n30,Divorced,1.25,nurse\n30,Single,1.25,nurse\n"
	pass := Choice{By: UnknownLevel, Column: "job", Do: PassOn}
	plan := Plan{Choices: []Choice{pass, {By: UnknownLevel, Column: "marital status", Do: PassOn}},
		Passes: func(j int, level string) bool { return j == 3 }}
	r, err := ReadRows([]byte(text), s, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Unseen{{3, []string{"nurse", "pilot"}}}
	differ := []Difference{{Choice: pass, Rows: 4, First: 31},
		{Choice: Choice{Column: "marital status", Value: "Divorced"}, Rows: 1, First: 33}}
	if n := len(r.Values); n != 33 || r.Values[30][3] != 2 || r.Values[31][3] != 3 || r.Values[32][3] != 2 ||
		!reflect.DeepEqual(r.Unseen, want) || !reflect.DeepEqual(r.Differences, differ) {
		t.Errorf("%d rows, %+v, %+v", n, r.Unseen, r.Differences)
	}
	if f := s.Wider(r.Unseen).Features[3]; f.Format(3) != "pilot" || f.Kind != Category ||
		s.Features[3].Kind != Boolean || len(s.Features[3].Levels) != 2 {
		t.Errorf("%+v", f)
	}
	f, err := OpenRows([]byte(text), s, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	skip, first := f.Begin()
	f.Each(text[skip:], first, func(ReadRow) {})
	if !reflect.DeepEqual(f.Unseen(), want) || !reflect.DeepEqual(f.Differences(), differ) {
		t.Errorf("in blocks %+v, %+v", f.Unseen(), f.Differences())
	}
	plan.Choices = nil
	if r, err = ReadRows([]byte(text), s, plan, nil); err != nil || len(r.Values) != 30 || !r.Differences[0].Passes ||
		!strings.Contains(r.Differences[0].Sentence(), "pass it on") || r.Unseen != nil {
		t.Errorf("without a choice: %d rows, %+v, %v", len(r.Values), r.Differences, err)
	}
}

// TestNoRowIsEmptySomewhere checks on random files and choices that each category of a row that is
// read has exactly one level, and that every row is read or accounted for.
func TestNoRowIsEmptySomewhere(t *testing.T) {
	s := loanSchema()
	s.Features = append(s.Features, Feature{Name: "job", Kind: Category, Levels: []string{"clerk", "cook"}})
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	read, passed := 0, 0
	for range 3000 {
		names := []string{pick("age", "Age", "years"), "marital status", pick("debt", "debts"), pick("job", "work")}
		text := strings.Join(names, ",") + "\n"
		for range 20 + r.IntN(20) {
			text += fmt.Sprintf("%s,%s,%s,%s\n", pick("12", "30", "99", "", "x"),
				pick("Single", "single", "?", "Divorced"), pick("1", "2.55", "70", "NaN"),
				pick("cook", "nurse", "clerk", "", "0"))
		}
		var choices []Choice
		for range r.IntN(8) {
			choices = Choose(choices, Choice{Differ(r.IntN(3)), pick("age", "debt", "job", "marital status"),
				pick("", "nurse", "Divorced", "0"), Remedy(r.IntN(6)),
				pick("cook", "Single", "debts", "work", "years", "3", "")})
		}
		if r.IntN(2) == 0 {
			choices = Choose(choices, Choice{By: UnknownLevel, Column: "job", Do: PassOn})
		}
		got, err := ReadRows([]byte(text), s, Plan{Choices: choices, Passes: func(j int, level string) bool {
			return j == 3 && level != "0"
		}}, func(int) float64 { return 1 })
		if err != nil {
			t.Fatal(err)
		}
		s := s.Wider(got.Unseen)
		for _, row := range got.Values {
			if read++; row[3] >= 2 {
				passed++
			}
			x := make([]float32, s.Width())
			s.Encode(row, x)
			for j, f := range s.Features {
				if !f.Holds(row[j]) {
					t.Fatalf("%s is %v", f.Name, row[j])
				}
				sum := float32(0)
				for _, v := range x[s.Offset(j) : s.Offset(j)+f.Width()] {
					sum += v
				}
				if !f.Kind.Numeric() && sum != 1 {
					t.Fatalf("%s of %v is encoded as %v with choices %+v", f.Name, row, x, choices)
				}
			}
		}
		if len(got.Values) == 0 && len(got.Problems) == 0 {
			t.Fatalf("no row is read and nothing is said: %q", got.Notes)
		}
	}
	if read < 1000 || passed < 100 {
		t.Errorf("only %d rows were read, %d passed on", read, passed)
	}
}
