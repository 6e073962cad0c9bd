package store

import "fmt"

const (
	sayTableForModel = "Open the table first, in Table. Its rows are used to test the imported model."
	sayModelBusy     = "Another model is being imported. Try again in a moment."
	sayTrainingRuns  = "A model is being trained. Wait or cancel it first."
	sayUsingModel    = "Making the model the classifier."
	sayRowsAgree     = "The category numbers are confirmed. The model can be used."
	sayModelClosed   = "The model was closed. Nothing was changed."
)

func sayModelTooBig(name string, size int) string {
	return fmt.Sprintf("%s is %s and was not opened. Models can have up to %s.", name, FormatSize(size),
		FormatSize(MaxModelFile))
}

func sayModelRead(name string, columns, classes int) string {
	return fmt.Sprintf("%s has %s and %d classes. Check how they are matched, then use the model.", name,
		counted(columns, "column"), classes)
}

func sayModelUsed(name string, accuracy float64) string {
	return fmt.Sprintf("%s is now the classifier. It is correct on %s of held-out rows.", name, FormatShare(accuracy))
}

func sayModelUnclear(name string) string {
	return fmt.Sprintf("%s came with the table and cannot be used yet. Match its columns and classes in "+
		"Classifier.", name)
}

func sayExported(name string, size int) string {
	return fmt.Sprintf("%s (%s) was saved.", name, FormatSize(size))
}
