// Sanitised documents as the files of a release: a file for a file, a folder for a folder.
//
// Plain text and Markdown keep their form; HTML becomes plain text, because attributes and comments
// may identify; of JSON lines the id and the text are written, and the fields that were kept. Names
// of files and ids stay as they are, unless they hold a word that was removed or something that
// identifies: then they become document-0001 and so on. Packed files are written unpacked, with the
// time of writing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/treat/removed_words.h"

namespace lethe::documents {

struct ReleaseNames {
    std::vector<std::string> ids;    // of each document
    std::vector<std::string> files;  // of each document, below the release
    std::int64_t renamed = 0;        // documents whose id told something
};

// Which names the documents get. Names of files are unique. `tells` says whether a name holds
// something that identifies, though no document holds it.
ReleaseNames release_names(const Documents& documents, const RemovedWords& removed_words,
                           const std::function<bool(const std::string& name)>& tells);

// The bytes of each file of the release, in the order of the first document in it.
struct ReleaseFile {
    std::string name;
    std::string bytes;
};
std::vector<ReleaseFile> release_files(const Documents& documents,
                                       const std::vector<std::string>& texts,
                                       const ReleaseNames& names);

// Writes them below `folder`, which is made where it is not there; no file may be there yet.
// Putting a release in its place, with its record and log: release/documents/document_write.h.
void write_files(const Context& context, const std::vector<ReleaseFile>& files,
                 const std::string& folder);

// Error(usage) where `output` is `input`, or, of folders, one stands within the other.
void check_release_place(const std::string& input, const std::string& output, bool folder);

}  // namespace lethe::documents
