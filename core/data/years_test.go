package data

import "testing"

func TestInYears(t *testing.T) {
	for name, want := range map[string]bool{"age": true, "Age in years": true, "AgeInYears": true,
		"YearsAtCompany": true, "work_years": true, "Alter": true,
		"tenure": false, "age_months": false, "average": false, "mileage": false, "language": false,
		"days_employed": false, "visits per year": false, "stage": false} {
		if got := (Feature{Name: name, Kind: Integer}).InYears(); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for unit, want := range map[string]bool{"years": true, "months": false, "DM": false} {
		if got := (Feature{Name: "age", Unit: unit, Kind: Continuous}).InYears(); got != want {
			t.Errorf("age in %s: %v", unit, got)
		}
	}
	if (Feature{Name: "age", Kind: Ordered}).InYears() {
		t.Error("levels are no years")
	}
}

func TestSpread(t *testing.T) {
	var tab Table
	tab.Cols = make([][]float64, 1)
	for i := range 101 {
		tab.Cols[0] = append(tab.Cols[0], float64(i*37%101))
	}
	if got := tab.Spread(0); got != 90 {
		t.Errorf("from the 5th to the 95th percentile of 0 to 100: %v", got)
	}
}
