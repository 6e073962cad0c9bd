package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
)

func TestLook(t *testing.T) {
	script, err := os.ReadFile(os.Getenv("LOOK"))
	if err != nil {
		t.Skip()
	}
	p := NewPage(t, os.Getenv("LOOK_ADDR"))
	p.Timeout = 40 * time.Second
	var w, h int64 = 1280, 800
	dark := false
	dir := os.Getenv("LOOK_DIR")
	for n, line := range strings.Split(string(script), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cmd, rest, _ := strings.Cut(line, " ")
		a := strings.Split(rest, "|")
		arg := func(i int) string {
			if i < len(a) {
				return a[i]
			}
			return ""
		}
		start := time.Now()
		switch cmd {
		case "open":
			p.Open(rest)
			p.WaitReady()
		case "view":
			f := strings.Fields(rest)
			w, _ = strconv.ParseInt(f[0], 10, 64)
			h, _ = strconv.ParseInt(f[1], 10, 64)
			dark = f[2] == "dark"
			p.SetViewport(w, h, dark)
			time.Sleep(200 * time.Millisecond)
		case "forced":
			call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
				{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: "dark"}}})
			time.Sleep(200 * time.Millisecond)
		case "click":
			p.Click(arg(0), arg(1))
		case "fill":
			p.Fill(arg(0), arg(1), arg(2))
		case "choose":
			p.Choose(arg(0), arg(1))
		case "press":
			f := strings.Fields(rest)
			k := 1
			if len(f) > 1 {
				k, _ = strconv.Atoi(f[1])
			}
			for range k {
				if f[0] == "ShiftTab" {
					mod := int64(8)
					for _, typ := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
						call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: typ, Key: "Tab", WindowsVirtualKeyCode: 9, Modifiers: mod})
					}
				} else if f[0] == "Space" {
					p.Press(" ")
				} else {
					p.Press(f[0])
				}
			}
		case "type":
			call(p, input.InsertText, input.InsertTextParams{Text: rest})
		case "tabs":
			k, _ := strconv.Atoi(rest)
			for i := range k {
				p.Press("Tab")
				fmt.Printf("   tab %d: %s\n", i+1, Eval[string](p, focusJS))
			}
		case "focus":
			fmt.Printf("   focus: %s\n", Eval[string](p, focusJS))
		case "file":
			p.SetFiles(rest)
		case "paste":
			s, err := strconv.Unquote(rest)
			if err != nil {
				t.Fatal(err)
			}
			p.Paste(s)
		case "wait":
			p.WaitText(arg(0), arg(1))
		case "has":
			p.WaitHas(arg(0), arg(1))
		case "gone":
			p.WaitFor(rest, func() bool { return !p.Has(arg(0), arg(1)) })
		case "texts":
			fmt.Printf("   %s: %q\n", rest, p.Texts(rest))
		case "table":
			for i, r := range p.Table(rest) {
				if i < 14 {
					fmt.Printf("   %q\n", r)
				}
			}
		case "eval":
			fmt.Printf("   eval: %s\n", Eval[json.RawMessage](p, rest))
		case "sleep":
			d, _ := time.ParseDuration(rest)
			time.Sleep(d)
		case "shot", "full":
			if os.Getenv("LOOK_KEEP") == "" {
				p.SetViewport(w, h, dark)
			}
			time.Sleep(150 * time.Millisecond)
			prm := page.CaptureScreenshotParams{}
			if cmd == "full" {
				yes := true
				prm.CaptureBeyondViewport = &yes
				size := Eval[[2]float64](p, `[document.documentElement.scrollWidth, document.documentElement.scrollHeight]`)
				prm.Clip = &page.Viewport{Width: size[0], Height: size[1], Scale: 1}
			}
			s := call(p, page.CaptureScreenshot, prm)
			os.WriteFile(dir+"/"+rest+".png", s.Data, 0o644)
		case "top":
			Eval[bool](p, `(scrollTo(0,0), true)`)
		case "show":
			p.Show(arg(0), arg(1))
		case "tree":
			printTree(p)
		default:
			t.Fatalf("line %d: %s?", n+1, cmd)
		}
		fmt.Printf("%-40.90s %v\n", line, time.Since(start).Round(time.Millisecond))
	}
	fmt.Println("problems:", p.Problems())
}

const focusJS = `(() => { const e = document.activeElement; const r=e.getBoundingClientRect(); return e.tagName + "#" + e.id + " " + JSON.stringify((e.ariaLabel || e.labels?.[0]?.innerText || e.innerText || "").slice(0,60)) + " y=" + Math.round(r.y) })()`

func printTree(p *Page) {
	res := call(p, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	type node = accessibility.Node
	byID := map[string]*node{}
	for _, n := range res.Nodes {
		byID[fmt.Sprint(n.NodeID)] = n
	}
	val := func(v *accessibility.Value) string {
		if v == nil {
			return ""
		}
		var s any
		json.Unmarshal(v.Value, &s)
		return fmt.Sprint(s)
	}
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		role := val(n.Role)
		skip := n.Ignored || role == "generic" || role == "none" || role == "InlineTextBox"
		if !skip {
			var props []string
			for _, pr := range n.Properties {
				s := val(pr.Value)
				switch string(pr.Name) {
				case "focusable", "editable", "readonly", "settable", "multiline", "level":
					continue
				}
				if s != "false" && s != "" {
					props = append(props, string(pr.Name)+"="+s)
				}
			}
			name := val(n.Name)
			if len(name) > 110 {
				name = name[:110] + "…"
			}
			fmt.Printf("   %s%s %q %s", strings.Repeat(" ", depth), role, name, val(n.Value))
			if d := val(n.Description); d != "" {
				fmt.Printf(" desc=%q", d)
			}
			fmt.Println("", props)
			depth++
		}
		if role == "StaticText" {
			return
		}
		for _, c := range n.ChildIDs {
			if m := byID[fmt.Sprint(c)]; m != nil {
				walk(m, depth)
			}
		}
	}
	walk(res.Nodes[0], 0)
}
