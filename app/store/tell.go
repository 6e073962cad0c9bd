package store

import (
	"slices"

	"causeway/core/wire"
)

// Intents use these few functions to ask the engine and to tell the person.

// send queues a message under a new job number and returns the number.
func (w *turn) send(m wire.Message) int {
	w.lastJob++
	w.sendAs(w.lastJob, m)
	return w.lastJob
}

func (w *turn) sendAs(job int, m wire.Message) {
	w.effects = append(w.effects, Send{Job: job, Body: m})
}

// cancelJob cancels the engine's job with a number, if there is one.
func (w *turn) cancelJob(job int) {
	if job != 0 {
		w.sendAs(job, wire.Cancel{})
	}
}

// Notices holds the sentences for the person.
type Notices struct {
	Status string
	Said   int // changes when a sentence is repeated
	Alerts []alert
}

// alert is a sentence that stays until somebody dismisses it or its topic is settled.
type alert struct {
	ID    int
	Topic Topic
	Text  string
}

func (in Say) apply(w *turn) { w.say(in.Text) }

// say replaces the status sentence.
func (w *turn) say(text string) {
	w.Notices.Status = text
	w.Notices.Said++
}

func (in Dismiss) apply(w *turn) {
	w.Notices.Alerts = w.alertsWithout(func(a alert) bool { return a.ID == in.ID })
}

// alert adds a sentence that stays. It adds no sentence twice and keeps only the last few.
func (w *turn) alert(about Topic, text string) {
	kept := w.alertsWithout(func(a alert) bool { return a.Text == text })
	w.lastNotice++
	kept = append(kept, alert{ID: w.lastNotice, Topic: about, Text: text})
	if n := len(kept) - 4; n > 0 {
		kept = kept[n:]
	}
	w.Notices.Alerts = kept
}

// settle removes the alerts about a topic, because it is attempted again.
func (w *turn) settle(about Topic) {
	w.Notices.Alerts = w.alertsWithout(func(a alert) bool { return a.Topic == about })
}

// settleHere removes the alerts about the present step when something succeeds there or the person
// leaves. Alerts about other steps wait until their step is shown.
func (w *turn) settleHere() {
	for _, t := range w.here {
		w.settle(t)
	}
	if slices.Contains(w.here, TheGraph) {
		w.Graph.Cycle = nil
	}
}

func (w *turn) alertsWithout(drop func(alert) bool) []alert {
	var kept []alert
	for _, a := range w.Notices.Alerts {
		if !drop(a) {
			kept = append(kept, a)
		}
	}
	return kept
}
