package store

import (
	"causeway/core/form"
	"causeway/core/snapshot"
)

// Keeping is the project's place in this browser: whether the last change is saved there, and which
// other projects there are.
type Keeping struct {
	Stage    keepStage
	Why      string // reason as a sentence, for KeepFailed and KeepOff
	At       int64  // when the project was last saved, in milliseconds of Unix time
	Copy     bool   // whether another tab has the project, so that this one works on a copy
	Free     bool   // whether that tab is closed, so that this one may take over the project
	Left     []Left // parts whose present state is not saved
	Projects []KeptProject
	ID       string // ID of the open project in the list; "": never saved
	Offer    string // ID of the project that the page offers to reopen
	Opening  bool   // whether a project is being opened
	Doing    bool   // whether the list is changing

	Usage, Quota int64 // bytes; Quota 0: unknown
	Persisted    bool  // the browser keeps the data even when the disk is full
	NoPersist    bool  // the browser declined the request for that

	tab      string // prefix for the names of this tab's new projects
	made     int    // how many it has made
	dirty    bool   // whether there are unsaved changes
	gist     *gist  // gist of the state after the last intent, once saving works
	timer    int    // number of the running timer; 0: none runs
	timers   int
	saving   bool
	packing  bool   // whether the rows are on their way
	noRows   string // hash of a table, or of images, that cannot be saved
	noBatch  string // the run whose rows are too large to save
	batch    batchKept
	going    batchKept // like batch, for the save on its way
	table    string    // hash of the saved table, or of images whose files are saved
	saves    int       // numbers them
	partings []parting // that are on their way
	sent     string    // like table, for the save on its way
	models   any       // Images.made of the saved record
	sentMade any       // like models, for the save on its way
	failed   int       // consecutive failed saves
	asked    bool      // whether persistence was requested
	told     bool      // whether the page has said that nothing can be saved
	opening  arrival
	fetching string   // ID of the project that is being opened
	wish     OpenKept // if it has an ID: opened once the present project is saved
	of       original
	watching bool     // a KeptWatched is on its way
	bare     bool     // no document yet, only a file that is not imported
	names    []string // names of the records that are saved
	sentAs   []string // like names, for the save on its way
	room     int      // number of the timer that tries for room again; 0: none runs
	tries    int      // number of attempts to find room
	tight    bool     // no room for the rows, which noRows records
	file     int      // Data.openID of the saved file
	sentFile int      // like file, for the save on its way
	gone     bool     // noFile cannot be read again
	noFile   int      // Data.openID of a file too large for the room left
}

// parting is the last save of a project that the page leaves for another.
type parting struct {
	no   int // number of the save
	name string
}

// arrival is a project that is being opened.
type arrival struct {
	id        string
	hash      string // hash of its table or images
	images    snapshot.Images
	isImages  bool
	rows      bool          // are saved with it
	held      bool          // this tab may save it
	changed   bool          // an earlier state, not the last saved one
	rest      []storedSlice // saved beside the project
	bare      bool          // only a preview, no project yet
	lost      []Left        // parts that could not be read
	isVersion bool
	came      bool  // the page shows it, with its table
	at        int64 // when it was saved
}

// keepStage is the stage of saving.
type keepStage uint8

// The stages of keeping.
const (
	KeepOff    keepStage = iota // nothing is saved; Why says why, or is empty before saving starts
	KeepReady                   // nothing to save yet
	keepDirty                   // a change is saved in a moment
	keepSaving                  // it is being saved
	KeepSaved                   // everything is saved
	KeepFailed                  // saving failed and will be retried
)

// KeptProject is a project in the list.
type KeptProject struct {
	ID       string
	At       int64 // milliseconds of Unix time
	Size     int   // bytes
	Open     bool  // open in some tab
	Card     KeptCard
	Versions []KeptVersion
}

// KeptVersion is a named version of a project.
type KeptVersion struct {
	Name string
	At   int64
	Card KeptCard
}

