package bridge

// shelf is a store of bytes under names. Every method is one transaction, waits
// for it, and what write has written is on the disk when it returns.
type shelf interface {
	// names lists the names that begin with a text, in order.
	names(prefix string) ([]string, error)

	// read returns the bytes under names, nil where there are none.
	read(names ...string) ([][]byte, error)

	// sum is the SHA-256 of the bytes under a name as they are on the shelf, nil
	// where there are none.
	sum(name string) ([]byte, error)

	// write does all of a batch or nothing. It returns ErrTaken where the batch
	// expects something else.
	write(b batch) error

	// digest is the SHA-256 of bytes.
	digest(b []byte) ([]byte, error)

	space() (Space, error)
	persist() (bool, error)

	// lock takes a lock that one tab at a time can have, and returns how it is
	// given back; nil: another tab has it.
	lock(name string) (release func(), err error)

	// locks reports whether there are locks at all.
	locks() bool

	// locked reports whether any tab has the lock, as far as is known.
	locked(name string) bool
}

// batch is what one transaction changes.
type batch struct {
	check  bool
	expect entry // with check: what must be there, nil bytes: nothing
	put    []entry
	drop   []string
}

type entry struct {
	name  string
	bytes []byte
}
