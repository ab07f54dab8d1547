// Reads a collection of documents: a file, a folder of files, or standard input.
//
//   .txt .text            plain text
//   .md .markdown         Markdown; its marks are part of the text
//   .html .htm .xhtml     HTML, see read_html.h
//   .jsonl .ndjson        JSON lines, see read_jsonl.h; a document a line
//   and any of these with .gz behind it (offsets are those of what is packed)
//   -                     standard input, as plain text
//
// A file that is named is read whatever it is called: an unknown ending means plain text. Of a
// folder every file with one of these endings is read, in its subfolders too, in the order of their
// paths; hidden files and folders are left out and links to folders not followed.
//
// Memory: all documents are held, with some 24 bytes for each place where text and file part ways
// (a tag, an entity, an escape, a letter of Latin-1; every character of UTF-16). A document above
// ReadOptions::largest is refused before it is read, a packed one as soon as it grows beyond;
// reading one takes at most three times its size besides.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/read/read_jsonl.h"

namespace lethe::documents {

struct ReadOptions {
    static constexpr std::int64_t kLargest = std::int64_t{64} << 20;
    static constexpr std::int64_t kLargestOfAll = (std::int64_t{1} << 32) - 1;  // as tokens count

    std::int64_t largest = kLargest;  // bytes of a document
    JsonlFields fields;
};

// What the reader has to say besides the documents.
struct ReadNotes {
    Problems skipped;                // files of a folder that could not be used
    std::vector<std::string> empty;  // ids of documents without a word
    std::int64_t files = 0;          // that were read
    std::int64_t bytes = 0;          // of the texts
    std::int64_t latin1 = 0;         // files in Latin-1
    std::int64_t utf16 = 0;          // files in UTF-16
    std::int64_t other_files = 0;    // of a folder, of other kinds, left out
    std::int64_t renamed = 0;        // documents whose id was taken already
};

// Ids are unique: the path below the folder, the file's name, or the id of the line (file:line
// without one); one that is taken already gets #2, #3 behind it. Texts are valid UTF-8. Error(io)
// or Error(input), with all problems of a JSON lines file at once (the first ten told), for a file
// that is named; of a folder such files are left out and noted, unless nothing else is there.
// Error(input) too where no document has a word.
Documents read_documents(const Context& context, const std::string& path,
                         const ReadOptions& options, ReadNotes* notes = nullptr);

// By its ending, without .gz; plain where it is unknown.
TextFormat format_of_file(const std::string& path);

}  // namespace lethe::documents
