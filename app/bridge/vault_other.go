//go:build !js

package bridge

// NewVault returns a Vault that forgets everything at the end of the process:
// there is no store of a browser outside a browser.
func NewVault() *Vault {
	v, _ := NewMemory().NewTab()
	return v
}
