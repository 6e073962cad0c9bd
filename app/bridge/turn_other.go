//go:build !js

package bridge

// turn does nothing without a browser.
func turn() {}
