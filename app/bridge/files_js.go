package bridge

import (
	"syscall/js"

	"causeway/core/digest"
)

// fileOf is a file of the page by its number, from 1: one that was chosen, see kit.KeepFile,
// or one that the vault gave back. The browser has its bytes.
func fileOf(number int) js.Value { return js.Global().Get("causewayFiles").Index(number - 1) }

func keepFile(file js.Value) (number int) {
	return js.Global().Get("causewayFiles").Call("push", file).Int()
}

func isFile(v js.Value) bool { return v.InstanceOf(js.Global().Get("Blob")) }

// filePart is how much of a file is read at once, so that the page is not held up.
const filePart = 4 << 20

// digestFile is the SHA-256 of those of the parts of a file.
func digestFile(file js.Value) (sum []byte, err error) {
	var sums []byte
	for at, size := 0, file.Get("size").Int(); at < size; at += filePart {
		err = attempt(func() error {
			part, err := settled(file.Call("slice", at, min(at+filePart, size)).Call("arrayBuffer"))
			if err == nil {
				sum, err = digestJS(js.Global().Get("Uint8Array").New(part))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum...)
	}
	whole := digest.Sum256(sums)
	return whole[:], nil
}
