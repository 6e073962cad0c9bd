package onnx

import (
	"math"
	"slices"
)

// operators lists, by domain, the operators as https://onnx.ai/onnx/operators specifies them.
var operators map[string]map[string]operation

// operation implements an operator twice: eval for known values, and form for values that are
// affine in the units of a layer. If form is nil, the graph is evaluated node by node.
type operation struct{ eval, form operator }

func init() {
	operators = map[string]map[string]operation{
		"": {
			"Add":            {elementwise(0, plusOf), (*call).add},
			"Sub":            {elementwise(0, minusOf), (*call).sub},
			"Mul":            {elementwise(0, timesOf), (*call).mul},
			"Div":            {elementwise(0, quotientOf), (*call).div},
			"Mod":            {(*call).evalMod, nil},
			"Pow":            {elementwise(0, powerOf), (*call).pow},
			"PRelu":          {elementwise(0, pReluOf), (*call).pRelu},
			"Max":            {several(maxOf), nil},
			"Min":            {several(minOf), nil},
			"Sum":            {several(plusOf), (*call).total},
			"Mean":           {(*call).evalMean, nil},
			"Equal":          {(*call).evalEqual, nil},
			"Less":           {compared(func(a, b float64) bool { return a < b }), nil},
			"LessOrEqual":    {compared(func(a, b float64) bool { return a <= b }), nil},
			"Greater":        {compared(func(a, b float64) bool { return a > b }), nil},
			"GreaterOrEqual": {compared(func(a, b float64) bool { return a >= b }), nil},
			"And":            {compared(func(a, b float64) bool { return a != 0 && b != 0 }), nil},
			"Or":             {compared(func(a, b float64) bool { return a != 0 || b != 0 }), nil},
			"Xor":            {compared(func(a, b float64) bool { return (a != 0) != (b != 0) }), nil},
			"Not":            {unary(typeBool, func(v float64) float64 { return one(v == 0) }), nil},
			"IsNaN":          {unary(typeBool, func(v float64) float64 { return one(v != v) }), nil},
			"IsInf":          {(*call).evalIsInf, nil},
			"Where":          {(*call).evalWhere, nil},
			"Neg":            {unary(0, func(v float64) float64 { return -v }), (*call).neg},
			"Abs":            {unary(0, math.Abs), alone(magnitude)},
			"Reciprocal":     {unary(0, func(v float64) float64 { return 1 / v }), nil},
			"Floor":          {unary(0, math.Floor), nil},
			"Ceil":           {unary(0, math.Ceil), nil},
			"Round":          {unary(0, math.RoundToEven), nil},
			"Sign":           {unary(0, signOf), nil},
			"Sqrt":           {unary(0, math.Sqrt), alone(root)},
			"Exp":            {unary(0, exp), alone(exponential)},
			"Log":            {unary(0, log), nil},
			"Erf":            {unary(0, erfOf), alone(erf)},
			"Sin":            {unary(0, func(v float64) float64 { return sineOf(v, 0) }), nil},
			"Cos":            {unary(0, func(v float64) float64 { return sineOf(v, 1) }), nil},
			"Sigmoid":        {unary(0, logistic), (*call).sigmoid},
			"Tanh":           {unary(0, tanhOf), (*call).tanh},
			"Softplus": {unary(0, func(v float64) float64 { return max(v, 0) + log(1+exp(-math.Abs(v))) }),
				alone(softplus)},
			"Softsign":  {unary(0, func(v float64) float64 { return v / (1 + math.Abs(v)) }), nil},
			"Relu":      {unary(0, func(v float64) float64 { return max(v, 0) }), (*call).relu},
			"Gelu":      {(*call).evalGelu, (*call).gelu},
			"HardSwish": {unary(0, func(v float64) float64 { return v * min(max(v/6+0.5, 0), 1) }), nil},
			"Mish": {unary(0, func(v float64) float64 {
				return v * tanhOf(max(v,
					0)+log(1+exp(-math.Abs(v))))
			}), nil},
			"LeakyRelu": {shaped(0.01, 0, func(v, alpha, _ float64) float64 { return pReluOf(0, v, alpha) }),
				(*call).leakyRelu},
			"Elu": {shaped(1, 0, func(v, alpha, _ float64) float64 { return eluOf(v, alpha, 1) }),
				(*call).elu},
			"Celu": {shaped(1, 0, func(v, alpha, _ float64) float64 { return eluOf(v, alpha, alpha) }), nil},
			"Selu": {shaped(1.67326319217681884765625, 1.05070102214813232421875,
				func(v, alpha, gamma float64) float64 { return gamma * eluOf(v, alpha, 1) }), nil},
			"ThresholdedRelu": {shaped(1, 0, func(v, alpha, _ float64) float64 {
				if v > alpha {
					return v
				}
				return 0
			}), nil},
			"HardSigmoid": {shaped(0.2, 0.5, func(v, alpha, beta float64) float64 {
				return min(max(float64(alpha*v)+beta, 0), 1)
			}), (*call).hardSigmoid},
			"Swish": {shaped(1, 0, func(v, alpha, _ float64) float64 { return v * logistic(alpha*v) }),
				(*call).swish},
			"Clip":               {(*call).evalClip, (*call).clip},
			"Cast":               {(*call).evalCast, (*call).cast},
			"CastLike":           {(*call).evalCast, nil},
			"MatMul":             {(*call).evalMatMul, (*call).matMul},
			"Gemm":               {(*call).evalGemm, (*call).gemm},
			"Einsum":             {(*call).evalEinsum, nil},
			"Softmax":            {(*call).evalSoftmax, (*call).softmax},
			"LogSoftmax":         {(*call).evalSoftmax, (*call).softmax},
			"LayerNormalization": {(*call).evalLayerNorm, (*call).layerNorm},
			"BatchNormalization": {(*call).evalBatchNorm, (*call).batchNorm},
			"ReduceSum":          {(*call).evalReduce, (*call).reduce},
			"ReduceMean":         {(*call).evalReduce, (*call).mean},
			"ReduceMax":          {(*call).evalReduce, nil},
			"ReduceMin":          {(*call).evalReduce, nil},
			"ReduceProd":         {(*call).evalReduce, nil},
			"ReduceL1":           {(*call).evalReduce, (*call).reduce},
			"ReduceL2":           {(*call).evalReduce, nil},
			"ReduceSumSquare":    {(*call).evalReduce, nil},
			"ReduceLogSum":       {(*call).evalReduce, nil},
			"ReduceLogSumExp":    {(*call).evalReduce, nil},
			"ArgMax":             {(*call).evalArgMax, nil},
			"ArgMin":             {(*call).evalArgMax, nil},
			"TopK":               {(*call).evalTopK, nil},
			"LpNormalization":    {(*call).evalLpNorm, nil},
			"CumSum":             {(*call).evalCumSum, nil},
			"QuantizeLinear":     {(*call).evalQuantize, nil},
			"DequantizeLinear":   {(*call).evalQuantize, nil},
			"Identity":           {(*call).evalSame, (*call).identity},
			"Dropout":            {(*call).dropout, (*call).dropout},
			"Constant":           {(*call).literal, (*call).literal},
			"Reshape":            {(*call).evalReshape, (*call).moved},
			"Flatten":            {(*call).evalFlatten, (*call).moved},
			"Squeeze":            {(*call).evalSqueeze, (*call).moved},
			"Unsqueeze":          {(*call).evalUnsqueeze, (*call).moved},
			"Transpose":          {(*call).evalTranspose, (*call).moved},
			"Shape":              {(*call).evalShape, (*call).shape},
			"Size":               {(*call).evalShape, (*call).shape},
			"Expand":             {(*call).evalExpand, (*call).moved},
			"Tile":               {(*call).evalTile, (*call).moved},
			"Concat":             {(*call).evalConcat, (*call).moved},
			"Split":              {(*call).evalSplit, (*call).moved},
			"Slice":              {(*call).evalSlice, (*call).moved},
			"Gather":             {(*call).evalGather, (*call).gather},
			"GatherElements":     {(*call).evalGatherElements, (*call).moved},
			"GatherND":           {(*call).evalGatherND, (*call).moved},
			"ScatterElements":    {(*call).evalScatterElements, nil},
			"Range":              {(*call).evalRange, nil},
			"ConstantOfShape":    {(*call).evalConstantOfShape, nil},
			"OneHot":             {(*call).evalOneHot, (*call).oneHot},
			"StringNormalizer":   {(*call).evalStrings, nil},
		},
		domainML: {
			"Binarizer":              {(*call).evalBinarizer, nil},
			"Scaler":                 {(*call).evalScaler, (*call).scaler},
			"Normalizer":             {(*call).evalNormalizer, (*call).normalizer},
			"Imputer":                {(*call).evalImputer, (*call).imputer},
			"LabelEncoder":           {(*call).evalLabelEncoder, (*call).labelEncoder},
			"CategoryMapper":         {(*call).evalLabelEncoder, (*call).labelEncoder},
			"OneHotEncoder":          {(*call).evalOneHotEncoder, (*call).oneHotEncoder},
			"FeatureVectorizer":      {(*call).evalVectorizer, (*call).moved},
			"ArrayFeatureExtractor":  {(*call).evalExtract, (*call).extract},
			"ZipMap":                 {(*call).zipMap, (*call).zipMap},
			"LinearClassifier":       {(*call).evalClassifier, (*call).linearClassifier},
			"SVMClassifier":          {(*call).evalClassifier, (*call).svmClassifier},
			"TreeEnsembleClassifier": {(*call).evalClassifier, (*call).treeClassifier},
			"LinearRegressor":        {(*call).evalRegressor, (*call).linearRegressor},
			"SVMRegressor":           {(*call).evalRegressor, (*call).svmRegressor},
			"TreeEnsembleRegressor":  {(*call).evalRegressor, (*call).treeRegressor},
			"TreeEnsemble":           {(*call).evalRegressor, (*call).treeEnsemble},
		},
		domainMicrosoft: {
			"CDist": {(*call).evalDistances, nil},
		},
	}
}

