//go:build goexperiment.simd

// Half of a training is matrix products, and Go 1.27.4 compiles WebAssembly loops badly. In node these loops
// made steps of a training 1.3 to 1.7 times as fast; wasm-opt added nothing. make bench tells when Go no longer
// needs them.

#include "go_asm.h"
#include "textflag.h"

// A vector of numbers that are at a place from p on.
#define LOAD(p, at, v) \
	Get p; \
	I32WrapI64; \
	V128Load $at; \
	Set v

// The assembler takes the place of a vector's store from its second operand.
#define STORE(v, p, at) \
	Get p; \
	I32WrapI64; \
	Get v; \
	V128Store $0, $at

// sum += weight * x, which is rounded in between.
#define TERM(sum, weight, x) \
	Get sum; \
	Get weight; \
	Get x; \
	F32x4Mul; \
	F32x4Add; \
	Set sum

#define SUM(p, q, to) \
	Get p; \
	Get q; \
	I64Add; \
	Set to

#define PLUS(p, n, to) \
	Get p; \
	I64Const $n; \
	I64Add; \
	Set to

// A number of floats as bytes.
#define BYTES(n) \
	Get n; \
	I64Const $2; \
	I64Shl; \
	Set n

// Where the last block of a row of so many bytes begins.
#define LAST(row, bytes) \
	PLUS(row, -bytes, R7); \
	I64Const $0; \
	Set R8

// Once more where p lies below q.
#define BELOW(p, q) \
	Get p; \
	Get q; \
	I64LtU; \
	BrIf $0

// Where the rows of a table end that has a row for the bias and one for every input.
#define ENDS(shift) \
	Get R11; \
	Get R4; \
	I64Const $1; \
	I64Add; \
	I64Const $shift; \
	I64Shl; \
	I64Add; \
	Set R15

// The next block of so many bytes, which ends with the row where it is the last and may repeat some
// of the one before. Blocks are a loop, and this an if in it.
#define NEXT(bytes) \
	Get R8; \
	Get R7; \
	I64LtU; \
	If; \
		PLUS(R8, bytes, R8); \
		Get R8; \
		Get R7; \
		Get R8; \
		Get R7; \
		I64LtU; \
		Select; \
		Set R8; \
		Br $1; \
	End

// The biases of four outputs, two vectors each.
#define BIAS(p) \
	LOAD(p, 0, V0); \
	LOAD(p, 16, V2); \
	LOAD(p, 32, V4); \
	LOAD(p, 48, V6); \
	Get V0; \
	Set V1; \
	Get V2; \
	Set V3; \
	Get V4; \
	Set V5; \
	Get V6; \
	Set V7

// Four outputs' terms of two vectors at p, of the weights at R0.
#define TERMS(p, at) \
	LOAD(p, 0, V8); \
	LOAD(p, 16, V9); \
	LOAD(R0, at, V10); \
	TERM(V0, V10, V8); \
	TERM(V1, V10, V9); \
	LOAD(R0, at+16, V10); \
	TERM(V2, V10, V8); \
	TERM(V3, V10, V9); \
	LOAD(R0, at+32, V10); \
	TERM(V4, V10, V8); \
	TERM(V5, V10, V9); \
	LOAD(R0, at+48, V10); \
	TERM(V6, V10, V8); \
	TERM(V7, V10, V9)

// Writes four outputs, the first at p, the others as far apart as step says. R14 ends with the last.
#define FOURTO(p, at, step) \
	STORE(V0, p, at); \
	STORE(V1, p, at+16); \
	SUM(p, step, R14); \
	STORE(V2, R14, at); \
	STORE(V3, R14, at+16); \
	SUM(R14, step, R14); \
	STORE(V4, R14, at); \
	STORE(V5, R14, at+16); \
	SUM(R14, step, R14); \
	STORE(V6, R14, at); \
	STORE(V7, R14, at+16)

// Four vectors that follow each other.
#define LOADS(p, a, b, c, d) \
	LOAD(p, 0, a); \
	LOAD(p, 16, b); \
	LOAD(p, 32, c); \
	LOAD(p, 48, d)

