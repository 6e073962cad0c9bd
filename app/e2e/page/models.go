package page

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// A Training is the number of epochs for each model; 0 means the page's setting.
type Training struct{ Classifier, Generator int }

// Train trains both models.
func (p *Tab) Train(n Training) {
	p.TrainClassifier(n.Classifier)
	p.TrainGenerator(n.Generator)
}

// TrainClassifier trains the classifier for n epochs, or as set for 0, and waits for its end.
func (p *Tab) TrainClassifier(epochs int) {
	p.BeginTraining("Classifier", epochs)
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}

// TrainGenerator trains the generator for n epochs, or as set for 0, and waits for its end.
func (p *Tab) TrainGenerator(epochs int) {
	p.BeginTraining("Generator", epochs)
	p.WaitHas("heading", "Quality of its counterfactuals")
}

// BeginTraining opens a model and begins its training for n epochs, or as set for 0.
func (p *Tab) BeginTraining(model string, epochs int) {
	p.OpenModel(model)
	if epochs > 0 {
		p.FillNumber("Epochs", float64(epochs))
	}
	p.Click("button", "Train "+strings.ToLower(model))
}

// OpenModel opens a model and waits until it can be trained; both models have settings with the same names.
func (p *Tab) OpenModel(model string) {
	p.GoTo(model)
	p.WaitHas("button", "Train "+strings.ToLower(model))
}

var percentage = regexp.MustCompile(`([0-9.]+) %`)

// Accuracy is the held-out accuracy that the page reports for a just trained classifier.
func (p *Tab) Accuracy() float64 {
	const said = "The classifier is trained"
	p.WaitText("status", said)
	for _, text := range p.Texts("status") {
		if m := percentage.FindStringSubmatch(text); m != nil && strings.Contains(text, said) {
			return p.number(m[1]) / 100
		}
	}
	p.t.Fatalf("no accuracy in %q", p.Texts("status"))
	return 0
}

// Scores holds the page's figures about counterfactuals; missing ones are NaN.
type Scores struct{ Validity, Proximity, Categories, Profiles float64 }

// Scores returns a new generator's scores on the held-out rows: of decoded rows, and of raw outputs.
func (p *Tab) Scores() (decoded, soft Scores) {
	p.Unfold("All scores")
	rows := map[string][]string{}
	for _, row := range p.Table("Scores on held-out rows") {
		rows[row[0]] = row
	}
	read := func(column int) (s Scores) {
		for name, to := range map[string]*float64{"Validity": &s.Validity, "Continuous proximity": &s.Proximity,
			"Categorical changes": &s.Categories, "Category profiles": &s.Profiles} {
			*to = math.NaN()
			if row := rows[name]; len(row) > column && row[column] != "–" {
				*to = p.number(strings.TrimSuffix(row[column], " %"))
			}
		}
		s.Validity /= 100
		return s
	}
	return read(1), read(2)
}

// Progress is the finished share of the running training.
func (p *Tab) Progress() float64 {
	return eval[float64](p, `(() => {
		const bar = document.querySelector("progress, [role=progressbar]");
		if (!bar) return 0;
		const now = bar.value ?? bar.getAttribute("aria-valuenow"), max = bar.max ?? bar.getAttribute("aria-valuemax");
		return Number(now) / Number(max);
	})()`)
}

// WaitIdle waits until no progress is shown.
func (p *Tab) WaitIdle() { p.WaitNumber(Part{"progress, [role=progressbar]"}, 0) }

// agreement is the share of the held-out rows that an imported model classifies correctly, according to its panel.
func (p *Tab) agreement(file string) float64 {
	_, after, _ := strings.Cut(p.Text("region", file), "held-out rows, it classifies ")
	var percent float64
	if n, err := fmt.Sscanf(after, "%f", &percent); n != 1 || err != nil {
		return math.NaN()
	}
	return percent / 100
}

// WaitAgreement waits until an imported model's agreement is between two shares.
func (p *Tab) WaitAgreement(file string, low, high float64) {
	p.WaitFor(fmt.Sprintf("%s to classify %v to %v of the held-out rows correctly", file, low, high), func() bool {
		a := p.agreement(file)
		return a >= low && a <= high
	})
}

// LatentPoints counts the points in the drawing of the latent space.
func (p *Tab) LatentPoints() int {
	return eval[int](p, `[...document.querySelectorAll("details[open] figure, details[open] .chart")].reduce((n, c) `+
		`=> n + c.querySelectorAll("svg[viewBox] [data-marker]").length, 0)`)
}

// LatentSays is the description of the latent space, empty if it is not drawn.
func (p *Tab) LatentSays() string {
	return eval[string](p, `[...document.querySelectorAll("details .panel-note")].map((n) => n.textContent).find((t) `+
		`=> t.startsWith("The mean codes of ")) ?? ""`)
}
