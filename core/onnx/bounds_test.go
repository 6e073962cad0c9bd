package onnx

import (
	"math"
	"path/filepath"
	"testing"

	"causeway/core/kernel"
)

// TestBoundsHold checks that the shares of random rows lie inside the bounds of random boxes around
// them, for every pipeline that is bounded.
func TestBoundsHold(t *testing.T) {
	p := readPipelines(t)
	files, err := filepath.Glob("testdata/pipelines/*")
	if err != nil {
		t.Fatal(err)
	}
	bounded := 0
	for n, file := range files {
		name := filepath.Base(file)
		if filepath.Ext(name) == ".gz" {
			continue
		}
		m, err := Read(read(t, file), "")
		if err != nil {
			continue
		}
		box, err := p.box(t, name, m)
		b, ok := box.(*Box)
		if err != nil || !ok {
			continue
		}
		w := b.Bounds()
		if w == nil {
			t.Logf("%s has no bounds", name)
			continue
		}
		bounded++
		checkBounds(t, name, b, kernel.NewKey(uint64(n)))
	}
	t.Logf("%d of %d pipelines have bounds", bounded, len(files)-1)
}

// TestWhatHasNoBoundsIsNamed checks the features and the operator that the page names.
func TestWhatHasNoBoundsIsNamed(t *testing.T) {
	p := readPipelines(t)
	for name, want := range map[string]struct {
		features int
		operator string
	}{
		"bagging.onnx": {}, "svm-radial.onnx": {},
		"svm-linear-classes.onnx": {7, "SVMClassifier"}, "trees-power.onnx": {2, "Pow"},
		"xgboost-categories.json": {1, ""},
	} {
		m, err := Read(read(t, "testdata/pipelines/"+name), "")
		if err != nil {
			t.Fatal(err)
		}
		box, err := p.box(t, name, m)
		if err != nil {
			t.Fatal(err)
		}
		if list, why := box.(*Box).Unproved(); len(list) != want.features || why != want.operator {
			t.Errorf("%s: features %d because of %q, want %d because of %q", name, list, why, want.features,
				want.operator)
		}
	}
}

// TestRemaindersAreBounded checks the bounds of remainders at ends and between them.
func TestRemaindersAreBounded(t *testing.T) {
	key := kernel.NewKey(3)
	draw := func(i int) float64 { return float64(key.Uniform1(uint32(i))) }
	tight := 0
	for i := range 20000 {
		k := math.Round(draw(6*i)*20-10) / 2
		low := math.Round(draw(6*i+1)*80-40) / 4
		high := low + draw(6*i+2)*math.Ldexp(1, i%6-3)
		v := low + draw(6*i+3)*(high-low)
		for _, signed := range []bool{false, true} {
			of := func(v float64) float64 {
				m := math.Mod(v, k)
				if !signed && m != 0 && (m < 0) != (k < 0) {
					m += k
				}
				return m
			}
			a, b := remainders(low, high, of(low), of(high), k, signed)
			switch {
			case k == 0 && a > b:
			case of(v) < a || of(v) > b || k == 0:
				t.Fatalf("%v of %v to %v by %v: %v is outside %v to %v", v, low, high, k, of(v), a, b)
			case b-a < math.Abs(k)/2:
				tight++
			}
		}
	}
	if tight < 10000 {
		t.Errorf("only %d are close", tight)
	}
}

