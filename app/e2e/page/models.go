package page

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// A Training says for how many epochs each model is trained; 0 as the page has it set.
type Training struct{ Classifier, Generator int }

// Train trains both models.
func (p *Tab) Train(n Training) {
	p.TrainClassifier(n.Classifier)
	p.TrainGenerator(n.Generator)
}

// TrainClassifier trains the classifier for so many epochs, as many as are set for 0, and waits for its end.
func (p *Tab) TrainClassifier(epochs int) {
	p.BeginTraining("Classifier", epochs)
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}

// TrainGenerator trains the generator for so many epochs, as many as are set for 0, and waits for its end.
func (p *Tab) TrainGenerator(epochs int) {
	p.BeginTraining("Generator", epochs)
	p.WaitHas("heading", "How good its counterfactuals are")
}

// BeginTraining goes to a model's step and begins its training, for so many epochs, as many as are set for 0.
func (p *Tab) BeginTraining(model string, epochs int) {
	p.OpenModel(model)
	if epochs > 0 {
		p.FillNumber("Epochs", float64(epochs))
	}
	p.Click("button", "Train "+strings.ToLower(model))
}

// OpenModel goes to the step of a model and waits until that can be trained: both have settings of the same names.
func (p *Tab) OpenModel(model string) {
	p.GoTo(model)
	p.WaitHas("button", "Train "+strings.ToLower(model))
}

var percentage = regexp.MustCompile(`([0-9.]+) %`)

// Accuracy is the held-out accuracy that the page tells of a classifier that was just trained.
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

// Scores are what the page says of counterfactuals; what it does not say is NaN.
type Scores struct{ Validity, Proximity, Categories, Profiles float64 }

// Scores are those of the held-out rows, of a generator that was just trained: of decoded rows and of raw outputs.
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

// Progress is the share of the running training that is done.
func (p *Tab) Progress() float64 {
	return eval[float64](p, `(() => {
		const bar = document.querySelector("progress, [role=progressbar]");
		if (!bar) return 0;
		const now = bar.value ?? bar.getAttribute("aria-valuenow"), max = bar.max ?? bar.getAttribute("aria-valuemax");
		return Number(now) / Number(max);
	})()`)
}

// WaitIdle waits until no work shows how far it is.
func (p *Tab) WaitIdle() { p.WaitNumber(Part{"progress, [role=progressbar]"}, 0) }

// agreement is the share of the held-out rows that a model from elsewhere classifies correctly, by what its panel says.
func (p *Tab) agreement(file string) float64 {
	_, after, _ := strings.Cut(p.Text("region", file), "held-out rows of the table, it classifies ")
	var percent float64
	if n, err := fmt.Sscanf(after, "%f", &percent); n != 1 || err != nil {
		return math.NaN()
	}
	return percent / 100
}

// WaitAgreement waits until the agreement of a model from elsewhere is between two shares.
func (p *Tab) WaitAgreement(file string, low, high float64) {
	p.WaitFor(fmt.Sprintf("%s to classify %v to %v of the held-out rows correctly", file, low, high), func() bool {
		a := p.agreement(file)
		return a >= low && a <= high
	})
}

// LatentPoints is how many points the drawing of the latent space shows.
func (p *Tab) LatentPoints() int {
	return eval[int](p, `[...document.querySelectorAll("details[open] figure, details[open] .chart")].reduce((n, c) `+
		`=> n + c.querySelectorAll("svg[viewBox] [data-marker]").length, 0)`)
}

// LatentSays describes the latent space, and is empty where it is not drawn.
func (p *Tab) LatentSays() string {
	return eval[string](p, `[...document.querySelectorAll("details .panel-note")].map((n) => n.textContent).find((t) `+
		`=> t.startsWith("The mean codes of ")) ?? ""`)
}
