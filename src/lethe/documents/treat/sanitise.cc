#include "lethe/documents/treat/sanitise.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/documents/find/near_names.h"
#include "lethe/documents/treat/tidy.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

// What stands for a mention in the new text, and where the old text goes on.
struct Written {
    language::Span span;
    std::int64_t behind = 0;
};

class Sanitiser {
  public:
    Sanitiser(const Context& context, const Documents& documents, std::vector<Mentions> mentions,
              const TextPolicy& policy, const SanitiseOptions& options)
        : context_(context),
          documents_(documents),
          policy_(policy),
          options_(options),
          infos_(policy.infos()),
          common_(common_words(options.wordnet)),
          ordinary_(words_of_glosses(options.wordnet)) {
        result_.mentions = std::move(mentions);
        result_.counts.resize(infos_.size());
        entity_options_ = policy.entity_options();
        for (std::size_t c = 0; c < infos_.size(); ++c) {
            const Treatment& treatment = policy.treatment(static_cast<CategoryId>(c));
            removed_.push_back(!treatment.keeps());
            may_stand_.push_back(may_stand_of(treatment.traits(), treatment.parameters));
        }
    }

    Sanitised run() {
        tidy_all();
        RepeatOptions repeats{common_, ordinary_, removed_, policy_.setting == Setting::recall};
        add_repeats(context_, documents_, result_.mentions, repeats);
        result_.entities = resolve_entities(documents_, result_.mentions, entity_options_);
        write_all();
        count_all();
        prove();
        return std::move(result_);
    }

  private:
    bool removes(const Mention& mention) const {
        return removed_[static_cast<std::size_t>(mention.category)];
    }
    // What was made wider may come to stand where it was removed (2004), so it proves nothing.
    bool proves(std::size_t d, const Mention& mention) const {
        return !may_stand_[static_cast<std::size_t>(mention.category)](text_of(d, mention),
                                                                       mention.category);
    }
    std::string_view text_of(std::size_t d, const Mention& mention) const {
        return mention.span.of(documents_[d].text);
    }

    template <class Body>
    void each_document(std::string_view task, Body body) {
        Progress progress(context_, task, std::ssize(documents_));
        parallel_tasks(context_, std::ssize(documents_), [&](std::int64_t d) {
            body(static_cast<std::size_t>(d));
            progress.add();
        });
    }

    void tidy_all() {
        std::vector<std::vector<std::int64_t>> highest(documents_.size());
        each_document("trimming", [&](std::size_t d) {
            const std::string& text = documents_[d].text;
            const std::vector<language::Span> treated = treated_places(text, infos_, highest[d]);
            result_.mentions[d] = tidy(text, std::move(result_.mentions[d]), treated);
        });
        first_number_.assign(infos_.size(), 1);
        for (const std::vector<std::int64_t>& of_one : highest) {
            for (std::size_t c = 0; c < of_one.size(); ++c) {
                first_number_[c] = std::max(first_number_[c], of_one[c] + 1);
            }
        }
    }

    void write_all() {
        std::map<std::tuple<CategoryId, std::int32_t, std::int64_t>, const Entity*> entities;
        for (const Entity& entity : result_.entities) {
            entities[{entity.category, entity.number, entity.document}] = &entity;
        }
        result_.texts.resize(documents_.size());
        written_.resize(documents_.size());
        fallen_back_.resize(documents_.size());
        each_document("writing", [&](std::size_t d) {
            const std::string& text = documents_[d].text;
            const std::int64_t scope =
                policy_.per_document ? static_cast<std::int64_t>(d) : std::int64_t{-1};
            std::string& out = result_.texts[d];
            std::size_t copied = 0;
            for (const Mention& mention : result_.mentions[d]) {
                if (!removes(mention)) continue;
                const auto begin = static_cast<std::size_t>(mention.span.begin);
                out.append(text, copied, begin - copied);
                const CategoryId space = entity_options_.space(mention.category);
                const Entity& entity = *entities.at({space, mention.entity, scope});
                const TreatOutput treated = treat_one(d, mention, entity);
                if (treated.fallen_back) fallen_back_[d].push_back(mention.category);
                const auto at = std::ssize(out);
                out += treated.text;
                copied = static_cast<std::size_t>(mention.span.end);
                // Of the two spaces around what is removed one goes too.
                if (treated.text.empty() && copied < text.size() && text[copied] == ' ' &&
                    (out.empty() || out.back() == ' ' || out.back() == '\n')) {
                    ++copied;
                }
                written_[d].push_back({{at, std::ssize(out)}, static_cast<std::int64_t>(copied)});
            }
            out.append(text, copied);
        });
    }

