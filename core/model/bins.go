package model

// ShareBins is the number of equally wide bins into which Bins divides shares.
const ShareBins = 100

// Bins counts the rows of a class, and all other rows, by the share that a black box predicts for
// the class. Bin k holds the shares from k/ShareBins to (k+1)/ShareBins, and the last bin includes
// 1. ROC curves, precision-recall curves and calibration follow from these counts.
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

// At returns the counts if the class is predicted when its share is at least k/ShareBins.
func (b Bins) At(k int) (d Decided) {
	for i := range b.Own {
		d.Own, d.Others = d.Own+b.Own[i], d.Others+b.Others[i]
		if i >= k {
			d.Found, d.Wrong = d.Found+b.Own[i], d.Wrong+b.Others[i]
		}
	}
	return d
}

// Balanced returns the threshold k with the largest difference between recall and false alarms
// (Youden 1950); in a tie, the one nearest to a half.
func (b Bins) Balanced() int {
	best, by := ShareBins/2, b.youden(ShareBins/2)
	for off := 1; off < ShareBins/2; off++ {
		for _, k := range []int{ShareBins/2 - off, ShareBins/2 + off} {
			if y := b.youden(k); y > by {
				best, by = k, y
			}
		}
	}
	return best
}

func (b Bins) youden(k int) float64 {
	d := b.At(k)
	return d.Recall() - d.FalseAlarm()
}

// RightIn returns the lowest threshold k whose precision is at least share. ok is false if no
// threshold is.
func (b Bins) RightIn(share float64) (k int, ok bool) {
	for k = 1; k < ShareBins; k++ {
		if right, known := b.At(k).Precision(); known && right >= share {
			return k, true
		}
	}
	return 0, false
}

// Decided holds the counts at one threshold: the rows of a class (Own), all other rows (Others),
// the rows of the class that are found (Found), and other rows that are wrongly predicted as the
// class (Wrong).
type Decided struct{ Own, Others, Found, Wrong int }

// Recall returns the share of the class that is found, the true positive rate.
func (d Decided) Recall() float64 { return part(d.Found, d.Own) }

// FalseAlarm returns the share of the other rows that are predicted as the class, the false
// positive rate.
func (d Decided) FalseAlarm() float64 { return part(d.Wrong, d.Others) }

// Precision returns the share of correct predictions among the rows predicted as the class. It is
// unknown if no row is predicted as the class.
func (d Decided) Precision() (share float64, known bool) {
	return part(d.Found, d.Found+d.Wrong), d.Found+d.Wrong > 0
}

// Right returns the share of all rows that are predicted correctly.
func (d Decided) Right() float64 { return part(d.Found+d.Others-d.Wrong, d.Own+d.Others) }

func part(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// Curves describes how a black box performs on the test rows: at each threshold, and in each group.
type Curves struct {
	// Bins holds, for each class, the counts of its own rows, then of the others, by the share
	// before a threshold moved it.
	Bins   []int
	Val    []int      // with two classes, the counts for the second class on the validation rows
	Groups []GroupFit // one for each level that occurs in the test rows
}

// GroupFit counts the test rows with a level and, among them, those predicted correctly.
type GroupFit struct{ Feature, Level, Rows, Right int }

// OfVal returns the counts in Val. ok is false unless Val has rows of both classes.
func (c Curves) OfVal() (b Bins, ok bool) {
	if len(c.Val) != 2*ShareBins {
		return b, false
	}
	copy(b.Own[:], c.Val)
	copy(b.Others[:], c.Val[ShareBins:])
	return b, b.At(0).Own > 0 && b.At(0).Others > 0
}

// Of returns the counts of a class. They are empty if Bins lacks the class.
func (c Curves) Of(class int) (b Bins) {
	if at := 2 * ShareBins * class; at >= 0 && at+2*ShareBins <= len(c.Bins) {
		copy(b.Own[:], c.Bins[at:])
		copy(b.Others[:], c.Bins[at+ShareBins:])
	}
	return b
}
