// Package e2e tests the built site in a headless Chromium, for what only a browser can show. Its
// tests read like a person's actions, because they use the functions of app/e2e/page. That package
// contains all selectors, JavaScript, waiting and sleeping; a test in cmd/build enforces it. Tests
// of time are in app/e2e/speed. Begin with first_test.go. Tests run in parallel, each in its own
// browser profile and address, except those that need the machine to themselves; see page.Beside.
package e2e
