package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func builtSite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := write(dir, assembled(t, webSources(t), ""), nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestServeUntilInterrupt(t *testing.T) {
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- serve([]string{"-addr", "127.0.0.1:0", "-dir", builtSite(t)}, w) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(line, "http://")
	address, _, _ := strings.Cut(rest, " ")
	res, err := http.Get("http://" + address)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("the printed address answers %s", res.Status)
	}
	res, err = http.Get("http://" + address + "?" + strings.Repeat("x", 2*longestRequest))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a link of %d letters is answered %s", 2*longestRequest, res.Status)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("an interrupt ends the server with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Error("the server still runs 5s after an interrupt")
	}
}

func TestServeSaysWhatIsWrong(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for _, test := range []struct {
		name, want string
		args       []string
	}{
		{"a busy port", busy.Addr().String() + " is in use",
			[]string{"-addr", busy.Addr().String(), "-dir", builtSite(t)}},
		{"no folder", "make build", []string{"-dir", "nowhere"}},
		{"a folder without a site", "make build", []string{"-dir", t.TempDir()}},
	} {
		err := serve(test.args, io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", test.name, err, test.want)
		}
	}
}

func TestUnknownArgument(t *testing.T) {
	if err := run([]string{"server"}, io.Discard); err == nil || !strings.Contains(err.Error(), `"server"`) {
		t.Errorf("error = %v, want one that names the argument", err)
	}
}