    TreatOutput treat_one(std::size_t d, const Mention& mention, const Entity& entity) const {
        const auto category = static_cast<std::size_t>(mention.category);
        return treat(policy_.treatments[category],
                     {text_of(d, mention), mention.category, infos_[category], entity.name,
                      entity.number + first_number_[category],
                      tools_for(policy_.treatments[category], options_)});
    }

    void count_all() {
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            for (const Mention& mention : result_.mentions[d]) {
                CategoryCount& count = result_.counts[static_cast<std::size_t>(mention.category)];
                ++count.mentions;
                count.repeats += mention.source == MentionSource::repeat ? 1 : 0;
                if (!removes(mention)) continue;
                const std::string_view text = text_of(d, mention);
                add_removed_text(result_.removed_words, text);
            }
            for (const CategoryId category : fallen_back_[d]) {
                ++result_.counts[static_cast<std::size_t>(category)].fallen_back;
            }
        }
        for (const Entity& entity : result_.entities) {
            ++result_.counts[static_cast<std::size_t>(entity.category)].entities;
        }
    }

    void prove() {
        PhraseSearch search(common_);
        const auto add_all = [&](bool judged) {
            for (std::size_t d = 0; d < documents_.size(); ++d) {
                for (const Mention& mention : result_.mentions[d]) {
                    if (is_judged(mention) == judged && proves(d, mention)) {
                        search.add(text_of(d, mention), mention.category);
                    }
                }
            }
        };
        add_all(false);
        const std::int64_t first_judged = search.size();
        add_all(true);
        result_.searched = search.size();
        FoldedSearch broken;
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            for (const Mention& mention : result_.mentions[d]) {
                if (proves(d, mention)) {
                    add_folded(broken, common_, mention, text_of(d, mention));
                }
            }
        }
        std::vector<std::vector<Survivor>> found(documents_.size());
        each_document("proving", [&](std::size_t d) {
            const std::vector<language::Span> kept = kept_places(d);
            auto next = written_[d].begin();
            for (const PhraseSearch::Found& one : search.find(result_.texts[d])) {
                while (next != written_[d].end() && next->span.end <= one.span.begin) ++next;
                if (next != written_[d].end() && next->span.overlaps(one.span)) continue;
                found[d].push_back({static_cast<std::int64_t>(d), one.span,
                                    language::any_overlaps(kept, one.span),
                                    one.phrase >= first_judged});
            }
        });
        each_document("proving", [&](std::size_t d) {
            const std::size_t whole = found[d].size();
            const auto is_known = [&](language::Span span) {
                const auto end = found[d].begin() + static_cast<std::ptrdiff_t>(whole);
                const auto after = std::lower_bound(found[d].begin(), end, span.begin,
                                                    [](const Survivor& other, std::int64_t begin) {
                                                        return other.span.end <= begin;
                                                    });
                return after != end && after->span.overlaps(span);
            };
            for (const FoldedSearch::Found& one : broken.find(result_.texts[d])) {
                if (is_known(one.span)) continue;
                const auto after = std::lower_bound(
                    written_[d].begin(), written_[d].end(), one.span.begin,
                    [](const auto& place, std::int64_t begin) { return place.span.end <= begin; });
                if (after != written_[d].end() && after->span.overlaps(one.span)) continue;
                found[d].push_back({static_cast<std::int64_t>(d), one.span, false, false});
            }
        });
        prove_near(found);
        for (const std::vector<Survivor>& of_one : found) {
            result_.survivors.insert(result_.survivors.end(), of_one.begin(), of_one.end());
        }
    }

    // Words that are near a removed name, outside of what was written, kept or found above.
    void prove_near(std::vector<std::vector<Survivor>>& found) {
        NearNames near(common_, ordinary_);
        for (std::size_t d = 0; d < documents_.size(); ++d) {
            for (const Mention& mention : result_.mentions[d]) {
                if (removes(mention) && !is_judged(mention)) {
                    near.add(text_of(d, mention), mention.category);
                }
            }
        }
        if (near.empty()) return;
        each_document("proving", [&](std::size_t d) {
            const std::string& text = result_.texts[d];
            std::vector<language::Span> known = kept_places(d);
            for (const Written& written : written_[d]) known.push_back(written.span);
            for (const Survivor& survivor : found[d]) known.push_back(survivor.span);
            std::sort(known.begin(), known.end(),
                      [](const auto& a, const auto& b) { return a.begin < b.begin; });
            std::size_t behind = 0;  // what is known ends there, as far as it begins before
            auto next = known.begin();
            for (const language::Token& word : language::words_of(text)) {
                while (next != known.end() && next->begin < word.end) {
                    behind = std::max(behind, static_cast<std::size_t>(next->end));
                    ++next;
                }
                if (word.begin < behind || near.category_of(word.of(text), true) < 0) continue;
                found[d].push_back({static_cast<std::int64_t>(d), word.span(), false, false, true});
            }
        });
    }

    // Where the mentions that are kept stand in the new text.
    std::vector<language::Span> kept_places(std::size_t d) const {
        std::vector<language::Span> places;
        std::int64_t shift = 0;
        auto written = written_[d].begin();
        for (const Mention& mention : result_.mentions[d]) {
            if (removes(mention)) {
                shift = written->span.end - written->behind;
                ++written;
            } else {
                places.push_back({mention.span.begin + shift, mention.span.end + shift});
            }
        }
        return places;
    }

    const Context& context_;
    const Documents& documents_;
    const TextPolicy& policy_;
    const SanitiseOptions& options_;
    std::vector<CategoryInfo> infos_;
    CommonWords common_, ordinary_;
    EntityOptions entity_options_;
    std::vector<bool> removed_;                  // by category
    std::vector<MayStand> may_stand_;            // by category
    std::vector<std::int64_t> first_number_;     // by category
    std::vector<std::vector<Written>> written_;  // by document
    std::vector<std::vector<CategoryId>> fallen_back_;
    Sanitised result_;
};

}  // namespace

