/* Lethe from C: a table in memory is protected, attacked and written.
 *
 *   cc protect.c -llethe_c -o protect && ./protect release.csv
 *
 * The table is made by hand here; whatever speaks Arrow (DuckDB, nanoarrow, GLib) gives such streams. */
#include <lethe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 200, COLUMNS = 2 };

/* Two columns of whole numbers, without missing values. */
static int64_t ages[ROWS], incomes[ROWS];
static const void* age_buffers[2] = {NULL, ages};
static const void* income_buffers[2] = {NULL, incomes};
static const void* no_buffers[1] = {NULL};

static void keep_schema(struct ArrowSchema* schema) { schema->release = NULL; }
static void keep_array(struct ArrowArray* array) { array->release = NULL; }
static void keep_stream(struct ArrowArrayStream* stream) { stream->release = NULL; }

static int give_schema(struct ArrowArrayStream* stream, struct ArrowSchema* out) {
    static struct ArrowSchema children[COLUMNS];
    static struct ArrowSchema* pointers[COLUMNS] = {&children[0], &children[1]};
    static const char* const names[COLUMNS] = {"age", "income"};
    (void)stream;
    for (int i = 0; i < COLUMNS; ++i) {
        memset(&children[i], 0, sizeof children[i]);
        children[i].format = "l"; /* int64 */
        children[i].name = names[i];
        children[i].release = keep_schema;
    }
    memset(out, 0, sizeof *out);
    out->format = "+s";
    out->name = "";
    out->n_children = COLUMNS;
    out->children = pointers;
    out->release = keep_schema;
    return 0;
}

static int give_rows(struct ArrowArrayStream* stream, struct ArrowArray* out) {
    static struct ArrowArray children[COLUMNS];
    static struct ArrowArray* pointers[COLUMNS] = {&children[0], &children[1]};
    int* const given = stream->private_data;
    memset(out, 0, sizeof *out);
    if ((*given)++ > 0) return 0; /* the end: `release` is NULL */
    for (int i = 0; i < COLUMNS; ++i) {
        memset(&children[i], 0, sizeof children[i]);
        children[i].length = ROWS;
        children[i].n_buffers = 2;
        children[i].buffers = i == 0 ? age_buffers : income_buffers;
        children[i].release = keep_array;
    }
    out->length = ROWS;
    out->n_buffers = 1;
    out->buffers = no_buffers;
    out->n_children = COLUMNS;
    out->children = pointers;
    out->release = keep_array;
    return 0;
}

static struct ArrowArrayStream people(int* given) {
    struct ArrowArrayStream stream = {give_schema, give_rows, NULL, keep_stream, given};
    *given = 0;
    return stream;
}

static void complain(const lethe_result* result) {
    fprintf(stderr, "%s\n%s\n", lethe_error(result), lethe_problems(result));
    exit(1);
}

static void on_progress(void* user, const char* task, int64_t done, int64_t total) {
    (void)user;
    if (total > 0) fprintf(stderr, "%s: %lld of %lld\n", task, (long long)done, (long long)total);
}

int main(int argc, char** argv) {
    for (int i = 0; i < ROWS; ++i) {
        ages[i] = 18 + (i * 37) % 60;
        incomes[i] = 20000 + (i * 7919) % 50000;
    }
    lethe_caller caller;
    memset(&caller, 0, sizeof caller);
    caller.size = sizeof caller;
    caller.has_seed = 1;
    caller.seed = 7;
    caller.progress = on_progress;

    int given;
    struct ArrowArrayStream stream = people(&given);
    const lethe_input original = {"memory:people", &stream, NULL, 0};
    lethe_result* const protected = lethe_call(
        "protect", "table",
        "{\"data\": \"memory:people\", \"method\": \"mdav\", \"set\": {\"k\": 5},"
        " \"output\": \"memory:release\"}",
        &original, 1, &caller);
    if (lethe_status_of(protected) != LETHE_OK) complain(protected);
    puts(lethe_text(protected));

    /* The release with its record and log goes back in, to be attacked. */
    struct ArrowArrayStream again = people(&given), released;
    if (lethe_take_table(protected, "memory:release", &released) != 0) complain(protected);
    const char* const record = lethe_made_text(protected, "memory:release.lethe.json");
    const char* const log = lethe_made_text(protected, "memory:release.lethe.private.json");
    const lethe_input pair[] = {
        {"memory:people", &again, NULL, 0},
        {"memory:release", &released, NULL, 0},
        {"memory:release.lethe.json", NULL, record, strlen(record)},
        {"memory:release.lethe.private.json", NULL, log, strlen(log)},
    };
    lethe_result* const attacked = lethe_call("attack", "table",
                                              "{\"original\": \"memory:people\", \"masked\": "
                                              "\"memory:release\", \"attack\": [\"distance-linkage\"]}",
                                              pair, 4, &caller);
    if (lethe_status_of(attacked) != LETHE_OK) complain(attacked);
    puts(lethe_text(attacked));
    lethe_free(attacked);

    if (argc > 1) {
        lethe_result* const written =
            lethe_write_release(protected, "memory:release", argv[1], 0, &caller);
        if (lethe_status_of(written) != LETHE_OK) complain(written);
        puts(lethe_json(written));
        lethe_free(written);
    }
    lethe_free(protected);
    return 0;
}
