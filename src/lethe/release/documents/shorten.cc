// Blocks are deleted as a reviewer's are (documents/review/apply_review.h): who decides is a
// threshold. So what was removed is searched for again in what is left, and summaries have the same
// proof as whole documents.
#include "lethe/release/documents/shorten.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "lethe/core/exact_sum.h"
#include "lethe/documents/review/apply_review.h"

namespace lethe::release {
namespace {

// Sorted, and where they overlap joined.
void join_spans(std::vector<language::Span>& spans) {
    std::sort(spans.begin(), spans.end());
    std::vector<language::Span> joined;
    for (const language::Span& span : spans) {
        if (!joined.empty() && joined.back().overlaps(span)) {
            joined.back().end = std::max(joined.back().end, span.end);
        } else {
            joined.push_back(span);
        }
    }
    spans = std::move(joined);
}

std::vector<documents::RiskyPlaces> risky_places(const std::vector<documents::Mentions>& removed,
                                                 const documents::Review& review) {
    std::vector<documents::RiskyPlaces> places(removed.size());
    for (std::size_t d = 0; d < removed.size(); ++d) {
        for (const documents::Mention& mention : removed[d]) {
            places[d].words.push_back(mention.span);
        }
    }
    for (const documents::ReviewBlock& block : review.blocks) {
        documents::RiskyPlaces& of = places[static_cast<std::size_t>(block.document)];
        for (const documents::ReviewHit& hit : block.hits) of.words.push_back(hit.span);
        if (block.decision == documents::Decision::accept) of.barred.push_back(block.span);
    }
    for (documents::RiskyPlaces& of : places) {
        join_spans(of.words);
        join_spans(of.barred);
    }
    return places;
}

Json summary_record(const std::vector<documents::Summary>& summaries,
                    const documents::SummaryOptions& options) {
    std::int64_t sentences = 0;
    std::int64_t kept = 0;
    std::int64_t barred = 0;
    std::int64_t words = 0;
    std::int64_t words_kept = 0;
    std::int64_t empty = 0;
    double densest = 0;
    ExactSum content;
    for (const documents::Summary& one : summaries) {
        sentences += one.sentences;
        kept += one.kept;
        barred += one.barred;
        words += one.words;
        words_kept += one.words_kept;
        empty += one.kept == 0 ? 1 : 0;
        densest = std::max(densest, one.risk);
        content.add(one.content);
    }
    const auto documents = static_cast<double>(std::max<std::size_t>(summaries.size(), 1));
    return {{"most_words", options.words}, {"limit", options.limit},
            {"sentences", sentences},      {"sentences_kept", kept},
            {"sentences_barred", barred},  {"words", words},
            {"words_kept", words_kept},    {"content_kept", content.value() / documents},
            {"highest_risk", densest},     {"empty", empty}};
}

// Removed names that the policy keeps as something else were told apart before.
void keep_survivors(const documents::Sanitised& result, documents::Applied& applied) {
    std::set<std::string> kept;
    for (const documents::Survivor& one : result.survivors) {
        const std::string& text = result.texts[static_cast<std::size_t>(one.document)];
        if (one.kept) kept.emplace(one.span.of(text));
    }
    for (documents::Survivor& one : applied.standing_names) {
        const std::string& text = applied.texts[static_cast<std::size_t>(one.document)];
        one.kept = kept.contains(std::string(one.span.of(text)));
    }
}

}  // namespace

Json shorten(const Context& context, const DocumentRelease& what,
             const documents::Documents& documents, const documents::SanitiseOptions& tools,
             documents::Sanitised& result) {
    RiskOptions looked_for = what.risk;
    if (what.summary) looked_for.least_hits = 1;  // each term counts against its sentence
    const RiskFindings risks =
        find_risks(context, looked_for, tools.wordnet, what.cache, documents);
    std::vector<documents::Mentions> removed = result.mentions;
    for (documents::Mentions& mentions : removed) {
        std::erase_if(mentions, [&](const documents::Mention& mention) {
            return !what.policy.removes(mention.category);
        });
    }
    documents::Review review = documents::make_review(documents, removed, what.policy.categories,
                                                      risks.blocks, risks.terms, {});
    for (documents::ReviewBlock& block : review.blocks) {
        const bool dense =
            std::ssize(block.hits) >= what.risk.least_hits && block.score >= what.threshold;
        const bool learnt = !what.risk.model.empty() && block.probability >= risks.least;
        block.decision =
            dense || learnt ? documents::Decision::accept : documents::Decision::reject;
    }
    Json record = Json::object();
    if (what.summary) {
        const std::vector<documents::Summary> summaries =
            documents::summarise(context, documents, risky_places(removed, review), *what.summary);
        record["summary"] = summary_record(summaries, *what.summary);
        for (std::size_t d = 0; d < summaries.size(); ++d) {
            for (const language::Span& span : summaries[d].left_out) {
                documents::ReviewBlock block;
                block.document = static_cast<std::int64_t>(d);
                block.span = span;
                block.decision = documents::Decision::accept;
                block.risky = false;
                review.blocks.push_back(std::move(block));
            }
        }
    }
    std::vector<std::int64_t> same(documents.size());
    std::iota(same.begin(), same.end(), 0);
    documents::Applied applied = documents::apply_review(context, documents, review, same,
                                                         what.policy, {tools, what.marker});
    keep_survivors(result, applied);
    result.texts = std::move(applied.texts);
    result.survivors = std::move(applied.standing_names);
    result.removed_words.merge(applied.removed_words);
    if (what.risk.wanted()) record["blocks_deleted"] = applied.blocks;
    return record;
}

}  // namespace lethe::release
