package data

// hashes is a set of the numbers of rows or texts, with open addressing. Go's map takes four
// times as long in WebAssembly.
type hashes struct {
	slots []uint64 // a power of two of them; 0 is an empty one
	n     int
}

// add notes a hash and reports whether it was there.
func (s *hashes) add(h uint64) (again bool) {
	if 2*s.n >= len(s.slots) {
		old := s.slots
		s.slots, s.n = make([]uint64, max(1024, 2*len(old))), 0
		for _, h := range old {
			if h != 0 {
				s.add(h)
			}
		}
	}
	h = max(h, 1)
	last := uint64(len(s.slots) - 1)
	i := h & last
	for s.slots[i] != 0 && s.slots[i] != h {
		i = (i + 1) & last
	}
	if s.slots[i] == h {
		return true
	}
	s.slots[i] = h
	s.n++
	return false
}

// hashOf is FNV-1a, a number that equal texts share and different ones very rarely do.
func hashOf(s string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return h
}

// rowHash is the hash of a row that goes on with a field. Of equal h, different fields give
// different ones, and of equal fields different h.
func rowHash(h, field uint64) uint64 {
	h = (h ^ field) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}
