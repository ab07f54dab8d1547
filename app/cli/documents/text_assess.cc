// lethe text assess: what sanitising did to documents.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/documents/text.h"
#include "cli/documents/text_collection.h"
#include "cli/documents/text_finders.h"
#include "cli/knowledge/knowledge_flags.h"
#include "cli/release_notes.h"
#include "cli/replace_flags.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/documents/find/plausibility.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/measure/assess_gold.h"
#include "lethe/documents/measure/document_match.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/measure/term_anonymity.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/release/private_log.h"

namespace lethe::cli {
namespace {

struct TextAssessFlags {
    std::string original;
    std::string sanitised;
    std::string queries;
    std::string round = "none";
    std::string gold;
    std::string log;
    std::string knowledge;
    std::vector<std::string> terms;
    std::int64_t k = 5;
    std::int64_t m = 2;
    std::string output;
    FinderFlags finders;
    ReplaceFlags replace;
};

// From the ids of sanitised documents to those of originals, by the private log of the release that
// was named or stands beside it.
std::map<std::string, std::string> renamed_by(const TextAssessFlags& flags) {
    const auto log = release::find_private_log(flags.sanitised, flags.log, DataKind::documents);
    return log ? release::original_ids(*log) : std::map<std::string, std::string>();
}

// The sanitised documents in the order of the originals; of one that is gone the text is empty.
documents::TextCollection in_order(const documents::TextCollection& original,
                                   const documents::TextCollection& sanitised,
                                   const documents::DocumentMatch& match) {
    documents::TextCollection result{original.ids, {}};
    for (const std::int64_t at : match.sanitised) {
        result.texts.push_back(at < 0 ? std::string_view()
                                      : sanitised.texts[static_cast<std::size_t>(at)]);
    }
    return result;
}

std::vector<bool> wanted_categories(const std::vector<std::string>& names,
                                    const documents::Categories& categories) {
    std::vector<bool> wanted(static_cast<std::size_t>(categories.size()), names.empty());
    wanted[documents::kTitle] = false;
    for (const std::string& name : names) {
        const auto found = categories.named(name);
        if (!found) {
            throw Error(ErrorKind::usage, unknown_name("category", name, categories.names()));
        }
        wanted[static_cast<std::size_t>(*found)] = true;
    }
    return wanted;
}

// What still names someone or something, apart from what sanitising wrote.
Json assess_terms(Session& session, const TextAssessFlags& flags,
                  const documents::Documents& sanitised) {
    const documents::TextPolicy policy = documents::profile_policy("default");
    std::vector<std::string> names = split_list(flags.terms);
    std::erase(names, "all");
    const std::vector<bool> wanted = wanted_categories(names, policy.categories);
    const auto finders = make_finders(session, policy, flags.finders);
    // What only one way of looking finds remains too: rather too much than too little.
    auto mentions = documents::detect(session.context(), *finders->finders, sanitised);
    finders->finders->model = nullptr;
    const auto by_form = documents::detect(session.context(), *finders->finders, sanitised);
    for (std::size_t i = 0; i < mentions.size(); ++i) {
        mentions[i].insert(mentions[i].end(), by_form[i].begin(), by_form[i].end());
        mentions[i] = documents::without_overlaps(sanitised[i].text, std::move(mentions[i]));
    }
    std::vector<std::vector<std::string>> terms(sanitised.size());
    for (std::size_t i = 0; i < sanitised.size(); ++i) {
        std::vector<std::int64_t> highest(policy.infos().size());
        const auto written = documents::treated_places(sanitised[i].text, policy.infos(), highest);
        for (const documents::Mention& mention : mentions[i]) {
            const bool ours = language::any_overlaps(written, mention.span);
            if (ours || !wanted[static_cast<std::size_t>(mention.category)]) continue;
            terms[i].push_back(
                fmt::format("{}: {}", policy.categories[mention.category].name,
                            language::lower_case(mention.span.of(sanitised[i].text))));
        }
    }
    return to_json(documents::term_anonymity(session.context(), terms, flags.k, flags.m));
}

void check_text_assess_flags(const TextAssessFlags& flags) {
    if (flags.queries.empty() && flags.gold.empty() && flags.terms.empty() &&
        flags.knowledge.empty()) {
        throw Error(ErrorKind::usage,
                    "nothing to measure by: give --queries, --gold, --terms or --knowledge");
    }
    if (!flags.output.empty()) {
        flags.replace.check(flags.output, OutputKind::result);
        refuse_overwrite(flags.output,
                         {flags.original, flags.sanitised, flags.queries, flags.gold, flags.log});
    }
}

void run_text_assess(Session& session, const TextAssessFlags& flags) {
    check_text_assess_flags(flags);
    documents::QueryFile queries;
    if (!flags.queries.empty()) {
        queries = documents::parse_queries(read_file(flags.queries), flags.queries);
    }
    const std::map<std::string, std::string> renamed = renamed_by(flags);
    note_changes(session, flags.sanitised, DataKind::documents);
    const documents::Documents original = read_collection(session, flags.original);
    const documents::Documents sanitised = read_collection(session, flags.sanitised);
    const documents::TextCollection before = documents::collection_of(original);
    const documents::TextCollection released = documents::collection_of(sanitised);
    const documents::DocumentMatch match =
        documents::match_documents(before.ids, released.ids, renamed);
    if (match.missing.size() == before.ids.size()) {
        throw Error(ErrorKind::input,
                    "no document has the id of an original one; documents are matched by their "
                    "paths below the folders, without the ending, or by --log",
                    {flags.sanitised, 0, 0, {}});
    }
    const documents::TextCollection after = in_order(before, released, match);
    const Context& context = session.context();
    Json result{{"kind", "document-assessment"},
                {"documents", before.ids.size()},
                {"matched", before.ids.size() - match.missing.size()},
                {"missing", match.missing},
                {"unexplained", match.unexplained}};
    if (!flags.queries.empty()) {
        const auto round = flags.round == "integer" ? documents::RoundComponents::integer
                                                    : documents::RoundComponents::none;
        result["round_components"] = flags.round;
        result.update(to_json(assess_queries(context, before, after, queries, round)));
    }
    if (!flags.gold.empty()) {
        result["gold"] =
            to_json(assess_gold(context, before, after, documents::read_gold(flags.gold)));
    }
    if (!flags.terms.empty()) result["term_anonymity"] = assess_terms(session, flags, sanitised);
    if (!flags.knowledge.empty()) {
        const TaxonomyPtr taxonomy =
            read_knowledge(context, flags.knowledge, {{}, knowledge_cache_folder()}).taxonomy;
        result["plausibility"] =
            to_json(documents::plausibility(context, *taxonomy, before.texts, after.texts));
    }
    if (!flags.output.empty()) write_file(flags.output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace

void add_text_assess(CLI::App& app, Session& session) {
    auto flags = std::make_shared<TextAssessFlags>();
    CLI::App* command = app.add_subcommand(
        "assess", "What sanitising did: information lost, risk removed, what still identifies");
    command->add_option("original", flags->original, "The documents before")
        ->required()
        ->type_name("ORIGINAL");
    command->add_option("sanitised", flags->sanitised, "The documents after")
        ->required()
        ->type_name("SANITISED");
    command->add_option("--queries", flags->queries, "Utility and risk queries (TOML)")
        ->type_name("FILE");
    command
        ->add_option("--round", flags->round,
                     "Round the changes before they are combined, as the source does")
        ->check(CLI::IsMember({"none", "integer"}))
        ->capture_default_str()
        ->type_name("HOW");
    command
        ->add_option("--gold", flags->gold,
                     "What people marked in the originals: recall and precision")
        ->type_name("FILE");
    command
        ->add_option("--terms", flags->terms,
                     "How many documents share the terms of these categories that remain, e.g. "
                     "person,place or all")
        ->allow_extra_args(false)
        ->type_name("A,B");
    command->add_option("-k", flags->k, "Documents that shall share every term")
        ->check(CLI::Range(2, 1000000))
        ->capture_default_str()
        ->type_name("K");
    command->add_option("-m", flags->m, "Terms that a reader may know together")
        ->check(CLI::Range(1, 3))
        ->capture_default_str()
        ->type_name("M");
    command
        ->add_option("--knowledge", flags->knowledge,
                     "A taxonomy along which words were generalised: t-plausibility")
        ->type_name("SOURCE");
    command
        ->add_option(
            "--log", flags->log,
            "The private log of the release, where documents were renamed (default: the one "
            "beside it)")
        ->type_name("FILE");
    flags->finders.add_to(*command);
    command->add_option("-o,--output", flags->output, "Also write the result (JSON)")
        ->type_name("FILE");
    flags->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe text sanitize examples/documents/ministry -o released\n"
        "  lethe text assess examples/documents/ministry released --queries "
        "examples/documents/queries.toml");
    command->callback([&session, flags] {
        session.run = [&session, flags] { run_text_assess(session, *flags); };
    });
}

}  // namespace lethe::cli
