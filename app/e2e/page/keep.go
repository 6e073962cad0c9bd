package page

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/storage"

	"causeway/core/form"
	"causeway/core/snapshot"
)

// WaitSaved waits until everything is saved.
func (p *Tab) WaitSaved() {
	p.WaitFor("the project to be saved", func() bool { return strings.HasPrefix(p.KeepState(), "Saved here") })
}

// KeepState is the page's text about saving.
func (p *Tab) KeepState() string { return p.Says(Saving) }

// StepState is the navigation's text about a step, by its name in the address.
func (p *Tab) StepState(step string) string { return p.Says(stateOf(step)) }

// WaitTrained waits until the navigation says that both models are trained.
func (p *Tab) WaitTrained() {
	p.WaitFor("both models", func() bool {
		return p.StepState("generator") == "trained" && p.StepState("classifier") == "trained"
	})
}

// SmallProject gives a page a small table and both models.
func (p *Tab) SmallProject(n Training) {
	p.SmallTable()
	p.Train(n)
	p.WaitTrained()
}

// SmallTable loads a small table, even if the page reports nothing about it.
func (p *Tab) SmallTable() {
	p.FillNumber("Rows", 1000)
	p.Click("button", "Simple-BN")
	p.WaitHas("table", "Columns of the table")
}

// SetTries sets how many candidates a search tries.
func (p *Tab) SetTries(n int) {
	p.GoTo("Person")
	p.Unfold("More about the search")
	p.FillNumber("Tries", float64(n))
}

// OpenOffered opens the project that the page offers, from a file or a link.
func (p *Tab) OpenOffered() {
	p.Click("button", "Open this project")
	p.WaitText("status", "The project about Simple-BN is open")
}

// Verify makes the page retrain its models and waits until the project's claims are
// confirmed.
func (p *Tab) Verify() {
	p.TrainAgain()
	p.WaitText("status", "Verified: retraining gave the same bytes, and all figures are correct.")
}

// TrainAgain verifies without training, then with.
func (p *Tab) TrainAgain() {
	p.Click("button", "Verify")
	p.Click("button", "Train again and compare")
}

// OpenRecent opens the first recent project, even if it is open in another tab.
func (p *Tab) OpenRecent() {
	p.WaitFor("a recent project", func() bool {
		return eval[bool](p, `(() => { const b = [...document.querySelectorAll("#recent-projects button")].find((b) `+
			`=> b.textContent === "Open project"); b?.click(); return !!b })()`)
	})
}

// NoStore lists scripts that take storage away from a page, as some browsers do.
var NoStore = map[string]func(*Tab){
	"no IndexedDB": func(p *Tab) {
		p.beforeStart(`Object.defineProperty(globalThis, "indexedDB", {value: undefined})`)
	},
	"forbidden": func(p *Tab) {
		p.beforeStart(`IDBFactory.prototype.open = () => { throw new DOMException("site data are blocked", ` +
			`"SecurityError") }`)
	},
	"failing": func(p *Tab) {
		p.beforeStart(`IDBFactory.prototype.open = () => {
			const request = {error: new DOMException("Internal error opening backing store", "UnknownError")};
			setTimeout(() => request.onerror({}));
			return request;
		}`)
	},
}

// LimitStore limits the page's storage to n bytes.
func (p *Tab) LimitStore(bytes float64) {
	call(p, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{
		Origin: strings.TrimSuffix(p.origin, "/"), QuotaSize: &bytes})
}

// BreakStore makes every further save fail halfway.
func (p *Tab) BreakStore() {
	p.run(`window.realPut = IDBObjectStore.prototype.put;
		IDBObjectStore.prototype.put = function (...args) {
			const request = realPut.apply(this, args);
			this.transaction.abort();
			return request;
		}`)
}

// MendStore undoes BreakStore.
func (p *Tab) MendStore() { p.run(`IDBObjectStore.prototype.put = realPut`) }

// keptHead is the list of a project's records, as app/bridge writes it.
type keptHead struct {
	Writer   string      `msgpack:"writer"`
	Count    uint64      `msgpack:"count"`
	States   []keptState `msgpack:"states"`
	Versions []keptState `msgpack:"versions"`
}

type keptState struct {
	Name    string     `msgpack:"name"`
	At      int64      `msgpack:"at"`
	Card    []byte     `msgpack:"card"`
	Records []keptItem `msgpack:"records"`
}