#define STORES(a, b, c, d, p) \
	STORE(a, p, 0); \
	STORE(b, p, 16); \
	STORE(c, p, 32); \
	STORE(d, p, 48)

// One output's bias for all of its vectors.
#define SAME(a, b, c, d) \
	Get a; \
	Set b; \
	Get a; \
	Set c; \
	Get a; \
	Set d

// One output's terms of four vectors, of the weight in V12.
#define ACROSS(a, b, c, d) \
	TERM(a, V12, V8); \
	TERM(b, V12, V9); \
	TERM(c, V12, V10); \
	TERM(d, V12, V11)

// Four outputs of two vectors.
#define FOUR(at) \
	BIAS(R11); \
	PLUS(R9, at, R14); \
	PLUS(R11, 64, R0); \
	Loop; \
		TERMS(R14, 0); \
		SUM(R14, R10, R14); \
		PLUS(R0, 64, R0); \
		BELOW(R0, R15); \
	End; \
	FOURTO(R13, at, R5)

// func wide(table, x, y, packed unsafe.Pointer, out, in, n int)
TEXT ·wide(SB), NOSPLIT, $0-56
	MOVD x+8(FP), R1
	MOVD y+16(FP), R2
	MOVD packed+24(FP), R6
	MOVD in+40(FP), R4
	MOVD n+48(FP), R5

	// R5 are the bytes of a row, R7 is where the last block of a row begins, R8 where this one does.
	BYTES(R5)
	LAST(R5, 64)
	Loop
		// R9 is where the block's first input is, R10 how far the next.
		SUM(R1, R8, R9)
		Get R5
		Set R10
		Get R6
		I64Eqz
		I32Eqz
		If
			Get R6
			Set R14
			Get R6
			Get R4
			I64Const $6
			I64Shl
			I64Add
			Set R15
			Loop
				LOADS(R9, V0, V1, V2, V3)
				STORES(V0, V1, V2, V3, R14)
				SUM(R9, R5, R9)
				PLUS(R14, 64, R14)
				BELOW(R14, R15)
			End
			Get R6
			Set R9
			I64Const $64
			Set R10
		End
		SUM(R2, R8, R13)
		MOVD table+0(FP), R11
		MOVD out+32(FP), R12
		Get R12
		I64Const $4
		I64GeS
		If
			Loop
				ENDS(6)
				FOUR(0)
				FOUR(32)
				Get R15
				Set R11
				SUM(R14, R5, R13)
				PLUS(R12, -4, R12)
				Get R12
				I64Const $4
				I64GeS
				BrIf $0
			End
		End
		Get R12
		I64Const $2
		I64GeS
		If
			// Two outputs of four vectors.
			ENDS(5)
			LOAD(R11, 0, V0)
			LOAD(R11, 16, V4)
			SAME(V0, V1, V2, V3)
			SAME(V4, V5, V6, V7)
			Get R9
			Set R14
			PLUS(R11, 32, R0)
			Loop
				LOADS(R14, V8, V9, V10, V11)
				LOAD(R0, 0, V12)
				ACROSS(V0, V1, V2, V3)
				LOAD(R0, 16, V12)
				ACROSS(V4, V5, V6, V7)
				SUM(R14, R10, R14)
				PLUS(R0, 32, R0)
				BELOW(R0, R15)
			End
			STORES(V0, V1, V2, V3, R13)
			SUM(R13, R5, R13)
			STORES(V4, V5, V6, V7, R13)
			SUM(R13, R5, R13)
			Get R15
			Set R11
			PLUS(R12, -2, R12)
		End
		Get R12
		I64Eqz
		I32Eqz
		If
			// One output of four vectors.
			ENDS(4)
			LOAD(R11, 0, V0)
			SAME(V0, V1, V2, V3)
			Get R9
			Set R14
			PLUS(R11, 16, R0)
			Loop
				LOADS(R14, V8, V9, V10, V11)
				LOAD(R0, 0, V12)
				ACROSS(V0, V1, V2, V3)
				SUM(R14, R10, R14)
				PLUS(R0, 16, R0)
				BELOW(R0, R15)
			End
			STORES(V0, V1, V2, V3, R13)
		End
		NEXT(64)
	End
	RET

