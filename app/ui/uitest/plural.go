package uitest

import (
	"regexp"
	"testing"
)

// several finds one of something that is told as several, and an article that does not suit.
var several = regexp.MustCompile(`\b1 (more |different |held-out |training |latent |unobserved |decoded |weaker ` +
	`)?[a-z]{3,}[^su\s]s\b|\b(The|All|first) 1\b|\b1 [a-z]+ (are|were|have|lead|keep|reach)\b|\b[Aa] (8|11|18|80)\b`)

// OneIsNotSeveral says which sentences about one of something speak of several.
func OneIsNotSeveral(t *testing.T, sentences ...string) {
	t.Helper()
	for _, s := range sentences {
		if found := several.FindString(s); found != "" {
			t.Errorf("%q says %q", s, found)
		}
	}
}
