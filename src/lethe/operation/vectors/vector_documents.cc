#include "lethe/operation/vectors/vector_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/documents/read/labelled_documents.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/io/file.h"
#include "lethe/operation/shared/table_source.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTold = 10;

// Ids that another of the paths had already get #2, #3 behind them.
class Ids {
  public:
    std::string unique(std::string id) {
        std::string made = id;
        for (int i = 2; !taken_.insert(made).second; ++i) made = fmt::format("{}#{}", id, i);
        return made;
    }

  private:
    std::unordered_set<std::string> taken_;
};

class CollectionReader {
  public:
    CollectionReader(Door& door, const VectorDocuments& documents)
        : door_(door), asked_(documents) {
        if (!asked_.label_field.empty()) options_.fields.keep = {asked_.label_field};
    }

    VectorCollection read() {
        std::unordered_set<std::string> named;
        for (const std::string& path : asked_.paths) {
            std::error_code unknown;
            const fs::path real = fs::weakly_canonical(path, unknown);
            if (!named.insert(unknown ? path : real.string()).second) {
                throw Error(ErrorKind::usage,
                            "is named twice; its documents would hide behind their own copies",
                            {path, 0, 0, {}});
            }
            read_path(path);
        }
        if (lacking_ > kMostTold) {
            problems_.push_back(
                {fmt::format("{} more documents lack the field", lacking_ - kMostTold), {}});
        }
        throw_if_any(ErrorKind::input, std::move(problems_));
        for (std::size_t i = 0; i < std::min(kMostTold, outside_.size()); ++i) {
            door_.say(
                fmt::format("left out: {} stands in no folder, and so in no class", outside_[i]));
        }
        if (outside_.size() > kMostTold) {
            door_.say(fmt::format("left out: {} more documents that stand in no folder",
                                  outside_.size() - kMostTold));
        }
        return std::move(result_);
    }

  private:
    void read_path(const std::string& path) {
        documents::ReadNotes notes;
        documents::Documents documents =
            documents::read_documents(door_.context(), path, options_, &notes);
        for (const Problem& problem : notes.skipped) {
            door_.say("left out: " + to_string(problem));
        }
        for (std::size_t d = 0; d < documents.size();) {
            documents::Document& document = documents[d++];
            const bool has_field = d < documents.size() && !documents[d].field.empty();
            if (!asked_.label_field.empty())
                take_field(document, has_field ? &documents[d] : nullptr);
            if (has_field) ++d;
            if (asked_.labels == "folder") {
                std::string label = documents::first_folder(document.file);
                // Several folders are named: each is a class.
                if (label.empty() && asked_.paths.size() > 1 && fs::is_directory(path)) {
                    label = (fs::path(path) / "").parent_path().filename().string();
                }
                if (label.empty()) {
                    outside_.push_back(document.id);
                    continue;
                }
                result_.labels.push_back(std::move(label));
            }
            result_.ids.push_back(ids_.unique(std::move(document.id)));
            result_.texts.push_back(std::move(document.text));
        }
    }

    void take_field(const documents::Document& document, const documents::Document* field) {
        result_.labels.push_back(field == nullptr ? "" : field->text);
        if (field == nullptr && ++lacking_ <= kMostTold) {
            problems_.push_back({fmt::format("has no field \"{}\"", asked_.label_field),
                                 {document.file, document.line, 0, {}}});
        }
    }

    Door& door_;
    const VectorDocuments& asked_;
    documents::ReadOptions options_;
    Ids ids_;
    VectorCollection result_;
    std::vector<std::string> outside_;
    Problems problems_;
    std::size_t lacking_ = 0;
};

