package bridge

import (
	"crypto/sha256"
	"syscall/js"
)

// fileOf returns a file of the page by its number, from 1. A person chose it (see kit.KeepFile), or it
// is from the vault. The browser holds its bytes.
func fileOf(number int) js.Value { return js.Global().Get("causewayFiles").Index(number - 1) }

func keepFile(file js.Value) (number int) {
	return js.Global().Get("causewayFiles").Call("push", file).Int()
}

// dropFile releases a file. Its number is never used again.
func dropFile(number int) { js.Global().Get("causewayFiles").SetIndex(number-1, js.Undefined()) }

func isFile(v js.Value) bool { return v.InstanceOf(js.Global().Get("Blob")) }

// filePart is how much of a file can be read at once without blocking the page.
const filePart = 1 << 20

// digestFile returns the SHA-256 of the digests of a file's parts. For a chosen file it also returns a
// copy.
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

// settle replaces a chosen file, which may change on disk, with a copy. It returns its digest.
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
