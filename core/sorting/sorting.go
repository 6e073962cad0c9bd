// Package sorting sorts short lists with one compiled copy of the algorithm, where package slices has one for each type
// (7 KB of a program each). Long lists and those in hot loops use slices, which is about twice as fast.
package sorting

import "sort"

// Stable sorts a list in place and keeps the order of equal elements.
func Stable[T any](list []T, compare func(a, b T) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
