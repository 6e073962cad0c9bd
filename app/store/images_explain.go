package store

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/image"
	"causeway/core/wire"
)

func (in ChooseImage) apply(w *turn) {
	g, s := &w.Images, &w.Images.Subject
	if !g.Has || in.Truth < -1 || in.Truth >= g.Set.Classes {
		return
	}
	s.Drawn = false
	s.pageJob = w.send(wire.ShowImages{Part: data.TestRows, Truth: in.Truth, Predicted: -1, From: max(in.Pos, 0),
		Limit: 1})
	s.Truth, s.Pos = in.Truth, max(in.Pos, 0)
}

func (in ExplainShown) apply(w *turn) {
	c, s := w.Images.Cell, &w.Images.Subject
	if !c.Open || in.At < 0 || in.At >= len(c.Page.Index) {
		return
	}
	n := len(c.Page.Pixels) / len(c.Page.Index)
	s.Drawn, s.Truth, s.Pos, s.Total, s.pageJob = false, -1, -1, 0, 0
	s.Index, s.Label = c.Page.Index[in.At], c.Page.Labels[in.At]
	w.setSubject(c.Page.Pixels[in.At*n : (in.At+1)*n])
}

// setSubject explains another image.
func (w *turn) setSubject(pixels []byte) {
	s := &w.Images.Subject
	w.cancelJob(s.findJob)
	s.Pixels, s.Has, s.Asking, s.findJob, s.pathJob = pixels, false, false, 0, 0
	s.Found, s.Path, s.Chosen, s.At = wire.ImageExplained{}, nil, 0, 0
	w.askShares()
}

// askShares asks for the classifier's prediction, one question at a time.
func (w *turn) askShares() {
	g, s := &w.Images, &w.Images.Subject
	switch {
	case !g.Classifier.HasResult || len(s.Pixels) == 0 || w.Link.Down || w.Link.Recovering:
		s.Shares = nil
	case s.sharesJob != 0:
		s.again = true
	default:
		s.sharesJob, s.again = w.send(wire.PredictImage{Pixels: s.Pixels}), false
	}
}

// sharesCame stores the prediction. For an image that a person chose, it goes on to the
// counterfactuals; a drawing waits for a request.
func (w *turn) sharesCame(m wire.Predicted) {
	s, shares := &w.Images.Subject, m.Shares.Values()
	if s.again {
		s.Shares = shares // nearly right: they belong to a slightly earlier drawing
		w.askShares()
		return
	}
	s.Shares = shares
	if !s.Drawn && !s.Has && !s.Asking && w.Images.Generator.HasResult {
		w.findImages()
	}
}

func (FindImages) apply(w *turn) {
	g := &w.Images
	w.settle(TheRow)
	switch s := &g.Subject; {
	case !g.Generator.HasResult:
		w.alert(TheRow, sayGeneratorFirst)
	case len(s.Pixels) == 0 || s.Drawn && g.Drawing.Pad.Empty():
		w.alert(TheRow, sayImageFirst)
	case len(s.Shares) > 0 && !s.Asking:
		w.findImages()
	}
}

// findImages asks for a counterfactual of every class except the image's own.
func (w *turn) findImages() {
	s := &w.Images.Subject
	m := wire.ExplainImage{Pixels: s.Pixels, Tries: imageTries, Seed: 1, Rules: s.Rules}
	for c := range w.Images.Set.Classes {
		if c != s.Class() {
			m.Targets = append(m.Targets, c)
		}
	}
	s.findJob, s.Asking = w.send(m), true
}

func (w *turn) imagesFound(f wire.ImageExplained) {
	s := &w.Images.Subject
	s.Asking, s.Has, s.Found = false, true, f
	s.Shares = f.Shares.Values()
	valid, first := 0, -1
	for i, a := range f.Answers {
		if a.Valid && len(a.Broken) == 0 {
			if valid++; first < 0 {
				first = i
			}
		}
	}
	if slices.Contains(w.here, TheRow) { // on another step a screen reader reads another sentence
		w.say(sayImagesFound(valid, len(f.Answers), f.TookMS))
	}
	w.choosePath(max(first, 0))
}