// From a table with the columns id and label.
std::vector<std::string> labels_by_id(Door& door, const std::string& path,
                                      const std::vector<std::string>& ids) {
    ReadOptions options;
    options.header = true;
    const Table table = read_table(door.context(), path, options);
    if (table.find("id") == nullptr || table.find("label") == nullptr) {
        throw Error(ErrorKind::input,
                    fmt::format("has no columns id and label; its columns are {}",
                                fmt::join(table.names(), ", ")),
                    {path, 0, 0, {}});
    }
    const Column& id = table.column("id");
    const Column& label = table.column("label");
    std::unordered_map<std::string, std::string> known;
    for (std::int64_t r = 0; r < table.rows(); ++r) {
        if (!known.try_emplace(id.text(r), label.text(r)).second) {
            throw Error(ErrorKind::input, fmt::format("row {}: the id was there before", r + 1),
                        {path, 0, 0, {}});
        }
    }
    std::vector<std::string> labels;
    Problems problems;
    std::size_t lacking = 0;
    for (const std::string& document : ids) {
        const auto found = known.find(document);
        labels.push_back(found == known.end() ? "" : found->second);
        if (found != known.end()) continue;
        if (++lacking <= kMostTold) {
            problems.push_back(
                {fmt::format("has no label of the document {}", document), {path, 0, 0, {}}});
        }
    }
    if (lacking > kMostTold) {
        problems.push_back(
            {fmt::format("lacks the labels of {} more", lacking - kMostTold), {path, 0, 0, {}}});
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    return labels;
}

// Rows that share a column are one document: the log of a user is what the user asked for.
// Documents are in the order of their first rows.
VectorCollection documents_of_tables(Door& door, const VectorDocuments& asked) {
    if (asked.text.empty()) {
        throw Error(ErrorKind::usage, "names no column: say which hold the texts",
                    {{}, 0, 0, door.option_name("text")});
    }
    VectorCollection collection;
    std::unordered_map<std::string, std::size_t> place_of;
    for (const std::string& path : asked.paths) {
        ReadOptions options;
        options.header = true;
        const Table table = read_source(door, path, options);
        Problems problems;
        for (const std::string& name : asked.text) {
            if (table.find(name) == nullptr) {
                problems.push_back({unknown_name("column", name, table.names()),
                                    {path, 0, 0, door.option_name("text")}});
            }
        }
        if (table.find(asked.user) == nullptr) {
            problems.push_back({unknown_name("column", asked.user, table.names()),
                                {path, 0, 0, door.option_name("user")}});
        }
        throw_if_any(ErrorKind::usage, std::move(problems));
        const Column& by = table.column(asked.user);
        if (by.has_missing()) {
            throw Error(ErrorKind::input,
                        fmt::format("{} rows belong to nobody: their \"{}\" is missing",
                                    by.missing(), asked.user),
                        {path, 0, 0, {}});
        }
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            const auto [entry, is_new] = place_of.try_emplace(by.text(row), collection.ids.size());
            if (is_new) {
                collection.ids.push_back(by.text(row));
                collection.texts.emplace_back();
            }
            for (const std::string& name : asked.text) {
                const Column& text = table.column(name);
                if (text.valid(row)) collection.texts[entry->second] += text.text(row) + "\n";
            }
        }
    }
    return collection;
}

}  // namespace

Schema<VectorDocuments> VectorDocuments::schema() {
    using O = VectorDocuments;
    return Schema<O>()
        .field("documents", &O::paths, "Files or folders of documents")
        .at_place("DOCS...")
        .required()
        .input()
        .field("labels", &O::labels,
               "The classes of documents: folder (the first one on the way to a document), lines "
               "(each line is a document: class, tab, text), or a table with id and label")
        .shown("folder|lines|TABLE")
        .excludes({"label_field"})
        .field("label_field", &O::label_field, "The field of JSON lines that is the class")
        .shown("NAME")
        .field("user", &O::user,
               "The documents are tables, such as a log of queries: rows that share this column (a "
               "user) are one document")
        .shown("COLUMN")
        .excludes({"labels", "label_field"})
        .field("text", &O::text, "Of --user: the columns whose texts are the document")
        .separated("A,B")
        .goes_with("user");
}

std::vector<std::string> VectorDocuments::inputs() const {
    std::vector<std::string> all = paths;
    if (!labels.empty() && labels != "folder" && labels != "lines") all.push_back(labels);
    return all;
}

VectorCollection read_vector_documents(Door& door, const VectorDocuments& documents) {
    if (!documents.user.empty()) return documents_of_tables(door, documents);
    if (documents.labels == "lines") {
        documents::LabelledDocuments read =
            documents::read_labelled_lines(door.context(), documents.paths);
        return {std::move(read.ids), std::move(read.texts), std::move(read.labels)};
    }
    VectorCollection collection = CollectionReader(door, documents).read();
    if (documents.labels == "folder" && collection.ids.empty()) {
        throw Error(ErrorKind::input, "has no folders with documents, which would be the classes",
                    {documents.paths.front(), 0, 0, {}});
    }
    if (documents.inputs().size() > documents.paths.size()) {
        collection.labels = labels_by_id(door, documents.labels, collection.ids);
    }
    return collection;
}

}  // namespace lethe::operation
