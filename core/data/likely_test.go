package data

import "testing"

func TestWhatIsLikelyIsSaidByWholeWords(t *testing.T) {
	tests := []struct {
		name           string
		kind           Kind
		given, growing bool
	}{
		{"age", Continuous, false, true},
		{"Age at release", Continuous, false, true},
		{"ageAtRelease", Continuous, false, true},
		{"age_years", Continuous, false, true},
		{"average", Continuous, false, false}, // not an age
		{"wage", Continuous, false, false},
		{"sex", Category, true, false},
		{"personal_status_sex", Category, true, false},
		{"native-country", Category, true, false},
		{"embrace", Category, false, false},
		{"education", Ordered, false, true},
		{"education", Category, false, true}, // once it has an order
		{"Fedu", Ordered, true, false},
		{"hours", Continuous, false, false},
	}
	for _, tt := range tests {
		f := Feature{Name: tt.name, Kind: tt.kind}
		if got := LikelyGiven(f); got != tt.given {
			t.Errorf("LikelyGiven(%q) = %t", tt.name, got)
		}
		if got := LikelyGrowing(f); got != tt.growing {
			t.Errorf("LikelyGrowing(%q) = %t", tt.name, got)
		}
	}
}
