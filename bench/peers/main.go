// Command peers compares the speed of this project with alternatives for training in a
// page: hand-written JavaScript, TensorFlow.js, and PyTorch outside a browser. All do the same tasks
// in turn, several times, on this machine. A peer that is not installed is skipped with a sentence.
// README.md describes the comparison.
//
//	go run ./bench/peers [-rounds 5]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// folder is this folder, relative to the module.
const folder = "bench/peers"

// A peer is a program that runs all tasks and prints their milliseconds as JSON.
type peer struct {
	name    string
	command []string
	env     []string
	absent  string // why it is not run, or empty
	times   map[string][]float64
}

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 5, "number of rounds, in which all programs take turns")
	flag.Parse()
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	peers := find(dir)
	for round := range *rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, *rounds)
		for i := range peers {
			if p := &peers[i]; p.absent == "" {
				if err := p.run(); err != nil {
					log.Printf("%s: %v", p.name, err)
					return
				}
			}
		}
	}
	print(os.Stdout, peers)
}

// find builds ours and looks for the others.
func find(dir string) []peer {
	native, wasm := filepath.Join(dir, "ours"), filepath.Join(dir, "ours.wasm")
	goBuild(native)
	goBuild(wasm, "GOOS=js", "GOARCH=wasm")
	root := strings.TrimSpace(string(output("go", "env", "GOROOT")))
	noNode := missing("it needs node", "node", "--version")
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "/usr/bin/python3" // sees Debian's packages
	}
	modules := os.Getenv("PEERS_MODULES")
	if modules == "" {
		modules, _ = filepath.Abs(folder)
	}
	noTF := noNode
	if _, err := os.Stat(filepath.Join(modules, "node_modules/@tensorflow/tfjs-backend-wasm")); err != nil &&
		noTF == "" {
		noTF = "it needs `npm ci --prefix " + folder + " --ignore-scripts`"
	}
	script := func(name string) string { return filepath.Join(folder, name) }
	return []peer{
		{name: "PyTorch, native, 1 thread", command: []string{python, script("torch_peer.py")},
			absent: missing("it needs `apt-get install python3-torch`", python, "-c", "import torch")},
		{name: "plain JavaScript", command: []string{"node", script("plain_peer.mjs")}, absent: noNode},
		{name: "TensorFlow.js, WebAssembly", command: []string{"node", script("tfjs_peer.mjs"), "wasm"},
			env: []string{"PEERS_MODULES=" + modules}, absent: noTF},
		{name: "ours, WebAssembly", command: []string{"node", "--stack-size=8192",
			filepath.Join(root, "lib/wasm/wasm_exec_node.js"), wasm}, absent: noNode},
		{name: "ours, native", command: []string{native}, env: []string{"GOMAXPROCS=1"}},
	}
}

func goBuild(to string, env ...string) {
	cmd := exec.Command("go", "build", "-o", to, "./"+folder+"/ours")
	cmd.Env, cmd.Stderr = append(os.Environ(), env...), os.Stderr
	if err := cmd.Run(); err != nil {
		log.Fatalf("%s was not built; run the command at the top of the module: %v", folder+"/ours", err)
	}
}

// missing returns the given reason, unless a command succeeds.
func missing(why string, command ...string) string {
	if exec.Command(command[0], command[1:]...).Run() == nil {
		return ""
	}
	return why
}

func output(command ...string) []byte {
	b, err := exec.Command(command[0], command[1:]...).Output()
	if err != nil {
		log.Fatalf("%s: %v", strings.Join(command, " "), err)
	}
	return b
}

func (p *peer) run() error {
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Env = append(os.Environ(), p.env...)
	text, err := cmd.Output()
	if failed, ok := err.(*exec.ExitError); ok {
		return fmt.Errorf("%w\n%s", err, failed.Stderr)
	}
	if err != nil {
		return err
	}
	return p.read(text)
}

// read parses a peer's output; only the last line counts, because libraries print
// greetings before it.
func (p *peer) read(text []byte) error {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	var times map[string]float64
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &times); err != nil {
		return err
	}
	if p.times == nil {
		p.times = map[string][]float64{}
	}
	for task, ms := range times {
		p.times[task] = append(p.times[task], ms)
	}
	return nil
}

// tasks lists the tasks in display order.
var tasks = []string{
	"Simple-BN epoch, 125 steps of 64",
	"Simple-BN, a step of 64 x 50 samples",
	"Adult epoch, 7 steps of 2048",
	"Adult, a step of 2048 x 50 samples",
	"classifier epoch, 393 steps of 32",
	"1000 counterfactuals in one batch",
	"1000 counterfactuals one by one",
}

// print writes medians in milliseconds, each with the best time, which other work on the machine
// affects least.
func print(to io.Writer, peers []peer) {
	w := tabwriter.NewWriter(to, 0, 0, 1, ' ', 0)
	fmt.Fprintf(w, "Milliseconds, the median and the best of each, on %s\n\n| task", machine())
	for _, p := range peers {
		fmt.Fprintf(w, "\t| %s", p.name)
	}
	fmt.Fprint(w, "\t|\n|---", strings.Repeat("\t|---", len(peers)), "\t|\n")
	for _, task := range tasks {
		fmt.Fprintf(w, "| %s", task)
		for _, p := range peers {
			fmt.Fprintf(w, "\t| %s", cell(p.times[task]))
		}
		fmt.Fprint(w, "\t|\n")
	}
	w.Flush()
	for _, p := range peers {
		if p.absent != "" {
			fmt.Fprintf(to, "\n%s was skipped: %s.", p.name, p.absent)
		}
	}
	fmt.Fprintln(to)
}

func cell(ms []float64) string {
	if len(ms) == 0 {
		return "-"
	}
	v := slices.Sorted(slices.Values(ms))
	return short((v[(len(v)-1)/2]+v[len(v)/2])/2) + " (" + short(v[0]) + ")"
}

// short rounds to two digits but keeps whole numbers.
func short(ms float64) string {
	if ms >= 10 {
		return strconv.FormatFloat(ms, 'f', 0, 64)
	}
	return strconv.FormatFloat(ms, 'g', 2, 64)
}

// machine returns the processor's name, if the system reports it.
func machine() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.Trim(name, " \t:\n")
		}
	}
	return "an unnamed processor"
}
