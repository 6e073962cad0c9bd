package kernel

// Key identifies a stream of random numbers. The generator has no state: number i of a stream is a
// function of the key and i, so any number of workers can draw numbers in any order.
type Key struct{ A, B uint32 }

// NewKey returns the stream of a seed.
func NewKey(seed uint64) Key { return Key{}.Sub(seed) }

// Sub returns the substream of k with the given number. Substreams with different numbers are
// independent. It applies a step of splitmix64 (Steele, Lea and Flood 2014) to both words.
func (k Key) Sub(stream uint64) Key {
	z := mix64(uint64(k.A)<<32|uint64(k.B)) + 0x9e3779b97f4a7c15
	z = mix64(z ^ mix64(stream+0x9e3779b97f4a7c15))
	return Key{A: uint32(z >> 32), B: uint32(z)}
}

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Bits returns number i of the stream as 32 random bits. It uses an integer hash of two rounds,
// with the key mixed in before each (constants: Wellons 2018).
func (k Key) Bits(i uint32) uint32 {
	x := i ^ k.A
	x = (x ^ x>>16) * 0x7feb352d
	x ^= k.B
	x = (x ^ x>>15) * 0x846ca68b
	return x ^ x>>16
}

// Intn returns number i of the stream as an integer in [0, n), for n > 0.
func (k Key) Intn(i uint32, n int) int {
	return int(uint64(k.Bits(i)) * uint64(n) >> 32)
}

// Perm fills p with a random permutation of 0 to len(p)-1.
func (k Key) Perm(p []int) {
	for i := range p {
		j := k.Intn(uint32(i), i+1)
		p[i] = p[j]
		p[j] = i
	}
}

// unit converts 32 random bits to a uniform number in (0, 1).
func unit(b uint32) float32 {
	return float32(float32(b>>8)*0x1p-24) + 0x1p-25
}

// Uniform1 returns number i of the stream, uniform in (0, 1).
func (k Key) Uniform1(i uint32) float32 { return unit(k.Bits(i)) }

// Normal1 returns number i of the stream, standard normal, by the method of Box and Muller (1958)
// from bits 2i and 2i+1:
//
//	sqrt(-2 log u) * sin(2 pi (1/4 - |v - 1/2|))
func (k Key) Normal1(i uint32) float32 {
	u, v := unit(k.Bits(2*i)), unit(k.Bits(2*i+1))
	r := sqrt32(-2 * Log1(u))
	d := v - 0.5
	if d < 0 {
		d = -d
	}
	a := float32((0.25 - d) * (2 * 3.14159265358979))
	return r * sine(a)
}

// sine returns sin(a) for |a| <= pi/2.
func sine(a float32) float32 {
	z := float32(a * a)
	y := float32(sin4*z) + sin3
	y = float32(float32(float32(y*z)+sin2)*z) + sin1
	y = float32(y*z) + sin0
	return float32(float32(y*z)*a) + a
}

// Normal fills y with numbers from, from+1, ... of the stream, standard normal.
func Normal(k Key, from uint32, y []float32) {
	for e := normal(k, from, y); e < len(y); e++ {
		y[e] = k.Normal1(from + uint32(e))
	}
}

// Dropout applies inverted dropout in place. Number from+e of the stream decides about y[e]: it
// becomes 0 with probability p in [0, 1), and otherwise is multiplied by 1/(1-p).
func Dropout(k Key, from uint32, p float32, y []float32) {
	limit, scale := uint32(float64(p)*(1<<32)), 1/(1-p)
	e := dropout(k, from, limit, scale, y)
	dropoutRef(k, from+uint32(e), limit, scale, y[e:])
}

func dropoutRef(k Key, from, limit uint32, scale float32, y []float32) {
	for e := range y {
		if k.Bits(from+uint32(e)) < limit {
			y[e] = 0
		} else {
			y[e] *= scale
		}
	}
}
