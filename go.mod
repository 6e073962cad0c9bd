module causeway

go 1.27

toolchain go1.27.4

require (
	github.com/andybalholm/brotli v1.2.8
	github.com/chromedp/cdproto v0.159.2
	github.com/chromedp/chromedp v0.23.0
	github.com/maxence-charriere/go-app/v9 v9.8.0
	github.com/vmihailenco/msgpack/v5 v5.4.1
	golang.org/x/text v0.43.0
	gonum.org/v1/gonum v0.17.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/google/uuid v1.3.0 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
)