// KeptCard summarizes a version of a project.
type KeptCard struct {
	Name       string `msgpack:"name"`
	Rows       int    `msgpack:"rows"`
	NoRows     bool   `msgpack:"noRows"` // whether there are too many to be saved
	Edges      int    `msgpack:"edges"`
	Rules      int    `msgpack:"rules"`
	Labels     int    `msgpack:"labels"`
	Classifier bool   `msgpack:"classifier"`
	Generator  bool   `msgpack:"generator"`
	Training   Topic  `msgpack:"training"` // that was running, if Epochs is not 0
	Epoch      int    `msgpack:"epoch"`
	Epochs     int    `msgpack:"epochs"`
	Bare       bool   `msgpack:"bare"`             // a file before its import
	Images     bool   `msgpack:"images" since:"2"` // Rows counts images
}

// Bytes returns the stored form of the card.
func (c KeptCard) Bytes() ([]byte, error) { return form.Marshal(c) }

// ReadCard reads the result of Bytes. A card of another version is empty.
func ReadCard(b []byte) KeptCard {
	c, err := form.UnmarshalKept[KeptCard](b)
	if err != nil {
		return KeptCard{}
	}
	if c.Training > theLeft { // an earlier version counted the models of images after the other topics
		c.Training -= theLeft + 1
	}
	return c
}

// KeptRecord is a named record of a saved project: bytes, or the number of a file that the page holds.
// With neither, the saved record stays.
type KeptRecord struct {
	Name  string
	Bytes []byte
	File  int
	Size  int // size of the file
}

// Trouble is the kind of a failed save, as far as the next action depends on it.
type Trouble uint8

// The troubles.
const (
	OtherTrouble Trouble = iota
	NoVault              // the browser stores nothing
	VaultFull
	VaultTaken // another tab has the project
	FileGone   // a file cannot be read again
)

// VaultEffect is an effect on the browser's storage.
type VaultEffect interface {
	Effect
	vault()
}

// Effects on the browser's storage. Their order matters.
type (
	// ListKept answers with a KeptListed (with First, a KeptStarted), or with a KeepFault on failure.
	ListKept struct {
		First  bool
		Resume string
	}

	// WaitToKeep answers with the timer's KeepDue after some milliseconds.
	WaitToKeep struct{ Timer, MS int }

	// KeepProject packs and saves a project. It creates the project if the ID is new. It answers with a Kept or a
	// NotKept.
	KeepProject struct {
		ID      string
		Card    KeptCard
		Records []KeptRecord
		Without string           // first removes records whose names have this prefix, unless empty
		No      int              // number of the save, repeated in the answer
		batch   batchKept        // that is saved with it
		left    []Left           // left out
		packing *packing         // the project, not yet encoded as a record
		project snapshot.Project // as it was packed
	}

	// FetchKept answers with a Fetched or a NotFetched. Version -1 is the present state.
	FetchKept struct {
		ID      string
		Version int
	}

	// LeaveKept releases a project for other tabs.
	LeaveKept struct{ ID string }

	// NameKept and DropKept change the list. They answer with a KeptListed or a KeepFault.
	NameKept struct{ ID, Name string }
	DropKept struct {
		ID      string
		Version int // -1: the whole project
	}

	// AskPersist asks the browser to protect its storage from eviction. It answers with a
	// PersistAnswered.
	AskPersist struct{}

	// DropFiles releases files by number, after all earlier effects are done.
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

// Intents about the browser's storage.
type (
	// StartKeeping begins to save. Resume names the project that this tab had open before a reload,
	// and opens it.
	StartKeeping struct{ Resume string }

	// KeepNow saves unsaved changes at once, because the page may be closed soon.
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
	ShowKept     struct{} // refreshes the list
	KeepForGood  struct{} // asks the browser to protect its storage
)

// Facts about the browser's storage.
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
		Resume string // as in StartKeeping
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
		left    []Left           // left out
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
		Held    bool // only this tab may save it
		Older   bool // the last state was damaged; this is the previous one
	}
	NotFetched      struct{ ID, Why string }
	PersistAnswered struct{ Granted bool }
)

// records maps names to the records of a saved state.
type records map[string]KeptRecord

func (in Fetched) byName() records {
	all := records{}
	for _, r := range in.Records {
		all[r.Name] = r
	}
	return all
}

func (r records) get(name string) (b []byte, there bool) {
	is, there := r[name]
	return is.Bytes, there
}
