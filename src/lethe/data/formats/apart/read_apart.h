// Reading a file in a process of its own, because what reads it has had faults that a made file can
// use: what happens to that process does not happen to Lethe.
//
// A format is read so when its TableFormat says `.apart = true`; nothing else is to be done. Its
// `read` then runs in the program lethe-reader (app/reader), which reads one file and ends:
//
// - with the context's progress, but one thread: it cannot start others. A stop that Lethe is asked
//   for ends the process, so `read` need not look for one.
// - It may open `path` for reading as often as it likes, and the system's files; nothing else
//   (confine.h). A call that is not allowed fails with EPERM.
// - Its memory and time are limited by the size of the file (request.h). It should let
// std::bad_alloc
//   come through.
// - What it returns or throws comes to whoever called read_table: the table with dictionary,
//   validity, spelling, notation and description of each column, but no meaning; an Error with
//   messages, lines and columns. The file that errors name is `path`, whatever they said.
//
// Lethe takes nothing of it on trust: the table is checked as it comes (table_stream.h), and what
// is said to be wrong is shown without marks that a terminal would obey. Writing is not apart: what
// is written is our own.
//
// Only for data/formats.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/apart/byte_stream.h"
#include "lethe/data/formats/apart/request.h"
#include "lethe/data/formats/table_format.h"

namespace lethe::formats {

// Errors: those of the format; io where the file is none that can be read from any place (a pipe),
// or the program is not there; input that says how the process ended where it did not answer: by a
// crash, for want of memory or time, or with an answer that is none.
Table read_apart(const Context& context, const TableFormat& format, const std::string& path,
                 const ReadOptions& options);

// The same by a program that is named.
Table read_by(const Context& context, const std::string& program, const ReadRequest& request);

// The answer of the process as bytes (request.h): a table, or an Error that names `path`; notes of
// the reader are added to `notes`, where there are any. StreamFailure where it is neither.
Table read_answer(const Context& context, ByteReader& in, const std::string& path,
                  std::vector<std::string>* notes = nullptr);

}  // namespace lethe::formats
