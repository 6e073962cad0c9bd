//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "engine: runs in a Web Worker only; build it with cmd/build")
	os.Exit(1)
}
