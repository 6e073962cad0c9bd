package page

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// SetFiles puts files into the page's file input, as choosing or dropping them would.
func (p *Tab) SetFiles(paths ...string) {
	in := "input[type=file]:not(.project-open *)"
	if p.countPart(Part{".drawer"}) > 0 {
		in = ".drawer " + in
	}
	p.giveFiles(in, paths)
}

// OpenProject gives a file to the project's "Open".
func (p *Tab) OpenProject(path string) {
	p.giveFiles(".project-open input[type=file]", []string{path})
}

// SetNewRows chooses a file of new rows to explain.
func (p *Tab) SetNewRows(path string) { p.giveFiles(".batch input[type=file]", []string{path}) }

func (p *Tab) giveFiles(selector string, paths []string) {
	call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: p.absolute(paths), ObjectID: p.query(selector)})
}

// DropFiles drops files onto the middle of the window.
func (p *Tab) DropFiles(paths ...string) {
	at := eval[[2]float64](p, `[innerWidth / 2, innerHeight / 2]`)
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: p.absolute(paths), DragOperationsMask: 1}
	for _, typ := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter,
		input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		call(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: typ, X: at[0], Y: at[1], Data: data})
	}
}

func (p *Tab) absolute(paths []string) []string {
	var list []string
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			p.t.Fatal(err)
		}
		list = append(list, abs)
	}
	return list
}

// Download presses a button that saves a file with a name such as "*.csv", and returns the saved file.
func (p *Tab) Download(button, kind string) []byte {
	p.saveInto()
	p.Click("button", button)
	return p.downloaded(kind)
}

// saveInto makes the browser save files into the tab's own folder.
func (p *Tab) saveInto() {
	if p.folder == "" {
		p.folder = p.t.TempDir()
	}
	call(p, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: p.folder,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID})
}

// downloaded waits for a file saved by the browser after Download, and removes it.
func (p *Tab) downloaded(kind string) (b []byte) {
	p.WaitFor("a saved file "+kind, func() bool {
		files, _ := filepath.Glob(filepath.Join(p.folder, kind))
		if len(files) == 0 {
			return false
		}
		var err error
		if b, err = os.ReadFile(files[0]); err != nil || len(b) == 0 {
			return false
		}
		return os.Remove(files[0]) == nil
	})
	return b
}

// DownloadCSV is Download for a table, record by record.
func (p *Tab) DownloadCSV(button string) [][]string {
	records, err := csv.NewReader(bytes.NewReader(p.Download(button, "*.csv"))).ReadAll()
	if err != nil || len(records) == 0 {
		p.t.Fatalf("%s saves %d records: %v", button, len(records), err)
	}
	return records
}

// SaveReport saves the report and returns it.
func (p *Tab) SaveReport() []byte {
	return p.Download("Save report", "report*.html")
}

// KeepSaved intercepts the files that the page saves from now on.
func (p *Tab) KeepSaved() {
	p.run(`window.saved = [], window.showSaveFilePicker = undefined;
		HTMLAnchorElement.prototype.click = function() {
			if (this.download) saved.push({name: this.download, blob: kept}) };
		const make = URL.createObjectURL;
		let kept;
		URL.createObjectURL = (blob) => { kept = blob; return make(blob) }`)
}

// Saved waits for the next file that the page saves and returns its name and
// its text.
func (p *Tab) Saved() (name, text string) {
	p.WaitFor("a file to be saved", func() bool { return eval[bool](p, `saved.length > 0`) })
	got := eval[[]string](p, `(async () => { const s = saved.shift(); return [s.name, await s.blob.text()] })()`)
	return got[0], got[1]
}

// SaveProject saves the project without a picker, as in browsers that have none, with what the named boxes add.
func (p *Tab) SaveProject(with ...string) []byte {
	p.run(`window.showSaveFilePicker = undefined`)
	p.Click("button", "Save as")
	p.WaitHas("button", "Save to a file")
	for _, box := range with {
		p.Click("checkbox", box)
	}
	return p.Download("Save to a file", "*.causeway")
}

// Printed is the document of the tab as it is printed, a PDF.
func (p *Tab) Printed() []byte { return call(p, page.PrintToPDF, page.PrintToPDFParams{}).Data }

// OfferPickers gives the page file pickers that always answer: a new project is saved to mine.causeway, and opening
// returns the last written file as other.causeway.
func (p *Tab) OfferPickers() {
	p.run(`window.asked = 0, window.written = [];
		window.showSaveFilePicker = async (options) => {
			asked++;
			return {name: "mine.causeway", createWritable: async () => {
				let all = null;
				return {write: async (b) => { all = b }, close: async () => {
					if (window.fullDisk) throw new Error("the disk is full");
					written.push(all.length);
					window.last = all;
				}};
			}};
		};
		window.others = 0;
		window.showOpenFilePicker = async () => [{
			name: "other.causeway", getFile: async () => new File([last], "other.causeway"),
			createWritable: async () => ({write: async (b) => {}, close: async () => { others++ }})}]`)
}

