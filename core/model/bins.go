package model

// ShareBins is how many parts of equal width Bins tells shares apart by.
const ShareBins = 100

// Bins counts the rows of a class, and all others, by the share that a black box gives
// that class: bin k has the shares from k to k+1 in ShareBins, the last 1 as well. ROC and
// precision-recall curves and the calibration follow from it.
type Bins struct{ Own, Others [ShareBins]int }

// Add counts a row.
func (b *Bins) Add(share float64, own bool) {
	k := max(0, min(int(share*ShareBins), ShareBins-1))
	if own {
		b.Own[k]++
	} else {
		b.Others[k]++
	}
}

// At is what deciding for the class from the share k/ShareBins on does.
func (b Bins) At(k int) (d Decided) {
	for i := range b.Own {
		d.Own, d.Others = d.Own+b.Own[i], d.Others+b.Others[i]
		if i >= k {
			d.Found, d.Wrong = d.Found+b.Own[i], d.Wrong+b.Others[i]
		}
	}
	return d
}

// Decided counts the rows of a class and all others, those of the class that are found,
// and those of the others that are wrongly taken for it.
type Decided struct{ Own, Others, Found, Wrong int }

// Recall is the share of the class that is found, the true positive rate.
func (d Decided) Recall() float64 { return part(d.Found, d.Own) }

// FalseAlarm is the share of the others that is taken for the class, the false positive
// rate.
func (d Decided) FalseAlarm() float64 { return part(d.Wrong, d.Others) }

// Precision is the share of what is taken for the class that is of it; known only where
// anything is.
func (d Decided) Precision() (share float64, known bool) {
	return part(d.Found, d.Found+d.Wrong), d.Found+d.Wrong > 0
}

// Right is the share of all rows that is told right.
func (d Decided) Right() float64 { return part(d.Found+d.Others-d.Wrong, d.Own+d.Others) }

func part(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// Curves say what a black box does on the test rows at any threshold, and for whom.
type Curves struct {
	// Bins are, for every class, the counts of its Bins, by its share before a threshold moved it: of its own rows,
	// then of the others.
	Bins   []int
	Groups []GroupFit // of every level of every category that a test row has
}

// GroupFit counts the test rows of a level, and those that are told right.
type GroupFit struct{ Feature, Level, Rows, Right int }

// Of are the counts of a class; empty if it has none.
func (c Curves) Of(class int) (b Bins) {
	if at := 2 * ShareBins * class; at >= 0 && at+2*ShareBins <= len(c.Bins) {
		copy(b.Own[:], c.Bins[at:])
		copy(b.Others[:], c.Bins[at+ShareBins:])
	}
	return b
}
