package store

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

func (in SetClassifier) apply(w *turn) {
	if g := &w.Images.Classifier; w.Images.Has {
		g.Settings = model.ImageClassifierFields.Within(in.ClassifierRecipe, g.Settings).Within(g.Settings)
		return
	}
	w.Classifier.Settings = in.ClassifierRecipe.Within(w.Classifier.Settings)
}
func (SetClassifier) step(data.Schema) string { return "Settings of the classifier" }

// apply changes the settings and says which ones were out of bounds.
func (in SetGenerator) apply(w *turn) {
	asked, old := in.Recipe, w.Generator.Settings
	m := asked.Method
	if asked.Method = old.Method; m.Chosen() {
		asked = choose(asked, m, w.Generator.Preset, w.Data.Table)
		asked.Follows = asked.Follows && m == old.Method // otherwise a person has chosen
	}
	got := asked.Within(old)
	switch {
	case asked.Margin > got.Margin:
		w.say(sayMargin)
	case asked.Batch*asked.Samples > model.MaxStep:
		w.say(sayStep(got))
	}
	w.Generator.Settings = got
}
func (SetGenerator) step(data.Schema) string { return "Settings of the generator" }

// Run returns the progress of a model's training.
func (s *State) Run(m Topic) *Run {
	if m == TheClassifier {
		return &s.ClassifierRun
	}
	return &s.GeneratorRun
}

// phase returns the phase of a model of the document, a table or images.
func (s *State) phase(m Topic) *Phase {
	switch {
	case m == TheClassifier && s.Images.Has:
		return &s.Images.Classifier.Phase
	case m == TheClassifier:
		return &s.Classifier.Phase
	case s.Images.Has:
		return &s.Images.Generator.Phase
	}
	return &s.Generator.Phase
}

// ImportsFirst reports whether training now would import the previewed file first.
func (d Data) ImportsFirst() bool {
	return d.HasPreview && len(d.Preview.Problems) == 0
}

// apply trains the black box. If the previewed file has no problems, it imports that first; if a table
// is loading, it waits for it.
func (TrainClassifier) apply(w *turn) {
	w.settle(TheClassifier)
	d := &w.Data
	d.then = false
	switch {
	case w.Images.Has:
		w.trainImageClassifier()
	case w.Classifier.Phase.Active() || w.Generator.Phase.Active() && !d.ImportsFirst():
		if w.Generator.Phase.Active() {
			w.alert(TheClassifier, sayBusyGenerator)
		}
	case d.Stage != Idle:
		d.then = true
		w.say(sayTableFirst)
	case d.CanImport():
		w.replace(askImportAndTrain)
	case d.HasTable:
		w.trainClassifier()
	case d.HasPreview:
		w.unqueue()
		w.alert(TheClassifier, sayProblem(d.Preview.Problems[0]))
	default:
		w.alert(TheClassifier, sayOpenFirst)
	}
}

// apply trains the generator, after a running training of the classifier.
func (in TrainGenerator) apply(w *turn) {
	w.settle(TheGenerator)
	switch {
	case w.Images.Has:
		w.trainImageGenerator()
	case w.Generator.Phase.Active():
	case w.Classifier.Phase.Active() || w.Data.then:
		w.Generator.Queued = true
		w.say(sayAfterClassifier)
	case !w.Data.HasTable:
		w.alert(TheGenerator, sayOpenFirst)
	case !w.Classifier.HasResult:
		w.alert(TheGenerator, sayClassifierFirst)
	default:
		w.trainGenerator(in.Warm)
	}
}

// apply runs both trainings and the search in sequence, like a person who presses each button in
// turn.
func (Train) apply(w *turn) {
	if w.Foreign.Packed || w.Foreign.Using {
		w.Foreign.train = true
		w.say(sayUsingModel)
		return
	}
	if !w.Classifier.HasResult {
		TrainClassifier{}.apply(w)
	}
	if w.Classifier.HasResult || w.Classifier.Phase.Active() || w.Data.then {
		if !w.Generator.HasResult || w.Generator.Outdated {
			TrainGenerator{}.apply(w)
		}
		w.find()
	}
}

