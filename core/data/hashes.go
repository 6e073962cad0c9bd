package data

// hashes is a set of row or text hashes with open addressing. Go's map takes four times as long
// in WebAssembly.
type hashes struct {
	slots []uint64 // the length is a power of two; 0 is an empty slot
	n     int
}

// add adds a hash and reports whether the set already contained it.
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

// hashOf returns the FNV-1a hash of a text.
func hashOf(s string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return h
}

// rowHash extends the hash of a row by a field. Results differ if either h or the field differs.
func rowHash(h, field uint64) uint64 {
	h = (h ^ field) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}