// Picked records the use of the files of OfferPickers and OfferDropped.
type Picked struct {
	Asked   int   // for a file
	Written []int // bytes of each save to mine.causeway
	Others  int   // saves to other.causeway
	Dropped int   // saves of the same bytes to the dropped file
	Grants  int   // remaining answers
}

// Picked is the use of the files so far.
func (p *Tab) Picked() Picked {
	return eval[Picked](p, `({Asked: asked, Written: written, Others: others, Dropped: window.dropped ?? 0, Grants: `+
		`window.grants?.length ?? 0})`)
}

// FillDisk makes every further save to mine.causeway fail.
func (p *Tab) FillDisk() { p.run(`window.fullDisk = true`) }

// LastWritten is the last content written to mine.causeway.
func (p *Tab) LastWritten() []byte {
	b, err := base64.StdEncoding.DecodeString(
		eval[string](p, `btoa(Array.from(last, (c) => String.fromCharCode(c)).join(""))`))
	if err != nil {
		p.t.Fatal(err)
	}
	return b
}

// OfferDropped lets a dropped file be written after the person allows it on the second request. The browser's handle
// of the dropped file is real, except for writing.
func (p *Tab) OfferDropped() {
	p.run(`const real = DataTransferItem.prototype.getAsFileSystemHandle;
		window.grants = ["denied", "granted", "granted"], window.dropped = 0;
		DataTransferItem.prototype.getAsFileSystemHandle = async function () {
			const {kind, name} = await real.call(this);
			return {kind, name, requestPermission: async ({mode}) => mode == "readwrite" && grants.shift(),
				createWritable: async () => ({write: async (b) => { dropped += b.length == last.length },
					close: async () => {}})};
		}`)
}

// PickOriginFile replaces a picked file by a file of the origin.
func (p *Tab) PickOriginFile(name string) {
	p.run(fmt.Sprintf(`window.showSaveFilePicker = async () => (await `+
		`navigator.storage.getDirectory()).getFileHandle(%q, {create: true})`, name))
}

// OriginFile is the content of a file of the origin.
func (p *Tab) OriginFile(name string) string {
	return eval[string](p, fmt.Sprintf(`(async () => (await (await (await `+
		`navigator.storage.getDirectory()).getFileHandle(%q)).getFile()).text())()`, name))
}

// CatchCopied records texts copied from now on.
func (p *Tab) CatchCopied() {
	p.run(`window.copied = "", navigator.clipboard.writeText = async (text) => { copied = text }`)
}

// Copied is the last copied text.
func (p *Tab) Copied() string { return eval[string](p, `copied`) }

// WaitHeldFiles waits until the page holds n of its long files.
func (p *Tab) WaitHeldFiles(n int) {
	p.WaitFor("long files to be let go", func() bool {
		return eval[int](p, `causewayFiles.filter(Boolean).length`) == n
	})
}

// CatchReaders counts the workers that read Parquet files from now on; call it before Start.
func (p *Tab) CatchReaders() {
	p.beforeStart(`{
		const Real = Worker;
		window.readers = new Set();
		window.Worker = class extends Real {
			constructor(...a) {
				super(...a);
				if (/parquet/.test(a[0])) {
					readers.add(this);
					const busy = () => this.dispatchEvent(new MessageEvent("message", {data: {busy: true}}));
					if (window.stalled) this.alive = (stalled === "busy" ? setInterval : setTimeout)(busy, 500);
				}
			}
			postMessage(...a) { if (!window.stalled || !readers.has(this)) super.postMessage(...a) }
			terminate() { super.terminate(); clearInterval(this.alive); readers.delete(this) }
		};
	}`)
}

// Readers is how many workers read Parquet files now, after CatchReaders.
func (p *Tab) Readers() int { return eval[int](p, `readers.size`) }

// StallReaders makes workers started from now on never finish, after CatchReaders: "silent" ones report progress
// once, "busy" ones repeatedly. An empty word makes them work again.
func (p *Tab) StallReaders(how string) { p.run(fmt.Sprintf(`window.stalled = %q`, how)) }

// Dismiss closes all alerts.
func (p *Tab) Dismiss() {
	p.run(`for (const b of document.querySelectorAll("[role=alert] button")) b.click()`)
	p.WaitNoAlert()
}
