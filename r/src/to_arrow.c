/* Vectors of R as columns of Arrow. Numbers and whole numbers stay where they are: R's memory is
 * Arrow's, but for NA, which gets bits beside it. Everything else is copied once. */
#include <math.h>
#include <string.h>

#include "lethe_r.h"

enum { ORDERED_DICTIONARY = 1 }; /* a flag of a schema whose categories have an order */

/* One column and, where it has categories, their texts. */
typedef struct Column {
    struct ArrowSchema schema, texts_schema;
    struct ArrowArray array, texts_array;
    const void* buffers[3];
    const void* texts_buffers[3];
} Column;

typedef struct Columns {
    Column* columns;
    struct ArrowSchema** schemas;
    struct ArrowArray** arrays;
    const void* no_bits[1];
    int64_t count, rows;
    int given;
} Columns;

/* Bits of what is there, made when the first gap is found. */
typedef struct Gaps {
    unsigned char* bits;
    int64_t rows, count;
} Gaps;

static void add_gap(Gaps* gaps, int64_t row) {
    if (gaps->bits == NULL) {
        const size_t size = (size_t)(gaps->rows + 7) / 8;
        gaps->bits = (unsigned char*)R_alloc(size, 1);
        memset(gaps->bits, 0xFF, size);
    }
    gaps->bits[row / 8] &= (unsigned char)~(1U << (row % 8));
    ++gaps->count;
}

static void* room(int64_t count, size_t size) {
    return R_alloc((size_t)count + 1, (int)size); /* never NULL */
}

/* The texts one after the other, with 64 bits for where each ends. */
static void add_texts(SEXP texts, int64_t count, int native_is_utf8, const void** buffers, Gaps* gaps) {
    int64_t* const ends = room(count, sizeof *ends);
    const char** const each = room(count, sizeof *each);
    int64_t size = 0;
    ends[0] = 0;
    for (int64_t row = 0; row < count; ++row) {
        const SEXP text = STRING_ELT(texts, row);
        each[row] = "";
        if (text == NA_STRING) {
            if (gaps != NULL) add_gap(gaps, row);
        } else {
            /* What has no marked encoding is taken as it is where the session's is UTF-8 or unknown:
             * the engine refuses what is not UTF-8, and nothing is changed unseen. */
            const int as_is = Rf_getCharCE(text) == CE_UTF8 ||
                              (Rf_getCharCE(text) == CE_NATIVE && native_is_utf8);
            each[row] = as_is ? CHAR(text) : Rf_translateCharUTF8(text);
            size += (int64_t)strlen(each[row]);
        }
        ends[row + 1] = size;
    }
    char* const bytes = room(size, 1);
    for (int64_t row = 0; row < count; ++row) {
        memcpy(bytes + ends[row], each[row], (size_t)(ends[row + 1] - ends[row]));
    }
    buffers[1] = ends;
    buffers[2] = bytes;
}

static const void* doubles(SEXP values, Gaps* gaps) {
    const double* const numbers = REAL(values);
    for (int64_t row = 0; row < gaps->rows; ++row) {
        if (ISNAN(numbers[row]) && R_IsNA(numbers[row])) add_gap(gaps, row);
    }
    return numbers;
}

static const void* integers(SEXP values, Gaps* gaps) {
    const int* const numbers = INTEGER(values);
    for (int64_t row = 0; row < gaps->rows; ++row) {
        if (numbers[row] == NA_INTEGER) add_gap(gaps, row);
    }
    return numbers;
}

/* Of bit64: 64-bit integers in the memory of doubles. */
static const void* wide_integers(SEXP values, Gaps* gaps) {
    const int64_t* const numbers = (const int64_t*)REAL(values);
    for (int64_t row = 0; row < gaps->rows; ++row) {
        if (numbers[row] == INT64_MIN) add_gap(gaps, row);
    }
    return numbers;
}

