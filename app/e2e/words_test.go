package e2e

import "testing"

// A word of the glossary says what it means where it stands, by pointer and by keys.
func TestWordsSayWhatTheyMean(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.Click("button", "black box")
	p.WaitHas("note", "Black box")
	p.shoot("word")
	p.Press("Escape")
	p.WaitFor("the note to be away", func() bool { return !p.Has("note", "Black box") })
	p.waitFocus("black box")
	p.Press("Enter")
	p.WaitHas("note", "Black box")
	p.Press("Escape")
	p.unfold("Words used here")
	p.WaitHas("term", "MAD")
}
