package sim

import (
	"math"

	"causeway/core/causal"
)

// source generates random numbers that are the same on every target. It is splitmix64 (Steele,
// Lea, Flood 2014). Its functions, and causal.Log, are implemented here because those of package
// math are written in assembly on some targets and may differ in the last bit. Every product is
// converted before it is added, so that no compiler fuses the two operations.
type source struct {
	state uint64
	spare float64 // the second normal number of a pair
	has   bool
}

func newSource(seed uint64) *source { return &source{state: seed} }

func (s *source) bits() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// uniform returns a number in [0, 1), a multiple of 2^-53.
func (s *source) uniform() float64 { return float64(float64(s.bits()>>11) / (1 << 53)) }

// normal returns a standard normal number by Marsaglia's polar method (1964):
//
//	u, v uniform on the square with r = u²+v² in (0, 1):  u sqrt(-2 causal.Log(r)/r)
func (s *source) normal() float64 {
	if s.has {
		s.has = false
		return s.spare
	}
	for {
		u, v := float64(2*s.uniform())-1, float64(2*s.uniform())-1
		r := float64(u*u) + float64(v*v)
		if r >= 1 || r == 0 {
			continue
		}
		k := math.Sqrt(-2 * causal.Log(r) / r) // correctly rounded on every machine
		s.spare, s.has = float64(v*k), true
		return float64(u * k)
	}
}

// positive returns a normal number with the given mean and standard deviation, truncated to
// values above 0 by drawing again.
func (s *source) positive(mean, deviation float64, round func(float64) float64) float64 {
	for {
		if v := round(mean + float64(deviation*s.normal())); v > 0 {
			return v
		}
	}
}