func (in ChoosePath) apply(w *turn) { w.choosePath(in.Answer) }

// choosePath asks for the images between the subject and an answer.
func (w *turn) choosePath(at int) {
	s := &w.Images.Subject
	if !s.Has || at < 0 || at >= len(s.Found.Answers) {
		return
	}
	s.Chosen, s.Path = at, nil
	s.pathJob = w.send(wire.ExplainImage{Pixels: s.Pixels, Targets: []int{s.Found.Answers[at].Target},
		Tries: imageTries, Seed: 1, Steps: imageSteps, Rules: s.Rules})
}

func (in GoAlongPath) apply(w *turn) {
	if s := &w.Images.Subject; len(s.Path) > 0 {
		s.At = clamp(in.At, 0, len(s.Path)-1)
	}
}

func (in SetImageRule) apply(w *turn) {
	r := in.Rules
	if !w.Images.Has || !w.Images.allows(r) {
		return
	}
	if circle := circleOf(r.Follows); circle != "" {
		w.settle(TheGraph)
		w.alert(TheGraph, circle)
		return
	}
	w.settle(TheGraph)
	w.setImageRules(r)
}
func (SetImageRule) step(data.Schema) string { return "Rules of the image" }

func (w *turn) setImageRules(r image.Rules) {
	w.Images.Subject.Rules = r
	w.imageRulesChanged()
	w.findByRules()
	w.fitMeasures()
}

// circleOf names a measure that would follow, through others, from its own value, or returns "".
func circleOf(list []image.Follow) string {
	causes := map[string][]string{}
	for _, f := range list {
		causes[f.Measure] = f.Causes
	}
	if way := image.Circle(causes); way != nil {
		return sayMeasureCircle(way)
	}
	return ""
}

// fitMeasures asks how measures follow from others, unless that is known.
func (w *turn) fitMeasures() {
	g := &w.Images
	list := slices.Clone(g.Subject.Rules.Follows)
	same := func(a, b image.Follow) bool { return a.Measure == b.Measure && slices.Equal(a.Causes, b.Causes) }
	if w.Link.Down || w.Link.Recovering || slices.EqualFunc(list, g.Fitted, same) {
		return
	}
	g.Fitted, g.Fits = list, nil
	if g.fitJob = 0; len(list) > 0 {
		g.fitJob = w.send(wire.FitMeasures{Follows: list})
	}
}

// FitOf returns the fit of a measure to its causes in the training images.
func (g Images) FitOf(measure string) image.Fitted {
	for i, f := range g.Fitted {
		if f.Measure == measure && i < len(g.Fits) {
			return g.Fits[i]
		}
	}
	return image.Fitted{}
}

// imageRulesChanged drops answers that were found under other rules.
func (w *turn) imageRulesChanged() {
	s := &w.Images.Subject
	w.cancelJob(s.findJob)
	s.Has, s.Asking, s.Path, s.findJob, s.pathJob = false, false, nil, 0, 0
	w.Images.Labels.dropCards()
}

// findByRules searches under the new rules, if a search is possible.
func (w *turn) findByRules() {
	g := &w.Images
	if s := &g.Subject; g.Generator.HasResult && len(s.Pixels) > 0 && len(s.Shares) > 0 && s.sharesJob == 0 {
		w.findImages()
	}
}

// painter is the width of the brush for the region, in pixels.
const painter = 1.2

func (in PaintTo) apply(w *turn) {
	g := &w.Images
	if !g.Has || !onPad(in.X0, in.Y0, in.X1, in.Y1) {
		return
	}
	way := image.NewPad(g.Set.H, g.Set.W).Line(in.X0, in.Y0, in.X1, in.Y1, painter, false).Image()
	w.paint(func(i int) bool { return way[i] > 127 }, in.Erase)
	if in.End {
		g.strokes++
		w.findByRules()
	}
}
func (PaintTo) step(data.Schema) string { return "Region that stays" }
func (PaintTo) merge(s State) string    { return fmt.Sprint("stroke ", s.Images.strokes) }

