package store

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"causeway/core/snapshot"
)

// Intents about saving a project.
type (
	// SaveProject makes the project file. WriteFile writes it to the page's Place.
	SaveProject struct {
		Name  string
		With  Travel
		Place int
	}

	// ProjectSaved says that a SaveProject succeeded, or why it failed.
	ProjectSaved struct {
		SaveProject
		Failed bool
		Why    string
	}
)

// WriteFile writes a file to the place that the person chose.
type WriteFile struct {
	As    SaveProject
	Bytes []byte
}

func (in SaveProject) apply(w *turn) {
	w.settle(TheProject)
	j := &w.Project
	j.Travel, j.Chosen, j.save = in.With, true, in
	if j.Saving = in.With.Rows && w.Data.HasTable && !w.hasTable(); j.Saving {
		w.say(sayPacking)
		return
	}
	w.writeProject()
}

// writeProject makes the file as soon as the page has all its parts.
func (w *turn) writeProject() {
	j := &w.Project
	j.Saving, j.answers = false, w.answers()
	var b []byte
	var left []Left
	var err error
	if w.Images.Has {
		b, err = snapshot.WriteImages(w.Images.file(j.Travel.Rows))
	} else {
		_, b, left, err = w.sound(j.Travel)
	}
	if err != nil {
		w.alert(TheProject, sayNotSaved(Clause(err)))
		return
	}
	for _, l := range left {
		w.alert(TheProject, sayLeft(l, inFile))
	}
	w.effects = append(w.effects, WriteFile{As: j.save, Bytes: b})
}

func (in ProjectSaved) apply(w *turn) {
	j := &w.Project
	if in.Failed {
		w.alert(TheProject, sayNotSaved(in.Why))
		return
	}
	if in.SaveProject != j.save {
		return // the person has left that project
	}
	j.Name, j.Place = in.Name, in.Place
	j.saved = w.fingerprintOf(Travel{Labels: j.Travel.Labels})
	if g := w.Images; g.Has {
		s := g.file(j.Travel.Rows)
		w.say(sayImagesSaved(in.Name, s, len(g.Labels.List)-len(s.Labels)))
		return
	}
	said := saySaved(in.Name, j.Travel, len(w.Labels.List))
	if !j.Travel.Rows && !w.Data.IsSampled() {
		said += " " + sayKeepTable
	}
	w.say(said)
}

// FileName returns the name of the project's file, or a name for it if it has none yet.
func (s *State) FileName() string {
	return cmp.Or(s.Project.Name, ProjectName(strings.TrimSuffix(s.name(), path.Ext(s.name()))))
}

// ProjectName returns a file name for the project that works on every system.
func ProjectName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
	name = strings.Trim(strings.TrimSuffix(name, ProjectExt), " .-")
	if r := []rune(name); len(r) > 60 {
		name = string(r[:60])
	}
	if name == "" {
		name = "project"
	}
	return name + ProjectExt
}

// LinkText returns the content of a link: graph, rules, settings and seeds, without rows and models.
func (s *State) LinkText() (string, error) {
	if s.Images.Has {
		return snapshot.WriteImagesLink(s.Images.file(false))
	}
	p, err := s.Snapshot(Travel{})
	if err != nil {
		return "", err
	}
	return snapshot.WriteLink(p) // which omits everything but graph and settings
}

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
		text := fmt.Sprintf("the file says that %s of held-out rows are right, trained with seed %d",
			FormatShare(c.Accuracy),
			c.Settings.Seed)
		if !c.Trained {
			text = fmt.Sprintf("the file says that %s of held-out rows are right, from %s", FormatShare(c.Accuracy),
				c.From.Name)
		}
		list = append(list, described{"Classifier", text})
	}
	if g := p.Generator; p.HasGenerator {
		text := fmt.Sprintf("the file says that %s of its counterfactuals reach their target, trained with seed %d",
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