func plusOf(_ int64, a, b float64) float64  { return a + b }
func minusOf(_ int64, a, b float64) float64 { return a - b }
func timesOf(_ int64, a, b float64) float64 { return a * b }

// quotientOf truncates the quotient of whole numbers. Dividing them by 0 gives NaN.
func quotientOf(kind int64, a, b float64) float64 {
	if !isFloat(kind) {
		if b == 0 {
			return math.NaN()
		}
		return math.Trunc(a / b)
	}
	return a / b
}

func maxOf(_ int64, a, b float64) float64 { return max(a, b) }
func minOf(_ int64, a, b float64) float64 { return min(a, b) }

func pReluOf(_ int64, v, slope float64) float64 {
	if v < 0 {
		return v * slope
	}
	return v
}

func powerOf(_ int64, a, b float64) float64 {
	switch {
	case b == 0 || a == 1:
		return 1
	case a != a || b != b:
		return math.NaN()
	case b == math.Trunc(b) && math.Abs(b) <= 64 || b == 0.5 && a >= 0 || b == -0.5 && a > 0:
		return raised(a, b)
	case a == 0 && b > 0:
		return 0
	case a == 0:
		return math.Inf(1)
	case a < 0 && b != math.Trunc(b):
		return math.NaN()
	case a < 0 && math.Mod(b, 2) != 0:
		return -exp(b * log(-a))
	}
	return exp(b * log(math.Abs(a)))
}

