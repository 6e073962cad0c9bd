package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

const (
	sayRejected        = "Nothing was opened. Your work is unchanged."
	sayForgotten       = "The project waiting for its data was closed."
	sayPacking         = "Collecting the rows to save."
	sayNothingToVerify = "There is nothing to verify yet. Train the classifier first."
	sayVerifyCanceled  = "The verification was cancelled."
	sayKeepTable       = "Keep the table as well, because its rows are not in the file."
	stepLink           = "Opened a link"

	whyForeign  = "It was not trained here, so its training cannot be repeated, and nothing shows where it comes from."
	whyRetired  = "An earlier version made it in a way that this one cannot repeat."
	whyNotAsked = "Like files of earlier versions, the project does not say how it was trained, so this " +
		"cannot be repeated."
	whyUnasked        = "They cannot be found again, because the file does not say what was asked about this table."
	whyOtherKnowledge = "They were found with other causes and rules than the project's."
	whyTuned          = "Its figures after fine-tuning can be measured only by training again."
	whyOtherLabels    = "It learned from labels that are not in the project, so its training cannot be repeated. A " +
		"file saved with its labels can be verified."
	whyLost = "The file says that some of its training steps were not saved. They cannot be repeated, and " +
		"nothing shows where it comes from."
)

// sayVerifying says what a verification does, with training and without.
var sayVerifying = map[bool]string{true: "Repeating the training to compare.",
	false: "Measuring the figures and searching again for the answers."}

// sayOtherAnswers shows the first difference between two texts of answers, with the row it is in.
func sayOtherAnswers(said, found string) string {
	at := 0
	for at < min(len(said), len(found)) && said[at] == found[at] {
		at++
	}
	from := 0
	for _, start := range []string{`{"row":`, `,"`} { // from the beginning of the value, not of the row
		if i := strings.LastIndex(said[:at], start); i > from {
			from = i + 1
		}
	}
	row, _, in := strings.Cut(said[strings.LastIndex(said[:at], `{"row":`)+1:], ",")
	if !in || !strings.HasPrefix(row, `"row"`) {
		row = "summary"
	}
	cut := func(text string) string {
		rest := text[at:]
		return text[min(from, at):at] + rest[:max(strings.IndexAny(rest, ",]}"), 0)]
	}
	return fmt.Sprintf("%s: %s in the file, %s now.", strings.ReplaceAll(row, `"row":`, "row "), cut(said), cut(found))
}

func whyUnlabelled(labels int) string {
	return fmt.Sprintf("It was fine-tuned on %s that are not in the project, so this cannot be repeated. A file "+
		"saved with its labels can be verified.", counted(labels, "label"))
}

func sayWaits(d snapshot.Data, link bool) string {
	if link {
		return fmt.Sprintf("The link was made for a table like %s. Open one with the same columns to load the "+
			"link's graph and settings.", d.Name)
	}
	return fmt.Sprintf("The project is about %s, whose rows are not in its file. Open that table to continue.", d.Name)
}

func sayFinishedUnread(why string) string {
	return fmt.Sprintf("The finished project could not be loaded: %s. Try again, or open your own table.", why)
}

// sayGone says that this version no longer has the method of a generator or a training.
func sayGone(m model.Method) string {
	return m.Title() + " no longer exists in this version. Its weights are not used, and only the search finds " +
		"answers. Train a new generator to get proposals."
}

func sayOpening(d snapshot.Data) string { return fmt.Sprintf("Opening the project about %s.", d.Name) }

func sayOpened(p snapshot.Project) string {
	return fmt.Sprintf("The project about %s is open: %s.", p.Data.Name, counted(p.Data.Rows, "row"))
}

func sayOffered(o Offered) string {
	if o.Link {
		return "The link contains a project. Check its contents before you open it."
	}
	return fmt.Sprintf("%s was read. Check its contents before you open it.", o.Name)
}

func sayTaken(p snapshot.Project, sameRows bool) string {
	s := "The link's graph, rules and settings are loaded. Undo removes them."
	if !sameRows {
		s += fmt.Sprintf(" They were made for other rows (%s).", p.Data.Name)
	}
	return s
}

func sayOtherRows(name string, d snapshot.Data) string {
	return fmt.Sprintf("%s does not contain the rows of the project, which needs %s with %s and the hash %s. "+
		"The table is open, and the project still needs its own.",
		name, d.Name, counted(d.Rows, "row"), shortHash(d.Hash))
}

