//go:build !js

package bridge

// NewVault returns a Vault that forgets everything at the end of the process, because browser
// storage exists only in a browser.
func NewVault() *Vault {
	v, _ := NewMemory().NewTab()
	return v
}
