package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"causeway/core/fault"
)

var errFile error = fault.Kind("snapshot: not a good file")

// Text for people contains no package names, but something similar within a name remains.
func TestWhatPeopleRead(t *testing.T) {
	name := "cf: causal: data: x"
	inner := fault.Errorf("causal: %q has no order", name)
	for _, c := range []struct {
		err       error
		log, text string
	}{
		{inner, `causal: "cf: causal: data: x" has no order`, `"cf: causal: data: x" has no order`},
		{fault.Errorf("sketch: the order of %q: %w", name, inner),
			`sketch: the order of "cf: causal: data: x": causal: "cf: causal: data: x" has no order`,
			`the order of "cf: causal: data: x": "cf: causal: data: x" has no order`},
		{fault.Errorf("%w: the graph: %v", errFile, inner),
			`snapshot: not a good file: the graph: causal: "cf: causal: data: x" has no order`,
			`the graph: "cf: causal: data: x" has no order`},
		{fmt.Errorf("row 3 (%w), of many", inner), `row 3 (causal: "cf: causal: data: x" has no order), of many`,
			`row 3 ("cf: causal: data: x" has no order), of many`},
		{fault.Errorf("%s: %w", name, inner), name + `: causal: "cf: causal: data: x" has no order`,
			name + `: "cf: causal: data: x" has no order`},
		{errors.New("data: said by others"), "data: said by others", "data: said by others"},
	} {
		if c.err.Error() != c.log || fault.Text(c.err) != c.text {
			t.Errorf("%q reads %q, want %q and %q", c.err, fault.Text(c.err), c.log, c.text)
		}
	}
	if !errors.Is(fault.Errorf("%w: the graph: %w", errFile, inner), errFile) ||
		!errors.Is(fmt.Errorf("a %w", inner), inner) {
		t.Error("what kind of error it is was lost")
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"causal: a rule names feature 3 of 2": "A rule names feature 3 of 2.",
		"data: the file ends.":                "The file ends.",
		"data: übrig":                         "Übrig.",
		"wire: ":                              "The cause is unknown.",
	} {
		if got := fault.Sentence(fault.Errorf(text, nil...)); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
	if got := fault.Clause(fault.Errorf("data: the file ends.")); got != "the file ends" {
		t.Errorf("a clause reads %q", got)
	}
}
