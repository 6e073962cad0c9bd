// Package ui holds the screens of the page: go-app components that are handed the
// state and turn DOM events into intents. It decides nothing: what
// an intent does is the store's business, what a number means the engine's.
package ui
