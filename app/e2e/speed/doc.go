// Package speed measures how long the built site keeps a person waiting, and compares it with the promised times:
// make long NAME=speed runs everything at full size on an idle machine, make bench its benchmarks. Otherwise its
// tests do less work and ignore times.
package speed
