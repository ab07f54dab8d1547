/* The one native module: liblethe_c for Python, on CPython's limited API. It knows tables as Arrow
 * streams (PyCapsules as the Arrow PyCapsule interface has them) or as columns of buffers, for pandas
 * and numpy where pyarrow is not installed. All that is typed and documented is Python's above it. */
#define Py_LIMITED_API 0x030A0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lethe.h"

#ifndef PyBUF_READ /* not in the limited API of 3.10, but of no other value since */
#define PyBUF_READ 0x100
#endif

#define STREAM_CAPSULE "arrow_array_stream"
#define RESULT_CAPSULE "lethe_result"

/* Calls that run, and whether the interpreter is going: no thread may be inside when it is gone. */
static pthread_mutex_t running_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t running_ended = PTHREAD_COND_INITIALIZER;
static int running_calls = 0;
static int closing = 0;

static int begin_call(void) {
    pthread_mutex_lock(&running_mutex);
    const int refused = closing;
    if (!refused) ++running_calls;
    pthread_mutex_unlock(&running_mutex);
    if (refused) PyErr_SetString(PyExc_RuntimeError, "the interpreter is shutting down");
    return !refused;
}

static void end_call(void) {
    pthread_mutex_lock(&running_mutex);
    --running_calls;
    pthread_cond_broadcast(&running_ended);
    pthread_mutex_unlock(&running_mutex);
}

static int is_closing(void) {
    pthread_mutex_lock(&running_mutex);
    const int now = closing;
    pthread_mutex_unlock(&running_mutex);
    return now;
}

/* ---- Columns of buffers as a stream -------------------------------------------------------- */

/* One column: buffers at addresses that `keep` keeps. */
typedef struct Column {
    char* name;
    char* format;
    int64_t length, nulls;
    const void* buffers[3];
    int64_t n_buffers;
    struct Column* dictionary;
    int ordered; /* whether the order of the dictionary means something */
} Column;

typedef struct Columns {
    Column* columns;
    int64_t count, rows;
    PyObject* keep; /* the objects that own the memory */
    int users;      /* streams, schemas and arrays that point here; guarded by the GIL */
    int given;
} Columns;

static void free_column(Column* column) {
    free(column->name);
    free(column->format);
    if (column->dictionary != NULL) {
        free_column(column->dictionary);
        free(column->dictionary);
    }
}

/* With the GIL. */
static void drop_columns(Columns* all) {
    if (--all->users > 0) return;
    for (int64_t i = 0; i < all->count; ++i) free_column(&all->columns[i]);
    free(all->columns);
    Py_XDECREF(all->keep);
    free(all);
}

static void drop_columns_anywhere(Columns* all) {
    const PyGILState_STATE state = PyGILState_Ensure();
    drop_columns(all);
    PyGILState_Release(state);
}

static void use_columns_anywhere(Columns* all) {
    const PyGILState_STATE state = PyGILState_Ensure();
    ++all->users;
    PyGILState_Release(state);
}

static void release_child_schema(struct ArrowSchema* schema) { schema->release = NULL; }
static void release_child_array(struct ArrowArray* array) { array->release = NULL; }

static void release_schema(struct ArrowSchema* schema) {
    for (int64_t i = 0; i < schema->n_children; ++i) {
        free(schema->children[i]->dictionary);
        free(schema->children[i]);
    }
    free(schema->children);
    drop_columns_anywhere((Columns*)schema->private_data);
    schema->release = NULL;
}

static void release_array(struct ArrowArray* array) {
    for (int64_t i = 0; i < array->n_children; ++i) {
        if (array->children[i] == NULL) continue;
        free(array->children[i]->dictionary);
        free(array->children[i]);
    }
    free(array->children);
    free((void*)array->buffers);
    drop_columns_anywhere((Columns*)array->private_data);
    array->release = NULL;
}

