package store

import (
	"causeway/core/form"
	"causeway/core/snapshot"
)

// Keeping is the project's place in this browser: whether the last change is
// saved there, and which other projects are.
type Keeping struct {
	Stage    keepStage
	Why      string // of KeepFailed and KeepOff, a sentence
	At       int64  // when the project was last saved, in milliseconds of Unix time
	Copy     bool   // another tab has the project; this one works on a copy
	Free     bool   // that tab is closed; this one may go on with the project itself
	Left     []Left // what of the project is not saved as it is
	Projects []KeptProject
	ID       string // of the open project in the list; empty: it was never saved
	Offer    string // ID of the project that is offered to go on with
	Opening  bool   // a project is being opened
	Doing    bool   // the list is being changed

	Usage, Quota int64 // bytes; Quota 0: not known
	Persisted    bool  // the browser keeps it even when the disk is full
	NoPersist    bool  // it was asked to and declined

	tab      string // begins the names of projects that this tab makes
	made     int    // projects that it has made
	dirty    bool   // something is not saved yet
	gist     *gist  // of the state after the last intent, once anything is kept
	timer    int    // number of the timer that runs; 0: none does
	timers   int
	saving   bool
	packing  bool   // the rows are on their way
	noRows   string // hash of a table whose rows cannot be saved, or of images
	noBatch  string // the run whose rows take too much room to be saved
	batch    batchKept
	going    batchKept // as batch, with the save that is on its way
	table    string    // hash of the table that is saved with the project, or of images whose files are
	saves    int       // numbers them
	partings []parting // that are on their way
	sent     string    // as table, with the save that is on its way
	models   any       // Images.made whose record is saved
	sentMade any       // as models, with the save that is on its way
	failed   int       // saves in a row
	asked    bool      // persistence was asked for
	told     bool      // that nothing can be kept
	opening  arrival
	fetching string   // ID of the project that is being opened
	wish     OpenKept // what is opened once the present project is saved, if it has an ID
	of       original
	watching bool     // a KeptWatched is on its way
	bare     bool     // there is no document: what is saved is a file before its import
	names    []string // of the records that are saved
	sentAs   []string // as names, with the save that is on its way
	room     int      // number of the timer after which there may be room again; 0: none runs
	tries    int      // to find that there is
	tight    bool     // there is no room for the rows, which noRows tells of
	file     int      // Data.openID of the file that is saved
	sentFile int      // as file, with the save that is on its way
	gone     bool     // noFile cannot be read again
	noFile   int      // Data.openID of a file that there is no room for
}

// parting is the last save of a project that is left for another one.
type parting struct {
	no   int // of the save
	name string
}

// arrival is a project that is being opened.
type arrival struct {
	id        string
	hash      string // of its table or images
	images    snapshot.Images
	isImages  bool
	rows      bool   // are saved with it
	held      bool   // this tab may save it
	changed   bool   // it is not the state that is saved last
	rest      []rest // what is saved beside the project
	bare      bool   // there is no project yet, only the preview
	lost      []Left // what could not be read
	isVersion bool
	came      bool  // it is on the page, with its table
	at        int64 // when it was saved
}

// keepStage says how far saving is.
type keepStage uint8

// The stages of keeping.
const (
	KeepOff    keepStage = iota // nothing is kept; Why says what prevents it, if it is not only too early
	KeepReady                   // there is nothing to save yet
	keepDirty                   // a change is saved in a moment
	keepSaving                  // it is being saved
	KeepSaved                   // all is saved
	KeepFailed                  // it could not be saved; it is tried again
)

// KeptProject is a project in the list.
type KeptProject struct {
	ID       string
	At       int64 // milliseconds of Unix time
	Size     int   // bytes
	Open     bool  // in some tab
	Card     KeptCard
	Versions []KeptVersion
}

// KeptVersion is a named state of a project.
type KeptVersion struct {
	Name string
	At   int64
	Card KeptCard
}

// KeptCard says what a state of a project holds.
type KeptCard struct {
	Name       string `msgpack:"name"`
	Rows       int    `msgpack:"rows"`
	NoRows     bool   `msgpack:"noRows"` // they are too many to be saved
	Edges      int    `msgpack:"edges"`
	Rules      int    `msgpack:"rules"`
	Labels     int    `msgpack:"labels"`
	Classifier bool   `msgpack:"classifier"`
	Generator  bool   `msgpack:"generator"`
	Training   Topic  `msgpack:"training"` // that was under way, if Epochs is not 0
	Epoch      int    `msgpack:"epoch"`
	Epochs     int    `msgpack:"epochs"`
	Bare       bool   `msgpack:"bare"`             // it is a file before its import
	Images     bool   `msgpack:"images" since:"2"` // Rows are images
}

