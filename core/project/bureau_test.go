package project

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
)

// bureau returns the table of a simulated credit bureau as a file. settle decides about its
// codes.
func bureau(t *testing.T, rows int, settle func(c *data.ColumnPlan, codes []data.Code)) (*data.Table, []causal.Rule) {
	t.Helper()
	raw := bureauTable(rows, 1)
	f, err := data.Inspect("bureau.csv", raw.CSV())
	if err != nil {
		t.Fatal(err)
	}
	v := f.Preview(nil)
	for j, info := range v.Columns[:len(raw.Cols)] {
		var want, got []float64
		for _, code := range []float64{noRecord, noneUsed, notOccurs} {
			if slices.Contains(raw.Cols[j], code) {
				want = append(want, code)
			}
		}
		for _, c := range info.Codes {
			got = append(got, c.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: asked about %v, want %v", v.Plan.Columns[j].Name, got, want)
		}
		settle(&v.Plan.Columns[j], info.Codes)
	}
	table, _, err := f.Import(v.Plan)
	if err != nil {
		t.Fatal(err)
	}
	var rules []causal.Rule
	for j := range table.Schema.Features {
		if number := table.Schema.FlagOf(j); number >= 0 {
			rules = append(rules, causal.FlagRules(number, j)...)
		}
	}
	return table, rules
}

// TestNoAnswerHasACode checks answers for people who are refused because of a bureau's record. As
// long as codes are numbers, some answers change a code, or change a number to a code or between
// codes and numbers. Once codes are fixed states of their own, no answer does, and all others
// still have answers.
func TestNoAnswerHasACode(t *testing.T) {
	for _, test := range []struct {
		name   string
		settle func(c *data.ColumnPlan, codes []data.Code)
		none   bool
	}{
		{"numbers", func(*data.ColumnPlan, []data.Code) {}, false},
		{"states", func(c *data.ColumnPlan, codes []data.Code) {
			c.Gaps = data.FlagGaps
			for _, code := range codes {
				c.Codes = append(c.Codes, code.Value)
			}
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			table, rules := bureau(t, 2000, test.settle)
			p := New("bureau", table, 1, false)
			fit := p.FitClassifier(model.ClassifierRecipe{Seed: 1, Epochs: 30, Batch: 32, LearningRate: 0.003,
				Hidden: 10})
			for range 30 {
				if _, err := fit.Epoch(nothing); err != nil {
					t.Fatal(err)
				}
			}
			box := fit.Best()
			asked := Of(p.Schema, box, scatter{p.Schema})
			good := slices.Index(table.Schema.Outcome.Levels, "good")
			q := Query{Search: document.Search{Target: good, Count: 1, Budget: 300, Seed: 1}, Boxes: 3000,
				Knowledge: causal.Knowledge{Rules: rules}}
			people, answers, coded, unknown := 0, 0, 0, 0
			for _, i := range p.Split.Test {
				row := table.Row(i, nil)
				if a := asked.Ask(row)[0]; a.Class == good || people == 60 {
					continue
				}
				people++
				x, err := asked.Explain(row, q, nothing)
				if err != nil {
					t.Fatal(err)
				}
				if len(x.Rows) == 0 {
					if bureauTable(2000, 1).Cols[0][i] == noRecord {
						unknown++
					}
					continue
				}
				answers++
				for j, v := range x.Rows[0].Row {
					if v != row[j] && table.Schema.Features[j].Kind.Numeric() && min(v, row[j]) < 0 {
						coded++
						break
					}
				}
			}
			t.Logf("%d people, %d answered, %d without a record are not, %d answers with a code", people, answers,
				unknown, coded)
			if test.none != (coded == 0) || people < 40 || answers < people-unknown-people/10 {
				t.Errorf("%d people, %d answered, %d without a record are not, %d answers with a code", people, answers,
					unknown, coded)
			}
		})
	}
}

// The codes of bureauTable, with the meanings that they have in the records of credit bureaus.
const (
	noRecord  = -9 // the bureau has no record of the person: in every column
	noneUsed  = -8 // no such account exists
	notOccurs = -7 // it never happened
)

// bureauColumns are the features of bureauTable, in order.
var bureauColumns = []string{
	"risk_estimate", "months_since_oldest_account", "months_since_newest_account", "average_months_on_file",
	"accounts_in_order", "accounts_60_days_late", "accounts_90_days_late", "percent_never_late", "months_since_late",
	"accounts", "accounts_opened_last_year", "percent_installment_accounts", "months_since_inquiry", "inquiries",
	"revolving_burden", "installment_burden", "revolving_accounts_with_balance", "installment_accounts_with_balance",
	"accounts_of_high_utilisation", "percent_accounts_with_balance",
}

// bureauTable samples credit bureau records of people who apply for a loan, and whether they repaid
// it: good or bad. None of these people are real. All values are integers, and -9, -8 and -7 are
// codes: 6 % of the people have no record at all, and in 9 of the columns some have no such
// account, or an event that never happened. A person has an unobserved risk. People with a higher
// risk are late more often and owe more. The outcome is drawn from a logistic function of the
// record,
//
//	z = 1.1 - 0.09 estimate + 0.02 burden + 0.35 late + 0.2 inquiries - 0.6 never late
//
// where 62 is subtracted from the estimate and 35 from the burden, and late counts accounts 90
// days late. Without a record, z is 0.4. Rows 0 to n-1 are the same for every number of rows.
func bureauTable(rows int, seed uint64) *data.Table {
	t := &data.Table{Schema: data.Schema{Outcome: data.Feature{Name: "loan", Kind: data.Boolean,
		Levels: []string{"bad", "good"}}},
		Outcome: make([]int, rows)}
	for _, name := range bureauColumns {
		t.Schema.Features = append(t.Schema.Features, data.Feature{Name: name, Kind: data.Integer})
		t.Cols = append(t.Cols, make([]float64, rows))
	}
	s := rand.New(rand.NewPCG(seed, 0))
	for i := range rows {
		row, z := person(s)
		for j, v := range row {
			t.Cols[j][i] = v
		}
		u := s.Float64()
		for u == 0 {
			u = s.Float64()
		}
		if causal.Log(u)-causal.Log(1-u) > z { // u > sigmoid(z): the loan is not bad
			t.Outcome[i] = 1
		}
	}
	return t
}

// person draws a record and the logit of a bad loan.
func person(s *rand.Rand) (row []float64, z float64) {
	risk, thick := s.NormFloat64(), s.NormFloat64()
	row = make([]float64, len(bureauColumns))
	if s.Float64() < 0.06 {
		for j := range row {
			row[j] = noRecord
		}
		return row, 0.4
	}
	whole := func(mean, deviation, least, most float64) float64 {
		return min(max(math.Floor(mean+float64(deviation*s.NormFloat64())+0.5), least), most)
	}
	part := func(share float64) bool { return s.Float64() < share }
	accounts := whole(21+float64(8*thick), 5, 1, 80)
	oldest := whole(190+float64(70*thick), 40, 12, 600)
	late := min(whole(float64(2.2*risk)-0.4, 1, 0, 18), accounts)
	late90 := min(late, whole(float64(0.6*late), 0.6, 0, 18))
	sinceLate := whole(30-float64(8*risk), 18, 0, 83)
	if late == 0 {
		sinceLate = notOccurs
	}
	revolving, installment := !part(0.03), !part(0.25)
	burden := whole(35+float64(26*risk), 14, 0, 180)
	withBalance := min(whole(4+float64(1.5*thick)+float64(0.8*risk), 1.5, 0, 30), accounts)
	utilised := min(whole(0.6+float64(1.1*risk), 0.8, 0, 15), withBalance)
	inquiries := whole(0.8+float64(0.9*risk), 1.2, 0, 20)
	sinceInquiry := whole(6-float64(2*risk), 5, 0, 24)
	if inquiries > 0 {
		sinceInquiry = min(sinceInquiry, 6)
	} else if part(0.5) {
		sinceInquiry = notOccurs
	}
	if part(0.04) {
		sinceInquiry = noneUsed
	}
	average := min(whole(80+float64(24*thick), 14, 4, 300), oldest)
	or := func(is bool, v float64) float64 {
		if is {
			return v
		}
		return noneUsed
	}
	estimate := whole(72-float64(8*risk)+float64(2*thick), 3, 33, 94)
	row = []float64{
		estimate, or(!part(0.02), oldest), min(whole(8, 7, 0, 200), oldest), average,
		accounts - late, late, late90, math.Floor(float64(100 * (accounts - late) / accounts)), sinceLate,
		accounts, min(whole(1.9, 1.6, 0, 15), accounts), whole(34, 16, 0, 100), sinceInquiry, inquiries,
		or(revolving, burden), or(installment, whole(68+float64(5*risk), 18, 0, 300)), or(revolving, withBalance),
		or(installment, whole(2.4, 1.2, 1, 20)),
		or(revolving, utilised), or(!part(0.01), whole(66+float64(9*risk), 18, 0, 100)),
	}
	z = 1.1 - float64(0.09*(estimate-62)) + float64(0.35*late90) + float64(0.2*inquiries)
	if revolving {
		z += float64(0.02 * (burden - 35))
	}
	if late == 0 {
		z -= 0.6
	}
	return row, z
}
