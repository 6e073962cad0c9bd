package widget

import "testing"

func TestHeld(t *testing.T) {
	type draw struct {
		key   string
		rev   int
		value string
		write bool // the element must be written
	}
	cases := []struct {
		name   string
		commit string // "" for none
		draws  []draw
		shown  string
	}{
		{"a redraw with nothing new leaves typing alone", "", []draw{{"a", 0, "5", false}}, "5"},
		{"a new value is written", "", []draw{{"a", 0, "6", true}, {"a", 0, "6", false}}, "6"},
		{"another row is written, though its value is the same", "", []draw{{"b", 0, "5", true}}, "5"},
		{"the echo of a commit is not written", "7", []draw{{"a", 0, "5", false}, {"a", 0, "7", false}}, "7"},
		{"another answer than the commit is written", "7", []draw{{"a", 0, "8", true}}, "8"},
		{"a refusal with a revision is written", "7", []draw{{"a", 1, "5", true}}, "5"},
		{"only the first echo is one", "7", []draw{{"a", 0, "7", false}, {"a", 0, "5", true}, {"a", 0, "7", true}},
			"7"},
		{"a row that happens to have the committed value is another row", "7", []draw{{"b", 0, "7", true}}, "7"},
	}
	for _, c := range cases {
		var h lastValue
		h.mount("a", 0, "5")
		if c.commit != "" {
			h.commit(c.commit)
		}
		for i, d := range c.draws {
			if got := h.update(d.key, d.rev, d.value); got != d.write {
				t.Errorf("%s: draw %d: write = %v, want %v", c.name, i, got, d.write)
			}
		}
		if h.shown != c.shown {
			t.Errorf("%s: shows %q, want %q", c.name, h.shown, c.shown)
		}
	}
}

func TestIDs(t *testing.T) {
	r := registry{taken: map[string]bool{}}
	steps := []struct{ name, want string }{
		{"Batch size", "w-batch-size"},
		{"Batch size", "w-batch-size-2"},
		{"  Größe (cm) ", "w-gr-e-cm"},
		{"年齢", "w"},
		{"a name that is much longer than an id should ever be", "w-a-name-that-is-much-longer-than-an-id-s"},
	}
	for _, s := range steps {
		if got := r.take(s.name); got != s.want {
			t.Errorf("take(%q) = %q, want %q", s.name, got, s.want)
		}
	}
	r.release("w-batch-size")
	if got := r.take("Batch size"); got != "w-batch-size" {
		t.Errorf("after a release take gives %q, want the free id", got)
	}
}
