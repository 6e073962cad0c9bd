//go:build !js

package bridge

import "errors"

// New returns a Client whose engine never starts, because workers exist only in a browser.
func New() Client {
	return newLink(func(func([]byte), func(int), func(string)) (port, error) {
		return nil, errors.New("workers exist only in a browser")
	}, realPace())
}

// NewPool returns a Pool that can do no work.
func NewPool(engines int) *Pool { return newPool(New, engines, realPoolPace()) }
