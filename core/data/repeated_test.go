package data

import (
	"fmt"
	"strings"
	"testing"
)

// repeated returns a table with a number and a text for each customer, in which the first
// customers occur twice.
func repeated(rows, twice int) string {
	var b strings.Builder
	b.WriteString("customer,label,joined,visit,amount,y\n")
	line := func(i int) {
		fmt.Fprintf(&b, "%d,c%d,%02d.%02d.%d,%d-%02d-%02d 10:30,%d,%s\n", 70_000+i, i*7, i%28+1, i%12+1, 1950+i%50,
			2001+i%3, i%12+1, i%28+1, i%13, []string{"no", "yes"}[i%2])
	}
	for i := range rows {
		line(i)
	}
	for i := range twice {
		line(i)
	}
	return b.String()
}

// TestRowsThatRepeatHideNoIdentifier checks that identifiers are left out even if some rows occur
// twice, and that the repeated rows are reported.
func TestRowsThatRepeatHideNoIdentifier(t *testing.T) {
	for _, twice := range []int{0, 1, 60} {
		_, v := mustInspect(t, []byte(repeated(600, twice)))
		for j, c := range v.Plan.Columns {
			if out := j < 4; c.Use == out {
				t.Errorf("%d rows twice: %q used = %v: %s", twice, c.Name, c.Use, v.Columns[j].Why)
			}
		}
		said := strings.Contains(strings.Join(v.Notes, "\n"),
			fmt.Sprintf("%s in every column.", plural(twice, "row repeats an earlier one",
				"rows repeat an earlier one")))
		if said != (twice > 0) || strings.Contains(v.Columns[1].Why, "every value is different") != (twice == 0) {
			t.Errorf("%d rows twice: notes %q, and %q", twice, v.Notes, v.Columns[1].Why)
		}
	}
}

// TestNumbersOfPeopleWithSeveralRowsStay checks that a column whose values belong to several
// different rows is kept, because it does not identify rows.
func TestNumbersOfPeopleWithSeveralRowsStay(t *testing.T) {
	var b strings.Builder
	b.WriteString("visits,amount,y\n")
	for i := range 400 {
		fmt.Fprintf(&b, "%d,%d,%s\n", i/2, i, []string{"no", "yes"}[i%3%2])
	}
	_, v := mustInspect(t, []byte(b.String()))
	if !v.Plan.Columns[0].Use {
		t.Errorf("left out: %s", v.Columns[0].Why)
	}
}

func TestDatesAreToldFromOtherTexts(t *testing.T) {
	for s, want := range map[string]bool{
		"31.12.1999": true, "1.2.03": true, "12/31/1999": true, "1999-12-31": true, "1999/1/2": true,
		"2020-02-03T10:11:12Z": true, "03.04.2020 12:00": true,
		"32.12.1999": false, "13.13.1999": false, "1-4-7": false, "10.0.0.1": false, "1.2": false, "": false,
		"a.b.c": false, "0.1.2000": false,
		"-1-2-2000": false, "+1.2.2000": false, "555-123-4567": false, "1..2000": false,
	} {
		if got, _ := momentOf(s); got != want {
			t.Errorf("%q is a date: %v, want %v", s, got, want)
		}
	}
}
