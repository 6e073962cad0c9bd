package data

import "slices"

// Unseen lists levels of a feature that only rows of a file have, and not the table. A model from
// another program may know them, or have its own way to read unknown levels.
type Unseen struct {
	Feature int      `msgpack:"feature" bound:"0.." is:"feature"`
	Levels  []string `msgpack:"levels"`
}

// maxUnseen limits the unseen levels of a feature.
const maxUnseen = 1_000

// Wider returns the schema with levels added after those of the table.
func (s Schema) Wider(unseen []Unseen) Schema {
	if len(unseen) == 0 {
		return s
	}
	s.Features = slices.Clone(s.Features)
	for _, u := range unseen {
		f := &s.Features[u.Feature]
		if f.Kind = Category; len(f.Was) == 1+len(f.Levels) {
			f.Was = slices.Concat(f.Was, u.Levels)
		}
		f.Levels = slices.Concat(f.Levels, u.Levels)
	}
	return s
}

// newcomer returns the index of an unseen level behind those of the table, or -1 if there are too
// many.
func (f *field) newcomer(level string) int {
	at := slices.Index(f.unseen, level)
	if at < 0 {
		if at = len(f.unseen); at >= maxUnseen {
			return -1
		}
		f.unseen = append(f.unseen, level)
	}
	return len(f.Levels) + at
}

// unseen lists the unseen levels of the rows that were read.
func (r *rowReader) unseen() (list []Unseen) {
	for j := range r.fields {
		if u := r.fields[j].unseen; len(u) > 0 {
			list = append(list, Unseen{j, u})
		}
	}
	return list
}
