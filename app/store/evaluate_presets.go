package store

import "causeway/core/model"

// truthOf names the model that the table was sampled from, if its mechanisms are known.
func truthOf(kind model.Kind, d Data) string {
	switch {
	case d.origin.source().Model == "":
	case kind == model.SimpleBN, kind == model.Sangiovese:
		return string(kind)
	}
	return ""
}

// KnowsMechanism reports whether the model behind the table has known mechanisms that are not
// formulas of the example graph.
func (d Data) KnowsMechanism(kind model.Kind) bool {
	return truthOf(kind, d) == string(model.Sangiovese)
}
