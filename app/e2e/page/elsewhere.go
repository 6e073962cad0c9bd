package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// driver sends WebDriver commands to a browser by name and returns their results.
type driver interface {
	open(address string) error
	run(script string) (any, error) // the body of a function
	close()
}

// Elsewhere is the page in another vendor's browser, with fewer functions.
type Elsewhere struct {
	t      told
	driver driver
}

// OpenElsewhere opens the site in Firefox or WebKitGTK, from Debian's firefox-esr and webkit2gtk-driver.
// Without that browser, the test is skipped.
func OpenElsewhere(t *testing.T, browser string) *Elsewhere {
	t.Helper()
	maker := map[string]struct {
		program string
		start   func(t *testing.T, program string) (driver, error)
	}{"Firefox": {"firefox-esr", startFirefox}, "WebKitGTK": {"WebKitWebDriver", startWebKit}}[browser]
	program, err := exec.LookPath(maker.program)
	if err != nil {
		t.Skipf("skipped: %s is not installed; Debian's package has it", maker.program)
	}
	d, err := maker.start(t, program)
	if err == nil {
		t.Cleanup(d.close)
		err = d.open(Serve(t, Site(t)).Address)
	}
	if err != nil {
		t.Fatal(err)
	}
	e := &Elsewhere{told{t}, d}
	e.until("the app to start", `document.readyState !== "loading" && document.getElementById("boot-status") === null`)
	e.run(`window.wrong = []; addEventListener("error", (e) => wrong.push(e.message)); ` +
		`addEventListener("securitypolicyviolation", (e) => wrong.push(e.violatedDirective))`)
	return e
}

func (e *Elsewhere) run(script string) any {
	got, err := e.driver.run(script)
	if err != nil {
		e.t.Fatalf("%s: %v", script, err)
	}
	return got
}

// until waits until a condition holds.
func (e *Elsewhere) until(what, condition string) {
	var last any
	for end := time.Now().Add(4 * time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		got, err := e.driver.run("return !!(" + condition + ")")
		if last = err; err == nil && got == true {
			return
		}
	}
	text, _ := e.driver.run(`return document.body.innerText.slice(0, 2000)`)
	e.t.Fatalf("%s: not within four minutes (%v); the page:\n%v", what, last, text)
}

// Press waits for a button or link with the given text and presses it.
func (e *Elsewhere) Press(name string) {
	button := fmt.Sprintf(`[...document.querySelectorAll("button, nav a")].find((e) => e.textContent.trim() === %q `+
		`&& !e.matches(":disabled, [aria-disabled=true]"))`, name)
	e.until("the button "+name, button)
	e.run(button + `.click()`)
}

// Says waits until a part contains the given text, folded or not.
func (e *Elsewhere) Says(of Part, words string) { e.saying(of, "textContent", words) }

// Shows is Says for visible text.
func (e *Elsewhere) Shows(of Part, words string) { e.saying(of, "innerText", words) }

func (e *Elsewhere) saying(of Part, how, words string) {
	e.until(words, fmt.Sprintf(`document.querySelector(%q)?.%s.includes(%q)`, of.selector, how, words))
}

// Idle waits until no progress is shown.
func (e *Elsewhere) Idle() {
	e.until("no progress", `!document.querySelector("[role=progressbar], progress")`)
}

// Trained waits until the bar says that both models are trained.
func (e *Elsewhere) Trained() {
	e.until("both models", `!!document.querySelector(".bar-models.is-done")`)
}

// Damage gives the page an unreadable address.
func (e *Elsewhere) Damage() { e.run(`location.hash = "#%"`) }

// Problems returns the errors and policy violations so far.
func (e *Elsewhere) Problems() any { return e.run(`return wrong.join("; ")`) }

// HasFailed reports whether the page has stopped.
func (e *Elsewhere) HasFailed() bool {
	return e.run(`return document.getElementById("boot-failure") === null`) != true
}

// freePort is an unused port.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// begin starts a program that ends with the test.
func begin(t *testing.T, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+home, "MOZ_HEADLESS=1")
	if err := cmd.Start(); err != nil {
		return err
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return nil
}

// marionette is Firefox's own form of WebDriver: JSON after its length over a connection.
// Debian does not package geckodriver, which would translate it.
type marionette struct {
	conn net.Conn
	id   int
}

