package wire

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// Message is what a frame carries: a value of one of the types of messages.
type Message any

// messages has one of every type that a frame carries. To add a message, write its type and name it here.
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

	// of images
	OpenImages{}, SampleImages{}, TrainImageClassifier{}, TrainImageGenerator{}, RestoreImages{}, ShowImages{},
	PredictImage{}, ExplainImage{}, ImagesWait{}, ImagesLoaded{}, ImageGeneratorTrained{}, ImagesShown{},
	ImageExplained{}, VerifyImages{}, ImagesVerified{}, UseImageModel{}, ImageModelUsed{}, WriteImageModel{},
	FitMeasures{}, MeasuresFitted{}, DrawImageCards{}, ImageCards{},
}

// kinds are the types of messages by the names that frames give them.
type kinds struct {
	types map[string]reflect.Type
	names map[reflect.Type]string
}

// known is made when it is first asked for, as nothing is computed when a program starts.
var known = sync.OnceValue(func() kinds {
	k := kinds{map[string]reflect.Type{}, map[reflect.Type]string{}}
	for _, m := range messages {
		t := reflect.TypeOf(m)
		k.types[kindOf(t)], k.names[t] = t, kindOf(t)
	}
	return k
})

// kindOf is what frames call a type: train-classifier for TrainClassifier. Trainings under way that a browser has
// kept are found by it.
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
