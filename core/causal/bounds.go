package causal

import "math"

// Bounds of mechanisms: if each input lies between low and high, which have the length of Inputs,
// then Mean lies between the results of Bounds. Bounds takes the same steps as Mean in the same
// order. Because rounding is monotone, the results are exact bounds on the rounded values.

// Bounds implements Mechanism for a linear function.
func (m Linear) Bounds(low, high []float64) (least, most float64) {
	least, most = m.Intercept, m.Intercept
	for i, c := range m.Coef {
		a, b := float64(c*low[i]), float64(c*high[i])
		least, most = least+min(a, b), most+max(a, b)
	}
	return least, most
}

// Bounds implements Mechanism for a quadratic function of the sum.
func (m Quadratic) Bounds(low, high []float64) (least, most float64) {
	a, b := sum(low), sum(high)
	ends := [...]float64{float64(float64(m.K*a)*a) + m.B, float64(float64(m.K*b)*b) + m.B}
	least, most = min(ends[0], ends[1]), max(ends[0], ends[1])
	if a < 0 && b > 0 {
		least, most = min(least, m.B), max(most, m.B)
	}
	return least, most
}

// Bounds implements Mechanism for a network with one hidden layer.
func (m *Network) Bounds(low, high []float64) (least, most float64) {
	p := m.Inputs()
	least, most = m.B2, m.B2
	for h := range m.Hidden {
		a, b := m.B1[h], m.B1[h]
		for i, w := range m.W1[h*p : (h+1)*p] {
			u, v := (low[i]-m.Center[i])/m.Scale[i], (high[i]-m.Center[i])/m.Scale[i]
			u, v = float64(w*u), float64(w*v)
			a, b = a+min(u, v), b+max(u, v)
		}
		u, v := float64(m.W2[h]*max(a, 0)), float64(m.W2[h]*max(b, 0))
		least, most = least+min(u, v), most+max(u, v)
	}
	return least, most
}

// Bounds implements Mechanism for a formula, step by step. If a step may have no finite value,
// the bounds are infinite.
func (f *Formula) Bounds(low, high []float64) (least, most float64) {
	var v [maxTape][2]float64
	for i, t := range f.tape {
		a, b := v[t.a], [2]float64{}
		if t.op <= opMax && t.op >= opAdd {
			b = v[t.b]
		}
		switch t.op {
		case opConst:
			v[i] = [2]float64{t.k, t.k}
		case opInput:
			v[i] = [2]float64{low[t.a], high[t.a]}
		case opAdd:
			v[i] = [2]float64{a[0] + b[0], a[1] + b[1]}
		case opSub:
			v[i] = [2]float64{a[0] - b[1], a[1] - b[0]}
		case opMul:
			v[i] = times(a, [][2]float64{b}, -1)
			if t.a == t.b { // a square
				v[i] = powers(a, 2)
			}
		case opDiv:
			if v[i] = everything; b[0] > 0 || b[1] < 0 {
				w, x, y, z := a[0]/b[0], a[0]/b[1], a[1]/b[0], a[1]/b[1]
				v[i] = [2]float64{min(w, x, y, z), max(w, x, y, z)}
			}
		case opMin:
			v[i] = [2]float64{min(a[0], b[0]), min(a[1], b[1])}
		case opMax:
			v[i] = [2]float64{max(a[0], b[0]), max(a[1], b[1])}
		case opNeg:
			v[i] = [2]float64{-a[1], -a[0]}
		case opPow:
			v[i] = powers(a, t.b)
		case opSqrt:
			if v[i] = everything; a[0] >= 0 {
				v[i] = [2]float64{math.Sqrt(a[0]), math.Sqrt(a[1])}
			}
		case opAbs:
			v[i] = [2]float64{max(a[0], -a[1], 0), max(-a[0], a[1])}
		}
		if !(v[i][0] <= v[i][1]) {
			v[i] = everything
		}
	}
	last := v[len(f.tape)-1]
	return last[0], last[1]
}

var everything = [2]float64{math.Inf(-1), math.Inf(1)}

// powers returns the bounds of the n-th power over an interval.
func powers(a [2]float64, n int) [2]float64 {
	low, high := power(a[0], n), power(a[1], n)
	if n%2 == 0 && n > 0 && a[0] <= 0 && a[1] >= 0 {
		return [2]float64{0, max(low, high)}
	}
	return [2]float64{min(low, high), max(low, high)}
}
