// Arithmetic that has no WebAssembly instruction. All of it is exact, so the browser's results are the native ones.
#if defined(__wasm__)

double floor(double x) { return __builtin_floor(x); }
double ceil(double x) { return __builtin_ceil(x); }
double trunc(double x) { return __builtin_trunc(x); }
/// Nearest, ties to even.
double rint(double x) { return __builtin_rint(x); }

/// Nearest, ties away from zero. The difference is exact: it has no more bits than `x`.
double round(double x) {
    double whole = __builtin_trunc(x), rest = x - whole;
    if (rest >= 0.5) return whole + 1;
    if (rest <= -0.5) return whole - 1;
    return whole;
}

typedef unsigned long long Word;
typedef union {
    __int128 all;
    struct {
        Word low, high;
    } half;
} Wide;

/// 128-bit product: Swift multiplies 64-bit integers through this to see whether they overflow.
__int128 __multi3(__int128 left, __int128 right) {
    const Word mask = 0xffffffff;
    Wide a = {left}, b = {right}, result;
    // Schoolbook multiplication of the low words in 32-bit digits, carries gathered in `middle` and `upper`.
    Word aLow = a.half.low & mask, aHigh = a.half.low >> 32, bLow = b.half.low & mask, bHigh = b.half.low >> 32;
    Word lowest = aLow * bLow, middle = aHigh * bLow + (lowest >> 32), upper = aLow * bHigh + (middle & mask);
    result.half.low = upper << 32 | (lowest & mask);
    result.half.high = aHigh * bHigh + (middle >> 32) + (upper >> 32) + a.half.high * b.half.low + a.half.low * b.half.high;
    return result.all;
}

#endif
