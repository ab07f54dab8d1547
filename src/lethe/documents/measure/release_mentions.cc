#include "lethe/documents/measure/release_mentions.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/find/repeats.h"
#include "lethe/documents/treat/masked_spans.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/language/spans.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kMostWordsTogether = 6;
constexpr std::int64_t kMostBetween = 3;  // characters between two words of one text

template <class Body>
void each_text(const AssessInput& input, std::string_view task, Body body) {
    Progress progress(input.context, task, std::ssize(input.original.texts));
    parallel_tasks(input.context, std::ssize(input.original.texts), [&](std::int64_t d) {
        body(static_cast<std::size_t>(d));
        progress.add();
    });
}

// Words that were taken out side by side, joined.
std::vector<language::Span> runs_of_words(const std::vector<language::Span>& words) {
    std::vector<language::Span> runs;
    std::size_t in_run = 0;
    for (const language::Span& word : words) {
        if (!runs.empty() && word.begin - runs.back().end <= kMostBetween) {
            runs.back().end = word.end;
            ++in_run;
        } else {
            if (in_run > kMostWordsTogether) runs.pop_back();
            runs.push_back(word);
            in_run = 1;
        }
    }
    if (in_run > kMostWordsTogether) runs.pop_back();
    return runs;
}

}  // namespace

void throw_missing_need(const MethodInfo& info) {
    throw Error(ErrorKind::usage, fmt::format("{} needs --{}", info.name, info.needs));
}

AssessInput with_defaults(AssessInput input) {
    if (input.original.texts.size() != input.released.texts.size()) {
        throw Error(ErrorKind::internal, "collections of different documents were compared");
    }
    const TextPolicy policy = profile_policy("default");
    if (input.categories.empty()) input.categories = policy.infos();
    for (std::size_t c = input.may_stand.size(); c < input.categories.size(); ++c) {
        input.may_stand.push_back(
            {.all = c < policy.treatments.size() && policy.treatments[c].keeps()});
    }
    return input;
}

std::vector<std::vector<language::Span>> written_places(const AssessInput& input) {
    return written_places(input, input.released);
}

std::vector<std::vector<language::Span>> written_places(const AssessInput& input,
                                                        const TextCollection& in) {
    std::vector<std::vector<language::Span>> places(in.texts.size());
    each_text(input, "reading", [&](std::size_t d) {
        std::vector<std::int64_t> highest;
        places[d] = treated_places(in.texts[d], input.categories, highest);
    });
    return places;
}

std::vector<Mentions> original_mentions(const AssessInput& input) {
    if (input.mentions != nullptr) return *input.mentions;
    std::vector<Mentions> mentions(input.original.texts.size());
    each_text(input, "looking at the originals",
              [&](std::size_t d) { mentions[d] = detect(input.finders, input.original.texts[d]); });
    return mentions;
}

std::vector<Mentions> released_mentions(const AssessInput& input,
                                        const std::vector<std::vector<language::Span>>& written,
                                        bool by_form_too) {
    std::vector<Mentions> mentions(input.released.texts.size());
    each_text(input, "looking at the release", [&](std::size_t d) {
        const std::string_view text = input.released.texts[d];
        mentions[d] = detect(input.finders, text);
        if (by_form_too) {
            const Mentions by_form = detect(input.finders, nullptr, input.finders.setting, text);
            mentions[d].insert(mentions[d].end(), by_form.begin(), by_form.end());
            mentions[d] = without_overlaps(text, std::move(mentions[d]));
        }
        std::erase_if(mentions[d], [&](const Mention& mention) {
            return language::any_overlaps(written[d], mention.span);
        });
    });
    return mentions;
}

std::vector<std::vector<RemovedText>> removed_texts(const AssessInput& input,
                                                    const std::vector<Mentions>& mentions) {
    std::vector<std::vector<RemovedText>> removed(input.original.texts.size());
    each_text(input, "comparing", [&](std::size_t d) {
        const std::string_view text = input.original.texts[d];
        const std::vector<language::Span> masked = masked_spans(text, input.released.texts[d]);
        std::vector<language::Span> covered;
        for (const Mention& mention : mentions[d]) {
            const std::string_view words = mention.span.of(text);
            const auto all = static_cast<std::ptrdiff_t>(language::words_of(words).size());
            auto word =
                std::ranges::lower_bound(masked, mention.span.begin, {}, &language::Span::begin);
            std::ptrdiff_t gone = 0;
            for (; word != masked.end() && mention.span.covers(*word); ++word) ++gone;
            if (all == 0 || gone < all) continue;
            removed[d].push_back({words, mention.category, is_judged(mention)});
            covered.push_back(mention.span);
        }
        for (const language::Span& run : runs_of_words(masked)) {
            if (!language::any_overlaps(covered, run)) removed[d].push_back({run.of(text)});
        }
    });
    return removed;
}

}  // namespace lethe::documents
