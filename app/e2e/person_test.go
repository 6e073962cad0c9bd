package e2e

import (
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// TestPicturesOfPersons takes pictures of the place Person of every finished project.
func TestPicturesOfPersons(t *testing.T) {
	page.NeedsPictures(t)
	page.Beside(t)
	for _, name := range []string{"Who earns more", "A boundary to cross", "Heavier grapes"} {
		p := page.Example(t, name)
		p.LetWork(3 * time.Second)
		pictures(t, p, "person-"+name)
	}
}