// Four examples of two rows by those of dy.
#define PAIR(at, a, b) \
	LOAD(R9, at, V8); \
	LOAD(R10, at, V9); \
	TERM(a, V8, V9); \
	LOAD(R11, at, V9); \
	TERM(b, V8, V9)

// Sixteen.
#define PAIRS \
	PAIR(0, V0, V4); \
	PAIR(16, V1, V5); \
	PAIR(32, V2, V6); \
	PAIR(48, V3, V7)

#define ZERO(v) \
	V128Const $0, $0; \
	Set v

// Adds the lanes of four vectors to the number at p, pairwise as fold does.
#define FOLD(a, b, c, d, p, at) \
	Get p; \
	I32WrapI64; \
	Get p; \
	I32WrapI64; \
	F32Load $at; \
	Get a; \
	Get c; \
	F32x4Add; \
	Get b; \
	Get d; \
	F32x4Add; \
	F32x4Add; \
	Tee a; \
	F32x4ExtractLane $0, $0; \
	Get a; \
	F32x4ExtractLane $0, $2; \
	F32Add; \
	Get a; \
	F32x4ExtractLane $0, $1; \
	Get a; \
	F32x4ExtractLane $0, $3; \
	F32Add; \
	F32Add; \
	F32Add; \
	F32Store $at

// func dots2(dy, x0, x1, dw unsafe.Pointer, t *outer)
TEXT ·dots2(SB), NOSPLIT, $0-40
	MOVD dy+0(FP), R9
	MOVD dw+24(FP), R3
	MOVD t+32(FP), R12
	MOVD outer_outs(R12), R4
	MOVD outer_whole(R12), R5
	MOVD outer_n(R12), R6
	MOVD outer_in(R12), R7

	// R5 to R7 are bytes, R0 is the row of dy, R13 its copied end
	BYTES(R5)
	BYTES(R6)
	BYTES(R7)
	Get R9
	Set R0
	PLUS(R12, outer_dy, R13)
	Loop
		MOVD x0+8(FP), R10
		MOVD x1+16(FP), R11
		Get R0
		Set R9
		SUM(R0, R5, R8)
		ZERO(V0)
		ZERO(V1)
		ZERO(V2)
		ZERO(V3)
		ZERO(V4)
		ZERO(V5)
		ZERO(V6)
		ZERO(V7)
		Get R5
		I64Eqz
		I32Eqz
		If
			Loop
				PAIRS
				PLUS(R10, 64, R10)
				PLUS(R11, 64, R11)
				PLUS(R9, 64, R9)
				BELOW(R9, R8)
			End
		End
		MOVD outer_tail(R12), R8
		Get R8
		I64Eqz
		I32Eqz
		If
			Get R13
			Set R9
			PLUS(R12, outer_x, R10)
			PLUS(R10, 64, R11)
			PAIRS
			PLUS(R13, 64, R13)
		End
		FOLD(V0, V1, V2, V3, R3, 0)
		MOVD outer_rows(R12), R8
		Get R8
		I64Const $1
		I64GtS
		If
			FOLD(V4, V5, V6, V7, R3, 4)
		End
		SUM(R0, R6, R0)
		SUM(R3, R7, R3)
		PLUS(R4, -1, R4)
		Get R4
		I64Eqz
		I32Eqz
		BrIf $0
	End
	RET

