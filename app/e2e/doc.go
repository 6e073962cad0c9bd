// Package e2e drives the built site in a headless Chromium: it holds the tests
// of what only a browser can show, and the harness for them. Nothing here
// reaches the page.
//
// Tests run beside each other, each in a browser profile and at an address of its
// own, except those that need the machine to themselves; see beside. What takes
// minutes is done at its full size by make long NAME=speed.
package e2e
