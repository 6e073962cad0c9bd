package store

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"causeway/core/wire"
)

// setup is a message that a worker needs before its tasks, with a key that identifies it.
type setup struct {
	Key  string
	Body wire.Message
}

// task is one of many independent commands. Those of a group share work.
type task struct {
	Group int
	Kind  string // tasks of a kind take about the same time
	Body  wire.Message
}

// PoolEffect is an effect for the workers that do tasks.
type PoolEffect interface {
	Effect
	pool()
}

// Effects for those workers.
type (
	RunTasks struct {
		Job   int
		Setup []setup
		Tasks []task
	}

	// TellTasks pauses, resumes or cancels tasks, as Body says.
	TellTasks struct {
		Job  int
		Body wire.Message
	}
)

func (RunTasks) pool()  {}
func (TellTasks) pool() {}

// Facts from those workers.
type (
	// TaskDone brings the fact that ended a task.
	TaskDone struct {
		Job, Index int
		Body       wire.Message
	}

	// TasksProgress says how far a job is.
	TasksProgress struct {
		Job int
		TaskRun
	}

	// TasksEnded says that the job has ended. Why, if not empty, says why some tasks were not done.
	TasksEnded struct {
		Job int
		Why string
	}
)

// TaskRun is the progress of a job of tasks. It changes ten times a second.
type TaskRun struct {
	Done      int     // tasks
	Share     float64 // finished share of the job
	ElapsedMS float64
	LeftMS    float64 // the least; -1 without an estimate
	MostMS    float64 // the most
	Engines   int     // at work
}

// crew is the data that workers need: the table, as packed by the first engine.
type crew struct {
	table   wire.Table
	tableID int // number of a page's file; 0: not packed
	job     int // job that packs the table
}

// hasTable reports whether the table is packed. If not, it requests that, and packed continues.
func (w *turn) hasTable() bool {
	if w.crew.tableID == w.Data.TableID && w.crew.table.Hash == w.Data.Table.Hash {
		return true
	}
	if w.crew.job == 0 {
		w.crew = crew{job: w.send(wire.Pack{})}
	}
	return false
}

// setup returns the project data that a worker needs.
func (w *turn) setup() []setup {
	list := []setup{{"table " + w.crew.table.Hash + " " + FormatCount(w.Data.TableID),
		wire.Restore{Table: w.crew.table}}}
	c, g := w.Classifier.Result.Model, w.Generator.Result.Model
	if len(c) > 0 {
		sum := sha256.Sum256(append(append([]byte(nil), c...), g...))
		list = append(list, setup{"models " + hex.EncodeToString(sum[:]), wire.Restore{Classifier: c, Generator: g}})
	}
	return list
}

// noteFailure adds a task's failure to a list and raises an alert, unless the list has it already or is full.
func (w *turn) noteFailure(list []string, about Topic, detail string) []string {
	if slices.Contains(list, detail) || len(list) >= 4 {
		return list
	}
	w.alert(about, detail)
	return append(slices.Clone(list), detail)
}
