package page

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// holdsNow evaluates a condition in the page. It is false while the page reloads.
func (p *Tab) holdsNow(expression string) bool {
	ctx, cancel := context.WithTimeout(p.ctx, p.Timeout)
	defer cancel()
	is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
	if err != nil && !strings.Contains(err.Error(), "navigated or closed") {
		p.t.Fatalf("evaluating %s: %v", expression, err)
	}
	return err == nil && is
}

// Eval evaluates an expression in the page, waiting for a promise. The page's policy does
// not apply to it.
func eval[T any](p *Tab, expression string) T {
	ctx, cancel := context.WithTimeout(p.ctx, p.Timeout)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluating %s: %v", expression, err)
	}
	return v
}

// run evaluates an expression without a result.
func (p *Tab) run(statements string) { eval[bool](p, "(() => {"+statements+"; return true })()") }

// beforeStart makes a script run in every document of the tab before the document's own.
func (p *Tab) beforeStart(script string) {
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// do runs steps within Timeout.
func (p *Tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	ctx, cancel := context.WithTimeout(p.ctx, p.Timeout)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// call runs a protocol command on the page.
func call[P, R any](p *Tab, cmd cdp.Command[P, R], params P) R {
	res, err := try(p, cmd, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return res
}

// try is call for a command that may fail.
func try[P, R any](p *Tab, cmd cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(p.ctx, p.Timeout)
	defer cancel()
	res, err := chromedp.Call(ctx, cmd, params)
	if err != nil {
		return res, fmt.Errorf("%s: %w", cmd.Method, err)
	}
	return res, nil
}

// apply calls a JavaScript function with an element as this.
func apply[T any](p *Tab, id runtime.RemoteObjectID, function string, args ...any) T {
	byValue := true
	params := runtime.CallFunctionOnParams{FunctionDeclaration: function, ObjectID: id, ReturnByValue: &byValue,
		AwaitPromise: &byValue}
	for _, a := range args {
		value, err := json.Marshal(a)
		if err != nil {
			p.t.Fatal(err)
		}
		params.Arguments = append(params.Arguments, &runtime.CallArgument{Value: value})
	}
	res := call(p, runtime.CallFunctionOn, params)
	var v T
	if res.ExceptionDetails != nil {
		p.t.Fatalf("calling %s: %v", function, res.ExceptionDetails.Exception.Description)
	}
	if err := json.Unmarshal(res.Result.Value, &v); err != nil {
		p.t.Fatalf("result of %s: %v", function, err)
	}
	return v
}

// query waits for an element by a CSS selector.
func (p *Tab) query(selector string) runtime.RemoteObjectID {
	var id runtime.RemoteObjectID
	p.WaitFor(selector, func() bool {
		res := call(p, runtime.Evaluate, runtime.EvaluateParams{
			Expression: fmt.Sprintf("document.querySelector(%q)", selector), ObjectGroup: found})
		id = res.Result.ObjectID
		return id != ""
	})
	return id
}

// jsonOf is a value as JSON.
func jsonOf(p *Tab, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}

// told is a test that reports failures at the test's line. Without it, every function of this package
// would have to call Helper.
type told struct{ testing.TB }

func (t told) Error(args ...any) { t.Helper(); t.TB.Error(testLine(), fmt.Sprint(args...)) }
func (t told) Errorf(format string, args ...any) {
	t.Helper()
	t.TB.Error(testLine(), fmt.Sprintf(format, args...))
}
func (t told) Fatal(args ...any) { t.Helper(); t.TB.Fatal(testLine(), fmt.Sprint(args...)) }
func (t told) Fatalf(format string, args ...any) {
	t.Helper()
	t.TB.Fatal(testLine(), fmt.Sprintf(format, args...))
}

// testLine is the innermost line of the running test.
func testLine() string {
	callers := make([]uintptr, 64)
	frames := goruntime.CallersFrames(callers[:goruntime.Callers(2, callers)])
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.File, "_test.go") {
			return fmt.Sprintf("%s:%d:", filepath.Base(f.File), f.Line)
		} else if !more {
			return ""
		}
	}
}
