// Command check verifies certificates of Causeway and says in plain sentences what holds. It shares no
// code with the other packages and uses only the standard library. Begin at verify in verify.go, which
// walks the proof; rules.go judges rules over boxes, near.go efforts and costs, network.go and
// trees.go bound the model. README.md describes the format.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "Say which certificates to check: check certificate.json …")
		os.Exit(2)
	}
	refused := false
	for _, path := range os.Args[1:] {
		says, err := checkFile(path)
		if err != nil {
			fmt.Printf("%s: refused: %v.\n", path, err)
			refused = true
			continue
		}
		fmt.Printf("%s: holds.\n", path)
		for _, s := range says {
			fmt.Println("  " + s)
		}
	}
	if refused {
		os.Exit(1)
	}
}