type keptItem struct {
	Name string `msgpack:"name"`
	Size int    `msgpack:"size"`
	Sum  []byte `msgpack:"sum"`
}

// Kept reads the last saved table project directly from storage.
func (p *Tab) Kept() snapshot.Project { return readKept(p, "project", snapshot.Read) }

// KeptImages reads the last saved images and their models directly from storage.
func (p *Tab) KeptImages() snapshot.Images { return readKept(p, "images", snapshot.ReadImages) }

// readKept reads a record of the last save.
func readKept[T any](p *Tab, record string, read func([]byte) (T, error)) (kept T) {
	var last keptState
	folder := ""
	for name, b := range p.items("head/") {
		h, err := form.Unmarshal[keptHead](b[1+sha256.Size:])
		if err != nil {
			p.t.Fatal(err)
		}
		if h.States[0].At > last.At {
			last, folder = h.States[0], strings.TrimPrefix(name, "head/")
		}
	}
	i := slices.IndexFunc(last.Records, func(r keptItem) bool { return r.Name == record })
	if i < 0 {
		p.t.Fatalf("no %s is saved", record)
	}
	name := "part/" + folder + "/" + hex.EncodeToString(last.Records[i].Sum)
	kept, err := read(p.items(name)[name])
	if err != nil {
		p.t.Fatal(err)
	}
	return kept
}

// items reads the stored items whose names begin with a text.
func (p *Tab) items(prefix string) map[string][]byte {
	list := eval[map[string]string](p, `new Promise((done, failed) => {
		const opening = indexedDB.open("causeway /", 1);
		opening.onerror = () => failed(opening.error);
		opening.onsuccess = () => {
			const found = {};
			const tx = opening.result.transaction("items");
			const from = tx.objectStore("items").openCursor(IDBKeyRange.bound("`+prefix+`", "`+prefix+`\uffff"));
			from.onsuccess = () => {
				if (from.result) {
					found[from.result.key] = btoa(Array.from(from.result.value,
						(c) => String.fromCharCode(c)).join(""));
					from.result.continue();
				}
			};
			tx.oncomplete = () => { opening.result.close(); done(found); };
		};
	})`)
	out := map[string][]byte{}
	for name, text := range list {
		b, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			p.t.Fatal(err)
		}
		out[name] = b
	}
	return out
}

// failCalls prepares storeCalls: the storage call that makes its count reach fail throws.
const failCalls = `
	window.storeCalls = {made: 0, failed: "", fail: 0};
	const count = (name) => {
		if (++storeCalls.made === storeCalls.fail) {
			storeCalls.failed = name;
			throw new DOMException("it was made to fail", "UnknownError");
		}
	};
	const names = [[IDBFactory, "open"], [IDBDatabase, "transaction"],
		[IDBTransaction, "objectStore"], [IDBObjectStore, "get"], [IDBObjectStore, "put"],
		[IDBObjectStore, "delete"], [IDBObjectStore, "getAllKeys"], [SubtleCrypto, "digest"]];
	for (const [of, name] of names) {
		const real = of.prototype[name];
		of.prototype[name] = function (...args) { count(name); return real.apply(this, args) };
	}
	window.Uint8Array = new Proxy(Uint8Array, {construct(of, args, self) {
		if (args[0] > 64) count("Uint8Array"); // smaller arrays go only to the engine
		return Reflect.construct(of, args, self);
	}});
`

// FailCall makes the n-th storage call from now on fail, or none if n is 0: opening, transactions, requests,
// digests and their memory.
func (p *Tab) FailCall(n int) {
	p.run(`if (!window.storeCalls) {` + failCalls + `}
		Object.assign(storeCalls, {made: 0, failed: "", fail: ` + strconv.Itoa(n) + `});`)
}

// CanFailAtStart lets FailAtStart work; call it before Start.
func (p *Tab) CanFailAtStart() {
	p.beforeStart(`{` + failCalls + `storeCalls.fail = Number(sessionStorage.failCall) }`)
}

// FailAtStart is FailCall for calls from the next reload on.
func (p *Tab) FailAtStart(n int) { p.run(`sessionStorage.failCall = ` + strconv.Itoa(n)) }

// CallsMade counts the storage calls since FailCall.
func (p *Tab) CallsMade() int { return eval[int](p, "storeCalls.made") }

// CallFailed names the call that FailCall made fail; empty if it was not reached.
func (p *Tab) CallFailed() string { return eval[string](p, "storeCalls.failed") }
