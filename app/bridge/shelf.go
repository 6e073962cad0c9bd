package bridge

// shelf stores bytes and files under names. Every method runs one transaction and waits for its end.
// When write returns, the data are on disk.
type shelf interface {
	// names lists, in order, the names that begin with a prefix.
	names(prefix string) ([]string, error)

	// read returns the contents under the names; a missing one is zero.
	read(names ...string) ([]content, error)

	// sum returns the digest of a name's content as stored, or nil without content.
	sum(name string) ([]byte, error)

	// write applies a batch completely or not at all. It returns ErrTaken if the store differs from
	// what the batch expects.
	write(b batch) error

	// digest returns the SHA-256 of bytes or, for a file, of the digests of its parts. It replaces
	// a chosen file by a copy, which no longer changes. It returns ErrGone if the browser can no
	// longer read the file.
	digest(c content) ([]byte, error)

	// dropFiles releases files of the page. Records that were written from them stay.
	dropFiles(numbers []int)

	space() (Space, error)
	persist() (bool, error)

	// lock takes a lock that one tab at a time can hold, and returns a function that releases it, or nil
	// if another tab holds it.
	lock(name string) (release func(), err error)

	// locks reports whether the browser has locks.
	locks() bool

	// locked reports whether any tab is known to hold the lock.
	locked(name string) bool
}

// batch holds the changes of one transaction.
type batch struct {
	check  bool
	expect entry // with check: the expected content; without bytes, nothing is expected
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
	size  int // size of the file
}

func (c content) empty() bool { return c.bytes == nil && c.file == 0 }
