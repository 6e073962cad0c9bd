//go:build !js

package bridge

// turn has nobody to wait for.
func turn() {}