static const void* truths(SEXP values, Gaps* gaps) {
    const int* const given = LOGICAL(values);
    unsigned char* const bits = room((gaps->rows + 7) / 8, 1);
    memset(bits, 0, (size_t)(gaps->rows + 7) / 8);
    for (int64_t row = 0; row < gaps->rows; ++row) {
        if (given[row] == NA_LOGICAL) {
            add_gap(gaps, row);
        } else if (given[row] != 0) {
            bits[row / 8] |= (unsigned char)(1U << (row % 8));
        }
    }
    return bits;
}

static const void* codes(SEXP values, Gaps* gaps) {
    const int* const given = INTEGER(values);
    int* const from_zero = room(gaps->rows, sizeof *from_zero);
    for (int64_t row = 0; row < gaps->rows; ++row) {
        if (given[row] == NA_INTEGER) add_gap(gaps, row);
        from_zero[row] = given[row] == NA_INTEGER ? 0 : given[row] - 1;
    }
    return from_zero;
}

/* Days or seconds as whole units; R keeps a day that is no whole number as that day. */
static const void* days(SEXP values, const char* name, Gaps* gaps) {
    const double* const given = REAL(values);
    int32_t* const whole = room(gaps->rows, sizeof *whole);
    for (int64_t row = 0; row < gaps->rows; ++row) {
        whole[row] = 0;
        if (ISNAN(given[row])) {
            add_gap(gaps, row);
        } else if (fabs(given[row]) > 2147483646.0) {
            Rf_error("column \"%s\" has a date that is too far away or infinite", name);
        } else {
            whole[row] = (int32_t)floor(given[row]);
        }
    }
    return whole;
}

static const void* moments(SEXP values, const char* name, Gaps* gaps) {
    const double* const given = REAL(values);
    int64_t* const micros = room(gaps->rows, sizeof *micros);
    for (int64_t row = 0; row < gaps->rows; ++row) {
        micros[row] = 0;
        if (ISNAN(given[row])) {
            add_gap(gaps, row);
        } else if (fabs(given[row]) > 9.0e12) {
            Rf_error("column \"%s\" has a time that is too far away or infinite", name);
        } else {
            const double second = floor(given[row]);
            micros[row] = (int64_t)second * 1000000 + llround((given[row] - second) * 1e6);
        }
    }
    return micros;
}

static SEXP part(SEXP list, const char* name) {
    const SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return VECTOR_ELT(list, i);
    }
    return R_NilValue;
}

static void release_schema(struct ArrowSchema* schema) {
    for (int64_t i = 0; i < schema->n_children; ++i) {
        if (schema->children[i]->release != NULL) schema->children[i]->release(schema->children[i]);
    }
    schema->release = NULL;
}

static void release_array(struct ArrowArray* array) {
    for (int64_t i = 0; i < array->n_children; ++i) {
        if (array->children[i]->release != NULL) array->children[i]->release(array->children[i]);
    }
    array->release = NULL;
}

static void describe(struct ArrowSchema* schema, const char* format, const char* name) {
    memset(schema, 0, sizeof *schema);
    schema->format = format;
    schema->name = name;
    schema->flags = 2; /* may be missing */
}

static void fill(struct ArrowArray* array, int64_t length, const void** buffers, int64_t count) {
    memset(array, 0, sizeof *array);
    array->length = length;
    array->buffers = buffers;
    array->n_buffers = count;
}

