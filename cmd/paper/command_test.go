package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"causeway/core/model"
)

// TestBadInput: one line says what is wrong, and the exit status is 2.
func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		name, args, want string
	}{
		{"no data set", "-method base", "no data set is called"},
		{"unknown data set", "-dataset iris -method base", `"iris"`},
		{"unknown method", "-dataset simple-bn -method gan", `no method is called "gan"`},
		{"no causal model is known", "-dataset adult -method model", "adult has no method"},
		{"a table of one rule has no C1", "-dataset simple-bn -method approx -constraint c1", `no constraint "c1"`},
		{"unknown constraint", "-dataset census -method approx -constraint c3", `no constraint "c3"`},
		{"which of the two constraints?", "-dataset census -method approx", "needs -constraint c1 or c2"},
		{"the file is not there", "-dataset adult -method base -data /nowhere",
			"/nowhere/adult/adult.data cannot be read"},
		{"no runs", "-dataset simple-bn -method base -runs 0", "-runs"},
		{"negative epochs", "-dataset simple-bn -method base -epochs -1", "-epochs"},
		{"labels for a method without", "-dataset simple-bn -method base -labels 10", "-labels is for"},
		{"a search without weights", "-dataset simple-bn -method cem -search 5", "-search is for"},
		{"a search of several seeds", "-dataset simple-bn -method model -search 5 -runs 2", "-search prints"},
		{"fewer trials than none", "-dataset simple-bn -method model -search -1", "-search is between"},
		{"negative labels", "-dataset simple-bn -method example -labels -1", "-labels"},
		{"queries of a method without", "-dataset simple-bn -method base -ask random", "-ask is for"},
		{"a letter that is not there", "-dataset simple-bn -method nun -literal", "-literal is for"},
		{"a letter of no name", "-dataset simple-bn -method base -letter kl,spelling",
			`-letter does not know "spelling"; it takes decoder, effects, `},
		{"half a letter", "-dataset simple-bn -method example -letter kl", "-letter needs queries too"},
		{"a letter asked at random", "-dataset simple-bn -method example -literal -ask random",
			"without -ask random"},
		{"queries of no kind", "-dataset simple-bn -method example -ask nobody", "-ask is telling"},
		{"two at once", "-all -labels-curve", "exclude"},
		{"which of the two constraints, for labels?", "-dataset census -method example", "needs -constraint c1 or c2"},
		{"all and one", "-all -dataset adult", "-all"},
		{"answers for several seeds", "-score a.csv -dataset adult -constraint c1 -runs 2", "-score prints"},
		{"answers to nothing", "-score a.csv", "-score needs"},
		{"answers of images", "-score a.csv -dataset mnist", "-score is for tables"},
		{"answers that are not there", "-score /no/where.csv -dataset census -constraint c1",
			"/no/where.csv cannot be read"},
		{"a graph without a table", "-dataset simple-bn -method base -graph g.json", "-table"},
		{"a table without an outcome", "-table t.csv -method base", "-outcome"},
		{"no such table", "-table /no/where.csv -outcome y -method base", "cannot be read"},
		{"unknown flag", "-colour red", "colour"},
		{"stray argument", "-dataset simple-bn -method base now", `"now"`},
		{"a headline of a search", "-dataset adult -method approx -constraint c1 -search 5 -headline",
			"-headline is for"},
		{"a headline of a table of one's own", "-table t.csv -outcome y -method base -headline", "-headline is for"},
		{"a method that is not compared", "-compare -dataset simple-bn -method base,gan",
			"-compare -method takes methods of simple-bn"},
		{"a method twice", "-compare -dataset simple-bn -method base,base", "each once"},
		{"a comparison of nothing", "-compare", "-compare needs"},
		{"a comparison under which constraint?", "-compare -dataset census", "needs -constraint c1 or c2"},
		{"a comparison by other settings", "-compare -dataset simple-bn -epochs 3", "with the presets"},
		{"a comparison of a letter", "-compare -dataset simple-bn -literal", "-literal is for"},
		{"a share that none leads by", "-dataset simple-bn -method base -lead 1", "-lead is"},
		{"fewer rows than none", "-dataset simple-bn -method base -rows -1", "-rows is"},
		{"a curve of one lead", "-dataset simple-bn -lead-curve -lead 0.1", "takes no -lead"},
		{"a curve under which constraint?", "-dataset census -lead-curve", "needs -constraint c1 or c2"},
		{"a curve of images", "-dataset mnist -method base -lead-curve", "is for tables"},
		{"a lead of images", "-dataset mnist -method base -lead 0.2", "takes -runs"},
		{"not a number", "-runs many", "many"},
	} {
		var out, problems bytes.Buffer
		status := run(strings.Fields(c.args), &out, &problems)
		got := problems.String()
		if status != 2 || strings.Count(got, "\n") != 1 || !strings.Contains(got, c.want) || out.Len() > 0 {
			t.Errorf("%s: status %d, %q, want 2 and a line with %q", c.name, status, got, c.want)
		}
	}
}

func TestHelp(t *testing.T) {
	var out bytes.Buffer
	if got := run([]string{"-h"}, &out, io.Discard); got != 0 || !strings.Contains(out.String(), "-dataset") {
		t.Errorf("status %d, %q", got, out.String())
	}
}

// TestEverySettingHasAPreset: a setting without one would have batches of 0.
func TestEverySettingHasAPreset(t *testing.T) {
	for _, d := range datasets {
		for _, m := range d.methods {
			if m == "cem" {
				continue
			}
			if err := (given{}).recipe(d.name, model.Method(m)).Check(); err != nil {
				t.Errorf("%s, %s: %v", d.name, m, err)
			}
		}
		if err := (given{}).round(d.name).Check(); err != nil {
			t.Errorf("a round on %s: %v", d.name, err)
		}
	}
}

// TestRecordHasThePromisedFields checks the field names that other programs read.
func TestRecordHasThePromisedFields(t *testing.T) {
	b, err := json.Marshal(record{})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	fields := func(part string, names string) {
		m := got
		if part != "" {
			m = nil
			if err := json.Unmarshal(got[part], &m); err != nil {
				t.Fatal(err)
			}
		}
		for _, n := range strings.Fields(names) {
			if _, ok := m[n]; !ok {
				t.Errorf("%s has no field %s", part, n)
			}
		}
	}
	fields("", "dataset method constraint seed train_s generate_s_per_1000 causal_edge mean_abs_residual im1 im2 "+
		"profiles diversity bound robust plausibility held reachable reachable_by reachable_open held_changes "+
		"held_cont_proximity held_profiles search_changes search_cont_proximity search_profiles")
	fields("rows", "train val test")
	fields("classifier", "accuracy")
	for _, part := range []string{"soft", "decoded"} {
		fields(part, "validity cont_proximity_sum cat_changes s1 s2 feasibility c1 c2 im1 im2")
	}
	fields("shown", "validity rules_pct coverage cont_proximity_sum cat_changes features_changed_median")
}

// TestParallel checks that the error of the first failing task is returned, even if another worker was
// faster, and that all tasks before it have run.
func TestParallel(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		done := make([]bool, 20)
		var tasks []func() error
		for i := range done {
			tasks = append(tasks, func() error {
				done[i] = true
				if i == 7 {
					return errors.New("seven")
				}
				return nil
			})
		}
		if err := parallel(tasks, workers); err == nil || err.Error() != "seven" {
			t.Errorf("%d workers: %v", workers, err)
		}
		for i := range 8 {
			if !done[i] {
				t.Errorf("%d workers: task %d was left out", workers, i)
			}
		}
	}
}
