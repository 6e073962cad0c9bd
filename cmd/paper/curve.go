package main

import (
	"fmt"
	"io"

	"causeway/core/metric"
	"causeway/core/model"
)

// curves draws feasibility and validity on Adult C1 against the number of
// labels (the paper's figure 3).
func curves(results [][]*outcome) linesOf {
	c := linesOf{title: "Example-based on Adult C1 against labels (the paper's figure 3)", unit: "%", xTitle: "labels",
		series: []string{"C1", "decoded validity"}, values: make([][]metric.Summary, 2)}
	for n := 0; n <= paperLabels; n++ {
		for _, runs := range results {
			if s := runs[0].setting; s.data.name == "adult" && s.method == "example" && s.constraint == "c1" &&
				s.labels == n {
				c.xs = append(c.xs, float64(n))
				c.values[0] = append(c.values[0], named("C1 %").over(runs))
				c.values[1] = append(c.values[1], named("decoded validity %").over(runs))
			}
		}
	}
	return c
}

// inputs lists the numbers of inputs for which times are reported.
var inputs = []float64{1, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}

// timesOf returns the mean times of the runs of a method on Adult.
func timesOf(results [][]*outcome, method string) (t metric.Times, ok bool) {
	for _, runs := range results {
		s := runs[0].setting
		if s.data.name != "adult" || s.method != method || s.constraint == "c2" || method == "example" &&
			s.labels != paperLabels {
			continue
		}
		var of metric.Times
		for _, o := range runs {
			of.Train += o.made.Time.Train / float64(len(runs))
			of.Generate += o.made.Time.Generate
			of.Rows += o.made.Time.Rows
		}
		return of, true
	}
	return t, false
}

// times draws the time for k inputs, training included, of the Example-based
// method and CEM (appendix D).
func times(results [][]*outcome) (linesOf, bool) {
	c := linesOf{title: "Time for k inputs of Adult, training included (appendix D)", unit: "s", xTitle: "inputs",
		xs: inputs}
	for _, m := range []string{"example", "cem"} {
		t, ok := timesOf(results, m)
		if !ok {
			return c, false
		}
		var line []metric.Summary
		for _, k := range inputs {
			line = append(line, metric.Summary{Mean: t.For(int(k)), N: 1})
		}
		c.series, c.values = append(c.series, model.Method(m).Title()), append(c.values, line)
	}
	return c, true
}

// printTimes writes the times as a table, with the number of inputs from which the Example-based
// method is faster.
func printTimes(w io.Writer, results [][]*outcome) {
	c, _ := times(results)
	fmt.Fprintf(w, "%8s %16s %16s\n", "inputs", "Example-based, s", "CEM, s")
	for i, k := range inputs {
		fmt.Fprintf(w, "%8g %16.2f %16.2f\n", k, c.values[0][i].Mean, c.values[1][i].Mean)
	}
	fmt.Fprintln(w, breakEven(results))
}

// breakEven states how many inputs make training the Example-based method pay off, and why the
// paper's number differs.
func breakEven(results [][]*outcome) string {
	example, _ := timesOf(results, "example")
	cem, _ := timesOf(results, "cem")
	parts := fmt.Sprintf("Training takes %.1f s and a counterfactual %.3f ms, a row of CEM %.2f ms.",
		example.Train, example.PerThousand(), cem.PerThousand())
	k, ok := example.BreakEven(cem)
	if !ok {
		return "Example-based is not faster than CEM for any number of inputs. " + parts
	}
	return fmt.Sprintf("Example-based is faster than CEM from %d inputs on. %s The paper has 40 inputs: its CEM "+
		"takes each row separately, through "+
		"TensorFlow, in seconds, against a training of about a minute. Here CEM descends for 256 rows side by side, "+
		"which makes a row so cheap "+
		"that a training is worth many more.", k, parts)
}
