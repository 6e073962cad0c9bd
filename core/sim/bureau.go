package sim

import (
	"math"

	"causeway/core/causal"
	"causeway/core/data"
)

// BureauRows is a typical number of rows for Bureau.
const BureauRows = 10_000

// The codes of Bureau, with the meanings that they have in the records of credit bureaus.
const (
	NoRecord  = -9 // the bureau has no record of the person: in every column
	NoneUsed  = -8 // no such account exists
	NotOccurs = -7 // it never happened
)

// bureauColumns are the features of Bureau, in order.
var bureauColumns = []string{
	"risk_estimate", "months_since_oldest_account", "months_since_newest_account", "average_months_on_file",
	"accounts_in_order", "accounts_60_days_late", "accounts_90_days_late", "percent_never_late", "months_since_late",
	"accounts", "accounts_opened_last_year", "percent_installment_accounts", "months_since_inquiry", "inquiries",
	"revolving_burden", "installment_burden", "revolving_accounts_with_balance", "installment_accounts_with_balance",
	"accounts_of_high_utilisation", "percent_accounts_with_balance",
}

// Bureau samples credit bureau records of people who apply for a loan, and whether they repaid
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
func Bureau(rows int, seed uint64) *data.Table {
	t := &data.Table{Schema: data.Schema{Outcome: data.Feature{Name: "loan", Kind: data.Boolean,
		Levels: []string{"bad", "good"}}},
		Outcome: make([]int, rows)}
	for _, name := range bureauColumns {
		t.Schema.Features = append(t.Schema.Features, data.Feature{Name: name, Kind: data.Integer})
		t.Cols = append(t.Cols, make([]float64, rows))
	}
	s := newSource(seed)
	for i := range rows {
		row, z := s.person()
		for j, v := range row {
			t.Cols[j][i] = v
		}
		u := s.uniform()
		for u == 0 {
			u = s.uniform()
		}
		if causal.Log(u)-causal.Log(1-u) > z { // u > sigmoid(z): the loan is not bad
			t.Outcome[i] = 1
		}
	}
	return t
}

// person draws a record and the logit of a bad loan.
func (s *source) person() (row []float64, z float64) {
	risk, thick := s.normal(), s.normal()
	row = make([]float64, len(bureauColumns))
	if s.uniform() < 0.06 {
		for j := range row {
			row[j] = NoRecord
		}
		return row, 0.4
	}
	whole := func(mean, deviation, least, most float64) float64 {
		return min(max(math.Floor(mean+float64(deviation*s.normal())+0.5), least), most)
	}
	part := func(share float64) bool { return s.uniform() < share }
	accounts := whole(21+float64(8*thick), 5, 1, 80)
	oldest := whole(190+float64(70*thick), 40, 12, 600)
	late := min(whole(float64(2.2*risk)-0.4, 1, 0, 18), accounts)
	late90 := min(late, whole(float64(0.6*late), 0.6, 0, 18))
	sinceLate := whole(30-float64(8*risk), 18, 0, 83)
	if late == 0 {
		sinceLate = NotOccurs
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
		sinceInquiry = NotOccurs
	}
	if part(0.04) {
		sinceInquiry = NoneUsed
	}
	average := min(whole(80+float64(24*thick), 14, 4, 300), oldest)
	or := func(is bool, v float64) float64 {
		if is {
			return v
		}
		return NoneUsed
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
