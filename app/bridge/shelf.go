package bridge

// shelf is a store of bytes and files under names. Every method is one transaction, waits
// for it, and what write has written is on the disk when it returns.
type shelf interface {
	// names lists the names that begin with a text, in order.
	names(prefix string) ([]string, error)

	// read returns what is under names, the zero content where there is nothing.
	read(names ...string) ([]content, error)

	// sum is the digest of what is under a name as it is on the shelf, nil where
	// there is nothing.
	sum(name string) ([]byte, error)

	// write does all of a batch or nothing. It returns ErrTaken where the batch
	// expects something else.
	write(b batch) error

	// digest is the SHA-256 of bytes, and for a file one of its parts. A file that
	// was chosen is from then on a copy, which no longer changes. It returns
	// ErrGone where the browser can no longer read a file.
	digest(c content) ([]byte, error)

	// dropFiles lets go of files of the page; what was written of them stays.
	dropFiles(numbers []int)

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
	name string
	content
}

// content is bytes, or a file of the page by its number.
type content struct {
	bytes []byte
	file  int
	size  int // of the file
}

func (c content) empty() bool { return c.bytes == nil && c.file == 0 }
