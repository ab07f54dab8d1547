#include "lethe/documents/review/apply_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/core/parallel.h"
#include "lethe/core/version.h"
#include "lethe/documents/find/near_names.h"
#include "lethe/documents/find/repeats.h"
#include "lethe/documents/review/review_json.h"
#include "lethe/io/file_digest.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/language/stop_words.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

CategoryId category_of(const TextPolicy& policy, const std::string& name) {
    const auto category = policy.categories.named(name);
    if (!category) {
        throw Error(
            ErrorKind::input,
            fmt::format("the review names the entity \"{}\", which its policy lacks", name));
    }
    return *category;
}

// A piece of the old text and what stands instead.
struct Cut {
    language::Span span;
    std::string text;
    bool block = false;
};

class Applier {
  public:
    Applier(const Context& context, const Documents& documents, const Review& review,
            const std::vector<std::int64_t>& matched, const TextPolicy& policy,
            const ApplyOptions& options)
        : context_(context),
          documents_(documents),
          review_(review),
          matched_(matched),
          policy_(policy),
          options_(options),
          infos_(policy.infos()),
          shared_(policy.entity_options()),
          mentions_(documents.size()),
          blocks_(documents.size()),
          risky_(documents.size()) {}

    Applied run() {
        settle_numbers();
        gather();
        number_behind_earlier();
        result_.texts.resize(documents_.size());
        std::vector<std::int64_t> removed(documents_.size());
        parallel_tasks(context_, std::ssize(documents_), [&](std::int64_t i) {
            const auto d = static_cast<std::size_t>(i);
            const std::vector<Cut> cuts = cuts_of(d);
            for (const Cut& cut : cuts) removed[d] += cut.span.size();
            result_.texts[d] = with_cuts(documents_[d].text, cuts);
        });
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            result_.bytes_before += std::ssize(documents_[d].text);
            result_.bytes_removed += removed[d];
        }
        look_for_names();
        look_for_paragraphs();
        return std::move(result_);
    }

  private:
    using EntityKey = std::tuple<CategoryId, std::int32_t, std::int64_t>;

    EntityKey key(std::size_t d, const Mention& mention) const {
        return {shared_.space(mention.category), mention.entity,
                policy_.per_document ? static_cast<std::int64_t>(d) : -1};
    }

    // Of a block that goes, every word may be what it goes for, but the small ones.
    void remember_block(std::string_view text) {
        constexpr std::size_t kShortest = 4;
        for (const language::Token& token : language::words_of(text)) {
            const std::string word = language::plain_letters(token.of(text));
            if (word.size() >= kShortest && !language::is_stop_word(word)) {
                add_removed_text(result_.removed_words, word);
            }
        }
    }

    // What a reviewer marked, or gave another category, has no number yet: that of the same words
    // where they have one, otherwise one of its own, behind all others.
    void settle_numbers() {
        const auto place_of = [&](const ReviewEntity& entity) {
            const auto d = matched_[static_cast<std::size_t>(entity.document)];
            return std::pair(shared_.space(category_of(policy_, entity.category)),
                             policy_.per_document ? d : std::int64_t{-1});
        };
        const auto words_of = [&](const ReviewEntity& entity) {
            const auto d = matched_[static_cast<std::size_t>(entity.document)];
            return language::lower_case(
                std::string(entity.span.of(documents_[static_cast<std::size_t>(d)].text)));
        };
        using NumberPlace = std::pair<CategoryId, std::int64_t>;
        std::map<NumberPlace, std::int32_t> next;
        std::map<std::pair<NumberPlace, std::string>, std::int32_t> known;
        for (const ReviewEntity& entity : review_.entities) {
            numbers_.push_back(entity.entity);
            if (entity.entity < 0) continue;
            const NumberPlace place = place_of(entity);
            next[place] = std::max(next[place], entity.entity + 1);
            known.emplace(std::pair(place, words_of(entity)), entity.entity);
        }
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            if (numbers_[i] >= 0) continue;
            const ReviewEntity& entity = review_.entities[i];
            const NumberPlace place = place_of(entity);
            const auto [at, is_new] =
                known.emplace(std::pair(place, words_of(entity)), next[place]);
            if (is_new) ++next[place];
            numbers_[i] = at->second;
        }
    }

    void gather() {
        for (std::size_t i = 0; i < review_.entities.size(); ++i) {
            const ReviewEntity& entity = review_.entities[i];
            const auto d =
                static_cast<std::size_t>(matched_[static_cast<std::size_t>(entity.document)]);
            const std::string_view text = entity.span.of(documents_[d].text);
            Mention mention{entity.span,
                            category_of(policy_, entity.category),
                            entity.source,
                            static_cast<float>(entity.score),
                            {},
                            numbers_[i]};
            std::string& longest = names_[key(d, mention)];
            if (text.size() > longest.size()) longest = text;
            if (entity.decision != Decision::accept || !policy_.removes(mention.category)) continue;
            ++result_.entities;
            add_removed_text(result_.removed_words, text);
            mentions_[d].push_back(mention);
        }
        for (const ReviewBlock& block : review_.blocks) {
            if (block.decision != Decision::accept) continue;
            const auto d =
                static_cast<std::size_t>(matched_[static_cast<std::size_t>(block.document)]);
            blocks_[d].push_back(block.span);
            if (!block.risky) continue;
            ++result_.blocks;
            risky_[d].push_back(block.span);
            remember_block(block.span.of(documents_[d].text));
        }
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            mentions_[d] = without_overlaps(documents_[d].text, std::move(mentions_[d]));
        }
    }

    // New numbers begin behind those that an earlier run wrote.
    void number_behind_earlier() {
        first_number_.assign(infos_.size(), 1);
        for (const Document& document : documents_) {
            std::vector<std::int64_t> highest;
            treated_places(document.text, infos_, highest);
            for (std::size_t c = 0; c < highest.size(); ++c) {
                first_number_[c] = std::max(first_number_[c], highest[c] + 1);
            }
        }
    }

    // In order, without overlaps.
    std::vector<Cut> cuts_of(std::size_t d) const {
        std::vector<Cut> cuts;
        for (const language::Span& block : blocks_[d])
            cuts.push_back({block, options_.marker, true});
        for (const Mention& mention : mentions_[d]) {
            cuts.push_back({mention.span, treated(d, mention), false});
        }
        std::sort(cuts.begin(), cuts.end(),
                  [](const Cut& a, const Cut& b) { return a.span < b.span; });
        std::vector<Cut> joined;
        for (Cut& cut : cuts) {
            if (joined.empty() || !joined.back().span.overlaps(cut.span)) {
                joined.push_back(std::move(cut));
                continue;
            }
            Cut& last = joined.back();
            last.span.end = std::max(last.span.end, cut.span.end);
            if (cut.block || last.block) last.text = options_.marker;
            last.block |= cut.block;
        }
        return joined;
    }

    std::string treated(std::size_t d, const Mention& mention) const {
        const auto category = static_cast<std::size_t>(mention.category);
        const Treatment& treatment = policy_.treatments[category];
        return treat(treatment,
                     {mention.span.of(documents_[d].text), mention.category, infos_[category],
                      names_.at(key(d, mention)), mention.entity + first_number_[category],
                      tools_for(treatment, options_.tools)})
            .text;
    }

    static std::string with_cuts(const std::string& text, const std::vector<Cut>& cuts) {
        std::string out;
        std::size_t copied = 0;
        for (const Cut& cut : cuts) {
            const auto begin = static_cast<std::size_t>(cut.span.begin);
            if (begin > copied) out.append(text, copied, begin - copied);
            out += cut.text;
            copied = std::max(copied, static_cast<std::size_t>(cut.span.end));
            if (!cut.text.empty()) continue;
            // Of what separated it on both sides, one side goes too.
            const bool at_line = out.empty() || out.back() == '\n';
            if (cut.block && at_line) {
                while (copied < text.size() && (text[copied] == '\n' || text[copied] == '\r')) {
                    ++copied;
                }
            } else if (copied < text.size() && text[copied] == ' ' &&
                       (at_line || out.back() == ' ')) {
                ++copied;
            }
        }
        out.append(text, copied);
        return out;
    }

    // What is made wider may come to stand where it was removed, so it proves nothing.
    void look_for_names() {
        const CommonWords common = common_words(options_.tools.wordnet);
        PhraseSearch search(common);
        NearNames near(common, words_of_glosses(options_.tools.wordnet));
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            for (const Mention& mention : mentions_[d]) {
                const std::string_view text = mention.span.of(documents_[d].text);
                const Treatment& treatment = policy_.treatment(mention.category);
                const bool wider =
                    treatment.traits().may_repeat &&
                    may_stand_of(treatment.traits(), treatment.parameters)(text, mention.category);
                if (!wider) search.add(text, mention.category);
                near.add(text, mention.category);
            }
        }
        result_.searched = search.size();
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            std::vector<std::int64_t> ignored;
            const std::vector<language::Span> ours =
                treated_places(result_.texts[d], infos_, ignored);
            for (const PhraseSearch::Found& one : search.find(result_.texts[d])) {
                if (language::any_overlaps(ours, one.span)) continue;
                result_.standing_names.push_back({static_cast<std::int64_t>(d), one.span, false});
            }
            if (near.empty()) continue;
            for (const language::Token& word : language::words_of(result_.texts[d])) {
                if (near.category_of(word.of(result_.texts[d]), true) < 0 ||
                    language::any_overlaps(ours, word.span())) {
                    continue;
                }
                result_.standing_names.push_back(
                    {static_cast<std::int64_t>(d), word.span(), false, false, true});
            }
        }
    }

    void look_for_paragraphs() {
        std::unordered_set<std::string> deleted;
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            for (const language::Span& block : risky_[d]) {
                const std::string_view text = block.of(documents_[d].text);
                for (const language::Span& paragraph : paragraphs_of(text)) {
                    deleted.insert(language::plain_letters(paragraph.of(text)));
                }
            }
        }
        if (deleted.empty()) return;
        for (const std::string& text : result_.texts) {
            for (const language::Span& paragraph : paragraphs_of(text)) {
                if (deleted.contains(language::plain_letters(paragraph.of(text)))) {
                    ++result_.standing_paragraphs;
                }
            }
        }
    }

    const Context& context_;
    const Documents& documents_;
    const Review& review_;
    const std::vector<std::int64_t>& matched_;
    const TextPolicy& policy_;
    const ApplyOptions& options_;
    const std::vector<CategoryInfo> infos_;
    const EntityOptions shared_;
    std::vector<Mentions> mentions_;                   // accepted, by document
    std::vector<std::vector<language::Span>> blocks_;  // accepted, by document
    std::vector<std::vector<language::Span>> risky_;   // those that go for what they say
    std::map<EntityKey, std::string> names_;
    std::vector<std::int32_t> numbers_;       // of the entities of the review
    std::vector<std::int64_t> first_number_;  // by category
    Applied result_;
};

}  // namespace