// sayOtherFills says that a file's fill values do not match its rows.
const sayOtherFills = "The file's fill values for missing values do not match its rows, so the project was not " +
	"opened. The table is open, and the project still needs its own."

// sayNotTaken says in one sentence why a file was refused.
func sayNotTaken(o Offered, err error) string {
	what := o.Name
	if o.Link {
		what = "The link"
	}
	return fmt.Sprintf("%s was not opened: %s.", what, Clause(err))
}

func sayNotSaved(why string) string {
	return fmt.Sprintf("The project was not saved: %s.", strings.TrimSuffix(why, "."))
}

func saySaved(name string, with Travel, labels int) string {
	holds := "without rows"
	if with.Rows {
		holds = "with all rows"
	}
	switch {
	case labels > 0 && with.Labels:
		holds += " and with " + counted(labels, "label")
	case labels > 0:
		holds += " and without labels"
	}
	return fmt.Sprintf("Saved as %s, %s.", name, holds)
}

// sayVerified says "Verified" only if everything was proved.
func sayVerified(v Verify, e Evaluation) string {
	checks := []Check{v.Classifier}
	for _, c := range []Check{v.Generator, v.Evaluation, v.Answers[0], v.Answers[1]} {
		if c.Verdict != NotChecked {
			checks = append(checks, c)
		}
	}
	switch {
	case slices.ContainsFunc(checks, Check.Fails):
		return "Not verified: some of the project's claims are wrong. See which."
	case slices.ContainsFunc(checks, func(c Check) bool { return !c.Holds() }):
		return "Not verified: not everything could be repeated. See what."
	case !v.Trained:
		return "Checked without training: all figures and stored answers are correct."
	case e.Done() > 0 && e.Origin.IsClaimed(nil) && v.Evaluation.Verdict == NotChecked:
		return "Not verified yet: the models are as claimed, but the evaluation must still be repeated."
	}
	return "Verified: retraining gave the same bytes, and all figures are correct."
}

// sayBelied says which of a file's claims about a model are wrong.
func sayBelied(classifier bool, list []model.Differ) string {
	of, more := "generator", ""
	if classifier {
		of = "classifier"
	}
	if n := len(list) - 1; n > 0 {
		more = fmt.Sprintf(", and %s more", counted(n, "figure"))
	}
	said, found := FigureValues(list[0])
	return fmt.Sprintf("The file makes a false claim about its %s. It claims %s %s; measured here, it is %s%s.", of,
		FigureName(list[0].What), said, found, more)
}

// FigureName puts the name of a verified figure into words.
func FigureName(what string) string {
	before, key, ok := strings.Cut(what, ": ") // an experiment's
	if ok {
		return before + ": " + key
	}
	text := ""
	for _, k := range strings.Split(what, ".") {
		switch word, known := figureWords[k]; {
		case strings.Trim(k, "0123456789") == "":
			text += " " + k
			continue
		case known:
			k = word
		}
		if text != "" {
			text += ", "
		}
		text += k
	}
	return text
}

var figureWords = map[string]string{
	"best": "epoch that was kept", "logLoss": "log loss", "base": "share of the most frequent class",
	"confusion": "confusion matrix, cell",
	"testRows":  "held-out rows", "soft": "raw outputs", "decoded": "decoded rows",
	"contProximity": "proximity of numbers",
	"catProximity":  "proximity of categories", "featuresChange": "changed features",
	"profiles":     "profiles of categories",
	"dataProfiles": "profiles of categories in the data", "round": "fine-tuning", "scores": "counterfactuals",
	"feasible": "share judged feasible",
	"keptAll":  "share that keeps all rules", "kept": "share that keeps rule", "judged": "whether there is a judge",
	"judgeRight": "share of labels that the judge gets right",
	"answers":    "answers to held-out rows", "rows": "number of rows", "held": "share held",
	"reachable": "share that can have an answer", "open": "rows left open",
	"changes": "changed features", "searchChanges": "changed features of the search",
	"searchContProximity": "proximity of the search's numbers", "searchProfiles": "profiles of the search",
	"course": "curve by epoch", "endedEarly": "whether it ended early", "epochs": "requested epochs",
	"last": "last epoch", "told": "labels it learned from",
	"judgeBalanced": "balanced accuracy of the judge", "infeasible": "infeasible labels",
}

