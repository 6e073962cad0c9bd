package e2e

import "testing"

// The page draws in turns with the browser, and whoever hears of an event is through with it before
// it is over all the same: a form that is sent while another row is drawn goes nowhere.
func TestEventsAreHeardBetweenTurns(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Heavier grapes")
	p.WaitHas("table", "Counterfactuals")
	sent := Eval[[]bool](p, `(async () => {
		const sent = [], note = (e) => sent.push(e.defaultPrevented);
		addEventListener("submit", note);
		for (let i = 0; i < 120; i++) {
			document.querySelector(".explain-head button:last-of-type").click();
			await new Promise((done) => setTimeout(done, 2 * i));
			document.querySelector("form.decision").requestSubmit();
			await new Promise((done) => setTimeout(done, 30));
		}
		removeEventListener("submit", note);
		return sent;
	})()`)
	lost := 0
	for _, prevented := range sent {
		if !prevented {
			lost++
		}
	}
	if len(sent) != 120 || lost > 0 {
		t.Errorf("of %d times that the form was sent %d reached the browser", len(sent), lost)
	}
}
