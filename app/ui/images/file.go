package images

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// IsFile reports whether a browser's file is one of images or labels, by its name.
func IsFile(file app.Value) bool { return store.IsImageFile(file.Get("name").String()) }
