package data

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestProposeOrder checks that levels are ordered by the numbers in their names, whatever their
// order in the input, and that names that only look similar are left alone.
func TestProposeOrder(t *testing.T) {
	ordered := []string{
		"<1y|1-4y|4-7y|>=7y",
		"$0-50k|$50-100k|$100k+",
		"under 30|30 to 49|50+",
		"Less than 1 year|1 to 3 years|more than 3 years",
		"[0,10)|[10,20)|[20,100)",
		"0-9|10-19|20-29|100-109",
		"never|1-3 times|4 or more times",
		"none|1-2|3+",
		"<0|0<=X<200|>=200",
		"2 doors|4 doors|5 doors",
		"-5 to 0|0 to 5|5 to 10",
		"9th|10th|11th",
		"1,000-4,999|5,000-9,999|10,000+",
		"up to 18|19–25|over 25",
		"0.5 l|1.0 l|1.5 l",
		"low|medium|high", "never|rarely|sometimes|often", "primary|secondary|tertiary",
		"No formal education|Some high school|High school|Bachelor|Master|Doctorate",
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, text := range ordered {
		want := strings.Split(text, "|")
		for range 5 {
			mixed := slices.Clone(want)
			r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			if got, ok := ProposeOrder(mixed); !ok || !slices.Equal(got, want) {
				t.Errorf("%q: got %q, %v", mixed, got, ok)
			}
		}
	}
	for _, text := range []string{
		"A11|A12|A13|A14", "A43|A410|A49", "red|green|blue", "type 1|type 2|type 3", "0-10|5-15|20-30",
		"1 day|2 weeks|3 years",
		"10001|10002|10003", "F1|F2|F3", "north 3|south 5|east 2", "<5|10|x", "1.2.3|1.2.4|1.2.5", "yes|no|maybe",
	} {
		if got, ok := ProposeOrder(strings.Split(text, "|")); ok {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
