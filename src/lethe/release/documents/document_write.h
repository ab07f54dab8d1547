// The walk that every release of documents goes, sanitised or reviewed: names, files, record,
// private log, and all of them into place together.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/read/write_documents.h"
#include "lethe/documents/treat/removed_words.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/release/outputs.h"

namespace lethe::release {

// Whether the name of a file or an id holds something that the policy removes, by its form.
bool name_tells(const documents::Finders& finders, const documents::TextPolicy& policy,
                const std::string& name);

struct NamedDocuments {
    documents::ReleaseNames names;
    std::vector<documents::ReleaseFile> files;
};

// The files of a release. No name holds a removed word, or what the policy removes.
NamedDocuments name_documents(const documents::Documents& documents,
                              const std::vector<std::string>& texts,
                              const documents::RemovedWords& removed_words,
                              const documents::Finders& finders,
                              const documents::TextPolicy& policy);

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
Json write_documents(const Context& context, const documents::Documents& documents,
                     const NamedDocuments& named, const DocumentBundle& bundle);

// Documents whose mentions were opened again are as private as the originals: only their owner can
// read them, and they have no record. Error(usage) where something is there that may not be
// replaced.
void check_restored(const std::string& output, bool folder, const Surroundings& surroundings);
void write_restored(const Context& context, const std::vector<documents::ReleaseFile>& files,
                    const std::string& output, bool folder);

// What was left out in reading, a line each, without names of files that would tell.
std::vector<std::string> reading_notes(const documents::ReadNotes& notes,
                                       const documents::RemovedWords& removed_words);

}  // namespace lethe::release