static int columns_schema(struct ArrowArrayStream* stream, struct ArrowSchema* out) {
    Columns* const all = (Columns*)stream->private_data;
    memset(out, 0, sizeof *out);
    out->children = calloc((size_t)all->count + 1, sizeof *out->children);
    if (out->children == NULL) return 12;
    out->format = "+s";
    out->name = "";
    use_columns_anywhere(all);
    out->private_data = all;
    out->release = release_schema;
    for (int64_t i = 0; i < all->count; ++i) {
        const Column* const column = &all->columns[i];
        struct ArrowSchema* const child = calloc(1, sizeof *child);
        if (child == NULL) {
            release_schema(out);
            return 12;
        }
        out->children[out->n_children++] = child;
        child->format = column->format;
        child->name = column->name;
        child->flags = 2;
        child->release = release_child_schema;
        if (column->dictionary == NULL) continue;
        child->dictionary = calloc(1, sizeof *child);
        if (child->dictionary == NULL) {
            release_schema(out);
            return 12;
        }
        if (column->ordered) child->flags |= 1; /* the categories have an order */
        child->dictionary->format = column->dictionary->format;
        child->dictionary->name = "";
        child->dictionary->flags = 2;
        child->dictionary->release = release_child_schema;
    }
    return 0;
}

static void fill_array(struct ArrowArray* array, const Column* column) {
    array->length = column->length;
    array->null_count = column->nulls;
    array->n_buffers = column->n_buffers;
    array->buffers = (const void**)column->buffers;
    array->release = release_child_array;
}

static int columns_next(struct ArrowArrayStream* stream, struct ArrowArray* out) {
    Columns* const all = (Columns*)stream->private_data;
    memset(out, 0, sizeof *out);
    if (all->given) return 0;
    out->children = calloc((size_t)all->count + 1, sizeof *out->children);
    out->buffers = calloc(1, sizeof *out->buffers);
    if (out->children == NULL || out->buffers == NULL) {
        free(out->children);
        free((void*)out->buffers);
        return 12;
    }
    out->length = all->rows;
    out->n_buffers = 1;
    use_columns_anywhere(all);
    out->private_data = all;
    out->release = release_array;
    for (int64_t i = 0; i < all->count; ++i) {
        const Column* const column = &all->columns[i];
        struct ArrowArray* const child = calloc(1, sizeof *child);
        if (child == NULL) {
            release_array(out);
            return 12;
        }
        out->children[out->n_children++] = child;
        fill_array(child, column);
        if (column->dictionary == NULL) continue;
        child->dictionary = calloc(1, sizeof *child);
        if (child->dictionary == NULL) {
            release_array(out);
            return 12;
        }
        fill_array(child->dictionary, column->dictionary);
    }
    all->given = 1;
    return 0;
}

static const char* columns_error(struct ArrowArrayStream* stream) {
    (void)stream;
    return "not enough memory";
}

static void columns_release(struct ArrowArrayStream* stream) {
    drop_columns_anywhere((Columns*)stream->private_data);
    stream->release = NULL;
}

