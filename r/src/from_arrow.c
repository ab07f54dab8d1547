/* Columns of a table that the engine made, as vectors of R. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lethe_r.h"

/* What must be released, whether all goes well or R runs out of memory half way: behind an external
 * pointer, which the collector finds in the second case. */
typedef struct Taken {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
} Taken;

static void release_taken(SEXP pointer) {
    Taken* const taken = R_ExternalPtrAddr(pointer);
    if (taken == NULL) return;
    R_ClearExternalPtr(pointer);
    if (taken->array.release != NULL) taken->array.release(&taken->array);
    if (taken->schema.release != NULL) taken->schema.release(&taken->schema);
    if (taken->stream.release != NULL) taken->stream.release(&taken->stream);
    free(taken);
}

static int is_there(const struct ArrowArray* array, int64_t row) {
    const unsigned char* const bits = array->buffers[0];
    if (array->null_count == 0 || bits == NULL) return 1;
    return (bits[row / 8] >> (row % 8)) & 1;
}

static SEXP texts_of(const struct ArrowSchema* schema, const struct ArrowArray* array) {
    const int wide = schema->format[0] == 'U';
    const SEXP texts = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)array->length));
    const char* const bytes = array->buffers[2];
    for (int64_t row = 0; row < array->length; ++row) {
        if (!is_there(array, row)) {
            SET_STRING_ELT(texts, row, NA_STRING);
            continue;
        }
        const int64_t begin = wide ? ((const int64_t*)array->buffers[1])[row]
                                   : ((const int32_t*)array->buffers[1])[row];
        const int64_t end = wide ? ((const int64_t*)array->buffers[1])[row + 1]
                                 : ((const int32_t*)array->buffers[1])[row + 1];
        SET_STRING_ELT(texts, row, Rf_mkCharLenCE(bytes + begin, (int)(end - begin), CE_UTF8));
    }
    UNPROTECT(1);
    return texts;
}

static SEXP truths_of(const struct ArrowArray* array) {
    const SEXP values = PROTECT(Rf_allocVector(LGLSXP, (R_xlen_t)array->length));
    const unsigned char* const bits = array->buffers[1];
    for (int64_t row = 0; row < array->length; ++row) {
        LOGICAL(values)[row] = is_there(array, row) ? (bits[row / 8] >> (row % 8)) & 1 : NA_LOGICAL;
    }
    UNPROTECT(1);
    return values;
}

/* Whole numbers that R has, from formats of at most 32 signed bits; `first` is added (codes of R
 * begin with 1). */
static SEXP integers_of(char format, const struct ArrowArray* array, int first) {
    const SEXP values = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)array->length));
    const void* const given = array->buffers[1];
    for (int64_t row = 0; row < array->length; ++row) {
        int value = NA_INTEGER;
        if (is_there(array, row)) {
            switch (format) {
                case 'c':
                    value = ((const int8_t*)given)[row];
                    break;
                case 'C':
                    value = ((const uint8_t*)given)[row];
                    break;
                case 's':
                    value = ((const int16_t*)given)[row];
                    break;
                case 'S':
                    value = ((const uint16_t*)given)[row];
                    break;
                default:
                    value = ((const int32_t*)given)[row];
            }
            value += first;
        }
        INTEGER(values)[row] = value;
    }
    UNPROTECT(1);
    return values;
}

static double number_at(const char* format, const void* given, int64_t row, double scale) {
    switch (format[0]) {
        case 'g':
            return ((const double*)given)[row];
        case 'f':
            return (double)((const float*)given)[row];
        case 'I':
            return (double)((const uint32_t*)given)[row];
        case 'L':
            return (double)((const uint64_t*)given)[row];
        case 'd': /* at most 18 digits, so that the lower half is all of it */
            return (double)((const int64_t*)given)[2 * row] / scale;
        case 't':
            if (strcmp(format, "tdD") == 0) return (double)((const int32_t*)given)[row];
            return (double)((const int64_t*)given)[row] / scale;
        default:
            return (double)((const int64_t*)given)[row];
    }
}

/* By what the numbers of a format are divided: days and seconds, as R counts, and places. */
static double scale_of(const char* format) {
    if (format[0] == 'd') return pow(10.0, atoi(strchr(format, ',') + 1));
    if (strncmp(format, "tdm", 3) == 0) return 86400e3;
    if (strncmp(format, "ts", 2) != 0) return 1.0;
    return format[2] == 's' ? 1.0 : format[2] == 'm' ? 1e3 : format[2] == 'u' ? 1e6 : 1e9;
}

static SEXP numbers_of(const char* format, const struct ArrowArray* array) {
    const SEXP values = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)array->length));
    const double scale = scale_of(format);
    for (int64_t row = 0; row < array->length; ++row) {
        REAL(values)[row] =
            is_there(array, row) ? number_at(format, array->buffers[1], row, scale) : NA_REAL;
    }
    UNPROTECT(1);
    return values;
}

