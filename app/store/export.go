package store

import (
	"path"
	"slices"
	"strings"

	"causeway/core/wire"
)

// export is an ONNX file of a model that is being written.
type export struct {
	Busy bool
	Of   Topic
	job  int
}

// ExportModel saves the classifier or the generator as an ONNX file.
type ExportModel struct{ Model Topic }

// SaveFile saves a file for the person.
type SaveFile struct {
	Name, Type string
	Bytes      []byte
}

func (in ExportModel) apply(w *turn) {
	w.settle(in.Model)
	g, generator := w.Images, in.Model == TheGenerator
	var m wire.Message = wire.WriteModel{Generator: generator}
	if g.Has {
		m = wire.WriteImageModel{Generator: generator}
	}
	switch {
	case w.Export.Busy || !slices.Contains(models, in.Model):
	case !w.Classifier.HasResult && !g.Classifier.HasResult:
		w.alert(in.Model, sayClassifierFirst)
	case generator && !w.Generator.HasResult && !g.Generator.HasResult:
		w.alert(in.Model, sayGeneratorFirst)
	default:
		w.Export = export{Busy: true, Of: in.Model, job: w.send(m)}
	}
}

func (w *turn) modelWritten(m wire.ModelWritten) {
	name := fileStem(w.name()) + "-classifier.onnx"
	if of := w.Export.Of; of == TheGenerator {
		name = fileStem(w.name()) + "-generator.onnx"
	}
	w.Export = export{}
	w.effects = append(w.effects, SaveFile{Name: name, Type: "application/octet-stream", Bytes: m.Bytes})
	w.say(sayExported(name, len(m.Bytes)))
}

// fileStem turns the name of a table into the start of a file name. It keeps only plain letters and
// digits, because file systems differ in the characters that they accept.
func fileStem(name string) string {
	name = strings.TrimSuffix(name, path.Ext(name))
	const most = 40
	var b strings.Builder
	for _, r := range name {
		if b.Len() >= most {
			break
		}
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if stem := strings.Trim(b.String(), "-"); stem != "" {
		return stem
	}
	return "causeway"
}