static char* copied_text(PyObject* text) {
    Py_ssize_t size = 0;
    const char* const utf8 = PyUnicode_AsUTF8AndSize(text, &size);
    if (utf8 == NULL) return NULL;
    char* const copy = malloc((size_t)size + 1);
    if (copy == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(copy, utf8, (size_t)size + 1);
    return copy;
}

/* (name, format, length, nulls, (address, ...), dictionary or None[, whether it is ordered]) */
static int parse_column(PyObject* tuple, Column* column) {
    PyObject *name, *format, *buffers, *dictionary;
    long long length, nulls;
    memset(column, 0, sizeof *column);
    if (!PyTuple_Check(tuple)) {
        PyErr_SetString(PyExc_TypeError, "a column is a tuple");
        return 0;
    }
    if (!PyArg_ParseTuple(tuple, "UULLOO|p", &name, &format, &length, &nulls, &buffers, &dictionary,
                          &column->ordered)) {
        return 0;
    }
    column->length = length;
    column->nulls = nulls;
    column->name = copied_text(name);
    if (column->name == NULL) return 0;
    column->format = copied_text(format);
    if (column->format == NULL) return 0;
    column->n_buffers = PyTuple_Check(buffers) ? PyTuple_Size(buffers) : -1;
    if (column->n_buffers < 0 || column->n_buffers > 3) {
        PyErr_SetString(PyExc_TypeError, "a column has at most three buffers");
        return 0;
    }
    for (Py_ssize_t i = 0; i < column->n_buffers; ++i) {
        column->buffers[i] = PyLong_AsVoidPtr(PyTuple_GetItem(buffers, i));
        if (PyErr_Occurred()) return 0;
    }
    if (dictionary == Py_None) return 1;
    column->dictionary = calloc(1, sizeof *column);
    if (column->dictionary == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    return parse_column(dictionary, column->dictionary);
}

static void free_stream_capsule(PyObject* capsule) {
    struct ArrowArrayStream* const stream = PyCapsule_GetPointer(capsule, STREAM_CAPSULE);
    if (stream == NULL) {
        PyErr_Clear();
        return;
    }
    if (stream->release != NULL) stream->release(stream);
    free(stream);
}

static PyObject* stream_capsule(struct ArrowArrayStream* stream) {
    struct ArrowArrayStream* const held = malloc(sizeof *held);
    if (held == NULL) {
        if (stream->release != NULL) stream->release(stream);
        return PyErr_NoMemory();
    }
    *held = *stream;
    PyObject* const capsule = PyCapsule_New(held, STREAM_CAPSULE, free_stream_capsule);
    if (capsule == NULL) {
        held->release(held);
        free(held);
    }
    return capsule;
}

PyDoc_STRVAR(columns_doc,
             "columns_stream(rows, columns, keep): a capsule of an Arrow stream over buffers at "
             "addresses, which `keep` keeps");
static PyObject* columns_stream(PyObject* self, PyObject* args) {
    (void)self;
    long long rows;
    PyObject *list, *keep;
    if (!PyArg_ParseTuple(args, "LO!O", &rows, &PyList_Type, &list, &keep)) return NULL;
    const Py_ssize_t count = PyList_Size(list);
    Columns* const all = calloc(1, sizeof *all);
    Column* const columns = calloc((size_t)count + 1, sizeof *columns);
    if (all == NULL || columns == NULL) {
        free(all);
        free(columns);
        return PyErr_NoMemory();
    }
    Py_INCREF(keep);
    all->columns = columns;
    all->rows = rows;
    all->keep = keep;
    all->users = 1;
    for (Py_ssize_t i = 0; i < count; ++i) {
        ++all->count;
        if (!parse_column(PyList_GetItem(list, i), &columns[i])) {
            drop_columns(all);
            return NULL;
        }
    }
    struct ArrowArrayStream stream = {columns_schema, columns_next, columns_error, columns_release,
                                      all};
    return stream_capsule(&stream);
}

/* ---- A stream as columns of buffers --------------------------------------------------------- */

static void free_schema_capsule(PyObject* capsule) {
    struct ArrowSchema* const schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema == NULL) {
        PyErr_Clear();
        return;
    }
    if (schema->release != NULL) schema->release(schema);
    free(schema);
}

static void free_array_capsule(PyObject* capsule) {
    struct ArrowArray* const array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array == NULL) {
        PyErr_Clear();
        return;
    }
    if (array->release != NULL) array->release(array);
    free(array);
}

static PyObject* memory(const void* address, int64_t size) {
    if (address == NULL || size == 0) return PyBytes_FromStringAndSize(NULL, 0);
    return PyMemoryView_FromMemory((char*)address, (Py_ssize_t)size, PyBUF_READ);
}

/* Bytes of one value; the formats are those that Lethe writes. */
static int64_t width_of(const char* format) {
    switch (format[0]) {
        case 'c':
        case 'C':
            return 1;
        case 's':
        case 'S':
            return 2;
        case 'i':
        case 'I':
        case 'f':
            return 4;
        case 'd':
            return 16;
        case 't':
            return strcmp(format, "tdD") == 0 ? 4 : 8;
        default:
            return 8;
    }
}

/* (name, format, length, nulls, [memoryviews], dictionary or None), or NULL. */
static PyObject* column_views(const struct ArrowSchema* schema, const struct ArrowArray* array) {
    const char* const format = schema->format;
    PyObject* const buffers = PyList_New(0);
    if (buffers == NULL) return NULL;
    for (int64_t i = 0; i < array->n_buffers; ++i) {
        int64_t size;
        if (i == 0 || (i == 1 && strcmp(format, "b") == 0)) {
            size = (array->length + 7) / 8;
        } else if (strcmp(format, "u") == 0) {
            size = i == 1 ? (array->length + 1) * 4 : ((const int32_t*)array->buffers[1])[array->length];
        } else if (strcmp(format, "U") == 0) {
            size = i == 1 ? (array->length + 1) * 8 : ((const int64_t*)array->buffers[1])[array->length];
        } else {
            size = array->length * width_of(format);
        }
        PyObject* const view = memory(array->buffers[i], size);
        if (view == NULL || PyList_Append(buffers, view) < 0) {
            Py_XDECREF(view);
            Py_DECREF(buffers);
            return NULL;
        }
        Py_DECREF(view);
    }
    PyObject* dictionary = NULL;
    if (array->dictionary != NULL) {
        dictionary = column_views(schema->dictionary, array->dictionary);
        if (dictionary == NULL) {
            Py_DECREF(buffers);
            return NULL;
        }
    } else {
        dictionary = Py_None;
        Py_INCREF(dictionary);
    }
    return Py_BuildValue("(ssLLNN)", schema->name == NULL ? "" : schema->name, format,
                         (long long)array->length, (long long)array->null_count, buffers, dictionary);
}