func checkBounds(t *testing.T, name string, b *Box, key kernel.Key) {
	t.Helper()
	s := b.schema
	w, pass := b.Bounds(), b.Pass()
	low, high, levels, row := make([]float64, len(s.Features)), make([]float64, len(s.Features)), make([][]bool,
		len(s.Features)), make([]float64, len(s.Features))
	const boxes, rows = 40, 12
	found, width := 0, 0.0
	for i := range boxes {
		k := key.Sub(uint64(i))
		for j, f := range s.Features {
			k := k.Sub(uint64(j))
			if !f.Kind.Numeric() {
				levels[j] = make([]bool, len(f.Levels))
				for l := range levels[j] {
					levels[j][l] = k.Intn(uint32(l), 3) == 0
				}
				levels[j][k.Intn(99, len(f.Levels))] = true
				continue
			}
			at, by := float64(k.Uniform1(0)), float64(k.Uniform1(1))*math.Pow(0.5, float64(i%8))
			low[j] = f.Round(f.Min + (f.Max-f.Min)*at)
			high[j] = f.Round(min(f.Max, low[j]+(f.Max-f.Min)*by))
			if high[j] < low[j] || i%5 == 0 && j%3 > 0 {
				high[j] = low[j]
			}
		}
		least, most := w.Within(low, high, levels)
		if bw, is := w.(*boxBounds); is && bw.bounded {
			found++
			width += most[0] - least[0]
		}
		for r := range rows {
			k := k.Sub(uint64(1000 + r))
			for j := range s.Features {
				k := k.Sub(uint64(j))
				if levels[j] != nil {
					var in []int
					for l, is := range levels[j] {
						if is {
							in = append(in, l)
						}
					}
					row[j] = float64(in[k.Intn(0, len(in))])
					continue
				}
				switch at := float64(k.Uniform1(0)); r {
				case 0:
					row[j] = low[j]
				case 1:
					row[j] = high[j]
				default:
					row[j] = min(max(s.Features[j].Round(low[j]+(high[j]-low[j])*at), low[j]), high[j])
				}
			}
			x := make([]float32, s.Width())
			s.Encode(row, x)
			for c, v := range pass.Shares(x, 1) {
				if v == v && (float64(v) < least[c] || float64(v) > most[c]) {
					t.Fatalf("%s: class %d has the share %v for %v, outside %v to %v in %v to %v", name, c, v, row,
						least[c],
						most[c], low, high)
				}
			}
		}
	}
	t.Logf("%s: %d of %d boxes bounded, to %.2f", name, found, boxes, width/float64(max(found, 1)))
}

// TestBoundsOfOperators checks every operator: the values for random rows lie inside the bounds of
// boxes around them.
func TestBoundsOfOperators(t *testing.T) {
	bounded := map[string]bool{}
	for n, c := range kernelCases() {
		_, output, x, err := openOutput(c.file(), "y")
		if err == nil {
			_, err = x.evaluated(output)
		}
		if err != nil {
			t.Fatal(err)
		}
		e, key := x.eval, kernel.NewKey(uint64(n))
		columns := e.machine.columns
		for i := range 60 {
			k := key.Sub(uint64(i))
			box, texts := span{make([]float64, len(columns)), make([]float64, len(columns))}, make([][]float64,
				len(columns))
			for j, c := range columns {
				a, b := float64(k.Uniform1(uint32(2*j)))*8-4, float64(k.Uniform1(uint32(2*j+1)))*math.Pow(0.3,
					float64(i%5))
				switch {
				case c.Text:
					for l := range len(c.Codes) + 1 {
						if k.Intn(uint32(100+8*j+l), 2) == 0 {
							texts[j] = append(texts[j], float64(l))
						}
					}
					if texts[j] == nil {
						texts[j] = []float64{0}
					}
				case c.Input == "i":
					box.low[j] = math.Round(a)
					box.high[j] = box.low[j] + math.Round(3*b)
				case i%4 == 3: // one row's value
					box.low[j], box.high[j] = a, a
				default:
					box.low[j], box.high[j] = float64(float32(a)), float64(float32(a+4*b))
				}
			}
			y, ok := e.bound(&boxBounds{x: box, texts: texts})
			if !ok {
				continue
			}
			bounded[c.name] = bounded[c.name] || i%4 != 3
			row := make([]float64, len(columns))
			for r := range 12 {
				k := k.Sub(uint64(r))
				for j, c := range columns {
					u := float64(k.Uniform1(uint32(j)))
					switch {
					case c.Text:
						row[j] = texts[j][int(u*float64(len(texts[j])))]
					case c.Input == "i":
						row[j] = min(box.low[j]+math.Floor(u*(box.high[j]-box.low[j]+1)), box.high[j])
					case r < 2:
						row[j] = []float64{box.low[j], box.high[j]}[r]
					default:
						row[j] = min(max(float64(float32(box.low[j]+u*(box.high[j]-box.low[j]))), box.low[j]),
							box.high[j])
					}
				}
				for o, v := range e.run(row, nil) {
					if !(v >= y.low[o] && v <= y.high[o]) && (v == v || y.low[o] == y.low[o]) {
						t.Fatalf("%s: value %d is %v for %v, outside %v to %v in %v to %v, texts %v", c.name, o, v, row,
							y.low[o], y.high[o], box.low, box.high, texts)
					}
				}
			}
		}
	}
	var not []string
	for _, c := range kernelCases() {
		if !bounded[c.name] {
			not = append(not, c.name)
		}
	}
	t.Logf("%d operators are bounded, not %q", len(bounded), not)
}