static SEXP wide_of(const struct ArrowArray* array) {
    const SEXP values = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)array->length));
    int64_t* const memory = (int64_t*)REAL(values);
    for (int64_t row = 0; row < array->length; ++row) {
        memory[row] = is_there(array, row) ? ((const int64_t*)array->buffers[1])[row] : INT64_MIN;
    }
    UNPROTECT(1);
    return values;
}

/* Whether a whole number of 64 bits is not a double of the same value. */
static int has_far(const struct ArrowArray* array, int is_signed) {
    const int64_t most = (int64_t)1 << 53;
    const int64_t* const given = array->buffers[1];
    for (int64_t row = 0; row < array->length; ++row) {
        if (!is_there(array, row)) continue;
        if (given[row] > most || given[row] < (is_signed ? -most : 0)) return 1;
    }
    return 0;
}

static int is_among(const char* name, SEXP names) {
    for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
        if (strcmp(utf8_of(STRING_ELT(names, i)), name) == 0) return 1;
    }
    return 0;
}

/* Whole numbers without a sign that no number of R holds, as texts. */
static SEXP digits_of(const struct ArrowArray* array) {
    const SEXP texts = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)array->length));
    const uint64_t* const given = array->buffers[1];
    for (int64_t row = 0; row < array->length; ++row) {
        char digits[24];
        snprintf(digits, sizeof digits, "%" PRIu64, given[row]);
        SET_STRING_ELT(texts, row, is_there(array, row) ? Rf_mkChar(digits) : NA_STRING);
    }
    UNPROTECT(1);
    return texts;
}

/* list(name, type, values, levels) */
static SEXP column_of(const struct ArrowSchema* schema, const struct ArrowArray* array, SEXP wide) {
    const char* names[] = {"name", "type", "values", "levels", ""};
    const SEXP column = PROTECT(Rf_mkNamed(VECSXP, names));
    const char* const format = schema->format;
    const char* type = "double";
    SEXP values;
    SET_VECTOR_ELT(column, 0, text_from_utf8(schema->name == NULL ? "" : schema->name));
    if (array->dictionary != NULL) {
        type = "factor";
        values = integers_of(format[0], array, 1);
        SET_VECTOR_ELT(column, 2, values);
        SET_VECTOR_ELT(column, 3, texts_of(schema->dictionary, array->dictionary));
    } else if (strcmp(format, "u") == 0 || strcmp(format, "U") == 0) {
        type = "text";
        values = texts_of(schema, array);
    } else if (strcmp(format, "b") == 0) {
        type = "logical";
        values = truths_of(array);
    } else if (strlen(format) == 1 && strchr("cCsSi", format[0]) != NULL) {
        type = "integer";
        values = integers_of(format[0], array, 0);
    } else if (strcmp(format, "l") == 0 && (is_among(schema->name, wide) || has_far(array, 1))) {
        type = "integer64";
        values = wide_of(array);
    } else if (strcmp(format, "L") == 0 && has_far(array, 0)) {
        type = "text";
        values = digits_of(array);
    } else {
        if (format[0] == 't') type = format[1] == 'd' ? "date" : "moment";
        values = numbers_of(format, array);
    }
    SET_VECTOR_ELT(column, 2, values);
    SET_VECTOR_ELT(column, 1, Rf_mkString(type));
    UNPROTECT(1);
    return column;
}

SEXP take_columns(SEXP result, SEXP name, SEXP wide) {
    const lethe_result* const from = result_behind(result);
    const char* const called = utf8_of(name);
    const SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(pointer, release_taken, FALSE);
    Taken* const taken = calloc(1, sizeof *taken);
    if (taken == NULL) Rf_error("not enough memory");
    R_SetExternalPtrAddr(pointer, taken);
    if (lethe_take_table(from, called, &taken->stream) != 0) Rf_error("there is no such table");
    if (taken->stream.get_schema(&taken->stream, &taken->schema) != 0 ||
        taken->stream.get_next(&taken->stream, &taken->array) != 0 || taken->array.release == NULL) {
        Rf_error("not enough memory");
    }
    const SEXP columns = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t)taken->array.n_children));
    for (int64_t i = 0; i < taken->array.n_children; ++i) {
        SET_VECTOR_ELT(columns, i, column_of(taken->schema.children[i], taken->array.children[i], wide));
    }
    const SEXP rows = PROTECT(Rf_ScalarReal((double)taken->array.length));
    Rf_setAttrib(columns, Rf_install("rows"), rows);
    release_taken(pointer);
    UNPROTECT(3);
    return columns;
}
