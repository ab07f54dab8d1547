// lethe text assess: what sanitising did to documents.
#include <fmt/format.h>

#include "cli/text.h"
#include "cli/text_collection.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/text/assess_documents.h"
#include "lethe/text/document_match.h"
#include "lethe/text/query_file.h"

namespace lethe::cli {
namespace {

struct AssessFlags {
    std::string original;
    std::string sanitised;
    std::string queries;
    std::string round = "none";
    std::string output;
};

// The sanitised documents in the order of the originals; of one that is gone the text is empty.
text::TextCollection in_order(const text::TextCollection& original,
                              const text::TextCollection& sanitised,
                              const text::DocumentMatch& match) {
    text::TextCollection result{original.ids, {}};
    for (const std::int64_t at : match.sanitised) {
        result.texts.push_back(at < 0 ? std::string_view()
                                      : sanitised.texts[static_cast<std::size_t>(at)]);
    }
    return result;
}

void run_assess(Session& session, const AssessFlags& flags) {
    const text::QueryFile queries = text::parse_queries(read_file(flags.queries), flags.queries);
    const text::Documents original = read_collection(session, flags.original);
    const text::Documents sanitised = read_collection(session, flags.sanitised);
    const text::TextCollection before = collection_of(original);
    const text::TextCollection released = collection_of(sanitised);
    const text::DocumentMatch match = text::match_documents(before.ids, released.ids);
    if (match.missing.size() == before.ids.size()) {
        throw Error(ErrorKind::input,
                    "no document has the id of an original one; documents are matched by their "
                    "paths below the folders, without the ending",
                    {flags.sanitised, 0, 0, {}});
    }
    const auto round =
        flags.round == "integer" ? text::RoundComponents::integer : text::RoundComponents::none;
    const text::TextCollection after = in_order(before, released, match);
    Json result = to_json(assess_queries(session.context(), before, after, queries, round));
    result.update({{"kind", "document-assessment"},
                   {"documents", before.ids.size()},
                   {"matched", before.ids.size() - match.missing.size()},
                   {"missing", match.missing},
                   {"unexplained", match.unexplained},
                   {"round_components", flags.round}});
    if (!flags.output.empty()) {
        refuse_overwrite(flags.output, {flags.original, flags.sanitised, flags.queries});
        write_file(flags.output, result.dump(2) + "\n", true);
    }
    session.show(result);
}

}  // namespace

void add_text_assess(CLI::App& app, Session& session) {
    auto flags = std::make_shared<AssessFlags>();
    CLI::App* command = app.add_subcommand(
        "assess", "What sanitising did: information lost and risk removed, by queries");
    command->add_option("original", flags->original, "The documents before")
        ->required()
        ->type_name("ORIGINAL");
    command->add_option("sanitised", flags->sanitised, "The documents after")
        ->required()
        ->type_name("SANITISED");
    command->add_option("--queries", flags->queries, "Utility and risk queries (TOML)")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--round", flags->round,
                     "Round the changes before they are combined, as the source does")
        ->check(CLI::IsMember({"none", "integer"}))
        ->capture_default_str()
        ->type_name("HOW");
    command->add_option("-o,--output", flags->output, "Also write the result (JSON)")
        ->type_name("FILE");
    command->footer(
        "Example:\n  lethe text assess examples/documents/letters sanitised "
        "--queries examples/documents/queries.toml");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { run_assess(session, *flags); }; });
}

}  // namespace lethe::cli
