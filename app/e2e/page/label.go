package page

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// OpenLabel goes to the labelling cards and waits for one.
func (p *Tab) OpenLabel() {
	p.GoTo("Label")
	p.WaitHas("region", "Label next")
	p.WaitHas("table", "Factual and counterfactual")
}

// CardChange is the old and new value of a number on the present card.
func (p *Tab) CardChange(feature string) (from, to float64) {
	for _, row := range p.Table("Factual and counterfactual") {
		if row[0] == feature {
			words := strings.Fields(row[2]) // of a change, "changed to 45"
			return p.number(row[1]), p.number(words[len(words)-1])
		}
	}
	p.t.Fatalf("the card has no %s", feature)
	return 0, 0
}

// Verdict presses the key of a verdict on the present card: feasible or not.
func (p *Tab) Verdict(feasible bool) { p.Press(map[bool]string{true: "y", false: "n"}[feasible]) }

// WaitLabels waits until the page reports n labels.
func (p *Tab) WaitLabels(n int) {
	p.WaitText("status", fmt.Sprintf("%d label%s: ", n, strings.Repeat("s", min(n-1, 1))))
}

// Adopt adopts the fine-tuned generator.
func (p *Tab) Adopt() {
	p.Click("button", "Adopt the fine-tuned one")
	p.WaitText("status", "The fine-tuned generator is in use.")
}

// Labelled is the number of labels that the navigation shows.
func (p *Tab) Labelled() int {
	said := p.StepState("person")
	if _, labels, of := strings.Cut(said, ", "); of {
		said = labels
	}
	n, _ := strconv.Atoi(strings.Fields(said + " 0")[0])
	return n
}

// Tuned are the page's figures of a generator before or after a fine-tuning: shares, and the time it
// took.
type Tuned struct {
	Keeps, Validity float64
	Took            time.Duration
}

var tunedWithin = regexp.MustCompile(`Learned from [0-9]+ labels? within ([0-9.]+ m?s)`)

// Tuned returns the figures before and after the last fine-tuning.
func (p *Tab) Tuned() (before, after Tuned) {
	p.Unfold("All figures before and after")
	for _, row := range p.Table("Before and after fine-tuning") {
		for i, to := range []*Tuned{&before, &after} {
			switch {
			case strings.HasPrefix(row[0], "Keeps: "):
				to.Keeps = p.number(strings.TrimSuffix(row[1+i], " %")) / 100
			case row[0] == "Validity":
				to.Validity = p.number(strings.TrimSuffix(row[1+i], " %")) / 100
			}
		}
	}
	m := tunedWithin.FindStringSubmatch(p.Shows(Body))
	if m == nil {
		p.t.Fatal("the page does not say how long it took")
	}
	took, err := time.ParseDuration(strings.ReplaceAll(m[1], " ", ""))
	if err != nil {
		p.t.Fatal(err)
	}
	after.Took = took
	return before, after
}