func signOf(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return v
}

// tanhOf is exact also near 0, where the formula with the exponential loses digits.
func tanhOf(v float64) float64 {
	if a := math.Abs(v); a < 0.05 {
		s := v * v
		return v * (1 - float64(s*(1.0/3-float64(s*(2.0/15-float64(s*17.0/315))))))
	}
	return tanh(v)
}

// eluOf computes v for positive numbers and alpha*(exp(v/beta)-1) otherwise.
func eluOf(v, alpha, beta float64) float64 {
	switch {
	case !(v < 0):
		return v
	case v/beta > -1e-5:
		return alpha * (v/beta + float64(float64(v/beta*v/beta)*0.5))
	}
	return alpha * (exp(v/beta) - 1)
}

// unary applies a function to every number. kind is that of the result, 0 for the same.
func unary(kind int64, f func(v float64) float64) operator {
	return func(c *call) ([]val, error) { return c.every(kind, f) }
}

func (c *call) every(kind int64, f func(v float64) float64) ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	if kind == 0 {
		kind = k.kind
	}
	out, err := c.array(kind, k.dims)
	if err != nil {
		return nil, err
	}
	for i, v := range k.vals {
		out.vals[i] = fit(kind, f(v))
	}
	return single(out), nil
}

func single(k *constant) []val { return []val{{c: k}} }

