package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/nn"
)

// write writes the scores of an outcome, and all data behind them, into a folder:
//
//	table.csv          the rows of all parts
//	factuals.csv       the rows that are explained: row number, features, outcome, predicted class
//	soft.csv           the raw outputs: numbers in their unit, the share of every level
//	decoded.csv        the decoded rows; the first of each factual is the answer that may be held
//	search.csv         what the search finds, which answers are held against
//	untrained.csv      what the generator gives before its training, of a method that has one
//	shown.csv          what a person would be shown, and asked.csv of which rows that was asked
//	scaling.json       ranges, units of distances and orders of the features
//	classifier.json    the weights of the black box, and how it reads a row
//	autoencoders.json  those of the auto-encoders of IM1 and IM2, see autosFile
//	retrained.json     those of the classifiers trained anew
//	rules.json         the hard rules, in Causeway's own form, and constraint.json, or one file
//	                   for each, what feasibility is measured by
//	domains.json       what these rules leave of every feature of an explained row
//	mechanism.json     how the effect comes about, where that is known
//	world.json         how features come about by the causal model, see worldFile
//	after.csv          what becomes of the answers under it, untrained-after.csv of those before the
//	                   training, shown-after.csv of the nearest ones shown, by what methods are told,
//	                   and shown-true.csv of the same by the true mechanisms
//	record.json        the scores, but for times and bounds all of them follow from the above
//
// A study of answers writes them to answers.csv, by author, and of the above only the files
// needed to judge them.
//
// Each counterfactual has the row number of its factual and its target class.
func (o *outcome) write(folder string) error {
	files := map[string][][]string{
		"factuals.csv": o.factuals(), "soft.csv": o.soft(), "decoded.csv": o.decoded(), "shown.csv": o.gallery(),
		"table.csv": o.table(), "search.csv": o.searched(), "asked.csv": o.requestedRows(),
	}
	if o.study.Start != nil {
		files["untrained.csv"] = o.pairs(*o.study.Start)
	}
	o.after(files)
	return o.evidence(folder, files, o.record)
}

func writeCSV(path string, rows [][]string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	if err := w.WriteAll(rows); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// header writes the first line of a file. Further columns come before the features.
func header(s data.Schema, first ...string) []string {
	for _, f := range s.Features {
		first = append(first, f.Name)
	}
	return first
}

// fields returns the values of a row: levels by name, and numbers with the column's decimals, or
// with all digits if more are significant, as for followers.
func fields(s data.Schema, row []float64, first ...string) []string {
	for j, f := range s.Features {
		text := f.Format(row[j])
		if v, err := strconv.ParseFloat(text, 64); f.Kind.Numeric() && (err != nil || v != row[j]) {
			text = strconv.FormatFloat(row[j], 'g', -1, 64)
		}
		first = append(first, text)
	}
	return first
}

func (o *outcome) factuals() [][]string {
	s, c := o.bench.Table.Schema, o.bench.Test
	rows := [][]string{append(header(s, "row"), s.Outcome.Name, "predicted", "target")}
	for i, at := range c.Rows {
		level := func(k int) string { return s.Outcome.Levels[k] }
		rows = append(rows, append(fields(s, c.Factual[i], strconv.Itoa(at)),
			level(o.bench.Table.Outcome[at]), level(c.Predicted[i]), level(c.Target[i])))
	}
	return rows
}

// soft writes the encoded outputs, with numbers in their unit. If CEM found nothing, found is false
// and the row is the factual.
func (o *outcome) soft() [][]string {
	s, p := o.bench.Table.Schema, o.made.Soft
	head := []string{"row", "target", "found"}
	for _, f := range s.Features {
		if f.Kind.Numeric() {
			head = append(head, f.Name)
		}
		for _, l := range f.Levels {
			head = append(head, f.Name+"="+l)
		}
	}
	rows := [][]string{head}
	for i, x := range o.made.Raw {
		row := o.start(p.Target[i], o.made.Of[i], p.Found == nil || p.Found[i])
		for j, f := range s.Features {
			at := s.Offset(j)
			if f.Kind.Numeric() {
				row = append(row, strconv.FormatFloat(p.Counterfactual[i][j], 'g', -1, 64))
				continue
			}
			for l := range f.Levels {
				row = append(row, strconv.FormatFloat(float64(x[at+l]), 'g', 9, 32))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (o *outcome) start(target, of int, found bool) []string {
	return []string{strconv.Itoa(o.bench.Test.Rows[of]), o.bench.Table.Schema.Outcome.Levels[target],
		strconv.FormatBool(found)}
}

func (o *outcome) decoded() [][]string {
	s, p := o.bench.Table.Schema, o.made.Decoded
	rows := [][]string{header(s, "row", "target", "found")}
	for i, row := range p.Counterfactual {
		rows = append(rows, fields(s, row, o.start(p.Target[i], o.made.Of[i], p.Found == nil || p.Found[i])...))
	}
	return rows
}

func (o *outcome) gallery() [][]string {
	s, g := o.bench.Table.Schema, o.shown
	rows := [][]string{header(s, "row", "target", "rank")}
	for i, list := range g.Shown {
		for k, row := range list {
			rows = append(rows, fields(s, row, strconv.Itoa(g.Rows[i]), s.Outcome.Levels[g.Target[i]],
				strconv.Itoa(k+1)))
		}
	}
	return rows
}

// network is the black box as a file:
//
//	x  a number is (value - min) / (max - min), 0 where max is min; a level is
//	   1 at its own place among the feature's and 0 at the others
//	y  of a layer is weights x + bias, then the activation
//
// Weights are row-major, outputs × inputs. The class is the largest output of
// the last layer, the first of equals.
type network struct {
	Features []networkInput `json:"features"`
	Classes  []string       `json:"classes"`
	Layers   []networkLayer `json:"layers"`
}

type networkInput struct {
	Name   string   `json:"name"`
	Offset int      `json:"offset"`
	Min    float64  `json:"min"`
	Max    float64  `json:"max"`
	Levels []string `json:"levels,omitempty"`
}

type networkLayer struct {
	In         int       `json:"in"`
	Out        int       `json:"out"`
	Activation string    `json:"activation"`
	Weights    []float32 `json:"weights"`
	Bias       []float32 `json:"bias"`

	Norm *networkNorm `json:"norm,omitempty"` // see autosFile
}

// networkNorm is the batch normalisation between the sums of a layer and its activation.
type networkNorm struct {
	Gamma    []float32 `json:"gamma"`
	Beta     []float32 `json:"beta"`
	Mean     []float32 `json:"mean"`
	Variance []float32 `json:"variance"`
}

func newNetwork(s data.Schema, c *nn.Classifier) network {
	n := network{Classes: s.Outcome.Levels}
	for j, f := range s.Features {
		n.Features = append(n.Features, networkInput{f.Name, s.Offset(j), f.Min, f.Max, f.Levels})
	}
	n.Layers = layers(c.Net)
	return n
}

// slug returns a folder name for a setting.
func (s setting) slug() string {
	name := strings.TrimSuffix(fmt.Sprintf("%s-%s-%s", s.data.name, s.method, s.constraint), "-")
	if model.Method(s.method).FromLabels() && s.labels >= 0 {
		name += fmt.Sprintf("-%d", s.labels)
	}
	if s.literal {
		name += "-literal"
	}
	return name
}
