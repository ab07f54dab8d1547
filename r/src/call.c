/* Calls of the engine. Nothing of R jumps through one: whatever a callback does in R happens below
 * R_ToplevelExec, and what came of it is told when the call is over. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "lethe_r.h"

const char* utf8_of(SEXP text) {
    if (TYPEOF(text) == STRSXP && Rf_xlength(text) == 1) text = STRING_ELT(text, 0);
    if (TYPEOF(text) != CHARSXP || text == NA_STRING) Rf_error("a text is needed");
    return Rf_translateCharUTF8(text);
}

SEXP text_from_utf8(const char* text) { return Rf_ScalarString(Rf_mkCharCE(text, CE_UTF8)); }

/* ---- Results -------------------------------------------------------------------------------- */

static void free_result(SEXP pointer) {
    lethe_result* const result = R_ExternalPtrAddr(pointer);
    R_ClearExternalPtr(pointer);
    lethe_free(result);
}

/* Made before the call, so that no result can be lost between the call and the collector. */
static SEXP new_result_pointer(void) {
    const SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(pointer, free_result, TRUE);
    UNPROTECT(1);
    return pointer;
}

lethe_result* result_behind(SEXP pointer) {
    lethe_result* const result = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : NULL;
    if (result == NULL) {
        Rf_error("what the engine held of this object is gone: it was saved and read again, or made "
                 "by another session");
    }
    return result;
}

/* ---- Callbacks ------------------------------------------------------------------------------ */

typedef struct Caller {
    SEXP progress; /* a function, or R_NilValue */
    int interrupted;
    int failed; /* the function failed: the work is stopped */
} Caller;

static void look_for_interrupt(void* nothing) {
    (void)nothing;
    R_CheckUserInterrupt();
}

static int on_stop(void* user) {
    Caller* const caller = user;
    if (!caller->interrupted && !R_ToplevelExec(look_for_interrupt, NULL)) caller->interrupted = 1;
    return caller->interrupted || caller->failed;
}

static void on_progress(void* user, const char* task, int64_t done, int64_t total) {
    Caller* const caller = user;
    if (caller->progress == R_NilValue || caller->interrupted || caller->failed) return;
    const SEXP told = PROTECT(text_from_utf8(task));
    const SEXP so_far = PROTECT(Rf_ScalarReal((double)done));
    const SEXP all = PROTECT(Rf_ScalarReal((double)total));
    const SEXP call = PROTECT(Rf_lang4(caller->progress, told, so_far, all));
    R_tryEvalSilent(call, R_GlobalEnv, &caller->failed);
    UNPROTECT(4);
}

