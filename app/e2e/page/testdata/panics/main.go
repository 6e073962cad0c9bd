// Package main ends in a panic as soon as it runs.
package main

func main() { panic("the ground gave way") }