func (in PaintPixel) apply(w *turn) {
	set := w.Images.Set
	if !w.Images.Has || min(in.Row, in.Column) < 0 || in.Row >= set.H || in.Column >= set.W {
		return
	}
	w.paint(func(i int) bool { return i == in.Row*set.W+in.Column }, in.Erase)
	w.findByRules()
}
func (PaintPixel) step(data.Schema) string { return "Region that stays" }

// paint changes the fixed region.
func (w *turn) paint(at func(int) bool, erase bool) {
	r := &w.Images.Subject.Rules
	keep := make([]byte, w.Images.Set.H*w.Images.Set.W)
	copy(keep, r.Keep)
	for i := range keep {
		if at(i) {
			keep[i] = 1
			if erase {
				keep[i] = 0
			}
		}
	}
	if r.Keep = keep; !slices.Contains(keep, 1) {
		r.Keep = nil
	}
	w.imageRulesChanged()
}

// onPad reports whether places lie on a pad or close to it.
func onPad(places ...float64) bool {
	for _, v := range places {
		if !(math.Abs(v) < 1e4) {
			return false
		}
	}
	return true
}

func (in DrawOwn) apply(w *turn) {
	g, s := &w.Images, &w.Images.Subject
	if !g.Has || in.On == s.Drawn {
		return
	}
	if !in.On {
		ChooseImage{Truth: s.Truth, Pos: max(s.Pos, 0)}.apply(w)
		return
	}
	s.Drawn, s.pageJob = true, 0
	if len(g.Drawing.Pad.Ink) == 0 {
		g.Drawing.Pad = image.NewPad(g.Set.H, g.Set.W)
	}
	w.drawn()
}

// drawn sends the present drawing to the classifier.
func (w *turn) drawn() {
	d := &w.Images.Drawing
	if d.Pad.Empty() {
		w.setSubject(nil)
		return
	}
	w.setSubject(d.Image())
}

func (in DrawTo) apply(w *turn) {
	d := &w.Images.Drawing
	if !onPad(in.X0, in.Y0, in.X1, in.Y1) || !w.Images.Subject.Drawn {
		return
	}
	if in.End {
		w.Images.strokes++
	}
	d.Pad = d.Pad.Line(in.X0, in.Y0, in.X1, in.Y1, d.Radius, d.Erase)
	w.drawn()
}
func (DrawTo) step(data.Schema) string { return "Stroke" }
func (DrawTo) merge(s State) string    { return fmt.Sprint("stroke ", s.Images.strokes) }

func (in DrawPixel) apply(w *turn) {
	d := &w.Images.Drawing
	if !w.Images.Subject.Drawn || min(in.Row, in.Column) < 0 || in.Row >= d.Pad.H || in.Column >= d.Pad.W {
		return
	}
	ink := byte(255)
	if in.Erase {
		ink = 0
	}
	d.Pad = d.Pad.Pixel(in.Row, in.Column, ink)
	w.drawn()
}
func (DrawPixel) step(data.Schema) string { return "Pixel of the drawing" }

func (ClearPad) apply(w *turn) {
	if d := &w.Images.Drawing; w.Images.Subject.Drawn {
		d.Pad = image.NewPad(d.Pad.H, d.Pad.W)
		w.drawn()
	}
}
func (ClearPad) step(data.Schema) string { return "Cleared the drawing" }

func (in SetPad) apply(w *turn) {
	d := &w.Images.Drawing
	plain := d.Plain
	d.Erase, d.Plain, d.Radius = in.Erase, in.Plain, number(in.Radius, leastPadPen, mostPadPen, d.Radius)
	if plain != d.Plain && w.Images.Subject.Drawn {
		w.drawn()
	}
}
