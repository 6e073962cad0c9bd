package document

import (
	"math"
	"testing"

	"causeway/core/data"
)

func TestAim(t *testing.T) {
	rent := data.Feature{Name: "rent", Levels: data.BandNames([]float64{700}), Cuts: []float64{700}}
	risk := data.Feature{Name: "risk", Levels: []string{"good", "very bad"}}
	for _, c := range []struct {
		text string
		of   data.Feature
		want Search // Goal, From, To and Target
	}{
		{"at least 850", rent, Search{Goal: NumberAtLeast, From: 850}},
		{"at most -3.5", rent, Search{Goal: NumberAtMost, To: -3.5}},
		{"600 to 850", rent, Search{Goal: NumberBetween, From: 600, To: 850}},
		{"20 % higher", rent, Search{Goal: HigherBy, From: 20}},
		{"20% lower", rent, Search{Goal: LowerBy, From: 20}},
		{"at most 8 % very bad", risk, Search{Goal: ChanceAtMost, To: 8, Target: 1}},
		{"at least 92.5% good", risk, Search{Goal: ChanceAtLeast, From: 92.5}},
		{" 60 to 90 % good ", risk, Search{Goal: ChanceBetween, From: 60, To: 90}},
		{"60 to 90 good", risk, Search{Goal: ChanceBetween, From: 60, To: 90}},
	} {
		got, err := Search{}.Aim(c.text, c.of)
		if err != nil || got != c.want {
			t.Errorf("%q: %+v, %v, want %+v", c.text, got, err, c.want)
		}
		if again, err := (Search{}).Aim(got.Words(c.of), c.of); err != nil || again != got {
			t.Errorf("%q is written %q, which is %+v, %v", c.text, got.Words(c.of), again, err)
		}
	}
	for _, text := range []string{"", "850", "at least", "at least much", "20 % wider", "at least 850 %", "850 to 600",
		"at least NaN", "at least 1e20", "at most 8 % bad", "5000 % higher", "-5 % higher"} {
		if got, err := (Search{}).Aim(text, rent); err == nil {
			t.Errorf("%q is understood as %+v", text, got)
		}
	}
	for _, text := range []string{"at most 8 %", "at most 8 % bad", "at most 100 % good", "at least 0 % good",
		"20 % higher",
		"at most 0.01 % good", "90 to 60 % good", "good"} {
		if got, err := (Search{}).Aim(text, risk); err == nil {
			t.Errorf("%q is understood as %+v", text, got)
		}
	}
}

// A search within a schema has a goal that suits its outcome, whatever it was.
func TestGoalsWithin(t *testing.T) {
	classes := data.Schema{Outcome: data.Feature{Levels: []string{"a", "b"}}}
	number := data.Schema{Outcome: data.Feature{Levels: data.BandNames([]float64{700}), Cuts: []float64{700}}}
	for g := NoGoal; g <= ChanceBetween; g++ {
		for _, v := range []float64{-5, 0, 50, 500, math.NaN(), math.Inf(1)} {
			s := Search{Goal: g, From: v, To: v, Target: -1, Count: 1, Budget: 10}
			a := s.Within(classes)
			if a.Goal != NoGoal && (!a.Goal.OfChance() || !(a.From == 0 || a.From >= leastChance &&
				a.From <= mostChance) ||
				!(a.To == 0 || a.To >= leastChance && a.To <= mostChance)) {
				t.Errorf("goal %d with %v became %+v", g, v, a)
			}
			if g.OfChance() != (a.Goal.OfChance()) || number.Classes() == 2 && s.Within(number).Goal.OfChance() {
				t.Errorf("goal %d became %d for classes and %d for a number", g, a.Goal, s.Within(number).Goal)
			}
		}
	}
}
