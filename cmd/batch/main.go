// Batch explains the rows of files with a saved project on many machines. It is an Apache Beam
// pipeline that runs in this process, on a job server or on Dataflow.
//
//	go run . -project loan.causeway -rows 'rows-*.csv' -out out/
//
// The files are cut into blocks of whole rows. Each block has its own result files, whose bytes
// depend only on the project and the block. Doing a block twice gives the same bytes, and a block
// whose files are intact is not done again. The result therefore does not depend on the number of
// workers and attempts; see docs/batch.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"causeway/core/document"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/gcpopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

var (
	cloud     = flag.String("cloud", "", "Google Cloud project for Dataflow")
	rowFiles  = flag.String("rows", "", "pattern of the files with rows (CSV in UTF-8)")
	outFolder = flag.String("out", "", "folder for the results, which every worker must be able to reach")
	blockRows = flag.Int("block", 5000, "rows of a block")
	ranges    = flag.Bool("ranges", false, "find the range that works for each number of an answer")
	notices   = flag.String("notices", "", "write a notice for each refused row, with this date, such as 2026-11-28")
	goal      = flag.String("goal", "", "the goal of the rows, instead of the project's settings: "+document.GoalWords)
	checks    = flag.Bool("check", false, "compute nothing, only check what the same command wrote against its notes")
	chosen    choices
	attempts  = flag.Int("attempts", 3, "how often to try the pipeline before giving up")
)

// projectFile is the path of the project's file.
var projectFile string

func init() {
	for name, usage := range map[string]string{
		"level":   "treat an unknown level as another: 'job:nurse=clerk'; repeatable, like the flags below",
		"pass":    "let the model read levels of a column that the table lacks: 'job'",
		"column":  "read a column of the table from another column of the files: 'age=Age of person'",
		"fill":    "use one value for a column that the files do not have: 'age=39'",
		"outside": "what to do with numbers outside the table's range: 'age=clamp', 'age=leave out' or 'age=take'",
	} {
		flag.Func(name, usage, func(text string) error { return chosen.add(name, text) })
	}
	register.DoFn3x1[context.Context, Block, func(Summary), error](&ExplainFn{})
	register.DoFn2x1[context.Context, Summary, error](&WriteFn{})
	register.Function2x1(Merge)
	register.Emitter1[Summary]()
}

func main() {
	flag.Lookup("project").Usage = "project file"
	flag.Parse()
	// Beam also has a flag "project", for Dataflow. Our flag keeps that name, and Beam's becomes
	// "cloud".
	projectFile = *gcpopts.Project
	*gcpopts.Project = *cloud
	beam.Init()
	ctx := context.Background()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if projectFile == "" || *rowFiles == "" || *outFolder == "" || *blockRows < 1 || *attempts < 1 {
		return errors.New("Give -project, -rows and -out. -block and -attempts must be at least 1.")
	}
	if _, err := time.Parse(time.DateOnly, *notices); *notices != "" && err != nil {
		return fmt.Errorf("-notices takes a date such as 2026-11-28, not %q.", *notices)
	}
	job := Job{Project: projectFile, Out: strings.TrimSuffix(*outFolder, "/"), Ranges: *ranges, Notices: *notices,
		Goal: *goal, Choices: chosen.text()}
	blocks, err := plan(ctx, &job, *rowFiles, *blockRows)
	if err != nil {
		return err
	}
	if err := begin(ctx, job, blocks, *checks); err != nil {
		return err
	}
	if *checks {
		return check(ctx, job, blocks)
	}
	done := make(chan struct{})
	defer close(done)
	go watch(ctx, job, blocks, done)
	for n := 1; ; n++ {
		if err = once(ctx, job, blocks); err == nil {
			return errors.Join(tidy(ctx, job), tell(ctx, job))
		}
		if n == *attempts {
			return fmt.Errorf("Not all rows were explained: %w. Finished blocks are in %s; run the same command "+
				"to continue.", err, job.Out)
		}
		fmt.Fprintf(os.Stderr, "Attempt %d of %d: %v\n", n, *attempts, err)
		time.Sleep(time.Second)
	}
}

// once runs the pipeline, or does the same work without Beam.
func once(ctx context.Context, job Job, blocks []Block) error {
	if *runners.Runner == "none" {
		return withoutBeam(ctx, job, blocks)
	}
	p, s := beam.NewPipelineWithRoot()
	pipeline(s, job, blocks)
	name := *runners.Runner
	if name == "" {
		name = "prism"
	}
	_, err := beam.Run(ctx, name, p)
	return err
}

func pipeline(s beam.Scope, job Job, blocks []Block) {
	found := beam.ParDo(s, &ExplainFn{Job: job}, beam.Reshuffle(s, beam.CreateList(s, blocks)))
	beam.ParDo0(s, &WriteFn{Job: job}, beam.Combine(s, Merge, found))
}

func withoutBeam(ctx context.Context, job Job, blocks []Block) error {
	var all Summary
	f := &ExplainFn{Job: job}
	for _, b := range blocks {
		if err := f.ProcessElement(ctx, b, func(s Summary) { all = Merge(all, s) }); err != nil {
			return err
		}
	}
	return (&WriteFn{Job: job}).ProcessElement(ctx, all)
}

// watch reports progress every few seconds.
func watch(ctx context.Context, job Job, blocks []Block, done chan struct{}) {
	began, first := time.Now(), -1
	for {
		select {
		case <-done:
			return
		case <-time.After(3 * time.Second):
		}
		n := len(list(ctx, job.Out+"/*.done.json"))
		if first < 0 {
			first = n
		}
		left := "time left: not known yet"
		if n > first {
			per := time.Since(began) / time.Duration(n-first)
			left = fmt.Sprintf("about %s left", (time.Duration(len(blocks)-n) * per).Round(time.Second))
		}
		fmt.Fprintf(os.Stderr, "%d of %d blocks are done, %s\n", n, len(blocks), left)
	}
}