static lethe_caller caller_for(Caller* user, SEXP threads, SEXP seed) {
    lethe_caller caller;
    memset(&caller, 0, sizeof caller);
    caller.size = sizeof caller;
    caller.threads = Rf_asInteger(threads);
    if (seed != R_NilValue) {
        caller.has_seed = 1;
        caller.seed = (uint64_t)Rf_asReal(seed);
    }
    caller.user = user;
    caller.stop = on_stop;
    caller.progress = on_progress;
    return caller;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

static SEXP answer_of(SEXP pointer, const Caller* caller) {
    const lethe_result* const result = R_ExternalPtrAddr(pointer);
    const char* names[] = {"status", "error",  "problems", "json",        "text",   "notes",
                           "types",  "tables", "texts",    "interrupted", "failed", "result", ""};
    const SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(answer, 0, Rf_ScalarInteger((int)lethe_status_of(result)));
    SET_VECTOR_ELT(answer, 1, text_from_utf8(lethe_error(result)));
    SET_VECTOR_ELT(answer, 2, text_from_utf8(lethe_problems(result)));
    SET_VECTOR_ELT(answer, 3, text_from_utf8(lethe_json(result)));
    SET_VECTOR_ELT(answer, 4, text_from_utf8(lethe_text(result)));
    SET_VECTOR_ELT(answer, 5, text_from_utf8(lethe_notes(result)));
    SET_VECTOR_ELT(answer, 6, text_from_utf8(lethe_changed_types(result)));
    SET_VECTOR_ELT(answer, 7, text_from_utf8(lethe_made_tables(result)));
    SET_VECTOR_ELT(answer, 8, text_from_utf8(lethe_made_texts(result)));
    SET_VECTOR_ELT(answer, 9, Rf_ScalarLogical(caller->interrupted));
    SET_VECTOR_ELT(answer, 10, Rf_ScalarLogical(caller->failed));
    SET_VECTOR_ELT(answer, 11, pointer);
    UNPROTECT(1);
    return answer;
}

static int is_held(SEXP input) {
    return TYPEOF(VECTOR_ELT(input, 1)) == EXTPTRSXP && Rf_xlength(input) == 3;
}

/* Inputs are list(name, text); list(name, columns, rows); list(name, an external pointer to a stream,
 * as the package nanoarrow has them); list(name, a result, the name of a table that it holds). */
static SEXP run(SEXP operation, SEXP data, SEXP options, SEXP given, SEXP threads, SEXP seed,
                SEXP progress, SEXP cache_folder, SEXP data_folder) {
    const R_xlen_t count = Rf_xlength(given);
    lethe_input* const inputs = (lethe_input*)R_alloc((size_t)count + 1, sizeof *inputs);
    struct ArrowArrayStream* const streams =
        (struct ArrowArrayStream*)R_alloc((size_t)count + 1, sizeof *streams);
    memset(inputs, 0, ((size_t)count + 1) * sizeof *inputs);
    for (R_xlen_t i = 0; i < count; ++i) {
        const SEXP input = VECTOR_ELT(given, i);
        const SEXP value = VECTOR_ELT(input, 1);
        inputs[i].name = utf8_of(VECTOR_ELT(input, 0));
        if (TYPEOF(value) == VECSXP) {
            stream_of_columns(value, (int64_t)Rf_asReal(VECTOR_ELT(input, 2)), &streams[i]);
            inputs[i].table = &streams[i];
        } else if (is_held(input)) {
            result_behind(value);
            utf8_of(VECTOR_ELT(input, 2));
        } else if (TYPEOF(value) == EXTPTRSXP) {
            inputs[i].table = R_ExternalPtrAddr(value);
            if (inputs[i].table == NULL) Rf_error("a stream of Arrow data is gone");
        } else {
            inputs[i].text = utf8_of(value);
            inputs[i].text_size = strlen(inputs[i].text);
        }
    }
    Caller user = {progress, 0, 0};
    lethe_caller caller = caller_for(&user, threads, seed);
    caller.cache_folder = cache_folder == R_NilValue ? NULL : utf8_of(cache_folder);
    caller.data_folder = data_folder == R_NilValue ? NULL : utf8_of(data_folder);
    const char* const name = utf8_of(operation);
    const char* const kind = utf8_of(data);
    const char* const json = utf8_of(options);
    const SEXP pointer = PROTECT(new_result_pointer());
    /* From here to the call nothing of R may fail: these streams are released by it alone. */
    for (R_xlen_t i = 0; i < count; ++i) {
        const SEXP input = VECTOR_ELT(given, i);
        if (!is_held(input)) continue;
        memset(&streams[i], 0, sizeof streams[i]);
        lethe_take_table(R_ExternalPtrAddr(VECTOR_ELT(input, 1)),
                         CHAR(STRING_ELT(VECTOR_ELT(input, 2), 0)), &streams[i]);
        inputs[i].table = &streams[i]; /* one that is not there is refused by the engine */
    }
    R_SetExternalPtrAddr(pointer, lethe_call(name, kind, json, inputs, (size_t)count, &caller));
    const SEXP answer = answer_of(pointer, &user);
    UNPROTECT(1);
    return answer;
}

static SEXP write_release(SEXP result, SEXP name, SEXP path, SEXP replace, SEXP threads) {
    const lethe_result* const from = result_behind(result);
    const char* const called = utf8_of(name);
    const char* const where = utf8_of(path);
    Caller user = {R_NilValue, 0, 0};
    const lethe_caller caller = caller_for(&user, threads, R_NilValue);
    const SEXP pointer = PROTECT(new_result_pointer());
    R_SetExternalPtrAddr(pointer,
                         lethe_write_release(from, called, where, Rf_asLogical(replace) == TRUE, &caller));
    const SEXP answer = answer_of(pointer, &user);
    UNPROTECT(1);
    return answer;
}

static SEXP made_text(SEXP result, SEXP name) {
    const char* const text = lethe_made_text(result_behind(result), utf8_of(name));
    return text == NULL ? R_NilValue : text_from_utf8(text);
}

/* Whether there is a result behind a pointer: none survives being saved. */
static SEXP is_held_by_engine(SEXP pointer) {
    return Rf_ScalarLogical(TYPEOF(pointer) == EXTPTRSXP && R_ExternalPtrAddr(pointer) != NULL);
}

static SEXP describe_engine(void) { return text_from_utf8(lethe_describe()); }
static SEXP engine_version(void) { return text_from_utf8(lethe_version()); }

/* The interrupt that stopped a call, told to R as if it came now: with all that R does then. */
static SEXP interrupt_now(void) {
    raise(SIGINT);
    R_CheckUserInterrupt();
    return R_NilValue;
}

static const R_CallMethodDef functions[] = {
    {"run", (DL_FUNC)&run, 9},
    {"write_release", (DL_FUNC)&write_release, 5},
    {"take_columns", (DL_FUNC)&take_columns, 3},
    {"made_text", (DL_FUNC)&made_text, 2},
    {"is_held_by_engine", (DL_FUNC)&is_held_by_engine, 1},
    {"hold_folder", (DL_FUNC)&hold_folder, 1},
    {"let_go_of_folder", (DL_FUNC)&let_go_of_folder, 1},
    {"write_file", (DL_FUNC)&write_file, 4},
    {"describe_engine", (DL_FUNC)&describe_engine, 0},
    {"engine_version", (DL_FUNC)&engine_version, 0},
    {"interrupt_now", (DL_FUNC)&interrupt_now, 0},
    {NULL, NULL, 0}};

void attribute_visible R_init_lethe(DllInfo* library) {
    if (lethe_abi_version() != LETHE_ABI_VERSION) {
        Rf_error("liblethe_c is of another version than this package; install the package again");
    }
    R_registerRoutines(library, NULL, functions, NULL, NULL);
    R_useDynamicSymbols(library, FALSE);
    R_forceSymbols(library, TRUE);
}
