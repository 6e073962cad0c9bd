// Package engine runs the jobs described by wire messages: it opens tables, trains the black box
// and the generator, and answers questions about rows. It holds one project. It does not depend
// on browsers, reads no clock, and starts no work without a command.
package engine

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"causeway/core/fault"
	"causeway/core/project"
	"causeway/core/wire"
)

// Engine answers commands with facts. At most one training runs at a time, on its own goroutine,
// and each long inquiry on another. All other commands are answered while these pause between two
// steps.
type Engine struct {
	send func(job int, m wire.Message)
	now  func() float64 // in milliseconds
	park func()

	mu      sync.Mutex // held while working; a training releases it to let others run
	woken   sync.Cond  // a command for the training has arrived
	rested  float64    // when the training last released mu
	foreign bool       // the page is from another build
	file    *file      // the file opened last
	project holding
	images  *project.Images // next to the project; nil until some are opened
	job     *job            // the training in progress, or nil
	model   lastModel       // from another program

	inquiries []*inquiry

	read func() ([]byte, error) // see Reads
}

// New returns an engine without a table. It sends facts through send, which must not call back.
// now returns the time in milliseconds. park lets the host deliver messages; it is called about
// every 30 ms during a training.
func New(send func(job int, m wire.Message), now func() float64, park func()) *Engine {
	e := &Engine{send: send, now: now, park: park}
	e.woken.L = &e.mu
	return e
}

// Handle executes one command. On return, every command except trainings and inquiries has been
// answered.
func (e *Engine) Handle(job int, m wire.Message) {
	if _, ok := m.(wire.Ping); ok { // always answered immediately
		e.send(job, wire.Pong{})
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.catch(job)
	fact, err := e.answer(job, m)
	if err != nil {
		e.send(job, failure(err))
	} else if fact != nil {
		e.send(job, fact)
	}
}

// answer dispatches a command. If it returns a nil fact, the job sends its facts later.
func (e *Engine) answer(job int, m wire.Message) (wire.Message, error) {
	if h, ok := m.(wire.Hello); ok {
		return e.hello(h), nil
	}
	if e.foreign {
		return nil, refuse(wire.CodeProtocol, "The page and its engine have different versions. Reload the page.")
	}
	switch m := m.(type) {
	case wire.Open:
		return e.open(m)
	case wire.Replan:
		return e.replan(m)
	case wire.Import:
		return e.importFile(m)
	case wire.Sample:
		return e.sample(m)
	case wire.SetNames:
		return e.setNames(m)
	case wire.Rows:
		return e.rows(m)
	case wire.TrainClassifier:
		return nil, e.trainClassifier(job, m)
	case wire.TrainGenerator:
		return nil, e.trainGenerator(job, m)
	case wire.Pause:
		return e.pause(job)
	case wire.Resume:
		return e.resume(job)
	case wire.Cancel:
		return nil, e.cancel(job)
	case wire.Seek:
		return nil, e.seek(job, m)
	case wire.Predict:
		return e.predict(m)
	case wire.MeasureClassifier:
		return e.project.Curves(m.Threshold)
	case wire.MeasureCodes:
		return e.project.Codes()
	case wire.MapRow:
		return e.mapRow(m)
	case wire.Glance:
		return e.glance(m)
	case wire.Explain:
		return nil, e.explain(job, m)
	case wire.GiveReasons:
		return nil, e.giveReasons(job, m)
	case wire.FindCases:
		return nil, e.findCases(job, m)
	case wire.Certify:
		return nil, e.certify(job, m)
	case wire.Restore:
		return e.restore(m)
	case wire.Pack:
		return e.pack()
	case wire.Select:
		return e.choose(m)
	case wire.ReadRows:
		return e.readRows(m)
	case wire.ExplainMany:
		return nil, e.explainMany(job, m)
	case wire.ChooseActions:
		return nil, e.chooseActions(job, m)
	case wire.AskCards:
		return nil, e.askCards(job, m)
	case wire.FineTune:
		return nil, e.fineTune(job, m)
	case wire.Evaluate:
		return nil, e.evaluate(job, m)
	case wire.VerifyClassifier:
		return nil, e.verifyClassifier(job, m)
	case wire.VerifyGenerator:
		return nil, e.verifyGenerator(job, m)
	case wire.CheckGraph:
		return nil, e.checkGraph(job, m)
	case wire.PlotEdge:
		return e.plotEdge(m)
	case wire.ReadModel:
		return e.readModel(m)
	case wire.UseModel:
		return e.useModel(job, m)
	case wire.WriteModel:
		return e.writeModel(m)
	case wire.SearchGraph:
		return nil, e.searchGraph(job, m)
	case wire.WeighRules:
		return nil, e.weighRules(job, m)
	case wire.Intervene:
		return e.intervene(m)
	case wire.OpenImages:
		return e.openImages(m)
	case wire.SampleImages:
		return e.sampleImages(m)
	case wire.TrainImageClassifier:
		return nil, e.trainImageClassifier(job, m)
	case wire.TrainImageGenerator:
		return nil, e.trainImageGenerator(job, m)
	case wire.UseImageModel:
		return e.useImageModel(m)
	case wire.WriteImageModel:
		return e.writeImageModel(m)
	case wire.DrawImageCards:
		return nil, e.drawImageCards(job, m)
	case wire.FitMeasures:
		return e.fitMeasures(m)
	case wire.RestoreImages:
		return e.restoreImages(m)
	case wire.ShowImages:
		return e.showImages(m)
	case wire.PredictImage:
		return e.predictImage(m)
	case wire.VerifyImages:
		return nil, e.verifyImages(job, m)
	case wire.ExplainImage:
		return nil, e.explainImage(job, m)
	}
	return nil, refuse(wire.CodeProtocol, "The page sent %T, which this engine does not know. Reload the page.", m)
}

func (e *Engine) hello(h wire.Hello) wire.Message {
	mine := wire.Hello{Protocol: wire.Protocol, Build: wire.Build}
	e.foreign = h != mine
	return mine
}

// catch turns a panic into a Failure of the job, and prints the stack to the console.
func (e *Engine) catch(job int) {
	if r := recover(); r != nil {
		debug.PrintStack()
		e.send(job, failure(fmt.Errorf("%v", r)))
	}
}

// codes maps the kinds of a project's refusals to message codes.
var codes = map[project.Kind]wire.Code{project.BadInput: wire.CodeBadInput, project.NotReady: wire.CodeNotReady,
	project.Numeric: wire.CodeNumeric}

// refusal is an error with a sentence for the user.
type refusal struct {
	code   wire.Code
	detail string
}

func (r refusal) Error() string { return r.detail }

func refuse(code wire.Code, format string, args ...any) error {
	return refusal{code, fmt.Sprintf(format, args...)}
}

// failure returns the fact that reports an error.
func failure(err error) wire.Failure {
	var r refusal
	if errors.As(err, &r) {
		return wire.Failure{Code: r.code, Detail: r.detail}
	}
	var other project.Refusal
	if errors.As(err, &other) {
		return wire.Failure{Code: codes[other.Kind], Detail: other.Detail}
	}
	return wire.Failure{Code: wire.CodeInternal,
		Detail: fmt.Sprintf("This is a bug in the engine (%s). Please report it.", fault.Text(err))}
}
