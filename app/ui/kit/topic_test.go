package kit

import (
	"runtime"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// A component that has left the page can be collected immediately, whatever it observed and handled,
// and is not called again.
func TestWhatLeavesThePageIsLetGo(t *testing.T) {
	for name, listens := range map[string]func(*listener, app.Context){
		"a topic":   func(l *listener, ctx app.Context) { testTopic.Observe(ctx, &l.seen) },
		"an action": func(l *listener, ctx app.Context) { Handle(ctx, "test", l.onAction) },
	} {
		t.Run(name, func(t *testing.T) {
			h := &host{shows: true, listens: listens}
			d := app.NewClientTester(h)
			defer d.Close()
			testTopic.Publish(d.Context(), "news")
			d.Context().NewActionWithValue("test", "news")
			settle(d)
			if h.heard != 1 && name == "an action" {
				t.Errorf("%d actions were heard, want 1", h.heard)
			}
			h.shows = false
			h.Update()
			for end := time.Now().Add(10 * time.Second); ; {
				d.Consume()
				runtime.GC()
				select {
				case <-h.gone:
					return
				default:
				}
				if time.Now().After(end) {
					t.Fatal("it is kept")
				}
			}
		})
	}
}

// A component that mounts late sees the published value, and all mounted components see each change.
func TestObserversSeeWhatIsPublished(t *testing.T) {
	h := &host{listens: func(l *listener, ctx app.Context) { testTopic.Observe(ctx, &l.seen, l.onChange) }}
	d := app.NewClientTester(h)
	defer d.Close()
	testTopic.Publish(d.Context(), "first")
	h.shows = true
	h.Update()
	settle(d)
	if got := app.HTMLString(h); got != "<div><p>first</p></div>" || h.heard != 0 {
		t.Errorf("it shows %s and has heard of %d changes, want the first and none", got, h.heard)
	}
	testTopic.Publish(d.Context(), "second")
	settle(d)
	if got := app.HTMLString(h); got != "<div><p>second</p></div>" || h.heard != 1 {
		t.Errorf("it shows %s and has heard of %d changes, want the second and one", got, h.heard)
	}
}

// settle runs mounting and its consequences.
func settle(d app.ClientDispatcher) {
	for range 3 {
		d.Consume()
	}
}

var testTopic = NewTopic[string]("test")

// host shows a listener, or not.
type host struct {
	app.Compo
	shows   bool
	listens func(*listener, app.Context)
	heard   int
	gone    chan struct{}
}

func (h *host) Render() app.UI {
	if !h.shows {
		return app.Div()
	}
	if h.gone == nil {
		h.gone = make(chan struct{})
	}
	l := &listener{host: h}
	return app.Div().Body(l)
}

type listener struct {
	app.Compo
	host *host
	seen string
}

func (l *listener) OnMount(ctx app.Context) {
	runtime.AddCleanup(l, func(gone chan struct{}) { close(gone) }, l.host.gone)
	l.host.listens(l, ctx)
}

func (l *listener) onAction(ctx app.Context, a app.Action) { l.host.heard++ }
func (l *listener) onChange()                              { l.host.heard++ }
func (l *listener) Render() app.UI                         { return app.P().Text(l.seen) }
