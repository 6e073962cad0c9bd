// Package ui holds the screens of the page: go-app components that receive the state and
// turn DOM events into intents. It decides nothing: the store defines what an intent
// does, the engine what a number means.
package ui
