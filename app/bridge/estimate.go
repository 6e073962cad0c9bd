package bridge

import "math"

// pieceOf is what an estimate of the remaining time needs to know about a task, in milliseconds.
type pieceOf struct {
	kind    string
	took    float64 // how long it took; 0 until it is done
	age     float64 // how long it has run; 0 while it waits
	share   float64 // finished share of the task
	started bool
}

// Before the first task ends, an estimate needs leastShare of the job done in leastMS. The true time
// is then assumed to be within a factor of doubt, because the parts of a task differ.
const (
	leastShare = 0.05
	leastMS    = 2000
	doubt      = 2.5
)

// timeLeft estimates bounds for a job's remaining time on a number of engines. It assumes that tasks
// of a kind take equally long. A kind without a finished task may be as fast as the fastest kind, or
// half as fast as the slowest.
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

// span holds the times that tasks of a kind took.
type span struct {
	n   int
	sum float64
}

// ends returns bounds for one more task. The more tasks are done, the closer they are to the mean.
func (s span) ends() (low, high float64) {
	mean, root := s.sum/float64(s.n), math.Sqrt(float64(s.n))
	return mean * (1 - 0.4/root), mean * (1 + 0.6/root)
}
