package bridge

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"syscall/js"
	"time"
)

// NewVault returns the Vault of this site in this browser, over IndexedDB. Copies of the page at other
// addresses have other vaults.
func NewVault() *Vault {
	prefix := ""
	if env := js.Global().Get("goappGetenv"); env.Type() == js.TypeFunction {
		prefix = text(env.Invoke("GOAPP_ROOT_PREFIX"), "")
	}
	return newVault(&cabinet{name: "causeway " + prefix + "/"}, time.Now)
}

// patience is how long the browser may take for one operation.
const patience = 30 * time.Second

var errSilent = errors.New("the browser's storage does not respond; reload the page")

// cabinet is the shelf over an IndexedDB database with one object store, "items", of Uint8Arrays
// and Blobs. Only one goroutine at a time may use it.
type cabinet struct {
	name string
	db   js.Value // the open database, or undefined
}

// reply is the browser's answer to a request.
type reply struct {
	value js.Value
	err   error
}

// wait starts something and waits until done is called, but no longer than patience. done reports
// whether the caller still waits for the reply.
func wait(start func(done func(reply) bool) (cleanup func())) (js.Value, error) {
	answers, over := make(chan reply, 1), false
	cleanup := start(func(r reply) bool {
		if over {
			return false
		}
		select {
		case answers <- r:
			return true
		default: // only the first call counts
			return false
		}
	})
	defer cleanup()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case r := <-answers:
		return r.value, r.err
	case <-timer.C:
		select {
		case r := <-answers: // the browser may have answered at the last moment
			return r.value, r.err
		default:
			over = true
			return js.Undefined(), errSilent
		}
	}
}

// handlers sets an object's event handlers until cleanup is called.
func handlers(of js.Value, list map[string]func(js.Value)) (cleanup func()) {
	var funcs []js.Func
	for event, h := range list {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			h(args[0])
			return nil
		})
		funcs = append(funcs, f)
		of.Set("on"+event, f)
	}
	return func() {
		for event := range list {
			of.Set("on"+event, js.Null())
		}
		for _, f := range funcs {
			f.Release()
		}
	}
}

// settled waits for a promise. The browser calls back when it settles, even if nobody waits any
// more.
func settled(promise js.Value) (js.Value, error) {
	return wait(func(done func(reply) bool) func() {
		var ok, bad js.Func
		end := func(say func(v js.Value) reply) js.Func {
			return js.FuncOf(func(_ js.Value, args []js.Value) any {
				ok.Release()
				bad.Release()
				done(say(first(args)))
				return nil
			})
		}
		ok = end(func(v js.Value) reply { return reply{value: v} })
		bad = end(func(v js.Value) reply { return reply{err: inWords(v)} })
		promise.Call("then", ok, bad)
		return func() {}
	})
}

func first(args []js.Value) js.Value {
	if len(args) == 0 {
		return js.Undefined()
	}
	return args[0]
}

// attempt turns a browser exception into an error.
func attempt(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error:
			err = inWords(r.Value)
		default:
			err = fmt.Errorf("%v", r)
		}
	}()
	return f()
}

// inWords converts a browser exception to an error for people.
func inWords(e js.Value) error {
	if e.Type() != js.TypeObject {
		return errors.New("the browser gave no reason")
	}
	message := brief(text(e.Get("message"), "no reason was given"))
	switch name := text(e.Get("name"), ""); name {
	case "QuotaExceededError":
		return ErrFull
	case "SecurityError", "InvalidStateError", "NotAllowedError":
		return fmt.Errorf("%w (%s)", ErrNoVault, message)
	case "NotReadableError", "NotFoundError":
		return ErrGone
	case "VersionError":
		return ErrNewer
	default:
		return fmt.Errorf("the browser's storage failed (%s: %s)", name, message)
	}
}

// open opens the database, once.
func (c *cabinet) open() error {
	if c.db.Truthy() {
		return nil
	}
	return attempt(func() error {
		factory := js.Global().Get("indexedDB")
		if !factory.Truthy() {
			return ErrNoVault
		}
		request := factory.Call("open", c.name, 1)
		db, err := wait(func(done func(reply) bool) func() {
			return handlers(request, map[string]func(js.Value){
				"upgradeneeded": func(js.Value) {
					err := attempt(func() error {
						request.Get("result").Call("createObjectStore", "items")
						return nil
					})
					if err != nil { // otherwise the next visit would find a database without an object store
						done(reply{err: err})
						_ = attempt(func() error { request.Get("transaction").Call("abort"); return nil })
					}
				},
				"success": func(js.Value) {
					var r reply
					r.err = attempt(func() error { r.value = request.Get("result"); return nil })
					done(r)
				},
				"error":   func(js.Value) { done(reply{err: inWords(request.Get("error"))}) },
				"blocked": func(js.Value) { done(reply{err: ErrNewer}) },
			})
		})
		if err != nil {
			return err
		}
		c.db = db
		forget := js.FuncOf(func(js.Value, []js.Value) any { // lives as long as the page
			db.Call("close")
			c.db = js.Undefined()
			return nil
		})
		db.Set("onclose", forget)
		db.Set("onversionchange", forget)
		return nil
	})
}

// transact runs a transaction. do makes its requests. Everything else happens in the browser's
// callbacks, because a transaction ends when no request is open. A transaction that only reads is
// tried twice.
func (c *cabinet) transact(mode string, do func(store, tx js.Value, fail func(error))) error {
	err := c.transactOnce(mode, do)
	if err != nil && mode == "readonly" {
		err = c.transactOnce(mode, do)
	}
	return err
}

