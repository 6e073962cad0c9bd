// Package e2e drives the built site in a headless Chromium: it holds the tests
// of what only a browser can show, and the harness for them. Nothing here
// reaches the page.
package e2e
