package data

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// The pictures of the gallery say at a glance what a project is about. They are
// ornaments: the words beside them say the same.

func picture(parts ...app.UI) app.UI {
	return shape("svg", "data-picture", "", "viewBox", "0 0 240 96", "aria-hidden", "true", "focusable", "false").Body(parts...)
}

// shape is an SVG element with its attributes as name, value, name, value.
func shape(tag string, attrs ...string) app.HTMLElem {
	e := app.Elem(tag).XMLNS("http://www.w3.org/2000/svg")
	for i := 0; i+1 < len(attrs); i += 2 {
		e = e.Attr(attrs[i], attrs[i+1])
	}
	return e
}

func path(part, d string) app.UI { return shape("path", "data-part", part, "d", d) }

// pictureOfWays are two features of a person with the ways to another decision,
// one after the other, and a third that is locked.
func pictureOfWays() app.UI {
	return picture(
		path("ground", "M12 34v-6h14v6zM28 34V18h14v16zM44 34V10h14v24zM60 34V14h14v20zM76 34V22h14v12zM92 34v-7h14v7zM108 34v-4h14v4z"),
		path("ground", "M12 74v-9h28v9zM42 74V54h28v20zM72 74V59h28v15zM102 74v-7h20v7z"),
		path("line", "M8 34h222M8 74h222"),
		path("way", "M58 26C66 6 92 6 99 22M56 64C64 42 104 44 110 60"),
		path("from", "M58 26m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0M56 64m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0"),
		path("to", "M99 27m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0M110 65m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0"),
		path("way", "M150 28h48M192 23l8 5l-8 5M150 66h48M192 61l8 5l-8 5"),
		path("to", "M208 20h16v16h-16zM208 58h16v16h-16z"),
	)
}

// pictureOfBoundary is a plane that a curve divides, and a way across it.
func pictureOfBoundary() app.UI {
	return picture(
		path("ground", "M12 8h216v30C170 40 120 52 84 88H12z"),
		path("line", "M228 38C170 40 120 52 84 88"),
		path("dots", "M34 24h.1M60 40h.1M48 66h.1M92 20h.1M110 42h.1M150 24h.1M190 26h.1M140 70h.1M170 56h.1M206 62h.1M196 82h.1M120 80h.1"),
		path("way", "M92 46L134 66M125 67l9-1l-5-8"),
		path("from", "M88 44m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0"),
		path("to", "M140 69m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0"),
	)
}

// pictureOfNetwork is a graph of causes.
func pictureOfNetwork() app.UI {
	return picture(
		path("way", "M42 22L92 22M42 74L92 74M38 30L96 66M120 22L172 46M120 74L172 52M38 24L172 48"),
		path("box", "M14 12h28v20H14zM14 64h28v20H14zM92 12h28v20H92zM92 64h28v20H92z"),
		path("to", "M172 36h44v24h-44z"),
	)
}

// pictureOfDigits is a one that becomes a seven.
func pictureOfDigits() app.UI {
	return picture(
		path("ground", "M22 10h72v76H22zM146 10h72v76h-72z"),
		path("line", "M46 30L62 20V76"),
		path("way", "M104 48h32M128 42l8 6l-8 6"),
		path("way", "M162 24h40"),
		path("line", "M202 24L178 76"),
	)
}
