/* Lethe for programs in C and whatever can call C: one call for everything that a person can ask
 * for (inspect, protect, attack, ...), data in memory by the Arrow C interfaces.
 *
 *   lethe_input data = {"memory:people", &stream, NULL, 0};
 *   lethe_result* result = lethe_call("protect", "table",
 *       "{\"data\": \"memory:people\", \"method\": \"mdav\", \"set\": {\"k\": 5},"
 *       " \"output\": \"memory:release\"}", &data, 1, NULL);
 *   if (lethe_status_of(result) == LETHE_OK) lethe_take_table(result, "memory:release", &released);
 *   lethe_free(result);
 *
 * Operations and their options are those of the command line ("lethe protect --help");
 * lethe_describe lists them. An option that names a file takes a path, or the name of data that are
 * handed over: "memory:" and a name of the caller's choice. A release in memory has its record and
 * its private log beside it under the names that they would have on disk:
 * "memory:release.lethe.json" and "memory:release.lethe.private.json". The private log leads back
 * to the people: keep it.
 *
 * Texts are UTF-8. Every function may be called from any thread, and calls may run at once. No C++
 * exception leaves a function; callbacks must return (no longjmp through a call). A process that
 * was forked after a call began its threads cannot call again: it gets LETHE_USAGE.
 *
 * The interface grows by new functions and by members at the end of lethe_caller. What is there
 * stays as long as lethe_abi_version() is the same. */
#ifndef LETHE_H
#define LETHE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LETHE_ABI_VERSION 1

#ifndef LETHE_API
#define LETHE_API __attribute__((visibility("default")))
#endif

/* The Arrow C data and stream interfaces, as their specification gives them. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema** children;
    struct ArrowSchema* dictionary;
    void (*release)(struct ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void** buffers;
    struct ArrowArray** children;
    struct ArrowArray* dictionary;
    void (*release)(struct ArrowArray*);
    void* private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
    int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
    const char* (*get_last_error)(struct ArrowArrayStream*);
    void (*release)(struct ArrowArrayStream*);
    void* private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

typedef enum lethe_status {
    LETHE_OK = 0,
    LETHE_USAGE = 1,    /* a wrong option, policy or parameter */
    LETHE_INPUT = 2,    /* malformed or inconsistent data */
    LETHE_UNMET = 3,    /* what was asked for cannot be reached; there may be a result beside it */
    LETHE_IO = 4,       /* a file cannot be read or written, or there is not enough memory */
    LETHE_INTERNAL = 5, /* a fault of Lethe */
    LETHE_STOPPED = 6   /* the caller asked to stop */
} lethe_status;

/* Something in memory under a name ("memory:people"): a table, or a text (a policy, a record, a
 * log). */
typedef struct lethe_input {
    const char* name;
    /* A table: the stream is taken over and released by the call, whatever comes of it; its
     * `release` is NULL then. It is read on threads of the call. */
    struct ArrowArrayStream* table;
    /* A text, where there is no table. */
    const char* text;
    size_t text_size;
} lethe_input;

/* Who calls. Zeros are good defaults. Callbacks come on the thread that called, and only while it
 * is in lethe_call: some ten times a second, so that they may take a lock or draw something. */
typedef struct lethe_caller {
    size_t size;  /* sizeof(lethe_caller), so that later versions know what is there */
    int threads;  /* 0: as many as the machine has */
    int has_seed; /* otherwise the seed comes from the system */
    uint64_t seed;
    void* user;              /* given to the callbacks */
    int (*stop)(void* user); /* not 0: stop as soon as possible */
    void (*progress)(void* user, const char* task, int64_t done, int64_t total); /* total 0: over */
    void (*say)(void* user, const char* line); /* a note, as it comes */
    const char* cache_folder; /* where taxonomies are kept once they were read; NULL: nowhere */
    const char* data_folder;  /* where data sets of published experiments are; NULL: nobody said */
} lethe_caller;

typedef struct lethe_result lethe_result;

LETHE_API int lethe_abi_version(void); /* LETHE_ABI_VERSION of the library */
LETHE_API const char* lethe_version(void);
/* {"version", "operations": [...], "methods": [...]}: names, options with their types, ranges and
 * defaults, examples; everything that the command line knows of itself. Never freed. */
LETHE_API const char* lethe_describe(void);

/* Does what is asked. `data` is the kind of the data ("table", "documents", "vectors", "graph"), or
 * "" for operations that are of none. `options` is a JSON object. `caller` may be NULL. NULL is
 * returned where there is no memory for a result; all functions below take it for LETHE_IO. */
LETHE_API lethe_result* lethe_call(const char* operation, const char* data, const char* options,
                                   const lethe_input* inputs, size_t count,
                                   const lethe_caller* caller);
LETHE_API void lethe_free(lethe_result* result);

/* What is returned below lives as long as the result. */
LETHE_API lethe_status lethe_status_of(const lethe_result* result);
LETHE_API const char* lethe_error(const lethe_result* result); /* "" where all is well */
/* [{"message", "file", "line", "column", "parameter"}]: all that is wrong, not the first of it. */
LETHE_API const char* lethe_problems(const lethe_result* result);
/* One JSON object with its "kind", or "null". */
LETHE_API const char* lethe_json(const lethe_result* result);
LETHE_API const char* lethe_text(const lethe_result* result);  /* the same for people */
LETHE_API const char* lethe_notes(const lethe_result* result); /* [lines] that were said */
/* [{"column", "from", "to"}]: columns of released tables that could not keep their type. */
LETHE_API const char* lethe_changed_types(const lethe_result* result);
/* ["memory:..."]: what was made in memory. */
LETHE_API const char* lethe_made_tables(const lethe_result* result);
LETHE_API const char* lethe_made_texts(const lethe_result* result);
/* 0 and a stream, which the caller releases and which outlives the result; or not 0 where there is
 * no such table. May be called again. */
LETHE_API int lethe_take_table(const lethe_result* result, const char* name,
                               struct ArrowArrayStream* out);
LETHE_API const char* lethe_made_text(const lethe_result* result, const char* name); /* or NULL */

/* Writes a release that was made in memory, with its record and its private log, as the operation
 * would have. `replace`: also over files that are there, such as an earlier release with its log;
 * otherwise they are refused. The result's JSON is the summary. */
LETHE_API lethe_result* lethe_write_release(const lethe_result* result, const char* name,
                                            const char* path, int replace,
                                            const lethe_caller* caller);

#ifdef __cplusplus
}
#endif

#endif /* LETHE_H */
