// Package ui holds the screens of the page: go-app components that receive the state and
// turn DOM events into intents. It makes no decisions: the store defines what an intent does, and the
// engine what a number means.
package ui
