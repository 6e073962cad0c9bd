package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"testing"
)

// The sum of anything is that of the standard library, however it is cut into pieces,
// and asking for it changes nothing.
func TestIsSHA256(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		want := sha256.Sum256(b)
		h := New()
		for from := 0; from < n; {
			to := from + 1 + r.IntN(min(n-from, 150))
			if k, err := h.Write(b[from:to]); k != to-from || err != nil {
				t.Fatalf("wrote %d of %d, %v", k, to-from, err)
			}
			if from = to; r.IntN(3) == 0 {
				h.Sum()
			}
		}
		if got := h.Sum(); got != want || Sum256(b) != want || Hex(b) != hex.EncodeToString(want[:]) || h.Hex() != Hex(b) {
			t.Fatalf("%d bytes: got %x, want %x", n, got, want)
		}
	}
}

// FIPS 180-4's examples.
func TestKnown(t *testing.T) {
	for text, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	} {
		if got := Hex([]byte(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if got, want := Hex(bytes.Repeat([]byte("a"), 1_000_000)), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"; got != want {
		t.Errorf("a million: got %s, want %s", got, want)
	}
}

func BenchmarkSum(b *testing.B) {
	x := make([]byte, 1<<20)
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(x)))
		for b.Loop() {
			Sum256(x)
		}
	})
	b.Run("standard", func(b *testing.B) {
		b.SetBytes(int64(len(x)))
		for b.Loop() {
			sha256.Sum256(x)
		}
	})
}
