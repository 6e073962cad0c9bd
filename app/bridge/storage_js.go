package bridge

import (
	"syscall/js"
	"time"
)

// manager is the part of the browser's navigator of that name; undefined where
// the browser has none or the page does not come from a secure address.
func manager(name string) js.Value { return js.Global().Get("navigator").Get(name) }

func (c *cabinet) space() (s Space, err error) {
	storage := manager("storage")
	if !storage.Truthy() {
		return s, nil
	}
	err = attempt(func() error {
		estimate, err := settled(storage.Call("estimate"))
		if err != nil {
			return err
		}
		s.Usage, s.Quota = whole(estimate.Get("usage")), whole(estimate.Get("quota"))
		persisted, err := settled(storage.Call("persisted"))
		s.Persisted = persisted.Truthy()
		return err
	})
	return s, err
}

func whole(v js.Value) int64 {
	if v.Type() != js.TypeNumber {
		return 0
	}
	return int64(v.Float())
}

func (c *cabinet) persist() (granted bool, err error) {
	storage := manager("storage")
	if !storage.Truthy() {
		return false, nil
	}
	err = attempt(func() error {
		v, err := settled(storage.Call("persist"))
		granted = v.Truthy()
		return err
	})
	return granted, err
}

// lockTries is how often a lock is asked for, lockPause apart: a page that is
// loaded again may be asked before the browser has buried the one before it.
const (
	lockTries = 5
	lockPause = 200 * time.Millisecond
)

// lock takes a lock of the browser, which ends with the tab. Where there are
// none, the comparison of heads must do.
func (c *cabinet) lock(name string) (release func(), err error) {
	locks := manager("locks")
	if !locks.Truthy() {
		return func() {}, nil
	}
	for try := 0; try < lockTries && release == nil && err == nil; try++ {
		if try > 0 {
			time.Sleep(lockPause)
		}
		release, err = c.ask(locks, c.name+name)
	}
	return release, err
}

// ask asks once for a lock. It is held until the promise that the callback
// returns is resolved.
func (c *cabinet) ask(locks js.Value, name string) (release func(), err error) {
	err = attempt(func() error {
		free, err := wait(func(done func(reply) bool) func() {
			var granted js.Func
			granted = js.FuncOf(func(_ js.Value, args []js.Value) any {
				granted.Release()
				if !first(args).Truthy() {
					done(reply{})
					return nil
				}
				held, resolve := promise()
				if !done(reply{value: resolve}) {
					resolve.Invoke() // nobody would give the lock back
				}
				return held
			})
			locks.Call("request", name, map[string]any{"ifAvailable": true}, granted)
			return func() {}
		})
		if free.Truthy() {
			release = func() { free.Invoke() }
		}
		return err
	})
	return release, err
}

// promise returns a promise and the function that resolves it.
func promise() (p, resolve js.Value) {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve = args[0]
		return nil
	})
	defer executor.Release()
	p = js.Global().Get("Promise").New(executor) // calls it at once
	return p, resolve
}

func (c *cabinet) locks() bool { return manager("locks").Truthy() }

func (c *cabinet) locked(name string) (held bool) {
	locks := manager("locks")
	if !locks.Truthy() {
		return false
	}
	_ = attempt(func() error { // without an answer nothing is known
		q, err := settled(locks.Call("query"))
		if err != nil {
			return err
		}
		list := q.Get("held")
		for i := range list.Length() {
			held = held || list.Index(i).Get("name").String() == c.name+name
		}
		return nil
	})
	return held
}
