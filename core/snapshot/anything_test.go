package snapshot

import (
	"bytes"
	"crypto/sha256"

	"github.com/vmihailenco/msgpack/v5"
)

// marshalAnything is form.Marshal without its checks, for writing values that must be rejected.
func marshalAnything(v any) ([]byte, error) {
	var buf bytes.Buffer
	err := msgpack.NewEncoder(&buf).Encode(v)
	return buf.Bytes(), err
}

func sumOf(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:]
}
