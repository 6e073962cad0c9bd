package project

import (
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/model"
	"causeway/core/nn"
)

// Pack converts parameters to the form in which they are sent and stored.
func Pack(kind, of string, s nn.State) model.State {
	out := model.State{Kind: kind, Of: of, Counters: s.Counters}
	for _, t := range s.Tensors {
		out.Tensors = append(out.Tensors, model.NewTensor(t.Name, t.Shape, t.Data))
	}
	return out
}

// Unpack is the inverse of Pack.
func Unpack(s model.State) nn.State {
	out := nn.State{Counters: s.Counters}
	for _, t := range s.Tensors {
		out.Tensors = append(out.Tensors, nn.Tensor{Name: t.Name, Shape: t.Shape, Data: t.Values()})
	}
	return out
}

// Fingerprint returns a short hash of its parts.
func Fingerprint(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		n := uint64(len(p))
		for shift := 0; shift < 64; shift += 8 {
			h.Write([]byte{byte(n >> shift)})
		}
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}
