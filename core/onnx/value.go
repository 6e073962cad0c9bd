package onnx

func (r *reader) value(b []byte) (v value, err error) {
	if err := r.count(&r.names, maxNames, "names"); err != nil {
		return v, err
	}
	err = each(b, "an input or output", func(w *wire, f *field) error {
		switch {
		case w.is(f, 1, bytes_):
			v.name = textOf(w, f)
		case w.is(f, 2, bytes_):
			return v.readType(f.b)
		}
		return nil
	})
	return v, err
}

func (v *value) readType(b []byte) error {
	return each(b, "a type", func(w *wire, f *field) error {
		if f.kind != bytes_ || f.num == 6 { // 6 is only a comment
			return nil
		}
		v.kind = uint64(f.num)
		if f.num != 1 {
			return nil
		}
		return each(f.b, "a type", func(w *wire, f *field) error {
			switch {
			case w.is(f, 1, varint):
				v.elem = int64(f.v)
			case w.is(f, 2, bytes_):
				v.rank = true
				return v.readShape(f.b)
			}
			return nil
		})
	})
}

func (v *value) readShape(b []byte) error {
	return each(b, "a shape", func(w *wire, f *field) error {
		if !w.is(f, 1, bytes_) {
			return nil
		}
		if len(v.dims) == maxRank {
			return refuse("An input has more than %d dimensions.", maxRank)
		}
		d := int64(-1)
		err := each(f.b, "a shape", func(w *wire, f *field) error {
			if w.is(f, 1, varint) {
				d = max(int64(f.v), -1)
			}
			return nil
		})
		v.dims = append(v.dims, d)
		return err
	})
}
