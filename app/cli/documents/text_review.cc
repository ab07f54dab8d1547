// lethe text review: finds entities and risky blocks, and writes the review file and its page.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/documents/text.h"
#include "cli/documents/text_collection.h"
#include "cli/documents/text_finders.h"
#include "cli/documents/text_risk.h"
#include "cli/knowledge/knowledge_flags.h"
#include "lethe/core/error.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/review/review.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/io/file.h"
#include "lethe/report/sections/documents/review_page.h"

namespace lethe::cli {
namespace {

struct ReviewOptions {
    std::string documents;
    std::string output;
    std::string policy;
    std::string profile = "default";
    std::string queries;
    std::string rank = "density";
    RiskFlags risk;
    FinderFlags finders;
};

std::string page_path(const std::string& review) {
    std::filesystem::path path(review);
    return path.replace_extension(".html").string();
}

// What the policy would treat, as a run without a reviewer would: trimmed, with repetitions and
// numbers. Secrets are of no account here.
std::vector<documents::Mentions> find_mentions(Session& session,
                                               const documents::TextPolicy& policy,
                                               const FinderSet& set,
                                               const documents::Documents& documents) {
    documents::TextPolicy plain = policy;
    for (documents::Treatment& treatment : plain.treatments) {
        if (!treatment.keeps()) treatment = documents::Treatment{};
    }
    documents::SanitiseOptions options;
    options.wordnet = set.wordnet;
    documents::Sanitised found = documents::sanitise(
        session.context(), documents, documents::detect(session.context(), *set.finders, documents),
        plain, options);
    for (documents::Mentions& mentions : found.mentions) {
        std::erase_if(mentions, [&](const documents::Mention& mention) {
            return !policy.removes(mention.category);
        });
    }
    return std::move(found.mentions);
}

void rank(Session& session, const ReviewOptions& options, const documents::Documents& documents,
          documents::RiskyBlocks& blocks) {
    if (options.queries.empty()) {
        if (options.rank == "relevance") {
            throw Error(ErrorKind::usage, "needs --queries", {{}, 0, 0, "--rank relevance"});
        }
        return;
    }
    std::vector<std::string> queries;
    for (const documents::Query& query :
         documents::parse_queries(read_file(options.queries), options.queries).queries) {
        if (query.kind == documents::QueryKind::risk) queries.push_back(query.words);
    }
    documents::set_relevance(session.context(), documents, blocks, queries);
    if (options.rank == "relevance") documents::rank_by_relevance(blocks);
}

Json densest(const documents::Review& review) {
    constexpr std::size_t kMost = 10;
    Json rows = Json::array();
    for (std::size_t i = 0; i < std::min(kMost, review.blocks.size()); ++i) {
        const documents::ReviewBlock& block = review.blocks[i];
        rows.push_back(
            {{"rank", i + 1},
             {"score", block.score},
             {"hits", block.hits.size()},
             {"words", block.words},
             {"document", review.documents[static_cast<std::size_t>(block.document)].id}});
    }
    return rows;
}

void make(Session& session, const ReviewOptions& options) {
    const std::string page = page_path(options.output);
    refuse_overwrite(options.output, {options.documents, options.policy, options.risk.terms});
    refuse_overwrite(page, {options.documents, options.output});
    const std::string policy_text = options.policy.empty()
                                        ? fmt::format("profile = \"{}\"\n", options.profile)
                                        : read_file(options.policy);
    const documents::TextPolicy policy = options.policy.empty()
                                             ? documents::profile_policy(options.profile)
                                             : documents::read_text_policy(options.policy);
    const documents::Documents documents = read_collection(session, options.documents);
    const std::unique_ptr<FinderSet> set = make_finders(session, policy, options.finders);
    const std::vector<documents::Mentions> mentions =
        find_mentions(session, policy, *set, documents);
    RiskFindings risks = release::find_risks(session.context(), options.risk.options(),
                                             set->wordnet, knowledge_cache_folder(), documents);
    rank(session, options, documents, risks.blocks);
    documents::Review review = documents::make_review(documents, mentions, policy.categories,
                                                      risks.blocks, risks.terms, policy_text);
    if (!options.policy.empty()) {
        review.policy_folder =
            std::filesystem::absolute(options.policy).parent_path().lexically_normal().string();
    }

    report::ReviewPageOptions look;
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        const auto category = static_cast<documents::CategoryId>(c);
        look.treatments.emplace_back(policy.categories[category].name,
                                     name(policy.treatment(category)));
    }
    const report::ReviewPage made = report::review_page(review, documents, look);
    write_file(options.output, documents::review_json(review), true);
    write_file(page, made.html, true);
    if (made.left_out > 0) {
        session.say(
            fmt::format("note: {} documents are too much for the page; decide about them "
                        "in the review file",
                        made.left_out));
    }
    session.show({{"kind", "text-review-made"},
                  {"review", options.output},
                  {"page", page},
                  {"documents", documents.size()},
                  {"entities", review.entities.size()},
                  {"blocks", review.blocks.size()},
                  {"terms", risks.terms.terms.size()},
                  {"densest", densest(review)}});
}

}  // namespace

void add_text_review(CLI::App& text, Session& session) {
    auto options = std::make_shared<ReviewOptions>();
    CLI::App* command = text.add_subcommand(
        "review", "Find entities and risky text, for a person to accept or reject");
    command
        ->add_option("documents", options->documents,
                     "A .txt, .md, .html or .jsonl file, or a folder of them")
        ->required()
        ->type_name("DOCS");
    command
        ->add_option("-o,--output", options->output,
                     "The review (JSON, private); its page stands beside it (.html)")
        ->required()
        ->type_name("FILE");
    CLI::Option* policy =
        command->add_option("--policy", options->policy, "Policy file (TOML)")->type_name("FILE");
    command->add_option("--profile", options->profile, "A policy that is part of the program")
        ->check(CLI::IsMember(documents::profile_names()))
        ->capture_default_str()
        ->excludes(policy)
        ->type_name("NAME");
    options->risk.add_to(*command);
    command
        ->add_option("--queries", options->queries,
                     "Queries (TOML); blocks are also rated by their relevance to the risk queries")
        ->type_name("FILE");
    command->add_option("--rank", options->rank, "What blocks are ranked by: density or relevance")
        ->check(CLI::IsMember({"density", "relevance"}))
        ->capture_default_str()
        ->type_name("WHAT");
    options->finders.add_to(*command);
    command->footer(
        "Example:\n  lethe text review examples/documents/ministry --risk-terms eo13526 -o "
        "review.json");
    command->callback(
        [&session, options] { session.run = [&session, options] { make(session, *options); }; });
}

}  // namespace lethe::cli
