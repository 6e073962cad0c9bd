package bridge

import (
	"crypto/sha256"
	"syscall/js"
)

// fileOf is a file of the page by its number, from 1: one that was chosen, see kit.KeepFile,
// or one that the vault gave back. The browser has its bytes.
func fileOf(number int) js.Value { return js.Global().Get("causewayFiles").Index(number - 1) }

func keepFile(file js.Value) (number int) {
	return js.Global().Get("causewayFiles").Call("push", file).Int()
}

// dropFile lets go of a file; no other is ever given its number.
func dropFile(number int) { js.Global().Get("causewayFiles").SetIndex(number-1, js.Undefined()) }

func isFile(v js.Value) bool { return v.InstanceOf(js.Global().Get("Blob")) }

// filePart is how much of a file is read at once, so that the page is not held up.
const filePart = 1 << 20

// digestFile is the SHA-256 of those of the parts of a file. Of one that was chosen it
// returns a copy as well.
func digestFile(file js.Value) (sum []byte, copied js.Value, err error) {
	var sums []byte
	blob, parts := js.Global().Get("Blob"), js.Global().Get("Array").New()
	chosen := file.InstanceOf(js.Global().Get("File"))
	for at, size := 0, file.Get("size").Int(); at < size; at += filePart {
		err = attempt(func() error {
			part, err := settled(file.Call("slice", at, min(at+filePart, size)).Call("arrayBuffer"))
			if err == nil && chosen {
				parts.Call("push", blob.New([]any{part}))
			}
			if err == nil {
				sum, err = digestJS(js.Global().Get("Uint8Array").New(part))
			}
			return err
		})
		if err != nil {
			return nil, js.Undefined(), err
		}
		sums = append(sums, sum...)
	}
	whole := sha256.Sum256(sums)
	if chosen {
		copied = blob.New(parts)
	}
	return whole[:], copied, nil
}

// settle puts a copy in the place of a file that was chosen and may change on the disk; it
// returns its digest.
func settle(number int) ([]byte, error) {
	file := fileOf(number)
	if !file.Truthy() {
		return nil, ErrGone
	}
	sum, copied, err := digestFile(file)
	if copied.Truthy() {
		js.Global().Get("causewayFiles").SetIndex(number-1, copied)
	}
	return sum, err
}
