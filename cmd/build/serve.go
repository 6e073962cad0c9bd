package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"causeway/cmd/build/site"
)

// serve serves a built site until it is interrupted.
func serve(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:8080", "address to listen on")
	dir := flags.String("dir", "dist", "folder with a built site")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := os.OpenRoot(*dir)
	if err != nil {
		return fmt.Errorf("%s has no site; build one with make build", *dir)
	}
	defer root.Close()
	handler, err := site.New(root.FS())
	if err != nil {
		return fmt.Errorf("%s has no site; build one with make build (%w)", *dir, err)
	}
	listener, err := net.Listen("tcp", *addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use by another program; choose another address, such as: make run "+
			"ADDR=127.0.0.1:8081", *addr)
	} else if err != nil {
		return err
	}
	fmt.Fprintf(out, "Causeway is at http://%s%s (Ctrl-C stops it)\n", listener.Addr(), handler.Base())
	return serveUntilInterrupt(listener, handler)
}

// longestRequest is the size limit of a request in bytes, including its address. Our addresses are
// shorter, because a link's content is in the fragment, which browsers do not send.
const longestRequest = 64 << 10

func serveUntilInterrupt(listener net.Listener, handler http.Handler) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := &http.Server{Handler: handler, MaxHeaderBytes: longestRequest,
		ReadTimeout: 10 * time.Second, WriteTimeout: site.WriteTimeout, IdleTimeout: 2 * time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	wait, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := server.Shutdown(wait); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	} else if err != nil {
		return err
	}
	return nil
}