PyDoc_STRVAR(read_doc,
             "read_columns(capsule): (rows, columns, keep) of a stream that Lethe made; the views are "
             "good as long as `keep` is");
static PyObject* read_columns(PyObject* self, PyObject* capsule) {
    (void)self;
    struct ArrowArrayStream* const stream = PyCapsule_GetPointer(capsule, STREAM_CAPSULE);
    if (stream == NULL) return NULL;
    if (stream->release == NULL) {
        PyErr_SetString(PyExc_ValueError, "the stream was read before");
        return NULL;
    }
    struct ArrowSchema* const schema = calloc(1, sizeof *schema);
    struct ArrowArray* const array = calloc(1, sizeof *array);
    PyObject *columns = NULL, *schema_keep = NULL, *array_keep = NULL;
    if (schema == NULL || array == NULL) {
        free(schema);
        free(array);
        return PyErr_NoMemory();
    }
    schema_keep = PyCapsule_New(schema, "arrow_schema", free_schema_capsule);
    if (schema_keep == NULL) {
        free(schema);
        free(array);
        return NULL;
    }
    array_keep = PyCapsule_New(array, "arrow_array", free_array_capsule);
    if (array_keep == NULL) {
        free(array);
        goto failed;
    }
    if (stream->get_schema(stream, schema) != 0 || stream->get_next(stream, array) != 0 ||
        array->release == NULL) {
        PyErr_NoMemory();
        goto failed;
    }
    columns = PyList_New(0);
    if (columns == NULL) goto failed;
    for (int64_t i = 0; i < array->n_children; ++i) {
        PyObject* const column = column_views(schema->children[i], array->children[i]);
        if (column == NULL || PyList_Append(columns, column) < 0) {
            Py_XDECREF(column);
            goto failed;
        }
        Py_DECREF(column);
    }
    return Py_BuildValue("(LN(NN))", (long long)array->length, columns, schema_keep, array_keep);
failed:
    Py_XDECREF(columns);
    Py_XDECREF(schema_keep);
    Py_XDECREF(array_keep);
    return NULL;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* What the callbacks need. They come on the thread that called, which has left the GIL. */
typedef struct Caller {
    PyThreadState* thread;
    PyObject* progress; /* callable, or NULL */
    PyObject* say;
    int failed; /* a callback, or a signal handler, raised: its exception is set */
} Caller;

static void enter(Caller* caller) { PyEval_RestoreThread(caller->thread); }
static void leave(Caller* caller) { caller->thread = PyEval_SaveThread(); }

/* Signals are looked at here: Ctrl-C raises KeyboardInterrupt, and the work stops. */
static int on_stop(void* user) {
    Caller* const caller = user;
    if (caller->failed || is_closing()) return 1;
    enter(caller);
    if (PyErr_CheckSignals() != 0) caller->failed = 1;
    leave(caller);
    return caller->failed;
}

static void called_back(Caller* caller, PyObject* function, PyObject* args) {
    PyObject* const answer = args == NULL ? NULL : PyObject_CallObject(function, args);
    Py_XDECREF(args);
    Py_XDECREF(answer);
    if (answer == NULL) caller->failed = 1;
}

static void on_progress(void* user, const char* task, int64_t done, int64_t total) {
    Caller* const caller = user;
    if (caller->progress == NULL || caller->failed || is_closing()) return;
    enter(caller);
    called_back(caller, caller->progress,
                Py_BuildValue("(sLL)", task, (long long)done, (long long)total));
    leave(caller);
}

static void on_say(void* user, const char* line) {
    Caller* const caller = user;
    if (caller->say == NULL || caller->failed || is_closing()) return;
    enter(caller);
    called_back(caller, caller->say, Py_BuildValue("(s)", line));
    leave(caller);
}

static void free_result_capsule(PyObject* capsule) {
    lethe_free(PyCapsule_GetPointer(capsule, RESULT_CAPSULE));
}

/* (status, error, problems, json, text, notes, changed types, made tables, made texts, result) */
static PyObject* result_tuple(lethe_result* result, Caller* caller) {
    PyObject* const capsule = PyCapsule_New(result, RESULT_CAPSULE, free_result_capsule);
    if (capsule == NULL) {
        lethe_free(result);
        return NULL;
    }
    if (caller->failed) {
        Py_DECREF(capsule);
        return NULL;
    }
    return Py_BuildValue("(issssssssN)", (int)lethe_status_of(result), lethe_error(result),
                         lethe_problems(result), lethe_json(result), lethe_text(result),
                         lethe_notes(result), lethe_changed_types(result),
                         lethe_made_tables(result), lethe_made_texts(result), capsule);
}

static int fill_caller(lethe_caller* c, Caller* caller, int threads, PyObject* seed,
                       PyObject* progress, PyObject* say, const char* cache, const char* data) {
    memset(c, 0, sizeof *c);
    c->size = sizeof *c;
    c->threads = threads;
    if (seed != Py_None) {
        c->has_seed = 1;
        c->seed = PyLong_AsUnsignedLongLong(seed);
        if (PyErr_Occurred()) return 0;
    }
    caller->progress = progress == Py_None ? NULL : progress;
    caller->say = say == Py_None ? NULL : say;
    c->user = caller;
    c->stop = on_stop;
    c->progress = on_progress;
    c->say = on_say;
    c->cache_folder = cache;
    c->data_folder = data;
    return 1;
}

PyDoc_STRVAR(call_doc,
             "call(operation, data, options, inputs, threads, seed, progress, say, cache, data_folder): "
             "runs an operation without the GIL; inputs are (name, capsule of a stream or text)");
static PyObject* call(PyObject* self, PyObject* args) {
    (void)self;
    const char *operation, *data, *options, *cache, *folder;
    PyObject *list, *seed, *progress, *say;
    int threads;
    if (!PyArg_ParseTuple(args, "sssO!iOOOzz", &operation, &data, &options, &PyList_Type, &list,
                          &threads, &seed, &progress, &say, &cache, &folder)) {
        return NULL;
    }
    Caller caller = {NULL, NULL, NULL, 0};
    lethe_caller c;
    if (!fill_caller(&c, &caller, threads, seed, progress, say, cache, folder)) return NULL;
    const Py_ssize_t count = PyList_Size(list);
    lethe_input* const inputs = calloc((size_t)count + 1, sizeof *inputs);
    if (inputs == NULL) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject *name, *value;
        PyObject* const item = PyList_GetItem(list, i);
        if (!PyTuple_Check(item) || !PyArg_ParseTuple(item, "UO", &name, &value)) goto failed;
        inputs[i].name = PyUnicode_AsUTF8AndSize(name, NULL);
        if (inputs[i].name == NULL) goto failed;
        if (PyCapsule_IsValid(value, STREAM_CAPSULE)) {
            inputs[i].table = PyCapsule_GetPointer(value, STREAM_CAPSULE);
        } else {
            Py_ssize_t size = 0;
            inputs[i].text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &size) : NULL;
            inputs[i].text_size = (size_t)size;
            if (inputs[i].text == NULL) {
                if (!PyErr_Occurred()) {
                    PyErr_SetString(PyExc_TypeError, "an input is a stream or a text");
                }
                goto failed;
            }
        }
    }
    if (!begin_call()) goto failed;
    leave(&caller);
    lethe_result* const result = lethe_call(operation, data, options, inputs, (size_t)count, &c);
    enter(&caller);
    end_call();
    free(inputs);
    if (result == NULL) return PyErr_NoMemory();
    return result_tuple(result, &caller);
