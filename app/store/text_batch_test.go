package store

import "testing"

// Sentences use the singular for one row.
func TestOneRowIsSaidAsOne(t *testing.T) {
	for got, want := range map[string]string{
		sayBatchRead("new.csv", 1): "new.csv has 1 row that can be explained.",
		sayBatchRead("new.csv", 2): "new.csv has 2 rows that can be explained.",
		sayBatchRunning(1):         "Explaining 1 row.",
		sayBatchDone(1, 1, 1):      "The row was explained; it has a counterfactual.",
		sayBatchDone(1, 0, 1):      "The row was explained; it has no counterfactual.",
		sayBatchDone(3, 1, 4):      "3 of 4 rows were explained; 1 of them has a counterfactual.",
		sayBatchDone(3, 2, 4):      "3 of 4 rows were explained; 2 of them have a counterfactual.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