func (w *turn) trainClassifier() {
	w.start(TheClassifier, w.classifierCommand())
	w.say(sayTraining(TheClassifier))
}

func (w *turn) start(m Topic, command wire.Message) {
	w.settle(m)
	w.cancelTuning()
	*w.Run(m) = Run{job: w.send(command), command: command}
	r := w.Run(m)
	r.Epoch.Epochs = epochsOf(command)
	if c, is := command.(wire.TrainGenerator); is {
		r.Floor = -c.Validity * c.Margin
	}
	*w.phase(m) = Running
	if m == TheGenerator {
		w.Generator.Queued = false
	}
}

// classifierCommand returns the message that trains the classifier with its present settings.
func (w *turn) classifierCommand() wire.TrainClassifier {
	return wire.TrainClassifier{ClassifierRecipe: w.Classifier.Settings}
}

// generatorCommand returns the message that trains the generator with its present settings and the drawn
// graph.
func (w *turn) generatorCommand() wire.TrainGenerator {
	return trainingBy(w.Generator.Settings, w.Generator.Settings.Method.Start(), w.Graph.Sketch.Knowledge())
}

// trainingBy returns the message that trains a generator with these settings. A method that decodes
// actions also gets the mechanisms of effects.
func trainingBy(g model.Recipe, m model.Method, k causal.Knowledge) wire.TrainGenerator {
	g = g.Current()
	if g.Method, g.Follows = m, false; !m.Acts() {
		k = k.Free()
	}
	return wire.TrainGenerator{Recipe: g, Knowledge: k}
}

// goingOn returns a training's command that continues from a checkpoint.
func goingOn(command wire.Message, state []byte) wire.Message {
	c := reflect.New(reflect.TypeOf(command)).Elem()
	c.Set(reflect.ValueOf(command))
	c.FieldByName("Resume").SetBytes(state)
	return c.Interface()
}

func epochsOf(command wire.Message) int {
	return int(reflect.ValueOf(command).FieldByName("Epochs").Int())
}

// resume continues a paused training, or restarts an interrupted one from its last checkpoint with
// its original command.
func (w *turn) resume(m Topic) {
	switch p := w.phase(m); *p {
	case Paused:
		*p = Resuming
		w.sendAs(w.Run(m).job, wire.Resume{})
	case Interrupted:
		old := *w.Run(m)
		w.start(m, goingOn(old.command, old.checkpoint.State))
		r := w.Run(m)
		r.Epoch, r.HasEpoch, r.checkpoint, r.deaths = old.Epoch, old.HasEpoch, old.checkpoint, old.deaths
		w.say(sayResumed)
	}
}

// cancelTraining ends a training and drops the steps that wait for it.
func (w *turn) cancelTraining(m Topic) {
	switch p := w.phase(m); *p {
	case Resting:
		if m == TheGenerator && w.Generator.Queued {
			w.unqueue()
			w.say(sayCanceled)
		}
	case Canceling:
	case Interrupted:
		w.unqueue()
		w.dropRun(m)
		w.say(sayCanceled)
	default:
		w.unqueue()
		*p = Canceling
		w.sendAs(w.Run(m).job, wire.Cancel{})
	}
}

// unqueue drops the steps that should follow a training.
func (w *turn) unqueue() { w.Generator.Queued, w.Explain.Queued = false, false }

// dropRun forgets a training, so that late facts about it are ignored.
func (w *turn) dropRun(m Topic) {
	if p := *w.phase(m); p != Resting && p != Interrupted && p != Canceling {
		w.sendAs(w.Run(m).job, wire.Cancel{})
	}
	*w.Run(m) = Run{}
	*w.phase(m) = Resting
}

func (w *turn) trainingFailed(m Topic, why string) {
	*w.phase(m) = Resting
	*w.Run(m) = Run{}
	w.unqueue()
	w.alert(m, why)
	w.say("")
}