// FigureValues shows a claimed and a measured figure with enough digits to differ.
func FigureValues(d model.Differ) (said, found string) {
	for digits := 4; digits < 17; digits++ {
		said, found = strconv.FormatFloat(d.Said, 'g', digits, 64), strconv.FormatFloat(d.Found, 'g', digits, 64)
		if said != found {
			break
		}
	}
	return said, found
}

// shortHash returns the start of a hash, enough to compare by eye.
func shortHash(hash string) string { return hash[:min(len(hash), 12)] }

const sayKeepNoRows = "This table has too many rows to save in this browser. Everything else is saved. Keep the " +
	"file of the table."

// whyNoRoom ends a sentence about an omitted part.
const whyNoRoom = "it does not fit, and the page keeps trying"

// Ends of a sentence about the last save of a project.
const (
	whyGone     = "it was changed, moved or deleted after you chose it"
	whyFull     = "this browser has no room left for this page"
	whyRowsGone = "another table replaced it before its rows arrived"
	whyNoPixels = "the pixels do not fit in this browser; keep the image files, because you need them to open " +
		"this again"
)

// sayNotParted says that the last save of a left project failed.
func sayNotParted(name, why string) string {
	return "Your last changes to " + name + " weren't saved: " + strings.TrimSuffix(why, ".") +
		". If an earlier version was saved, it is under Recent projects."
}

func sayNotKept(t Trouble, why string) string {
	switch t {
	case VaultFull:
		return "The project could not be saved: " + whyFull + ". You can continue; the page keeps trying. Delete " +
			"projects under Recent projects, or save this one to a file."
	case NoVault:
		return "The project could not be saved: " + strings.TrimSuffix(why, ".") +
			". You can continue while this page is open. Save the project to a file."
	}
	return "The project could not be saved in this browser: " + strings.TrimSuffix(why, ".") +
		". You can continue; the page keeps trying. To be safe, save it to a file."
}

func sayCopy(name string) string {
	return name + " is open in another tab, which saves it. This tab works on its own copy."
}

func sayFree(name string) string {
	return "The other tab with " + name + " was closed. You can continue with the original."
}

func sayHistoryUnread(err error) string {
	return "Some changes can no longer be undone or redone, because they could not be read: " +
		Clause(err) + ". Nothing else is missing."
}

const sayBeingOpened = "The project is opening, so it was not deleted."

const sayFreed = "The project that was open in another tab can be continued here."

func sayTookOver(name string) string {
	return "The other tab with " + name + " was closed. This tab continues with the original."
}

const sayStays = "This tab keeps working on its copy."

const sayNotLeft = "This project could not be saved, so it stays open. Save it to a file or free up space " +
	"before you open another one."

func sayNothingKept(why string) string {
	return "Nothing can be saved in this browser: " + strings.TrimSuffix(why, ".") +
		". Your work is lost when you close this page, so save it to a file."
}

func sayKeepFault(why string) string {
	return "This browser could not change the saved projects: " + strings.TrimSuffix(why, ".") + "."
}

func sayKeptUnread(why string) string {
	return "The project could not be opened: " + strings.TrimSuffix(why, ".") + ". Nothing was changed."
}

func sayOlder(at int64) string {
	return "The last save was damaged. This is the previous one, from " + FormatTime(at) + "."
}

func sayBefore(version string) string { return "Before going back to " + version }

func sayNamed(name string) string { return "This version is saved as " + name + "." }

func sayGoesOn(m Topic, epoch int) string {
	what := "The classifier's training"
	if m == TheGenerator {
		what = "The generator's training"
	}
	if epoch == 0 {
		return what + " restarts."
	}
	return fmt.Sprintf("%s continues from epoch %d.", what, epoch)
}

// FormatTime writes a moment in the time of this machine.
func FormatTime(ms int64) string { return time.UnixMilli(ms).Format("2 January 2006, 15:04") }

// Where something is saved.
const (
	inBrowser = "in this browser"
	inFile    = "in the file"
)

func sayLeft(l Left, where string) string {
	part := strings.ToUpper(l.Part[:1]) + l.Part[1:]
	if l.Older {
		return fmt.Sprintf("%s could not be saved %s, so its last saved state is kept: %s. Everything else is "+
			"saved.", part, where, l.Why)
	}
	return fmt.Sprintf("%s could not be saved %s and was left out: %s. Everything else is saved.", part, where, l.Why)
}

