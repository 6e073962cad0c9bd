// Package e2e tells what holds of the built site in a headless Chromium, where only a browser can show it. Its tests
// read as what a person does, in the words of app/e2e/page, which holds all selectors, JavaScript, waiting and
// sleeping; a test in cmd/build holds them to that. What measures time is in app/e2e/speed. Begin with first_test.go.
//
// Tests run beside each other, each in a browser profile and at an address of its
// own, except those that need the machine to themselves; see page.Beside.
package e2e
