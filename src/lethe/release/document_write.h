// The walk that every release of documents goes, sanitised or reviewed: names, files, record,
// private log, and all of them into place together.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/release/outputs.h"
#include "lethe/text/detect.h"
#include "lethe/text/document.h"
#include "lethe/text/read_documents.h"
#include "lethe/text/removed_words.h"
#include "lethe/text/text_policy.h"
#include "lethe/text/write_documents.h"

namespace lethe::release {

// Whether the name of a file or an id holds something that the policy removes, by its form.
bool name_tells(const text::Finders& finders, const text::TextPolicy& policy,
                const std::string& name);

struct NamedDocuments {
    text::ReleaseNames names;
    std::vector<text::ReleaseFile> files;
};

// The files of a release. No name holds a removed word, or what the policy removes.
NamedDocuments name_documents(const text::Documents& documents,
                              const std::vector<std::string>& texts,
                              const text::RemovedWords& removed_words, const text::Finders& finders,
                              const text::TextPolicy& policy);

struct PrivateFile {
    std::string path;
    std::string bytes;
};

struct DocumentBundle {
    std::string source;
    bool source_is_folder = false;
    std::string output;  // a folder where the source is one
    Json record;         // members of the record
    Json log;            // members of the private log
    std::vector<PrivateFile> private_files;
};

// Error(usage) for places that cannot be: within the documents' folder, and what
// release/outputs.h refuses.
void check_document_outputs(const DocumentBundle& bundle, const Surroundings& surroundings);
Outputs document_outputs(const DocumentBundle& bundle);

// Release, record, private log and further private files appear together. The record as written.
Json write_documents(const Context& context, const text::Documents& documents,
                     const NamedDocuments& named, const DocumentBundle& bundle);

// Documents whose mentions were opened again are as private as the originals: only their owner can
// read them, and they have no record. Error(usage) where something is there that may not be
// replaced.
void check_restored(const std::string& output, bool folder, const Surroundings& surroundings);
void write_restored(const Context& context, const std::vector<text::ReleaseFile>& files,
                    const std::string& output, bool folder);

// What was left out in reading, a line each, without names of files that would tell.
std::vector<std::string> reading_notes(const text::ReadNotes& notes,
                                       const text::RemovedWords& removed_words);

}  // namespace lethe::release
