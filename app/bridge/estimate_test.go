package bridge

import (
	"math/rand/v2"
	"testing"
)

// simulated runs tasks in order on engines, in steps of a second, and passes on each second's
// estimate and the true remaining time. Each task takes as many seconds as takes says; course turns
// the elapsed part of a task into the share that it reports.
func simulated(takes []float64, kinds []string, engines int, course func(float64) float64,
	each func(at, left, low, high float64, known bool)) {
	type running struct{ task, since int }
	var now []running
	next, end, tasks := 0, 0, make([]pieceOf, len(takes))
	run := func(tell func(at int)) {
		now, next = nil, 0
		for i := range tasks {
			tasks[i] = pieceOf{kind: kinds[i]}
		}
		for at := 0; ; at++ {
			left := now[:0]
			for _, r := range now {
				if part := float64(at-r.since) / takes[r.task]; part >= 1 {
					tasks[r.task] = pieceOf{kind: kinds[r.task], took: 1000 * float64(at-r.since), share: 1}
				} else {
					tasks[r.task].age, tasks[r.task].share = 1000*float64(at-r.since), course(part)
					left = append(left, r)
				}
			}
			for now = left; len(now) < engines && next < len(takes); next++ {
				now, tasks[next].started = append(now, running{next, at}), true
			}
			if len(now) == 0 {
				end = at
				return
			}
			tell(at)
		}
	}
	run(func(int) {})
	run(func(at int) {
		low, high, known := timeLeft(tasks, engines, 1000*float64(at))
		each(float64(at), float64(end-at), low/1000, high/1000, known)
	})
}

// TestTimeLeftHoldsTheTruth has methods whose times differ by a factor of five and whose reported
// shares run ahead, for many lengths and numbers of engines. The truth is nearly always within the
// bounds, and seconds are never reported as less than one.
func TestTimeLeftHoldsTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	inside, told, late := 0, 0, 0
	for range 60 {
		methods, seeds, engines := 2+r.IntN(5), 1+r.IntN(4), 1+r.IntN(4)
		var takes []float64
		var kinds []string
		own := make([]float64, methods)
		for m := range own {
			own[m] = 10 + 40*r.Float64()
		}
		for range seeds {
			for m := range methods {
				takes, kinds = append(takes, own[m]*(0.9+0.2*r.Float64())), append(kinds, string(rune('a'+m)))
			}
		}
		ahead := func(part float64) float64 { return min(part*(2-part), 0.99) }
		simulated(takes, kinds, engines, ahead, func(at, left, low, high float64, known bool) {
			if !known {
				if at > 60 {
					late++
				}
				return
			}
			told++
			if low-2 <= left && left <= high+2 {
				inside++
			}
			if left >= 5 && high < 1 {
				t.Fatalf("%v s are left, and less than a second is said", left)
			}
		})
	}
	if float64(inside) < 0.9*float64(told) {
		t.Errorf("the truth is within what is said in %d of %d seconds, want 9 of 10", inside, told)
	}
	if told < 3000 || late > 0 {
		t.Errorf("%d estimates, and %d seconds of more than a minute without one", told, late)
	}
}

// TestALongEvaluationDoesNotBeginShort has 366 s, whose first share is reported after a second.
func TestALongEvaluationDoesNotBeginShort(t *testing.T) {
	takes, kinds := make([]float64, 12), make([]string, 12)
	for i := range takes {
		takes[i], kinds[i] = 30.5, string(rune('a'+i%6))
	}
	simulated(takes, kinds, 1, func(part float64) float64 { return min(0.2+0.79*part, 0.99) },
		func(at, left, low, high float64, known bool) {
			if known && high < 0.8*left-2 {
				t.Fatalf("after %v s at most %v s are said, and %v are left", at, high, left)
			}
		})
}

// For a job of many equal parts, the estimate soon has an error below a third.
func TestEqualPartsAreToldNarrowly(t *testing.T) {
	takes, kinds := make([]float64, 40), make([]string, 40)
	for i := range takes {
		takes[i] = 6
	}
	simulated(takes, kinds, 2, func(part float64) float64 { return part },
		func(at, left, low, high float64, known bool) {
			if at > 80 && left > 10 && (!known || low > left+3 || high < left-3 || high > 1.5*left+3) {
				t.Fatalf("after %v s: %v to %v, %v are left", at, low, high, left)
			}
		})
}
