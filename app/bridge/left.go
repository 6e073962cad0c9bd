package bridge

import "math"

// pieceOf is what is known of one task for an estimate of the time that is left, in
// milliseconds.
type pieceOf struct {
	kind    string
	took    float64 // of one that is done; 0: it is not
	age     float64 // of one that is under way; 0: it waits
	share   float64 // of it that is done
	started bool
}

// Until a task is done there is an estimate once leastShare of the job is done in leastMS,
// and the truth is taken to be within a factor of doubt, since the parts of a task do not take
// equally long.
const (
	leastShare = 0.05
	leastMS    = 2000
	doubt      = 2.5
)

// timeLeft estimates between which ends the time lies that is left of a job on so many engines.
// A task takes what those of its kind took; of a kind of which none is done that may be
// as little as the fastest of the others or twice as long as the slowest.
func timeLeft(tasks []pieceOf, engines int, elapsed float64) (low, high float64, known bool) {
	kinds, fastest, slowest, shares := map[string]span{}, math.Inf(1), 0.0, 0.0
	for _, t := range tasks {
		shares += t.share / float64(len(tasks))
		if t.took > 0 {
			k := kinds[t.kind]
			kinds[t.kind] = span{k.n + 1, k.sum + t.took}
		}
	}
	for _, k := range kinds {
		lo, hi := k.ends()
		fastest, slowest = min(fastest, lo), max(slowest, 2*hi)
	}
	if len(kinds) == 0 {
		if shares < leastShare || elapsed < leastMS {
			return 0, 0, false
		}
		left := elapsed * (1 - shares) / shares
		return left / doubt, left * doubt, true
	}
	longest := 0.0
	for _, t := range tasks {
		if t.took > 0 {
			continue
		}
		lo, hi := fastest, slowest
		if k, any := kinds[t.kind]; any {
			lo, hi = k.ends()
		}
		if t.started {
			lo, hi = max(lo-t.age, 0), max(hi-t.age, t.age/2)
			if t.share > leastShare {
				hi = max(hi, t.age*(1-t.share)/t.share)
			}
		}
		low, high, longest = low+lo, high+hi, max(longest, hi)
	}
	each := float64(max(engines, 1))
	return low / each, max(high/each, longest), true
}

// span is what tasks of a kind took.
type span struct {
	n   int
	sum float64
}

// ends are between which one more of them is taken to be: the more are done, the nearer to
// their mean.
func (s span) ends() (low, high float64) {
	mean, root := s.sum/float64(s.n), math.Sqrt(float64(s.n))
	return mean * (1 - 0.4/root), mean * (1 + 0.6/root)
}