// shaped applies a function with the parameters alpha, and beta or gamma.
func shaped(alpha, beta float64, f func(v, alpha, beta float64) float64) operator {
	return func(c *call) ([]val, error) {
		a, err := c.float("alpha", alpha)
		if err != nil {
			return nil, err
		}
		b, err := c.float("beta", beta)
		if err == nil {
			b, err = c.float("gamma", b)
		}
		if err != nil {
			return nil, err
		}
		return c.every(0, func(v float64) float64 { return f(v, a, b) })
	}
}

// evalBinarizer gives no value for a missing number, as in ONNX Runtime.
func (c *call) evalBinarizer() ([]val, error) {
	k, err := c.float("threshold", 0)
	if err != nil {
		return nil, err
	}
	return c.every(0, func(v float64) float64 {
		if v != v {
			return c.fails()
		}
		return one(v > k)
	})
}

// joint returns the shape to which two others broadcast.
func (c *call) joint(a, b []int) ([]int, error) {
	if slices.Equal(a, b) || len(b) == 0 {
		return a, nil
	}
	dims := make([]int, max(len(a), len(b)))
	for i := range dims {
		da, db := dimFrom(a, i-len(dims)), dimFrom(b, i-len(dims))
		if da != db && da != 1 && db != 1 {
			return nil, c.refuse("joins values of shapes %v and %v, which do not match", a, b)
		}
		if dims[i] = da; da == 1 {
			dims[i] = db
		}
	}
	return dims, nil
}

// at returns which element of a value with dimensions sub belongs to element i of the joint shape.
func at(i int, dims []int, k *constant) int {
	switch k.len() {
	case 1:
		return 0
	default:
		if slices.Equal(dims, k.dims) {
			return i
		}
	}
	return place(i, dims, k.dims)
}

// pair joins two numeric inputs element by element.
func (c *call) pair(kind int64, a, b *constant, f func(kind int64, a, b float64) float64) (*constant, error) {
	dims, err := c.joint(a.dims, b.dims)
	if err != nil {
		return nil, err
	}
	of := a.kind
	if kind == 0 {
		kind = a.kind
	}
	out, err := c.array(kind, dims)
	if err != nil {
		return nil, err
	}
	for i := range out.vals {
		v := f(of, a.vals[at(i, dims, a)], b.vals[at(i, dims, b)])
		if v != v && !isFloat(kind) {
			v = c.fails()
		}
		out.vals[i] = fit(kind, v)
	}
	return out, nil
}

func elementwise(kind int64, f func(kind int64, a, b float64) float64) operator {
	return func(c *call) ([]val, error) {
		a, b, err := c.operands()
		if err != nil {
			return nil, err
		}
		out, err := c.pair(kind, a, b, f)
		return single(out), err
	}
}