// trainingFact handles the engine's facts about a training.
func (w *turn) trainingFact(m Topic, body wire.Message) {
	r, p := w.Run(m), w.phase(m)
	switch f := body.(type) {
	case wire.Epoch:
		r.Epoch, r.HasEpoch, r.Share = f, true, 0
	case wire.Progress:
		r.Share = f.Share
	case wire.Watched:
		r.watch(f)
	case wire.Checkpoint:
		r.checkpoint, r.deaths = f, 0
	case wire.Paused:
		if *p == Pausing {
			*p = Paused
			w.say(sayPaused)
		}
	case wire.Resumed:
		if *p == Resuming {
			*p = Running
			w.say(sayResumed)
		}
	case wire.Canceled:
		if p.Active() && !f.Kept { // with Kept, the result follows
			*p = Resting
			w.say(sayCanceled)
		}
	case wire.ClassifierTrained:
		if w.Images.Has {
			w.imageClassifierTrained(f)
		} else {
			w.classifierTrained(f)
		}
	case wire.ImageGeneratorTrained:
		w.imageGeneratorTrained(f)
	case wire.GeneratorTrained:
		w.generatorTrained(f)
	}
}

// classifierTrained installs the new black box and drops everything made for the old one.
func (w *turn) classifierTrained(f wire.ClassifierTrained) {
	w.Classifier.Result, w.Classifier.HasResult, w.Classifier.Foreign = f, true, false
	w.Classifier.From, w.Classifier.Origin, w.Classifier.Differ = model.Provenance{}, Ours, nil
	if c, ok := w.ClassifierRun.command.(wire.TrainClassifier); ok {
		w.Classifier.Learned = c.ClassifierRecipe
	}
	w.Classifier.Phase = Resting
	w.ClassifierRun.job = 0
	w.dropRun(TheGenerator)
	w.Generator.HasResult = false
	w.Generator.Result = wire.GeneratorTrained{}
	w.clearFound()
	w.say(sayClassifierTrained(f.Accuracy))
	if f.Canceled {
		w.say(sayCanceledBest)
	}
	w.predict()
	if w.Explain.Filter.Predicted != document.EveryClass { // different rows pass it now
		w.goTo(0)
		w.findRows(0, w.Explain.Hits.Shown)
	}
	w.lead()
	if w.Generator.Queued {
		w.trainGenerator(false)
	}
}

func (w *turn) generatorTrained(f wire.GeneratorTrained) {
	if c, ok := w.GeneratorRun.command.(wire.TrainGenerator); ok {
		w.Generator.Learned = w.Generator.goneOn(c)
	}
	w.Generator.Result, w.Generator.HasResult = f, true
	w.Generator.Origin, w.Generator.AnswersLate, w.Generator.Differ = Ours, false, nil
	w.Generator.Judged = MeasuredBy{rules: w.Generator.Learned.Knowledge.AllRules(w.Data.Table.Schema)}
	w.Generator.Phase = Resting
	w.GeneratorRun.job = 0
	w.clearFound()
	w.say(sayGeneratorTrained(f.Decoded.Validity))
	if f.Canceled {
		w.say(sayCanceledBest)
	}
	w.lead()
	w.findQueued()
}

// mostWatched limits the stored snapshots of a training to as many as a chart can show.
const mostWatched = 400

// watch stores a snapshot of a training. When there are too many, it drops every other one.
func (r *Run) watch(f wire.Watched) {
	list := slices.Clone(r.Watched)
	if n := len(list); n > 0 && list[n-1].Epoch == f.Epoch {
		list = list[:n-1] // no better state since then
	}
	if len(list) == mostWatched {
		for i := range list[:mostWatched/2] {
			list[i] = list[2*i]
		}
		list = list[:mostWatched/2]
	}
	r.Watched = append(list, f)
}

// models lists the document's models. They train one at a time on the first engine; tasks have their
// own workers.
var models = []Topic{TheClassifier, TheGenerator}

// isTraining reports whether a model of the document is training.
func (s *State) isTraining() bool {
	return s.phase(TheClassifier).Active() || s.phase(TheGenerator).Active()
}
