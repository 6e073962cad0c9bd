// Package speed measures how long the built site keeps a person waiting, and holds it to what is promised: make long
// NAME=speed runs all at full size on an idle machine, make bench its benchmarks. Elsewhere its tests do less work and
// mind no clock.
package speed