func compared(f func(a, b float64) bool) operator {
	return elementwise(typeBool, func(_ int64, a, b float64) float64 { return one(f(a, b)) })
}

// several joins any number of inputs.
func several(f func(kind int64, a, b float64) float64) operator {
	return func(c *call) ([]val, error) {
		out, err := c.num(0)
		for i := 1; i < len(c.in) && err == nil; i++ {
			var k *constant
			if k, err = c.num(i); err == nil {
				out, err = c.pair(0, out, k, f)
			}
		}
		return single(out), err
	}
}

func (c *call) evalMean() ([]val, error) {
	sum, err := several(plusOf)(c)
	if err != nil {
		return nil, err
	}
	then := *c
	then.in = sum
	return then.every(0, func(v float64) float64 { return v / float64(len(c.in)) })
}

// evalMod has the sign of the divisor, or with fmod that of the dividend.
func (c *call) evalMod() ([]val, error) {
	like := c.integer("fmod", 0) != 0
	return elementwise(0, func(kind int64, a, b float64) float64 {
		if b == 0 && !isFloat(kind) {
			return math.NaN()
		}
		m := math.Mod(a, b)
		if !like && m != 0 && (m < 0) != (b < 0) {
			m += b
		}
		return m
	})(c)
}

func (c *call) evalEqual() ([]val, error) {
	a, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	b, err := c.arg(1)
	if err != nil {
		return nil, err
	}
	if !a.isText() || !b.isText() {
		return compared(func(a, b float64) bool { return a == b })(c)
	}
	dims, err := c.joint(a.dims, b.dims)
	if err != nil {
		return nil, err
	}
	out, err := c.array(typeBool, dims)
	if err != nil {
		return nil, err
	}
	for i := range out.vals {
		s, t := a.texts[at(i, dims, a)], b.texts[at(i, dims, b)]
		if c.arena == nil && !c.meets(s, t) {
			c.meets(t, s)
		}
		out.vals[i] = one(s == t)
	}
	return single(out), nil
}

// meets records, while texts are traced, that a column's text is compared with another one.
func (c *call) meets(s string, words ...string) bool {
	if c.arena != nil || c.eval == nil {
		return false
	}
	column, is := c.eval.marked(s)
	if !is {
		return false
	}
	known := c.eval.words[column]
	if len(known)+len(words) > maxTexts || c.take(32*len(words)) != nil || c.spendSteps(len(words)) != nil {
		return true
	}
	seen := make(map[string]bool, len(known)+len(words))
	for _, w := range known {
		seen[w] = true
	}
	for _, w := range words {
		if _, other := c.eval.marked(w); !other && !seen[w] {
			seen[w] = true
			known = append(known, w)
		}
	}
	c.eval.words[column] = known
	return true
}

func (c *call) evalIsInf() ([]val, error) {
	low, high := c.integer("detect_negative", 1) != 0, c.integer("detect_positive", 1) != 0
	return c.every(typeBool, func(v float64) float64 {
		return one(low && math.IsInf(v, -1) || high && math.IsInf(v, 1))
	})
}

func (c *call) evalWhere() ([]val, error) {
	cond, err := c.num(0)
	if err != nil {
		return nil, err
	}
	a, err := c.arg(1)
	if err != nil {
		return nil, err
	}
	b, err := c.arg(2)
	if err != nil {
		return nil, err
	}
	if a.isText() != b.isText() {
		return nil, c.refuse("mixes numbers and texts")
	}
	dims, err := c.joint(a.dims, b.dims)
	if err == nil {
		dims, err = c.joint(dims, cond.dims)
	}
	if err != nil {
		return nil, err
	}
	out, err := c.array(a.kind, dims)
	if err != nil {
		return nil, err
	}
	for i := range out.len() {
		from := b
		if cond.vals[at(i, dims, cond)] != 0 {
			from = a
		}
		if out.texts == nil {
			out.vals[i] = from.vals[at(i, dims, from)]
			continue
		}
		out.texts[i] = from.texts[at(i, dims, from)]
		for _, k := range []*constant{a, b} { // while texts are traced
			if s := k.texts[at(i, dims, k)]; c.arena == nil && len(s) > len(mark) && s[:len(mark)] == mark {
				out.texts[i] = s
			}
		}
	}
	return single(out), nil
}

