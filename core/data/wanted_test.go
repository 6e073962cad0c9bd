package data

import "testing"

func TestGuessWanted(t *testing.T) {
	for _, c := range []struct {
		name   string
		levels []string
		counts []int
		want   string
		why    string
	}{
		{"income", []string{"<=50K", ">50K"}, []int{3, 1}, ">50K", "more of it is hoped for"},
		{"approved", []string{"no", "yes"}, []int{1, 3}, "yes", "a yes is hoped for, rare or not"},
		{"two_year_recid", []string{"0", "1"}, []int{5, 4}, "0", "a yes to something bad is feared"},
		{"credit risk", []string{"bad", "good"}, []int{3, 7}, "good", "the class itself says that it is good"},
		{"heart_disease", []string{"absent", "present"}, []int{4, 5}, "absent", "a disease is better absent"},
		{"decision", []string{"granted", "not granted"}, []int{5, 4}, "granted", "a not turns a word round"},
		{"class", []string{"1", "2"}, []int{7, 3}, "1", "the first of numbered classes is like a yes"},
		{"loan_status", []string{"Charged Off", "Fully Paid"}, []int{2, 8}, "Fully Paid", "one word says it"},
		{"species", []string{"a", "b", "c"}, []int{3, 2, 2}, "c", "names say nothing, the last of the rarest"},
		{"level", []string{"low", "medium", "high"}, []int{1, 1, 1}, "high", "the best of several"},
		{"risk", []string{"high", "low", "medium"}, []int{1, 1, 1}, "low", "high is bad of a risk"},
		{"colour", []string{"red", "blue"}, []int{5, 4}, "blue", "the names say nothing, so it is the rarer one"},
		{"x", []string{"one", "two"}, nil, "one", "without counts any is as good"},
		{"class", []string{"benign", "malignant"}, []int{444, 239}, "benign",
			"a diagnosis is good or bad by its name, rare or not"},
		{"überlebt", []string{"ja", "nein"}, []int{8, 5}, "ja", "a yes in German"},
		{"relapse", []string{"no", "yes"}, []int{8, 5}, "no", "a yes to what is feared"},
		{"num", []string{"0", "1", "2", "3", "4"}, []int{164, 55, 36, 35, 13}, "", "degrees of what is not said"},
		{"quality", []string{"3", "4.5", "8"}, []int{1, 2, 3}, "", "a number is no word for yes"},
		{"quality", []string{"3", "4,5", "8"}, []int{1, 2, 3}, "", "nor with a decimal comma"},
		{"income", []string{"0", "1,000", "20,000"}, []int{1, 2, 3}, "", "nor in groups"},
		{"quality", []string{"3", " 4", "NaN"}, []int{1, 3, 2}, "3",
			"NaN is no number, so names say nothing and the rarest is taken"},
	} {
		got := GuessWanted(Feature{Name: c.name, Kind: Category, Levels: c.levels}, c.counts)
		if got < 0 != (c.want == "") || got >= 0 && c.levels[got] != c.want {
			t.Errorf("%s %q: %d, want %s: %s", c.name, c.levels, got, c.want, c.why)
		}
	}
}
