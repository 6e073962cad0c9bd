package wire

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// Message is the content of a frame: a value of one of the message types.
type Message any

// messages contains one value of every type that a frame can carry. To add a message, define its
// type and list it here.
var messages = []Message{
	// commands
	Hello{}, Ping{}, Open{}, Replan{}, Import{}, Sample{}, TrainClassifier{}, TrainGenerator{}, Pause{}, Resume{},
	Cancel{}, Rows{}, SetNames{}, Seek{}, Predict{}, MapRow{}, Glance{}, Explain{}, GiveReasons{}, FindCases{},
	Certify{}, Restore{}, Pack{},
	Select{}, ReadRows{},
	ExplainMany{}, ChooseActions{}, Evaluate{}, CheckGraph{}, PlotEdge{}, SearchGraph{}, WeighRules{}, Intervene{},
	VerifyClassifier{}, VerifyGenerator{}, ReadModel{}, UseModel{}, MeasureClassifier{}, MeasureCodes{}, WriteModel{},
	AskCards{}, FineTune{},

	// facts
	Pong{}, Previewed{}, Loaded{}, Epoch{}, Checkpoint{}, Watched{}, ClassifierTrained{}, GeneratorTrained{}, Page{},
	NamesSet{}, Sought{}, Predicted{}, Mapped{}, ClassifierMeasured{}, CodesMeasured{}, Explained{}, Reasons{},
	Cases{}, Certified{},
	Restored{}, GraphChecked{}, EdgePlot{}, Searching{}, GraphSuggested{}, RulesWeighed{}, Intervened{}, Paused{},
	Resumed{},
	Canceled{}, Failure{}, Packed{}, Selected{}, ExplainedMany{}, ActionsChosen{}, Evaluated{}, Progress{}, Verified{},
	ModelRead{}, ModelTried{}, ModelWritten{}, Cards{}, FineTuned{},

	// messages about images
	OpenImages{}, SampleImages{}, TrainImageClassifier{}, TrainImageGenerator{}, RestoreImages{}, ShowImages{},
	PredictImage{}, ExplainImage{}, ImagesWait{}, ImagesLoaded{}, ImageGeneratorTrained{}, ImagesShown{},
	ImageExplained{}, VerifyImages{}, ImagesVerified{}, UseImageModel{}, ImageModelUsed{}, WriteImageModel{},
	FitMeasures{}, MeasuresFitted{}, DrawImageCards{}, ImageCards{},
}

// kinds maps the names in frames to the types of messages.
type kinds struct {
	types map[string]reflect.Type
	names map[reflect.Type]string
}

// known is built on first use, because a starting program should compute nothing.
var known = sync.OnceValue(func() kinds {
	k := kinds{map[string]reflect.Type{}, map[reflect.Type]string{}}
	for _, m := range messages {
		t := reflect.TypeOf(m)
		k.types[kindOf(t)], k.names[t] = t, kindOf(t)
	}
	return k
})

// kindOf returns the name of a type in frames, such as train-classifier for TrainClassifier.
// Browsers store unfinished trainings under this name.
func kindOf(t reflect.Type) string {
	var s strings.Builder
	for i, r := range t.Name() {
		if unicode.IsUpper(r) && i > 0 {
			s.WriteByte('-')
		}
		s.WriteRune(unicode.ToLower(r))
	}
	return s.String()
}