func (c *cabinet) transactOnce(mode string, do func(store, tx js.Value, fail func(error))) error {
	if err := c.open(); err != nil {
		return err
	}
	err := attempt(func() error {
		tx := c.db.Call("transaction", "items", mode, map[string]any{"durability": "strict"})
		var failed error
		_, err := wait(func(done func(reply) bool) func() {
			cleanup := handlers(tx, map[string]func(js.Value){
				"complete": func(js.Value) { done(reply{}) },
				"abort": func(js.Value) {
					if failed == nil {
						failed = inWords(tx.Get("error"))
					}
					done(reply{err: failed})
				},
			})
			do(tx.Call("objectStore", "items"), tx, func(err error) {
				failed = err
				// it throws if the browser has already aborted
				_ = attempt(func() error { tx.Call("abort"); return nil })
			})
			return cleanup
		})
		return err
	})
	if err != nil && !errors.Is(err, ErrTaken) && !errors.Is(err, ErrFull) {
		c.db = js.Undefined() // a new connection may work
	}
	return err
}

// answered calls f with the result of a request. It passes a browser exception in f to fail, because
// the exception would end the page.
func answered(request js.Value, fail func(error), f func(js.Value)) {
	var h js.Func
	h = js.FuncOf(func(js.Value, []js.Value) any {
		h.Release()
		if err := attempt(func() error { f(request.Get("result")); return nil }); err != nil {
			fail(err)
		}
		return nil
	})
	request.Set("onsuccess", h)
}

func (c *cabinet) names(prefix string) (list []string, err error) {
	err = c.transact("readonly", func(store, tx js.Value, fail func(error)) {
		list = nil
		span := js.Global().Get("IDBKeyRange").Call("bound", prefix, prefix+"\uffff")
		answered(store.Call("getAllKeys", span), fail, func(keys js.Value) {
			for i := range keys.Length() {
				list = append(list, keys.Index(i).String())
			}
		})
	})
	return list, err
}

func (c *cabinet) read(names ...string) ([]content, error) {
	list := make([]content, len(names))
	err := c.transact("readonly", func(store, tx js.Value, fail func(error)) {
		for i, name := range names {
			answered(store.Call("get", name), fail, func(v js.Value) { list[i] = contentOf(v) })
		}
	})
	return list, err
}

func (c *cabinet) sum(name string) ([]byte, error) {
	var stored js.Value
	err := c.transact("readonly", func(store, tx js.Value, fail func(error)) {
		answered(store.Call("get", name), fail, func(v js.Value) { stored = v })
	})
	switch {
	case err != nil:
		return nil, err
	case isFile(stored):
		sum, _, err := digestFile(stored)
		return sum, err
	case isBytes(stored):
		return digestJS(stored)
	}
	return nil, nil
}

func contentOf(v js.Value) content {
	if isFile(v) {
		return content{file: keepFile(v), size: v.Get("size").Int()}
	}
	return content{bytes: toGo(v)}
}

func (c content) js() js.Value {
	if c.file > 0 {
		return fileOf(c.file)
	}
	return toJS(c.bytes)
}

func (c *cabinet) write(b batch) error {
	turn() // let the browser work, because this request and the earlier ones may be large
	return c.transact("readwrite", func(store, tx js.Value, fail func(error)) {
		change := func() {
			for _, e := range b.put {
				store.Call("put", e.content.js(), e.name)
			}
			for _, name := range b.drop {
				store.Call("delete", name)
			}
		}
		if !b.check {
			if err := attempt(func() error { change(); return nil }); err != nil {
				fail(err)
			}
			return
		}
		answered(store.Call("get", b.expect.name), fail, func(v js.Value) {
			if now := toGo(v); (now == nil) != (b.expect.bytes == nil) || !bytes.Equal(now, b.expect.bytes) {
				fail(ErrTaken)
				return
			}
			change()
		})
	})
}

func (c *cabinet) digest(of content) ([]byte, error) {
	b := of.bytes
	if of.file > 0 {
		return settle(of.file)
	}
	if subtle().Truthy() && len(b) > 1<<12 {
		var array js.Value
		if err := attempt(func() error { array = toJS(b); return nil }); err != nil { // no room for a copy
			return nil, err
		}
		return digestJS(array)
	}
	sum := sha256.Sum256(b)
	return sum[:], nil
}

func (c *cabinet) dropFiles(numbers []int) {
	for _, n := range numbers {
		dropFile(n)
	}
}

// digestJS computes the SHA-256 outside the page's thread, if the page's address is secure.
func digestJS(array js.Value) (digest []byte, err error) {
	s := subtle()
	if !s.Truthy() {
		sum := sha256.Sum256(toGo(array))
		return sum[:], nil
	}
	err = attempt(func() error {
		sum, err := settled(s.Call("digest", "SHA-256", array))
		if err == nil {
			digest = toGo(js.Global().Get("Uint8Array").New(sum))
		}
		return err
	})
	return digest, err
}

func subtle() js.Value {
	if c := js.Global().Get("crypto"); c.Truthy() {
		return c.Get("subtle")
	}
	return js.Undefined()
}

func isBytes(v js.Value) bool { return v.InstanceOf(js.Global().Get("Uint8Array")) }

func toJS(b []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

// toGo returns nil for anything but an array of bytes.
func toGo(v js.Value) []byte {
	if !isBytes(v) {
		return nil
	}
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}