// Bytes is the card as it is kept with a project.
func (c KeptCard) Bytes() ([]byte, error) { return form.Marshal(c) }

// ReadCard reads what Bytes wrote. A card of another version says nothing.
func ReadCard(b []byte) KeptCard {
	c, err := form.UnmarshalKept[KeptCard](b)
	if err != nil {
		return KeptCard{}
	}
	return c
}

// KeptRecord is a named piece of what is saved of a project: bytes, or a file of the
// page by its number. Without either it is the one that is saved already.
type KeptRecord struct {
	Name  string
	Bytes []byte
	File  int
	Size  int // of the file
}

// Trouble is why something could not be kept, as far as it decides what to do.
type Trouble uint8

// The troubles.
const (
	OtherTrouble Trouble = iota
	NoVault              // the browser keeps nothing
	VaultFull
	VaultTaken // another tab has the project
	FileGone   // a file cannot be read again
)

// VaultEffect is an effect on what the browser keeps.
type VaultEffect interface {
	Effect
	vault()
}

// The effects on what the browser keeps. Their order matters.
type (
	// ListKept brings a KeptListed, the First one a KeptStarted, or a KeepFault.
	ListKept struct {
		First  bool
		Resume string
	}

	// WaitToKeep brings a KeepDue of the timer after some milliseconds.
	WaitToKeep struct{ Timer, MS int }

	// KeepProject saves a project, once it is packed, and makes it if there is none of
	// that ID. It brings what Kept says, or a NotKept.
	KeepProject struct {
		ID      string
		Card    KeptCard
		Records []KeptRecord
		Without string           // records whose names begin so are removed first, if any
		No      int              // of the save, which the answer names
		batch   batchKept        // that is saved with it
		left    []Left           // out of it
		packing *packing         // the project, which is no record yet
		project snapshot.Project // as it was packed
	}

	// FetchKept brings a Fetched or a NotFetched. Version -1 is the present state.
	FetchKept struct {
		ID      string
		Version int
	}

	// LeaveKept gives a project back, so that other tabs may have it.
	LeaveKept struct{ ID string }

	// NameKept and DropKept change the list, and bring a KeptListed or a KeepFault.
	NameKept struct{ ID, Name string }
	DropKept struct {
		ID      string
		Version int // -1: the whole project
	}

	// AskPersist asks the browser not to remove what it keeps. It brings a
	// PersistAnswered.
	AskPersist struct{}

	// DropFiles lets go of files of the page, by their numbers, after all that was asked for before.
	DropFiles struct{ Numbers []int }
)

func (ListKept) vault()    {}
func (WaitToKeep) vault()  {}
func (KeepProject) vault() {}
func (FetchKept) vault()   {}
func (LeaveKept) vault()   {}
func (NameKept) vault()    {}
func (DropKept) vault()    {}
func (AskPersist) vault()  {}
func (DropFiles) vault()   {}

// Intents about what the browser keeps.
type (
	// StartKeeping begins; Resume names the project that this tab had open before
	// it was loaded again, and opens it.
	StartKeeping struct{ Resume string }

	// KeepNow saves at once what is not saved, as the page may be gone soon.
	KeepNow struct{}

	OpenKept struct {
		ID      string
		Version int // -1: the present state
	}
	DeleteKept struct {
		ID      string
		Version int // -1: the whole project
	}
	NameVersion  struct{ ID, Name string }
	DeclineOffer struct{}
	ShowKept     struct{} // brings the list up to date
	KeepForGood  struct{} // asks the browser not to remove anything
)

// What the browser says of what it keeps.
type (
	KeptListed struct {
		Projects     []KeptProject
		Usage, Quota int64
		Persisted    bool
	}

	// KeptStarted answers a ListKept with First.
	KeptStarted struct {
		KeptListed
		Tab    string // random; no other tab has it
		Resume string // of StartKeeping
	}
	KeepFault struct {
		Trouble Trouble
		Why     string // the end of a sentence
		First   bool
	}
	KeepDue struct{ Timer int }
	Kept    struct {
		ID      string
		No      int
		At      int64
		left    []Left           // out of it
		project snapshot.Project // as it is saved
	}
	NotKept struct {
		ID      string
		No      int
		Trouble Trouble
		Why     string
	}
	Fetched struct {
		ID      string
		Version int
		At      int64
		Records []KeptRecord
		Held    bool // this tab alone may save it
		Older   bool // the last state was damaged; this is the one before
	}
	NotFetched      struct{ ID, Why string }
	PersistAnswered struct{ Granted bool }
)
