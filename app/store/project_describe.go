package store

import (
	"fmt"
	"slices"
	"strings"

	"causeway/core/snapshot"
)

// described is one line of what a project holds.
type described struct{ Name, Text string }

// Describe says what a project holds and where it comes from, before it is opened.
func Describe(p snapshot.Project, o Offered) []described {
	from := o.Name
	if o.Link {
		from = "a link"
	}
	list := []described{
		{"From", fmt.Sprintf("%s, written by Causeway %s", from, p.Build)},
		{"Table", fmt.Sprintf("%s, %s, %s; SHA-256 %s", p.Data.Name, counted(p.Data.Rows, "row"),
			counted(len(p.Schema.Features)+1, "column"), shortHash(p.Data.Hash))},
		{"Rows", describeRows(p, o)},
		{"Graph", counted(len(p.Graph.Edges), "edge") + ", " + counted(len(Graph{Sketch: p.Graph}.AllRules(p.Schema)),
			"rule")},
	}
	if c := p.Classifier; p.HasClassifier {
		text := fmt.Sprintf("the file says %s of held-out rows right, trained with seed %d", FormatShare(c.Accuracy),
			c.Settings.Seed)
		if !c.Trained {
			text = fmt.Sprintf("the file says %s of held-out rows right, from %s", FormatShare(c.Accuracy), c.From.Name)
		}
		list = append(list, described{"Classifier", text})
	}
	if g := p.Generator; p.HasGenerator {
		text := fmt.Sprintf("the file says %s of its counterfactuals reach their target, trained with seed %d",
			FormatShare(g.Decoded.Validity), g.Settings.Seed)
		if n := len(g.Tunings); n > 0 {
			text += ", fine-tuned on " + counted(g.Tunings[n-1].Labels, "label")
		}
		list = append(list, described{"Generator", text})
	}
	if p.HasLabels {
		list = append(list, described{"Labels", describeLabels(p.Labels)})
	}
	if p.HasEvaluation {
		list = append(list, described{"Evaluation",
			counted(len(p.Evaluation.Entrants), "setting") + " of methods, each with " + counted(
				len(p.Evaluation.Seeds), "seed")})
	}
	if len(p.Extra) > 0 {
		var names []string
		for _, x := range p.Extra {
			names = append(names, x.Name)
		}
		list = append(list, described{"Unknown to this version",
			strings.Join(names, ", ") + "; kept when it is saved again"})
	}
	return list
}

// counted is a number of things in words.
func counted(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return FormatCount(n) + " " + word
}

func describeRows(p snapshot.Project, o Offered) string {
	switch {
	case p.HasRows():
		return "in the file"
	case o.Here:
		return "not in it; they are open here"
	case p.Data.Source.Model != "":
		return "not in it; sampled anew from a built-in model"
	case o.Link:
		return "not in it; any table with the same columns will do"
	}
	return "not in it; you will be asked for the table"
}

func describeLabels(l snapshot.Labels) string {
	var names []string
	for _, x := range l.List {
		if x.By != "" && !slices.Contains(names, x.By) {
			names = append(names, x.By)
		}
	}
	slices.Sort(names)
	text := FormatCount(len(l.List))
	if n := len(names); n > 5 {
		text += fmt.Sprintf(", by %s and %d others", strings.Join(names[:4], ", "), n-4)
	} else if n > 0 {
		text += ", by " + strings.Join(names, ", ")
	}
	return text
}
