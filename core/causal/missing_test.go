package causal

import (
	"reflect"
	"strings"
	"testing"

	"causeway/core/data"
)

// TestStatesOfMissingNumbers checks flags that identify the code for a missing number. The number
// must stay the same from one code to another, and is free if one of the two rows has a value. If
// the flag may not change, neither may the number. The sentence must mention this, and no other
// category can serve as a flag.
func TestStatesOfMissingNumbers(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "burden", Kind: data.Integer, Max: 3, MAD: 1},
		{Name: data.FlagName("burden"), Kind: data.Category, Levels: []string{"no", "-9", "-8"}},
		{Name: "job", Kind: data.Category, Levels: []string{"cook", "nurse", "clerk"}},
	}, Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}}}
	stays := Rule{Kind: StaysMissing, Feature: 0, Other: 1}
	if err := stays.Check(s); err != nil {
		t.Fatal(err)
	}
	if other := (Rule{Kind: StaysMissing, Feature: 0, Other: 2}); other.Check(s) == nil {
		t.Error("a job says what is missing")
	}
	if got, want := stays.String(s), `"burden" may not change unless "burden is missing" becomes no`; !strings.Contains(
		got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
	held := []Rule{stays, {Kind: Immutable, Feature: 1}}
	for from := range 3 {
		for to := range 3 {
			x, c := []float64{1, float64(from), 0}, []float64{2, float64(to), 0}
			if got, want := stays.Holds(s, x, c), from == 0 || to == 0; got != want {
				t.Errorf("from %d to %d: holds %v, want %v", from, to, got, want)
			}
		}
		x := []float64{1, float64(from), 0}
		domains, _ := Domains(s, held, x)
		if free := domains[0].Max > domains[0].Min; free != (from == 0) || domains[0].Min > 1 || domains[0].Max < 1 {
			t.Errorf("while the flag stays %d the number is from %v to %v", from, domains[0].Min, domains[0].Max)
		}
	}
}

// TestTellingIsSet sets what may be told or withheld of three features in turn. Each has what was
// set last, whatever was set of the others, and no rule remains of what was set before.
func TestTellingIsSet(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "pay", Kind: data.Integer, Max: 9},
		{Name: data.FlagName("pay"), Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "debt", Kind: data.Integer, Max: 9},
		{Name: data.FlagName("debt"), Kind: data.Category, Levels: []string{"no", "-9", "-8"}},
		{Name: "job", Kind: data.Category, Levels: []string{data.MissingLevel, "cook", "nurse"}}}}
	own := Rule{Kind: NeverSeen, Feature: 4, Other: 0, Levels: []int{1}, Min: 3, Max: 3}
	rules, set := []Rule{own}, map[int]Telling{}
	for n := range 200 {
		j, to := []int{0, 2, 4}[n%3], Telling(n*7/3%4)
		rules = Tell(s, rules, j, to, float64(j+4))
		set[j] = to
		want := 1
		for j, to := range set {
			if got, kept := TellingOf(s, rules, j); got != to || !kept {
				t.Fatalf("step %d: feature %d may %d, want %d: %+v", n, j, got, to, rules)
			}
			want += len(GapRules(s, j, to, 0))
		}
		if len(rules) != want || !reflect.DeepEqual(rules[0], own) {
			t.Fatalf("step %d: %d rules, want %d: %+v", n, len(rules), want, rules)
		}
	}
}