/* list(name, type, values, levels), where the R side has made sure of types and lengths. */
static void make_column(SEXP given, int64_t rows, int native_is_utf8, Column* column) {
    const char* const name = utf8_of(part(given, "name"));
    const char* const type = CHAR(STRING_ELT(part(given, "type"), 0));
    const SEXP values = part(given, "values");
    Gaps gaps = {NULL, rows, 0};
    const char* format = "";
    int64_t buffers = 2;
    memset(column, 0, sizeof *column);
    if (Rf_xlength(values) != rows) Rf_error("column \"%s\" has another length than the table", name);
    if (strcmp(type, "double") == 0) {
        format = "g";
        column->buffers[1] = doubles(values, &gaps);
    } else if (strcmp(type, "integer") == 0) {
        format = "i";
        column->buffers[1] = integers(values, &gaps);
    } else if (strcmp(type, "integer64") == 0) {
        format = "l";
        column->buffers[1] = wide_integers(values, &gaps);
    } else if (strcmp(type, "logical") == 0) {
        format = "b";
        column->buffers[1] = truths(values, &gaps);
    } else if (strcmp(type, "date") == 0) {
        format = "tdD";
        column->buffers[1] = days(values, name, &gaps);
    } else if (strcmp(type, "moment") == 0) {
        format = "tsu:UTC";
        column->buffers[1] = moments(values, name, &gaps);
    } else if (strcmp(type, "factor") == 0 || strcmp(type, "ordered") == 0) {
        const SEXP levels = part(given, "levels");
        const int64_t count = Rf_xlength(levels);
        format = "i";
        column->buffers[1] = codes(values, &gaps);
        add_texts(levels, count, native_is_utf8, column->texts_buffers, NULL);
        describe(&column->texts_schema, "U", "");
        fill(&column->texts_array, count, column->texts_buffers, 3);
    } else if (strcmp(type, "text") == 0) {
        format = "U";
        buffers = 3;
        add_texts(values, rows, native_is_utf8, column->buffers, &gaps);
    } else {
        Rf_error("column \"%s\" has an unknown type", name);
    }
    column->buffers[0] = gaps.bits;
    describe(&column->schema, format, name);
    fill(&column->array, rows, column->buffers, buffers);
    column->array.null_count = gaps.count;
    if (column->texts_schema.format != NULL) {
        column->schema.dictionary = &column->texts_schema;
        if (strcmp(type, "ordered") == 0) column->schema.flags |= ORDERED_DICTIONARY;
        column->array.dictionary = &column->texts_array;
    }
}

static int give_schema(struct ArrowArrayStream* stream, struct ArrowSchema* out) {
    Columns* const all = stream->private_data;
    describe(out, "+s", "");
    out->n_children = all->count;
    out->children = all->schemas;
    out->release = release_schema;
    for (int64_t i = 0; i < all->count; ++i) {
        all->columns[i].schema.release = release_schema;
        all->columns[i].texts_schema.release = release_schema;
    }
    return 0;
}

static int give_rows(struct ArrowArrayStream* stream, struct ArrowArray* out) {
    Columns* const all = stream->private_data;
    memset(out, 0, sizeof *out);
    if (all->given) return 0;
    all->given = 1;
    fill(out, all->rows, all->no_bits, 1);
    out->n_children = all->count;
    out->children = all->arrays;
    out->release = release_array;
    for (int64_t i = 0; i < all->count; ++i) {
        all->columns[i].array.release = release_array;
        all->columns[i].texts_array.release = release_array;
    }
    return 0;
}

static const char* last_error(struct ArrowArrayStream* stream) {
    (void)stream;
    return NULL; /* nothing here can fail */
}

static void release_stream(struct ArrowArrayStream* stream) { stream->release = NULL; }

void stream_of_columns(SEXP columns, int64_t rows, struct ArrowArrayStream* out) {
    const int64_t count = Rf_xlength(columns);
    const int native_is_utf8 = Rf_asLogical(Rf_getAttrib(columns, Rf_install("native_is_utf8"))) == TRUE;
    Columns* const all = room(1, sizeof *all);
    all->columns = room(count, sizeof *all->columns);
    all->schemas = room(count, sizeof *all->schemas);
    all->arrays = room(count, sizeof *all->arrays);
    all->no_bits[0] = NULL;
    all->count = count;
    all->rows = rows;
    all->given = 0;
    for (int64_t i = 0; i < count; ++i) {
        make_column(VECTOR_ELT(columns, i), rows, native_is_utf8, &all->columns[i]);
        all->schemas[i] = &all->columns[i].schema;
        all->arrays[i] = &all->columns[i].array;
    }
    out->get_schema = give_schema;
    out->get_next = give_rows;
    out->get_last_error = last_error;
    out->release = release_stream;
    out->private_data = all;
}