void settle(Review& review, Decision decision) {
    const auto take = [&](auto& items) {
        for (auto& item : items) {
            if (item.decision == Decision::undecided) item.decision = decision;
        }
    };
    take(review.entities);
    take(review.blocks);
}

Applied apply_review(const Context& context, const Documents& documents, const Review& review,
                     const std::vector<std::int64_t>& matched, const TextPolicy& policy,
                     const ApplyOptions& options) {
    if (const Undecided open = undecided(review); open.entities + open.blocks > 0) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} blocks and {} entities are undecided: decide about them, or say "
                        "what becomes of them with the option undecided accept or reject",
                        open.blocks, open.entities));
    }
    check_tools(policy, options.tools);
    return Applier(context, documents, review, matched, policy, options).run();
}

std::string audit_log(const Review& review, const std::vector<std::int64_t>& matched,
                      const TextPolicy& policy, const std::string& reviewer,
                      const std::string& time) {
    const auto accepted = [](const auto& items) {
        return std::count_if(items.begin(), items.end(),
                             [](const auto& item) { return item.decision == Decision::accept; });
    };
    std::string log;
    const auto add = [&](const Json& line) {
        log += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    };
    add({{"kind", "text-audit"},
         {"version", 1},
         {"lethe", kProgramVersion},
         {"time", time},
         {"reviewer", reviewer},
         {"documents", review.documents.size()},
         {"entities", review.entities.size()},
         {"entities_accepted", accepted(review.entities)},
         {"blocks", review.blocks.size()},
         {"blocks_accepted", accepted(review.blocks)}});
    const auto document = [&](std::int64_t number) {
        return matched[static_cast<std::size_t>(number)] + 1;
    };
    for (const ReviewBlock& block : review.blocks) {
        add({{"what", "block"},
             {"document", document(block.document)},
             {"length", block.span.size()},
             {"words", block.words},
             {"hits", block.hits.size()},
             {"score", block.score},
             {"decision", name(block.decision)}});
    }
    for (const ReviewEntity& entity : review.entities) {
        const CategoryId category = category_of(policy, entity.category);
        add({{"what", "entity"},
             {"document", document(entity.document)},
             {"category", entity.category},
             {"length", entity.span.size()},
             {"source", name(entity.source)},
             {"decision", name(entity.decision)},
             {"treatment", name(policy.treatment(category))}});
    }
    return log;
}

}  // namespace lethe::documents