func (c *call) evalClip() ([]val, error) {
	low, high := math.Inf(-1), math.Inf(1)
	for i, to := range []*float64{&low, &high} {
		if a := c.attr([]string{"min", "max"}[i]); a != nil {
			*to = a.f
		}
		if !c.hasInput(i + 1) {
			continue
		}
		k, err := c.num(i + 1)
		if err != nil || len(k.vals) != 1 {
			return nil, c.refuse("has bounds that are not single numbers")
		}
		*to = k.vals[0]
	}
	return c.every(0, func(v float64) float64 { return min(max(v, low), high) })
}

// evalCast converts between numbers, booleans and texts.
func (c *call) evalCast() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	to := c.integer("to", 0)
	if c.node.op == "CastLike" {
		like, err := c.arg(1)
		if err != nil {
			return nil, err
		}
		to = like.kind
	}
	if !slices.Contains(castable, to) {
		return nil, c.refuse("converts values to %s, which is not supported", typeName(to))
	}
	if to == k.kind {
		return single(k), nil
	}
	out, err := c.array(to, k.dims)
	if err != nil {
		return nil, err
	}
	for i := range out.texts {
		if k.isText() {
			out.texts[i] = k.texts[i]
		} else if isFloat(k.kind) {
			out.texts[i] = textOfNumber(k.vals[i])
		} else {
			out.texts[i] = formatCode(k.vals[i])
		}
	}
	for i := range out.vals {
		if !k.isText() {
			if v := k.vals[i]; !(math.Abs(v) < 1<<63) && !isFloat(to) && to != typeBool {
				out.vals[i] = c.fails()
			} else {
				out.vals[i] = fit(to, v)
			}
			continue
		}
		if c.eval != nil && c.arena == nil {
			if column, is := c.eval.marked(k.texts[i]); is {
				c.eval.parsed[column] = true
				continue
			}
		}
		v, ok := parsed(k.texts[i])
		if !ok {
			v = c.fails()
		}
		out.vals[i] = fit(to, v)
	}
	return single(out), nil
}

var castable = []int64{typeFloat, typeUint8, typeInt8, typeUint16, typeInt16, typeInt32, typeInt64, typeString,
	typeBool,
	typeFloat16, typeDouble, typeUint32, typeUint64}

// parsed reads a text as the specification casts it to a number.
func parsed(s string) (float64, bool) {
	switch s {
	case "NaN", "nan":
		return math.NaN(), true
	case "INF", "+INF", "inf", "+inf":
		return math.Inf(1), true
	case "-INF", "-inf":
		return math.Inf(-1), true
	}
	return numberOf(s)
}

// log computes the natural logarithm from sums and products that every machine rounds in the same
// way.
func log(v float64) float64 {
	switch {
	case v != v || v < 0:
		return math.NaN()
	case v == 0:
		return math.Inf(-1)
	case math.IsInf(v, 1):
		return v
	}
	m, e := math.Frexp(v)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	s := (m - 1) / (m + 1) // |s| < 0.172, so 11 terms leave an error of 1e-18
	q, sum := s*s, 0.0
	for n := 21.0; n >= 1; n -= 2 {
		sum = float64(sum*q) + 1/n
	}
	return 2*float64(s*sum) + float64(float64(e)*math.Ln2)
}

func (c *call) evalGelu() ([]val, error) {
	act := gelu
	if c.text("approximate", "none") == "tanh" {
		act = geluTanh
	}
	l := layer{act: act}
	return c.every(0, l.function)
}
