// text review: finds entities and risky blocks, and writes the review file and its page.
#include "lethe/documents/review/review.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/operation/documents/collection.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/documents/policy_choice.h"
#include "lethe/operation/documents/risk_search.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/report/sections/documents/review_page.h"

namespace lethe::operation {
namespace {

enum class BlockRank { density, relevance };

struct ReviewOptions {
    std::string documents;
    std::string output;
    PolicyChoice policy;
    std::string queries;
    BlockRank rank = BlockRank::density;
    RiskSearch risk;
    release::FinderOptions finders;
    Replacing replace;
};

std::string page_path(const std::string& review) {
    std::filesystem::path path(review);
    return path.replace_extension(".html").string();
}

// What the policy would treat, as a run without a reviewer would: trimmed, with repetitions and
// numbers. Secrets are of no account here.
std::vector<documents::Mentions> find_mentions(Door& door, const documents::TextPolicy& policy,
                                               const FinderSet& set,
                                               const documents::Documents& documents) {
    documents::TextPolicy plain = policy;
    for (documents::Treatment& treatment : plain.treatments) {
        if (!treatment.keeps()) treatment = documents::Treatment{};
    }
    documents::SanitiseOptions options;
    options.wordnet = set.wordnet;
    documents::Sanitised found = documents::sanitise(
        door.context(), documents, documents::detect(door.context(), *set.finders, documents),
        plain, options);
    for (documents::Mentions& mentions : found.mentions) {
        std::erase_if(mentions, [&](const documents::Mention& mention) {
            return !policy.removes(mention.category);
        });
    }
    return std::move(found.mentions);
}

void rank_blocks(Door& door, const ReviewOptions& options, const documents::Documents& documents,
                 documents::RiskyBlocks& blocks) {
    if (options.queries.empty()) {
        if (options.rank == BlockRank::relevance) {
            throw Error(ErrorKind::usage, "needs " + door.option_name("queries"),
                        {{}, 0, 0, door.option_name("rank") + " relevance"});
        }
        return;
    }
    std::vector<std::string> queries;
    for (const documents::Query& query :
         documents::parse_queries(read_file(options.queries), options.queries).queries) {
        if (query.kind == documents::QueryKind::risk) queries.push_back(query.words);
    }
    documents::set_relevance(door.context(), documents, blocks, queries);
    if (options.rank == BlockRank::relevance) documents::rank_by_relevance(blocks);
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

void check_review(const ReviewOptions& options, const Door&, Problems& problems) {
    const std::string page = page_path(options.output);
    std::vector<std::string> inputs{options.documents, options.policy.policy, options.risk.terms,
                                    options.risk.model, options.queries};
    add_if_thrown(problems, [&] { release::refuse_overwrite(options.output, inputs); });
    inputs.push_back(options.output);
    add_if_thrown(problems, [&] { release::refuse_among(page, inputs); });
    add_if_thrown(problems, [&] { options.replace.check(page, OutputKind::page); });
    if (page == options.output) {
        problems.push_back({"is the name of the page; choose another ending", {page, 0, 0, {}}});
    }
}

Answer write_review(const ReviewOptions& options, Door& door) {
    options.risk.check(door);
    const std::string page = page_path(options.output);
    const documents::TextPolicy policy = options.policy.read();
    const std::string& policy_file = options.policy.policy;
    const std::string policy_text =
        policy_file.empty() ? fmt::format("profile = \"{}\"\n", options.policy.profile_name())
                            : read_file(policy_file);
    const documents::Documents documents = read_collection(door, options.documents);
    const std::unique_ptr<FinderSet> set = make_finders(door, policy, options.finders);
    const std::vector<documents::Mentions> mentions = find_mentions(door, policy, *set, documents);
    release::RiskFindings risks = release::find_risks(door.context(), options.risk.options(),
                                                      set->wordnet, door.cache_folder(), documents);
    rank_blocks(door, options, documents, risks.blocks);
    documents::Review review = documents::make_review(documents, mentions, policy.categories,
                                                      risks.blocks, risks.terms, policy_text);
    if (!policy_file.empty()) {
        review.policy_folder =
            std::filesystem::absolute(policy_file).parent_path().lexically_normal().string();
    }

    report::ReviewPageOptions look;
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        const auto category = static_cast<documents::CategoryId>(c);
        look.treatments.emplace_back(policy.categories[category].name,
                                     name(policy.treatment(category)));
    }
    const report::ReviewPage made = report::review_page(review, documents, look);
    Bundle bundle(options.output);
    bundle.put(options.output, documents::review_json(review), true);
    bundle.put(page, made.html, true);
    bundle.commit();
    if (made.left_out > 0) {
        door.say(
            fmt::format("note: {} documents are too much for the page; decide about them "
                        "in the review file",
                        made.left_out));
    }
    return {Json{{"kind", "text-review-made"},
                 {"review", options.output},
                 {"page", page},
                 {"documents", documents.size()},
                 {"entities", review.entities.size()},
                 {"blocks", review.blocks.size()},
                 {"terms", risks.terms.terms.size()},
                 {"densest", densest(review)}}};
}

}  // namespace

Operation review_documents() {
    using O = ReviewOptions;
    return make_operation(
        {.name = "review",
         .words = {"text", "review"},
         .summary = "Find entities and risky text, for a person to accept or reject",
         .examples = {"lethe text review examples/documents/ministry --risk-terms eo13526 -o "
                      "review.json"}},
        Schema<O>()
            .field("documents", &O::documents,
                   "A .txt, .md, .html or .jsonl file, or a folder of them")
            .at_place("DOCS")
            .required()
            .input()
            .field("output", &O::output,
                   "The review (JSON, private); its page stands beside it (.html)")
            .output(OutputKind::review)
            .letter('o')
            .shown("FILE")
            .required()
            .include(&O::policy, PolicyChoice::schema())
            .include(&O::risk, RiskSearch::schema())
            .field("queries", &O::queries,
                   "Queries (TOML); blocks are also rated by their relevance to the risk queries")
            .shown("FILE")
            .choice("rank", &O::rank, "What blocks are ranked by: density or relevance",
                    {{"density", BlockRank::density}, {"relevance", BlockRank::relevance}})
            .shown("WHAT")
            .include(&O::finders, finder_schema())
            .include(&O::replace, Replacing::schema()),
        write_review, check_review);
}

}  // namespace lethe::operation
