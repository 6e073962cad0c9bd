package uitest

import (
	"regexp"
	"testing"
)

// several matches plurals after 1, and wrong articles.
var several = regexp.MustCompile(`\b1 (more |different |held-out |training |latent |unobserved |decoded |weaker ` +
	`)?[a-z]{3,}[^su\s]s\b|\b(The|All|first) 1\b|\b1 [a-z]+ (are|were|have|lead|keep|reach)\b|\b[Aa] (8|11|18|80)\b`)

// OneIsNotSeveral lists sentences that use the plural for one item.
func OneIsNotSeveral(t *testing.T, sentences ...string) {
	t.Helper()
	for _, s := range sentences {
		if found := several.FindString(s); found != "" {
			t.Errorf("%q says %q", s, found)
		}
	}
}