// func taps4(table, x, y unsafe.Pointer, in, line, n, next, xPlane, yPlane int)
TEXT ·taps4(SB), NOSPLIT, $0-72
	MOVD table+0(FP), R12
	MOVD x+8(FP), R1
	MOVD y+16(FP), R2
	MOVD line+32(FP), R14
	MOVD n+40(FP), R3
	MOVD next+48(FP), R4
	MOVD xPlane+56(FP), R5
	MOVD yPlane+64(FP), R6

	// R12 is where the table ends.
	Get R12
	MOVD in+24(FP), R0
	Get R0
	I64Const $576 // nine taps of four outputs' vectors
	I64Mul
	I64Add
	I64Const $64
	I64Add
	Set R12
	BYTES(R14)
	BYTES(R3)
	BYTES(R4)
	BYTES(R5)
	BYTES(R6)
	LAST(R14, 32)
	Loop
		MOVD table+0(FP), R0
		BIAS(R0)
		PLUS(R0, 64, R0)
		SUM(R1, R8, R9)
		Loop // through the channels
			Get R9
			Set R10
			PLUS(R0, 576, R13)
			Loop // through their lines
				TERMS(R10, 0)
				SUM(R10, R3, R11)
				TERMS(R11, 64)
				SUM(R11, R3, R11)
				TERMS(R11, 128)
				SUM(R10, R4, R10)
				PLUS(R0, 192, R0)
				BELOW(R0, R13)
			End
			SUM(R9, R5, R9)
			BELOW(R0, R12)
		End
		SUM(R2, R8, R9)
		FOURTO(R9, 0, R6)
		NEXT(32)
	End
	RET

// The terms of three neighbours, which begin at R9, R10 and R11, by one output at p.
#define THREE(p, a, b, c) \
	LOAD(p, 0, V12); \
	TERM(a, V12, V9); \
	TERM(b, V12, V10); \
	TERM(c, V12, V11)

// Three vectors to a place of three outputs' sums, which are nine taps of 64 bytes each.
#define SUMS(a, b, c, at) \
	STORE(a, R1, at); \
	STORE(b, R1, at+64); \
	STORE(c, R1, at+128)

// func lineSums(dy, x, sums unsafe.Pointer, plane, h, line, n int)
TEXT ·lineSums(SB), NOSPLIT, $0-56
	MOVD sums+16(FP), R1
	MOVD plane+24(FP), R2
	MOVD line+40(FP), R3
	MOVD n+48(FP), R4
	BYTES(R2)
	BYTES(R3)
	BYTES(R4)

	// R5 are the bytes of a line's whole groups, R6 those of a line of x, R7 the place in a group.
	Get R3
	I64Const $-64
	I64And
	Set R5
	Get R3
	Get R4
	I64Const $1
	I64Shl
	I64Add
	Set R6
	I64Const $0
	Set R7
	Loop
		ZERO(V0)
		ZERO(V1)
		ZERO(V2)
		ZERO(V3)
		ZERO(V4)
		ZERO(V5)
		ZERO(V6)
		ZERO(V7)
		ZERO(V8)
		MOVD dy+0(FP), R12
		MOVD x+8(FP), R8
		MOVD h+32(FP), R0
		SUM(R12, R7, R12)
		SUM(R8, R7, R8)
		Get R5
		I64Eqz
		I32Eqz
		If
			Loop // through the lines
				Get R12
				Set R13
				SUM(R12, R5, R15)
				Get R8
				Set R9
				Loop
					LOAD(R9, 0, V9)
					SUM(R9, R4, R10)
					LOAD(R10, 0, V10)
					SUM(R10, R4, R11)
					LOAD(R11, 0, V11)
					THREE(R13, V0, V1, V2)
					SUM(R13, R2, R14)
					THREE(R14, V3, V4, V5)
					SUM(R14, R2, R14)
					THREE(R14, V6, V7, V8)
					PLUS(R9, 64, R9)
					PLUS(R13, 64, R13)
					BELOW(R13, R15)
				End
				SUM(R12, R3, R12)
				SUM(R8, R6, R8)
				PLUS(R0, -1, R0)
				Get R0
				I64Eqz
				I32Eqz
				BrIf $0
			End
		End
		SUMS(V0, V1, V2, 0)
		SUMS(V3, V4, V5, 576)
		SUMS(V6, V7, V8, 1152)
		PLUS(R1, 16, R1)
		PLUS(R7, 16, R7)
		Get R7
		I64Const $64
		I64LtU
		BrIf $0
	End
	RET
