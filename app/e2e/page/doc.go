// Package page drives the built page in a headless Chromium, in the words of who uses it: open, sample, import, train,
// explain, draw an edge, label, save, reload. Selectors, JavaScript, waiting and sleeping are here and nowhere else;
// tests of app/e2e and app/e2e/speed tell what a person does and what holds then. It knows the page by its roles, names
// and few parts (Part), and nothing of what a test is about. It is test support: nothing that ships imports it. Begin
// with Tab.
package page
