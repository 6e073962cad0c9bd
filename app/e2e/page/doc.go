// Package page drives the built page in a headless Chromium with functions named after a person's actions: open,
// sample, import, train, explain, draw an edge, label, save, reload. Only this package contains selectors,
// JavaScript, waiting and sleeping; tests in app/e2e and app/e2e/speed describe what a person does and what must
// hold. It finds elements by role, name and a few parts (Part), and does not know what a test is about. It is test
// support: no shipped code imports it. Begin with Tab.
package page
