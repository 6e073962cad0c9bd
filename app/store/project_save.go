package store

import (
	"path"
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

// writeProject makes the file once all of it is there.
func (w *turn) writeProject() {
	j := &w.Project
	j.Saving = false
	_, b, left, err := w.sound(j.Travel)
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
		return // of a project that was left since
	}
	j.Name, j.Place = in.Name, in.Place
	j.saved = w.fingerprintOf(Travel{Labels: j.Travel.Labels})
	said := saySaved(in.Name, j.Travel, len(w.Labels.List))
	if !j.Travel.Rows && !w.Data.IsSampled() {
		said += " " + sayKeepTable
	}
	w.say(said)
}

// FileName is the name of the project's file, or the name that it would get.
func (j Project) FileName(d Data) string {
	if j.Name != "" {
		return j.Name
	}
	return ProjectName(strings.TrimSuffix(d.Table.Name, path.Ext(d.Table.Name)))
}

// ProjectName is a file name for the project that works on every system.
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

// LinkText is the content of a link: graph, rules, settings and seeds, without rows and models.
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
