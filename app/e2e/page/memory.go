package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Memory is a tab's memory after JavaScript garbage collection. Sizes are in MB.
type Memory struct {
	Nodes, Listeners float64 // document nodes, including detached ones, and event handlers
	Values           float64 // browser objects held by the page's program
	Script           float64 // objects of JavaScript
	Page, Engine     float64 // memory of the page's program, and of the largest of its engines, which never shrinks
	Process          float64 // the tab's memory according to the system
}

// Figures maps names to measurements.
func (m Memory) Figures() map[string]float64 {
	return map[string]float64{"nodes": m.Nodes, "listeners": m.Listeners, "values": m.Values,
		"MB of JavaScript": m.Script,
		"MB of the page":   m.Page, "MB of an engine": m.Engine, "MB of the process": m.Process}
}

// String lists the numbers in one line.
func (m Memory) String() string {
	return fmt.Sprintf("%.0f nodes, %.0f listeners, %.0f values, %.1f MB of JavaScript, %.0f of the page, %.0f of an "+
		"engine, %.0f of the process",
		m.Nodes, m.Listeners, m.Values, m.Script, m.Page, m.Engine, m.Process)
}

// Memory releases the objects held by the driver, collects garbage and returns the tab's memory.
func (p *Tab) Memory() (m Memory) {
	call(p, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: found})
	p.run(`document.body.dispatchEvent(new Event("click"))`) // a press that left the page still waits for this event
	call(p, accessibility.Enable, cdp.Empty{})
	call(p, accessibility.Disable, cdp.Empty{}) // otherwise the browser keeps objects from every search for a control
	call(p, network.Disable, cdp.Empty{})
	call(p, network.Enable, network.EnableParams{}) // otherwise the browser keeps everything that the page has fetched
	call(p, performance.Enable, performance.EnableParams{})
	for range 2 { // the second collects what Go's finalizers release after the first
		call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	}
	for _, metric := range call(p, performance.GetMetrics, cdp.Empty{}).Metrics {
		switch metric.Name {
		case "Nodes":
			m.Nodes = metric.Value
		case "JSEventListeners":
			m.Listeners = metric.Value
		case "JSHeapUsedSize":
			m.Script = metric.Value / (1 << 20)
		}
	}
	var err error
	if m.Page, err = ofAll(p, "WebAssembly.Memory", memorySize); err != nil {
		p.t.Fatal(err)
	}
	if m.Values, err = ofAll(p, "Go", valuesHeld); err != nil {
		p.t.Fatal(err)
	}
	for _, id := range p.workers() {
		if mb, err := p.engineMemory(id); err == nil { // otherwise the engine has ended meanwhile
			m.Engine = max(m.Engine, mb)
		}
	}
	m.Process = float64(slices.Max(append(Renderers(), 0)))
	return m
}

// engineMemory is the size of an engine's memory.
func (p *Tab) engineMemory(id target.ID) (mb float64, err error) {
	ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel())
	defer cancel()
	if err := chromedp.Do(ctx); err != nil { // stays attached after the command
		return 0, err
	}
	return ofAll(&Tab{Timeout: p.Timeout, t: p.t, ctx: ctx}, "WebAssembly.Memory", memorySize)
}

// Functions that ofAll calls with all objects of a class as this.
const (
	memorySize = `function() { return this.reduce((n, memory) => n + memory.buffer.byteLength, 0) / 2**20 }`
	valuesHeld = `function() { return this.reduce((n, go) => n + go._values.filter((v) => v != null).length, 0) }`
)

// ofAll calls a function with all objects of a class as this.
func ofAll(p *Tab, class, function string) (v float64, err error) {
	prototype, err := try(p, runtime.Evaluate, runtime.EvaluateParams{Expression: class + ".prototype"})
	if err != nil {
		return 0, err
	}
	all, err := try(p, runtime.QueryObjects, runtime.QueryObjectsParams{PrototypeObjectID: prototype.Result.ObjectID,
		ObjectGroup: "all"})
	if err != nil {
		return 0, err
	}
	defer try(p, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: "all"})
	byValue := true
	res, err := try(p, runtime.CallFunctionOn,
		runtime.CallFunctionOnParams{FunctionDeclaration: function, ObjectID: all.Objects.ObjectID,
			ReturnByValue: &byValue})
	if err == nil {
		err = json.Unmarshal(res.Result.Value, &v)
	}
	return v, err
}

// workers returns the running engines.
func (p *Tab) workers() (list []target.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, info := range p.attached {
		if strings.Contains(info.URL, "engine") {
			list = append(list, info.TargetID)
		}
	}
	return list
}

// CapMemory limits the memory of the first engine of each page ("engine.wasm"), or of the tab's first program
// ("app.wasm"), to some MiB; 0 means no limit. Growing further fails as if the machine had no memory left.
// Call it before Start.
func (p *Tab) CapMemory(program string, mb float64) {
	p.beforeStart(fmt.Sprintf(`{
		const programs = {%q: %v * 16}; // units of 64 KB
		const capped = async (program) => {
			const list = await (await fetch("sw.js")).text();
			const file = list.match(program.replace(".", "\\.[0-9a-f]+\\."))[0];
			const b = new Uint8Array(await (await fetch(file)).arrayBuffer());
			let at = 8;
			const number = () => { // unsigned LEB128
				for (let n = 0, s = 0; ; s += 7) {
					n |= (b[at] & 127) << s;
					if (b[at++] < 128) return n;
				}
			};
			const bytes = (n) => n > 127 ? [n & 127 | 128, ...bytes(n >> 7)] : [n];
			for (;;) {
				const section = at, id = b[at++], end = number() + at;
				if (id === 5) { // memories: how many, whether there is a limit, the units at first, the limit
					at += 2;
					const least = number(), body = [1, 1, ...bytes(least), ...bytes(Math.max(programs[program],
						least))];
					const parts = [b.slice(0, section), new Uint8Array([5, body.length, ...body]), b.slice(end)];
					return WebAssembly.compile(await new Blob(parts).arrayBuffer());
				}
				at = end;
			}
		};
		const instantiate = WebAssembly.instantiate;
		WebAssembly.instantiate = async (module, imports) => {
			const cap = programs["app.wasm"] && !sessionStorage.capped;
			sessionStorage.capped = true;
			return instantiate(cap ? await capped("app.wasm") : module, imports);
		};
		const Real = Worker;
		window.memories = []; // what engines' memory grew to
		window.Worker = class extends Real {
			constructor(url, options) {
				const engine = /engine/.test(url), cap = engine && memories.length === 0 && programs["engine.wasm"];
				super(url, cap ? {name: "given"} : options);
				if (cap) capped("engine.wasm").then((module) => this.postMessage(module));
				if (!engine) return;
				const grown = [];
				memories.push(grown);
				this.addEventListener("message", (e) => e.data > 0 && grown.push(e.data / 2 ** 20));
			}
		};
		window.alertsSaid = new Set();
		new MutationObserver(() => {
			for (const e of document.querySelectorAll("[role=alert]")) alertsSaid.add(e.innerText);
		}).observe(document, {subtree: true, childList: true, characterData: true});
	}`, program, mb))
}

// AlertsSaid returns the texts of all alerts so far, including closed ones. CapMemory records them.
func (p *Tab) AlertsSaid() string { return eval[string](p, `[...alertsSaid].join("\n")`) }

// EngineMemories returns the largest memory, in MiB, of each engine started since the page loaded.
// CapMemory records it.
func (p *Tab) EngineMemories() [][]float64 { return eval[[][]float64](p, `memories`) }
