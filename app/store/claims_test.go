package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/snapshot"
)

// recipes lists the fields from which models and figures follow. Changing one is not a false claim,
// because another recipe gives other bytes or figures. The last fields say in words, or as a choice,
// where a model comes from.
var recipes = []string{
	"Classifier.Model", "Classifier.Trained", "Classifier.From", "Classifier.Settings", "Classifier.Canceled",
	"Generator.Model", "Generator.Settings", "Generator.Canceled", "Generator.Warm", "Generator.Lost",
	"Generator.Earlier", "Generator.Tunings",
	"Tuning.Rules", "Tuning.Restored",
	"Evaluation.Own", "Evaluation.Entrants", "Evaluation.Seeds", "Evaluation.Rules", "Evaluation.Told", "Evaluation.By",
	"Evaluation.Orders", "Evaluation.Asked",
}

// figure is a number in a project that describes a model.
type figure struct {
	at string
	v  reflect.Value
}

// figuresIn lists the numbers and claims below a value, whatever fields it has.
func figuresIn(at string, v reflect.Value) (list []figure) {
	if slices.Contains(recipes, at) {
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			list = append(list, figuresIn(at+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = append(list, figuresIn(fmt.Sprintf("%s.%d", at, i), v.Index(i))...)
		}
	case reflect.Int, reflect.Float64, reflect.Bool, reflect.Uint64:
		list = append(list, figure{at, v})
	}
	return list
}

// change replaces a figure with another plausible one, and returns an undo.
func (f figure) change() (undo func()) {
	old := reflect.ValueOf(f.v.Interface())
	switch f.v.Kind() {
	case reflect.Int:
		f.v.SetInt(f.v.Int() + 1)
	case reflect.Uint64:
		f.v.SetUint(f.v.Uint() + 1)
	case reflect.Bool:
		f.v.SetBool(!f.v.Bool())
	default:
		x := f.v.Float()
		f.v.SetFloat(x*0.97 + map[bool]float64{true: 0.01}[x == 0])
	}
	return func() { f.v.Set(old) }
}

// After any figure of a file changes and all checksums are recomputed, the file is refused or its
// verification names the figure.
func TestNoFigureIsTakenOnTrust(t *testing.T) {
	p := furnished(t)
	p.do(packRows{})
	good := p.file(Travel{Rows: true, Labels: true})
	q := newWhole(t)
	q.open(good)
	q.do(VerifyProject{Train: true}, VerifyProject{Evaluation: true})
	if v := q.Project.Verify; !v.Classifier.Holds() || !v.Generator.Holds() || !v.Evaluation.Holds() {
		t.Fatalf("a good file: %+v", []Check{v.Classifier, v.Generator, v.Evaluation})
	}
	equal(t, "status", q.Notices.Status,
		"Verified: retraining gave the same bytes, and all figures are correct.")

	s, err := snapshot.Read(good)
	if err != nil {
		t.Fatal(err)
	}
	var list []figure
	for name, part := range map[string]any{"Classifier": &s.Classifier, "Generator": &s.Generator, "Tuning": &s.Tuning,
		"Evaluation": &s.Evaluation} {
		list = append(list, figuresIn(name, reflect.ValueOf(part).Elem())...)
	}
	if len(list) < 60 {
		t.Fatalf("%d figures", len(list))
	}
	refused := 0
	var left []figure
	for _, f := range list {
		if r, ok := recordOf(f); ok && slices.Contains([]string{"trainS", "per1000S"},
			s.Evaluation.Records[r[0]][r[1]].Figures[r[2]].Key) {
			continue // a time does not describe a model
		}
		if f.at == "Generator.Answers.Rows" {
			continue // a fine-tuning leaves none; some would be named through everything claimed about them
		}
		undo := f.change()
		if _, err := snapshot.Write(s); err != nil {
			refused++
		} else {
			left = append(left, f)
		}
		undo()
	}
	t.Logf("%d figures: %d refused at opening, %d left to measure", len(list), refused, len(left))
	for _, f := range left {
		f.change()
	}
	b, err := snapshot.Write(s)
	if err != nil { // each alone was possible
		t.Fatal(err)
	}
	q = newWhole(t)
	q.open(b)
	q.do(VerifyProject{Train: true}, VerifyProject{Evaluation: true})
	v := q.Project.Verify
	named := len(v.Classifier.Differ) + len(v.Generator.Differ) + len(v.Evaluation.Differ)
	if named != len(left) || len(v.Classifier.Unproved)+len(v.Generator.Unproved)+len(v.Evaluation.Unproved) > 0 {
		var changed, found []string
		for _, f := range left {
			changed = append(changed, f.at)
		}
		for _, d := range slices.Concat(v.Classifier.Differ, v.Generator.Differ, v.Evaluation.Differ) {
			found = append(found, FigureName(d.What))
		}
		t.Errorf("%d figures were changed and %d named:\n%s\n\n%s", len(left), named, strings.Join(changed, "\n"),
			strings.Join(found, "\n"))
	}
	equal(t, "status of a file that lies", q.Notices.Status,
		"Not verified: some of the project's claims are wrong. See which.")
}

// recordOf is the place of a figure in the records of an evaluation.
func recordOf(f figure) (at [3]int, ok bool) {
	n, err := fmt.Sscanf(f.at, "Evaluation.Records.%d.%d.Figures.%d", &at[0], &at[1], &at[2])
	return at, n == 3 && err == nil
}

// Opening a file checks every claim that follows from other parts of the file.
func TestAFileThatContradictsItselfIsRefused(t *testing.T) {
	good := furnished(t).file(Travel{Labels: true})
	for _, test := range []struct {
		name   string
		change func(s *snapshot.Project)
		want   string
	}{
		{"an accuracy that the confusion matrix does not have",
			func(s *snapshot.Project) { s.Classifier.Accuracy = 0.999 }, "its confusion matrix says"},
		{"a base that it does not have", func(s *snapshot.Project) { s.Classifier.Base = 0.1 }, "most frequent class"},
		{"more held-out rows than the split has", func(s *snapshot.Project) { s.Classifier.TestRows++ },
			"held-out rows"},
		{"no confusion matrix", func(s *snapshot.Project) { s.Classifier.Confusion = nil }, "no confusion matrix"},
		{"a log loss below what so many errors cost", func(s *snapshot.Project) { s.Classifier.LogLoss = 0.0001 },
			"log loss"},
		{"an epoch after the last", func(s *snapshot.Project) { s.Classifier.Best = 9 }, "epoch 9 of 3"},
		{"a share of no number of rows", func(s *snapshot.Project) { s.Generator.Soft.Validity = 0.9876 },
			"cannot be a mean of"},
		{"scores that its fine-tuning does not have", func(s *snapshot.Project) { s.Generator.Decoded.Validity = 0.5 },
			"those of its fine-tuning"},
		{"labels that no fine-tuning had", func(s *snapshot.Project) { s.Tuning.Rounds[0].Labels = 77 }, "77 labels"},
		{"figures of another method", func(s *snapshot.Project) { s.Evaluation.Records[0][0].Method = "cem" },
			"the evaluation has figures of cem"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := snapshot.Read(good)
			if err != nil {
				t.Fatal(err)
			}
			test.change(&s)
			_, err = snapshot.Write(s)
			if err == nil || !slices.ContainsFunc(strings.Split(test.want, "|"),
				func(w string) bool { return strings.Contains(err.Error(), w) }) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
