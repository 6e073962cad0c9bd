// Command build makes the static site, serves it, finds a browser for the tests, and runs tests in WebAssembly:
//
//	go run ./cmd/build [-out dist] [-base /prefix/] [-fast]
//	go run ./cmd/build serve [-addr 127.0.0.1:8080] [-dir dist]
//	go run ./cmd/build reproduce [-at HEAD]
//	go run ./cmd/build chromium
//	go run ./cmd/build test [flags of go test] packages
//
// The site is a folder of plain files: both WebAssembly binaries, the files of web/ under
// content-hashed names, and a service worker that keeps all of them for use without a
// network. The same sources produce the same bytes. The command never downloads anything.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"causeway/cmd/build/chromium"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		if err != flag.ErrHelp {
			fmt.Fprintln(os.Stderr, "build:", err)
		}
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) > 0 {
		switch args[0] {
		case "serve":
			return serve(args[1:], out)
		case "reproduce":
			return reproduce(args[1:], out)
		case "test":
			return test(args[1:], out)
		case "chromium":
			path, err := chromium.Ensure(out)
			if err == nil {
				fmt.Fprintln(out, "browser for the tests:", path)
			}
			return err
		}
	}
	return build(args, out)
}

// build makes the whole site. An exceeded size budget is an error only after the site is
// written, so that it can be inspected.
func build(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	dir := flags.String("out", "dist", "folder to write the site to")
	base := flags.String("base", "",
		"path prefix to fix in the page, such as /causeway/; without it the site works below any prefix")
	fast := flags.Bool("fast", false, "compress less, for development; size budgets are not checked")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("the argument %q is unknown; use serve, reproduce, chromium, test, or only "+
			"flags", flags.Arg(0))
	}
	if err := checkBase(*base); err != nil {
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	bins, err := compile(root)
	if err != nil {
		return err
	}
	files, err := sources(root, bins)
	if err != nil {
		return err
	}
	s, err := assemble(files, bins.id, *base)
	if err != nil {
		return err
	}
	packed, err := compress(s.files, *fast)
	if err != nil {
		return err
	}
	if err := write(*dir, s, packed); err != nil {
		return err
	}
	return report(out, *dir, s, packed, *fast)
}
