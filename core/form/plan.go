package form

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// plan contains what a walk needs to know about a type.
type plan struct {
	typ      reflect.Type
	elem     *plan   // plan of a list
	fields   []field // fields of a struct; the fields of an embedded struct take its place
	anyOrder bool    // its fields may be in any order
}

type field struct {
	name     string // as written by the codec
	since    int    // first version of the forms that contains it
	spare    bool   // omitted if zero
	anyOrder bool
	plan     *plan
	bounds   bounds
}

// AnyOrder marks a struct, embedded or not, whose fields may come in any order, and are omitted
// if zero.
type AnyOrder interface{ AnyOrder() }

var (
	plans        sync.Map // plans by type
	floatsType   = reflect.TypeFor[Floats]()
	anyOrderType = reflect.TypeFor[AnyOrder]()
)

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{typ: t}
	switch t.Kind() {
	case reflect.Slice:
		p.elem = planOf(t.Elem())
	case reflect.Struct:
		p.add(t)
	case reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint64, reflect.Float64,
		reflect.String:
	default:
		panic(fmt.Sprintf("form: type = %v, want one that bytes carry", t))
	}
	plans.Store(t, p)
	return p
}

func (p *plan) add(t reflect.Type) {
	anyOrder := t.Implements(anyOrderType)
	for i := range t.NumField() { // a struct that embeds one inherits its method
		f := t.Field(i)
		anyOrder = anyOrder && !(f.Anonymous && f.Type.Implements(anyOrderType))
	}
	p.anyOrder = p.anyOrder || anyOrder
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			p.add(f.Type)
			continue
		}
		name, how, _ := strings.Cut(f.Tag.Get("msgpack"), ",")
		if name == "-" {
			continue
		}
		x := field{name: f.Name, plan: planOf(f.Type), anyOrder: anyOrder}
		if name != "" {
			x.name = name
		}
		x.spare = how == "omitempty"
		x.since, _ = strconv.Atoi(f.Tag.Get("since"))
		x.bounds = boundsOf(f, x.name)
		p.fields = append(p.fields, x)
	}
}