failed:
    free(inputs);
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "an input is a name and a value");
    return NULL;
}

static lethe_result* result_of(PyObject* capsule) {
    return PyCapsule_GetPointer(capsule, RESULT_CAPSULE);
}

PyDoc_STRVAR(take_doc, "take_table(result, name): a capsule of a stream of a table that was made");
static PyObject* take_table(PyObject* self, PyObject* args) {
    (void)self;
    PyObject* capsule;
    const char* name;
    if (!PyArg_ParseTuple(args, "Os", &capsule, &name)) return NULL;
    lethe_result* const result = result_of(capsule);
    if (result == NULL) return NULL;
    struct ArrowArrayStream stream;
    memset(&stream, 0, sizeof stream);
    int failed;
    Py_BEGIN_ALLOW_THREADS;
    failed = lethe_take_table(result, name, &stream);
    Py_END_ALLOW_THREADS;
    if (failed) {
        PyErr_SetString(PyExc_KeyError, name);
        return NULL;
    }
    return stream_capsule(&stream);
}

PyDoc_STRVAR(made_doc, "made_text(result, name): a text that was made");
static PyObject* made_text(PyObject* self, PyObject* args) {
    (void)self;
    PyObject* capsule;
    const char* name;
    if (!PyArg_ParseTuple(args, "Os", &capsule, &name)) return NULL;
    lethe_result* const result = result_of(capsule);
    if (result == NULL) return NULL;
    const char* const text = lethe_made_text(result, name);
    if (text == NULL) {
        PyErr_SetString(PyExc_KeyError, name);
        return NULL;
    }
    return PyUnicode_FromString(text);
}

