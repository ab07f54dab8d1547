// text index and text search: a search engine over documents.
#include <fmt/format.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/documents/index/index_file.h"
#include "lethe/documents/index/search_index.h"
#include "lethe/operation/documents/collection.h"
#include "lethe/operation/operation.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

using documents::SearchIndex;

struct IndexOptions {
    std::string documents;
    std::string output;
    bool add = false;
    bool no_stems = false;
    bool no_stop_words = false;
};

Answer write_index(const IndexOptions& options, Door& door) {
    const double begun = door.context().now();
    release::refuse_overwrite(options.output, {options.documents});
    std::error_code unknown;
    if (options.add && !std::filesystem::exists(options.output, unknown)) {
        throw Error(
            ErrorKind::usage,
            fmt::format("is not there; without {} a new index is made", door.option_name("add")),
            {options.output, 0, 0, {}});
    }
    if (options.add && (options.no_stems || options.no_stop_words)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} takes the index as it is: stems and stop words were chosen "
                                "when it was made",
                                door.option_name("add")));
    }
    SearchIndex index = options.add ? SearchIndex::open(options.output)
                                    : SearchIndex({!options.no_stems, !options.no_stop_words});
    const std::int64_t before = index.size();
    const documents::Documents documents = read_collection(door, options.documents);
    const documents::TextCollection collection = documents::collection_of(documents);
    index.add(door.context(), collection.ids, collection.texts);
    index.write(options.output);
    const auto read = static_cast<std::int64_t>(documents.size());
    return {Json{{"kind", "index"},
                 {"output", options.output},
                 {"read", read},
                 {"replaced", before + read - index.size()},
                 {"documents", index.size()},
                 {"terms", index.terms()},
                 {"bytes", std::filesystem::file_size(options.output)},
                 {"seconds", door.context().now() - begun}}};
}

struct SearchOptions {
    std::string source;
    std::string query;
    std::int64_t most = 10;
};

Answer search_words(const SearchOptions& options, Door& door) {
    SearchIndex index;
    if (documents::is_index_file(options.source)) {
        index = SearchIndex::open(options.source);
    } else {
        const documents::Documents documents = read_collection(door, options.source);
        const documents::TextCollection collection = documents::collection_of(documents);
        index.add(door.context(), collection.ids, collection.texts);
    }
    const double begun = door.context().now();
    const std::vector<documents::Hit> hits = index.search(options.query);
    const double seconds = door.context().now() - begun;
    Json rows = Json::array();
    for (const documents::Hit& hit : hits) {
        if (options.most > 0 && std::ssize(rows) == options.most) break;
        rows.push_back({{"id", index.id(hit.document)}, {"relevance", hit.relevance}});
    }
    return {Json{{"kind", "search"},
                 {"query", options.query},
                 {"documents", index.size()},
                 {"returned", hits.size()},
                 {"seconds", seconds},
                 {"hits", std::move(rows)}}};
}

}  // namespace

Operation index_documents() {
    using O = IndexOptions;
    return make_operation(
        {.name = "index",
         .words = {"text", "index"},
         .summary = "Build a search index of documents, or add to one",
         .examples = {"lethe text index examples/documents/ministry -o ministry.index"}},
        Schema<O>()
            .field("documents", &O::documents, "A file or a folder of documents")
            .at_place("DOCS")
            .required()
            .input()
            .field("output", &O::output, "The index")
            .output(OutputKind::index)
            .letter('o')
            .shown("INDEX")
            .required()
            .field("add", &O::add,
                   "Add to the index that is there; a document of the same id is replaced")
            .field("no_stems", &O::no_stems, "Words as they are, not their stems")
            .field("no_stop_words", &O::no_stop_words, "Index words of grammar too"),
        write_index);
}

Operation search_documents() {
    using O = SearchOptions;
    return make_operation(
        {.name = "search",
         .words = {"text", "search"},
         .summary = "Search documents, the most relevant first",
         .examples = {"lethe text search examples/documents/ministry \"lighthouse repairs\""}},
        Schema<O>()
            .field("source", &O::source, "An index, or documents")
            .at_place("INDEX|DOCS")
            .required()
            .field("query", &O::query, "Words; one of them is enough")
            .at_place("QUERY")
            .required()
            .field("most", &O::most, "How many to show; 0: all", at_least(0))
            .shown("N"),
        search_words);
}

}  // namespace lethe::operation