func sayUnread(l Left) string {
	return fmt.Sprintf("%s could not be read and was left out: %s. Everything else was loaded.",
		strings.ToUpper(l.Part[:1])+l.Part[1:], l.Why)
}

const (
	sayImagesCome = "The images are loading."
	sayImagesAsk  = "Other images were opened. Decide in Table whether to use them, because the current " +
		"models would be lost."
	sayImageFirst      = "Choose an image or draw one first."
	sayManyImageLabels = "You have reached the limit of 2,000 image labels. Remove some first."
	textLinkFile       = "the link"
	sayBusyEngine      = "Another model is being trained. Wait or cancel it first."
)

func sayImagesTogether(size int) string {
	return fmt.Sprintf("The files have %s together and were not opened, because at most %s can be opened at "+
		"once. Gzip them, or open fewer.",
		FormatSize(size), FormatSize(MaxFile+MaxFile/4))
}

func sayImagesLoaded(m wire.ImagesLoaded) string {
	return fmt.Sprintf("%s is loaded: %s images of %d by %d pixels in %d classes.", m.Name, FormatCount(m.Rows), m.W,
		m.H, m.Classes)
}

func sayImagesFound(valid, all int, ms float64) string {
	return fmt.Sprintf("%d of %d classes were reached, in %.0f ms.", valid, all, ms)
}

func sayImageClassifierTrained(accuracy float64) string {
	return "The classifier is trained: " + FormatShare(accuracy) + " of the held-out images are classified correctly."
}

func sayImageGeneratorTrained(validity float64) string {
	return "The generator is trained: " + FormatShare(validity) +
		" of its counterfactuals for held-out images reach their target."
}

func sayImagesSource(files []string) string {
	if len(files) == 0 {
		return "The images are digits sampled from a model of pen strokes with this seed."
	}
	return "The images are those of " + strings.Join(files, " and ") + "."
}

func sayReadingImageModel(name string) string {
	return name + " is being read and tested on the images."
}

func sayImageModelUsed(name string, m wire.ImageModelUsed) string {
	return fmt.Sprintf("%s is now the classifier. It classifies %s of the held-out images correctly, with "+
		"pixels given %s.", name, FormatShare(m.Trained.Accuracy), m.Reading)
}

func sayMeasureCircle(way []string) string {
	return "That would be a cycle: " + strings.Join(way,
		" would follow from ") + ". Remove one of its arrows first."
}

func sayMoreImageLabels(feasible, infeasible int) string {
	return fmt.Sprintf("You called %d counterfactuals feasible and %d infeasible. Learning needs at least %d of "+
		"each.", feasible, infeasible, LeastImageLabels)
}

// sayImagesSaved mentions the labels that the file leaves out.
func sayImagesSaved(name string, s snapshot.Images, without int) string {
	how := "without pixels; opening it samples the digits again"
	if len(s.Set.Files) > 0 {
		how = "without pixels; you need the image files to open it"
	}
	if len(s.Files) > 0 {
		how = "with all pixels"
	}
	text := fmt.Sprintf("Saved as %s, %s.", name, how)
	if without > 0 {
		text += fmt.Sprintf(" Labels contain pixels, so %s could not be saved. Save with pixels to keep all.",
			counted(without, "label"))
	}
	return text
}

func sayImagesAwaited(name string, files []snapshot.ImageFile) string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return fmt.Sprintf("%s contains models but not their images. Open %s to combine them.", name,
		strings.Join(names, " and "))
}

func sayOtherImages(name string) string {
	return "These are not the images of the saved " + name + ", so its models were left out."
}

func sayImagesOpened(name string, generator bool) string {
	if generator {
		return name + " is open with its classifier and its generator."
	}
	return name + " is open with its classifier."
}

func sayImagesVerified(same, taught bool, m wire.ImagesVerified) string {
	switch on := FormatCount(m.Classifier.TestRows); {
	case same && taught:
		return fmt.Sprintf("Not verified: on the %s held-out images, every figure is the same to the last bit, "+
			"but it is only a claim that the generator learned from these labels.", on)
	case same:
		return fmt.Sprintf("Measured again on the %s held-out images, every figure is the same to the last bit. "+
			"The models were not retrained, so nothing shows how they were trained.", on)
	}
	return fmt.Sprintf("Measured again, the figures differ: the accuracy is now %s and the generator's validity %s.",
		FormatShare(m.Classifier.Accuracy), FormatShare(m.Generator.Validity))
}