Tools tools_for(const Treatment& treatment, const SanitiseOptions& options) {
    Tools tools{options.salt, options.cipher, nullptr};
    const auto found = options.knowledge.find(treatment.taxonomy());
    if (found != options.knowledge.end()) tools.knowledge = found->second.get();
    return tools;
}

void check_tools(const TextPolicy& policy, const SanitiseOptions& options) {
    Problems problems;
    if (policy.needs_salt() && options.salt == nullptr) {
        problems.push_back({"the policy hashes, which needs a salt"});
    }
    if (policy.needs_cipher() && options.cipher == nullptr) {
        problems.push_back({"the policy encrypts, which needs a key; lethe key make makes one"});
    }
    for (const std::string& source : policy.knowledge()) {
        if (!options.knowledge.contains(source)) {
            problems.push_back({fmt::format("the taxonomy {} was not read", source)});
        }
    }
    throw_if_any(std::move(problems));
}

Sanitised sanitise(const Context& context, const Documents& documents,
                   std::vector<Mentions> mentions, const TextPolicy& policy,
                   const SanitiseOptions& options) {
    check_tools(policy, options);
    return Sanitiser(context, documents, std::move(mentions), policy, options).run();
}

Json spans_json(const Document& document, const Mentions& mentions, const TextPolicy& policy) {
    const language::CodePointIndex index(document.text);
    Json spans = Json::array();
    for (const Mention& mention : mentions) {
        const language::Span source = document.map.source_of(mention.span);
        const Treatment& treatment = policy.treatment(mention.category);
        Json span = {{"start", index.code_point(mention.span.begin)},
                     {"end", index.code_point(mention.span.end)},
                     {"source_start", source.begin},
                     {"source_end", source.end},
                     {"category", policy.categories[mention.category].name},
                     {"source", name(mention.source)},
                     {"score", mention.score},
                     {"entity", mention.entity + 1},
                     {"treatment", name(treatment)},
                     {"masked", !treatment.keeps()}};
        if (!mention.pattern.empty()) span["pattern"] = mention.pattern;
        spans.push_back(std::move(span));
    }
    return spans;
}

}  // namespace lethe::documents
