// Package widget holds the form controls and the few pieces of markup that every screen shares. Only
// this package writes to input elements.
//
// go-app renders an input once and afterwards only sets the attributes whose
// rendered text changed, while the browser lets the user change the element's
// properties. The two drift apart. So no widget renders a value or a checked attribute: a widget
// writes the property itself when it is mounted, when its parent brings another value, key or
// revision, and after a commit. A redraw for any other reason leaves the element alone, so that typing
// survives it.
//
// Exported fields are inputs. OnChange reports the user's change; the parent accepts it by drawing the
// widget with that Value. A parent that rejects the change draws the old Value with another Rev, which
// writes it back. Rows of a list are matched by position: give each row's widgets the row's Key, so
// that drafts and messages of one row do not appear in another.
//
// The package does not depend on the store and has no texts: labels and help come from the screen.
package widget

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// The compiler proves that no field hides a method of app.Compo.
var (
	_ app.Composer = (*Number)(nil)
	_ app.Composer = (*Text)(nil)
	_ app.Composer = (*Select)(nil)
	_ app.Composer = (*Toggle)(nil)
	_ app.Composer = (*File)(nil)
	_ app.Composer = (*Progress)(nil)
)
