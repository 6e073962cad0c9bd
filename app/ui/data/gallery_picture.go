package data

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Pictures of the gallery hint at a project's subject. They are decorative: the words beside them
// say the same.

func picture(parts ...app.UI) app.UI {
	return shape("svg", "data-picture", "", "viewBox", "0 0 240 96", "aria-hidden", "true",
		"focusable", "false").Body(parts...)
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

// pictureOfWays is a map of age and education: the forbidden area, the accepted area, and a
// person's way along the forbidden edge.
func pictureOfWays() app.UI {
	return picture(
		path("ground", "M48 0V26H62V46H76V64H150V46H170V26H196V0z"),
		path("line", "M48 0V26H62V46H76V64H150V46H170V26H196V0"),
		path("dots", "M20 20h.1M34 54h.1M28 78h.1M58 70h.1M70 84h.1M44 40h.1M66 18h.1M90 30h.1M120 14h.1M142 "+
			"34h.1M164 14h.1M128 54h.1M158 62h.1M176 74h.1M206 60h.1M134 80h.1M152 86h.1M214 34h.1M190 88h.1"),
		path("way", "M98 82L109 38M101 45l8-7l5 9"),
		path("from", "M98 84m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0"),
		path("to", "M111 30m-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0"),
	)
}

// pictureOfBoundary is a plane divided by a curve, and a way across it.
func pictureOfBoundary() app.UI {
	return picture(
		path("ground", "M228 38C170 40 120 52 84 88H228z"),
		path("line", "M228 38C170 40 120 52 84 88"),
		path("dots", "M34 24h.1M60 40h.1M48 66h.1M92 20h.1M110 42h.1M150 24h.1M190 26h.1M140 70h.1M170 56h.1M206 "+
			"62h.1M196 82h.1M120 80h.1"),
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

// pictureOfDigits is a one that turns into a seven.
func pictureOfDigits() app.UI {
	return picture(
		path("ground", "M22 10h72v76H22zM146 10h72v76h-72z"),
		path("line", "M46 30L62 20V76"),
		path("way", "M104 48h32M128 42l8 6l-8 6"),
		path("way", "M162 24h40"),
		path("line", "M202 24L178 76"),
	)
}
