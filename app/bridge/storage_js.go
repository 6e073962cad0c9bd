package bridge

import (
	"syscall/js"
	"time"
)

// manager returns the navigator's property with that name. It is undefined if the browser lacks it or
// the page's address is not secure.
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

// The lock is requested lockTries times, lockPause apart: a reloaded page may ask before the browser
// has released the lock of the old page.
const (
	lockTries = 5
	lockPause = 200 * time.Millisecond
)

// lock takes a browser lock, which ends with the tab. In a browser without locks, the data are
// protected only by comparing heads.
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

// ask requests a lock once. The lock is held until the promise that the callback returned resolves.
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
					resolve.Invoke() // otherwise the lock would never be released
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
	p = js.Global().Get("Promise").New(executor) // the browser calls this at once
	return p, resolve
}

func (c *cabinet) locks() bool { return manager("locks").Truthy() }

func (c *cabinet) locked(name string) (held bool) {
	locks := manager("locks")
	if !locks.Truthy() {
		return false
	}
	_ = attempt(func() error { // on failure it stays unknown
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
