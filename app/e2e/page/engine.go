package page

import (
	"encoding/base64"
	"fmt"
	"time"

	"causeway/core/engine"
	"causeway/core/wire"
)

// Talk is a conversation with an engine in a worker of the page.
type Talk struct {
	p     *Tab
	facts []said
}

// said is a fact and the page time of its arrival, in milliseconds.
type said struct {
	job  int
	fact wire.Message
	at   float64
}

// NewTalk starts a worker and exchanges hellos.
func NewTalk(p *Tab) *Talk {
	p.run(`const text = (bytes) => {
			let s = "";
			for (let i = 0; i < bytes.length; i += 8192) s += String.fromCharCode(...bytes.subarray(i, i + 8192));
			return btoa(s);
		};
		window.talk?.worker.terminate();
		window.talk = {worker: causewayEngine(""), heard: []};
		talk.worker.onmessage = (e) => e.data.module || e.data > 0 || talk.heard.push({At: performance.now(),
			Frame: e.data.fatal ? "" : text(e.data), Fatal: e.data.fatal ?? ""})`)
	p.t.Cleanup(func() { p.run(`talk.worker.terminate()`) })
	c := &Talk{p: p}
	c.Send(0, wire.Hello{Protocol: wire.Protocol, Build: p.Build()})
	Await[wire.Hello](c, 0)
	return c
}

// Send posts a message and returns the page time of posting.
func (c *Talk) Send(job int, m wire.Message) float64 {
	return eval[float64](c.p, fmt.Sprintf(
		`(talk.worker.postMessage(Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))), performance.now())`,
		c.p.frame(job, m)))
}

// listen collects the facts received so far.
func (c *Talk) listen() {
	for _, h := range eval[[]struct {
		At    float64
		Frame []byte
		Fatal string
	}](c.p, `talk.heard.splice(0)`) {
		if h.Fatal != "" {
			c.p.t.Fatalf("the engine ended: %s", h.Fatal)
		}
		job, m, err := wire.Decode(h.Frame)
		if err != nil {
			c.p.t.Fatal(err)
		}
		if f, ok := m.(wire.Failure); ok {
			c.p.t.Fatalf("job %d: %s", job, f.Detail)
		}
		c.facts = append(c.facts, said{job, m, h.At})
	}
}

// Await waits until a message of type T arrives for the job. It returns the message and its
// arrival time.
func Await[T wire.Message](c *Talk, job int) (fact T, at float64) {
	c.p.WaitFor(fmt.Sprintf("%T of job %d", fact, job), func() bool {
		c.listen()
		for _, s := range c.facts {
			if m, ok := s.fact.(T); ok && s.job == job {
				fact, at = m, s.at
				return true
			}
		}
		return false
	})
	return fact, at
}

// Native is an engine outside the browser, which must return the same bytes.
type Native struct {
	engine *engine.Engine
	facts  chan wire.Message
}

// NewNative starts an engine.
func NewNative() *Native {
	facts, began := make(chan wire.Message, 10_000), time.Now()
	return &Native{engine.New(func(_ int, m wire.Message) { facts <- m },
		func() float64 { return float64(time.Since(began)) / 1e6 }, func() {}), facts}
}

// Handle gives the engine a message.
func (n *Native) Handle(job int, m wire.Message) { n.engine.Handle(job, m) }

// Next is the next fact of the engine.
func (n *Native) Next() wire.Message { return <-n.facts }

// NextOf is the engine's next fact of a type.
func NextOf[T wire.Message](n *Native) T {
	for {
		if m, ok := n.Next().(T); ok {
			return m
		}
	}
}

// EngineAnswers starts an engine and compares its build with the site's.
func (p *Tab) EngineAnswers() {
	answer, fatal := p.HelloEngine()
	if fatal != "" {
		p.t.Fatalf("the engine ended: %s", fatal)
	}
	if hello, ok := answer.(wire.Hello); !ok || hello.Build != p.Build() {
		p.t.Errorf("the engine says %#v, want a Hello of build %s", answer, p.Build())
	}
}

// HelloEngine starts a separate worker, greets it before it can have started, and returns
// its answer, or the bootstrap's reason for its end.
func (p *Tab) HelloEngine() (answer wire.Message, fatal string) {
	heard := p.askEngine(fmt.Sprintf(`Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))`,
		p.frame(0, wire.Hello{Protocol: wire.Protocol, Build: BuildOf(p.t, Site(p.t))})))
	if heard.Fatal != "" {
		return nil, heard.Fatal
	}
	_, answer, err := wire.Decode(heard.Frame)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer, ""
}

// ConfuseEngine sends a separate engine what no page sends, and returns why it ends.
func (p *Tab) ConfuseEngine() (fatal string) { return p.askEngine(`"no bytes"`).Fatal }

// heard is a separate engine's first answer, or why it ends.
type heard struct {
	Frame []byte
	Fatal string
}

// askEngine starts a separate engine and posts a message to it.
func (p *Tab) askEngine(message string) heard {
	return eval[heard](p, fmt.Sprintf(`new Promise((done) => {
		const worker = causewayEngine("");
		worker.onerror = (e) => done({Fatal: "error: " + e.message});
		worker.onmessage = (e) => {
			if (e.data.module || e.data > 0) return; // for engines that come later, and of memory
			done(e.data.fatal ? {Fatal: e.data.fatal} : {Frame: btoa(String.fromCharCode(...e.data))});
			worker.terminate();
		};
		worker.postMessage(%s);
	})`, message))
}

// frame is a message as the page sends it, in base64.
func (p *Tab) frame(job int, m wire.Message) string {
	b, err := wire.Encode(job, m)
	if err != nil {
		p.t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b)
}

// EnginePolicy is the policy in the response for an engine's script.
func (p *Tab) EnginePolicy() string {
	return eval[string](p, `fetch(CAUSEWAY_ENGINE).then((r) => r.headers.get("Content-Security-Policy") ?? "")`)
}

// CatchEngines records the engines that the page starts from now on; call it before
// Start.
func (p *Tab) CatchEngines() {
	p.beforeStart(`
		const Real = Worker;
		window.engines = [];
		window.swollen = 1;
		window.Worker = class extends Real {
			constructor(...a) { super(...a); if (/engine/.test(a[0])) window.engines.push(this) }
			get onmessage() { return super.onmessage }
			set onmessage(f) { super.onmessage = f && ((e) => f(e.data > 0 ? {data: swollen * e.data} : e)) }
		};`)
}

// Engines is how many engines were started since CatchEngines.
func (p *Tab) Engines() int { return eval[int](p, `engines.length`) }

// KillEngine ends the page's engine with an error that the page receives.
func (p *Tab) KillEngine() {
	p.Allow("made to die")
	p.run(`const engine = window.engines.at(-1);
		engine.terminate();
		engine.dispatchEvent(new ErrorEvent("error", {message: "made to die"}))`)
}

// SwellEngines multiplies the memory that engines report, after CatchEngines.
func (p *Tab) SwellEngines(times int) { p.run(fmt.Sprintf(`window.swollen = %d`, times)) }

// StopEngine ends the page's engine silently.
func (p *Tab) StopEngine() { p.run(`engines.at(-1).terminate()`) }

// EngineSaysFatal makes the page's engine report why it ends.
func (p *Tab) EngineSaysFatal(why string) {
	p.run(fmt.Sprintf(`engines.at(-1).onmessage({data: {fatal: %q}})`, why))
}
