// lethe text index and lethe text search: a search engine over documents.
#include <fmt/format.h>

#include <filesystem>

#include "cli/documents/text.h"
#include "cli/documents/text_collection.h"
#include "lethe/core/error.h"
#include "lethe/documents/index/index_file.h"
#include "lethe/documents/index/search_index.h"

namespace lethe::cli {
namespace {

using documents::SearchIndex;

struct IndexFlags {
    std::string documents;
    std::string output;
    bool add = false;
    bool no_stems = false;
    bool no_stop_words = false;
};

void run_index(Session& session, const IndexFlags& flags) {
    const double begun = session.context().now();
    refuse_overwrite(flags.output, {flags.documents});
    std::error_code unknown;
    if (flags.add && !std::filesystem::exists(flags.output, unknown)) {
        throw Error(ErrorKind::usage, "is not there; without --add a new index is made",
                    {flags.output, 0, 0, {}});
    }
    if (flags.add && (flags.no_stems || flags.no_stop_words)) {
        throw Error(ErrorKind::usage,
                    "--add takes the index as it is: stems and stop words were "
                    "chosen when it was made");
    }
    SearchIndex index = flags.add ? SearchIndex::open(flags.output)
                                  : SearchIndex({!flags.no_stems, !flags.no_stop_words});
    if (!flags.add && std::filesystem::exists(flags.output) &&
        !documents::is_index_file(flags.output)) {
        throw Error(ErrorKind::usage, "is there already and is no index; choose another path",
                    {flags.output, 0, 0, {}});
    }
    const std::int64_t before = index.size();
    const documents::Documents documents = read_collection(session, flags.documents);
    const documents::TextCollection collection = documents::collection_of(documents);
    index.add(session.context(), collection.ids, collection.texts);
    index.write(flags.output);
    const auto read = static_cast<std::int64_t>(documents.size());
    session.show({{"kind", "index"},
                  {"output", flags.output},
                  {"read", read},
                  {"replaced", before + read - index.size()},
                  {"documents", index.size()},
                  {"terms", index.terms()},
                  {"bytes", std::filesystem::file_size(flags.output)},
                  {"seconds", session.context().now() - begun}});
}

struct SearchFlags {
    std::string source;
    std::string query;
    std::int64_t most = 10;
};

void run_search(Session& session, const SearchFlags& flags) {
    SearchIndex index;
    if (documents::is_index_file(flags.source)) {
        index = SearchIndex::open(flags.source);
    } else {
        const documents::Documents documents = read_collection(session, flags.source);
        const documents::TextCollection collection = documents::collection_of(documents);
        index.add(session.context(), collection.ids, collection.texts);
    }
    const double begun = session.context().now();
    const std::vector<documents::Hit> hits = index.search(flags.query);
    const double seconds = session.context().now() - begun;
    Json rows = Json::array();
    for (const documents::Hit& hit : hits) {
        if (flags.most > 0 && std::ssize(rows) == flags.most) break;
        rows.push_back({{"id", index.id(hit.document)}, {"relevance", hit.relevance}});
    }
    session.show({{"kind", "search"},
                  {"query", flags.query},
                  {"documents", index.size()},
                  {"returned", hits.size()},
                  {"seconds", seconds},
                  {"hits", std::move(rows)}});
}

}  // namespace

void add_text_index(CLI::App& app, Session& session) {
    auto flags = std::make_shared<IndexFlags>();
    CLI::App* command =
        app.add_subcommand("index", "Build a search index of documents, or add to one");
    command->add_option("documents", flags->documents, "A file or a folder of documents")
        ->required()
        ->type_name("DOCS");
    command->add_option("-o,--output", flags->output, "The index")->required()->type_name("INDEX");
    command->add_flag("--add", flags->add,
                      "Add to the index that is there; a document of the same id is replaced");
    command->add_flag("--no-stems", flags->no_stems, "Words as they are, not their stems");
    command->add_flag("--no-stop-words", flags->no_stop_words, "Index words of grammar too");
    command->footer("Example:\n  lethe text index examples/documents/ministry -o ministry.index");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { run_index(session, *flags); }; });
}

void add_text_search(CLI::App& app, Session& session) {
    auto flags = std::make_shared<SearchFlags>();
    CLI::App* command = app.add_subcommand("search", "Search documents, the most relevant first");
    command->add_option("source", flags->source, "An index, or documents")
        ->required()
        ->type_name("INDEX|DOCS");
    command->add_option("query", flags->query, "Words; one of them is enough")
        ->required()
        ->type_name("QUERY");
    command->add_option("--most", flags->most, "How many to show; 0: all")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->type_name("N");
    command->footer(
        "Example:\n  lethe text search examples/documents/ministry \"lighthouse repairs\"");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { run_search(session, *flags); }; });
}

}  // namespace lethe::cli
