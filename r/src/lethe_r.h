/* liblethe_c for R: the parts that the files of this folder lend each other. */
#ifndef LETHE_R_H
#define LETHE_R_H

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#include "lethe.h"

/* A list of columns as a stream. The vectors, and what is made here (R_alloc), must live until the
 * stream was released: within one .Call they do, also where that ends by an error. Reading and
 * releasing call nothing of R, since the engine does both on threads of its own. */
void stream_of_columns(SEXP columns, int64_t rows, struct ArrowArrayStream* out);

SEXP take_columns(SEXP result, SEXP name, SEXP wide);

/* Folders and files that only their owner reads (private_files.c). */
SEXP hold_folder(SEXP place);
SEXP let_go_of_folder(SEXP pointer);
SEXP write_file(SEXP path, SEXP text, SEXP mode, SEXP replace);

/* A result of the engine behind an external pointer, or an error. */
lethe_result* result_behind(SEXP pointer);

/* The text in UTF-8, as long as the .Call lasts. */
const char* utf8_of(SEXP text);
SEXP text_from_utf8(const char* text);

#endif