func startFirefox(t *testing.T, program string) (driver, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	profile := t.TempDir()
	prefs := fmt.Sprintf("user_pref(%q, %d);\nuser_pref(%q, false);\nuser_pref(%q, false);\n", "marionette.port", port,
		"datareporting.policy.dataSubmissionEnabled", "browser.shell.checkDefaultBrowser")
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o644); err != nil {
		return nil, err
	}
	if err := begin(t, program, "--headless", "--marionette", "--no-remote", "--profile", profile); err != nil {
		return nil, err
	}
	m := &marionette{}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(300 * time.Millisecond) {
		if m.conn, err = net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port)); err == nil {
			break
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("Firefox does not listen: %w", err)
		}
	}
	if _, err := m.read(); err != nil { // its greeting
		return nil, err
	}
	if _, err := m.call("WebDriver:NewSession", map[string]any{}); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *marionette) read() ([]byte, error) {
	n := 0
	for one := make([]byte, 1); ; {
		if _, err := io.ReadFull(m.conn, one); err != nil {
			return nil, err
		}
		if one[0] == ':' {
			break
		}
		if one[0] < '0' || one[0] > '9' || n > 1<<24 {
			return nil, errors.New("Firefox sends no length")
		}
		n = 10*n + int(one[0]-'0')
	}
	b := make([]byte, n)
	_, err := io.ReadFull(m.conn, b)
	return b, err
}

// call sends a command and reads its answer, [1, id, error, result].
func (m *marionette) call(name string, params any) (any, error) {
	m.id++
	b, err := json.Marshal([]any{0, m.id, name, params})
	if err != nil {
		return nil, err
	}
	m.conn.SetDeadline(time.Now().Add(2 * time.Minute))
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(b), b); err != nil {
		return nil, err
	}
	if b, err = m.read(); err != nil {
		return nil, err
	}
	var answer []any
	if err := json.Unmarshal(b, &answer); err != nil || len(answer) != 4 {
		return nil, fmt.Errorf("Firefox answers %.200s: %v", b, err)
	}
	if answer[2] != nil {
		return nil, fmt.Errorf("%s: %v", name, answer[2])
	}
	if r, ok := answer[3].(map[string]any); ok {
		return r["value"], nil
	}
	return answer[3], nil
}

func (m *marionette) open(address string) error {
	_, err := m.call("WebDriver:Navigate", map[string]any{"url": address})
	return err
}

func (m *marionette) run(script string) (any, error) {
	return m.call("WebDriver:ExecuteScript", map[string]any{"script": script, "args": []any{}, "sandbox": nil})
}

func (m *marionette) close() { m.conn.Close() }

// webDriver talks to a driver over HTTP, as in the standard.
type webDriver struct{ session string }

func startWebKit(t *testing.T, program string) (driver, error) {
	xvfb, err := exec.LookPath("Xvfb")
	if err != nil && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		t.Skip("skipped: WebKitGTK needs a display; Debian's xvfb gives one")
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		display := ":" + strconv.Itoa(90+os.Getpid()%900)
		if err := begin(t, xvfb, display, "-screen", "0", "1280x900x24"); err != nil {
			return nil, err
		}
		t.Setenv("DISPLAY", display)
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if _, err := os.Stat("/tmp/.X11-unix/X" + display[1:]); err == nil {
				break
			}
		}
	}
	t.Setenv("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
	t.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
	if os.Getuid() == 0 { // its sandbox does not start as root
		t.Setenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	if err := begin(t, program, "--port="+strconv.Itoa(port), "--host=127.0.0.1"); err != nil {
		return nil, err
	}
	w := &webDriver{session: "http://127.0.0.1:" + strconv.Itoa(port) + "/session"}
	capabilities := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{}}}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(300 * time.Millisecond) {
		answer, err := w.call(http.MethodPost, "", capabilities)
		if r, ok := answer.(map[string]any); err == nil && ok {
			id, _ := r["sessionId"].(string)
			w.session += "/" + id
			break
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("WebKitGTK does not start: %v", err)
		}
	}
	return w, nil
}

func (w *webDriver) call(method, path string, params any) (any, error) {
	b, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(method, w.session+path, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 2 * time.Minute}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var answer struct{ Value any }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %v", strings.TrimPrefix(path, "/"), answer.Value)
	}
	return answer.Value, nil
}

func (w *webDriver) open(address string) error {
	_, err := w.call(http.MethodPost, "/url", map[string]any{"url": address})
	return err
}

func (w *webDriver) run(script string) (any, error) {
	return w.call(http.MethodPost, "/execute/sync", map[string]any{"script": script, "args": []any{}})
}

func (w *webDriver) close() { w.call(http.MethodDelete, "", map[string]any{}) }