PyDoc_STRVAR(write_doc, "write_release(result, name, path, replace, threads): as call");
static PyObject* write_release(PyObject* self, PyObject* args) {
    (void)self;
    PyObject* capsule;
    const char *name, *path;
    int replace, threads;
    if (!PyArg_ParseTuple(args, "Ossii", &capsule, &name, &path, &replace, &threads)) return NULL;
    lethe_result* const from = result_of(capsule);
    if (from == NULL) return NULL;
    Caller caller = {NULL, NULL, NULL, 0};
    lethe_caller c;
    if (!fill_caller(&c, &caller, threads, Py_None, Py_None, Py_None, NULL, NULL)) return NULL;
    if (!begin_call()) return NULL;
    leave(&caller);
    lethe_result* const result = lethe_write_release(from, name, path, replace, &c);
    enter(&caller);
    end_call();
    if (result == NULL) return PyErr_NoMemory();
    return result_tuple(result, &caller);
}

PyDoc_STRVAR(describe_doc, "describe(): all operations and methods, as JSON");
static PyObject* describe(PyObject* self, PyObject* none) {
    (void)self;
    (void)none;
    return PyUnicode_FromString(lethe_describe());
}

PyDoc_STRVAR(version_doc, "version(): of the engine");
static PyObject* version(PyObject* self, PyObject* none) {
    (void)self;
    (void)none;
    return PyUnicode_FromString(lethe_version());
}

PyDoc_STRVAR(close_doc,
             "close(): stops the calls of other threads and waits for them; called at exit, while "
             "they can still come back");
static PyObject* close_calls(PyObject* self, PyObject* none) {
    (void)self;
    (void)none;
    Py_BEGIN_ALLOW_THREADS;
    pthread_mutex_lock(&running_mutex);
    closing = 1;
    while (running_calls > 0) pthread_cond_wait(&running_ended, &running_mutex);
    pthread_mutex_unlock(&running_mutex);
    Py_END_ALLOW_THREADS;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"call", call, METH_VARARGS, call_doc},
    {"take_table", take_table, METH_VARARGS, take_doc},
    {"made_text", made_text, METH_VARARGS, made_doc},
    {"write_release", write_release, METH_VARARGS, write_doc},
    {"columns_stream", columns_stream, METH_VARARGS, columns_doc},
    {"read_columns", read_columns, METH_O, read_doc},
    {"describe", describe, METH_NOARGS, describe_doc},
    {"version", version, METH_NOARGS, version_doc},
    {"close", close_calls, METH_NOARGS, close_doc},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "lethe._lethe", "The engine of Lethe.", -1, functions, NULL, NULL, NULL,
    NULL};

PyMODINIT_FUNC PyInit__lethe(void) {
    if (lethe_abi_version() != LETHE_ABI_VERSION) {
        PyErr_SetString(PyExc_ImportError, "liblethe_c is of another version than this module");
        return NULL;
    }
    return PyModule_Create(&module);
}
