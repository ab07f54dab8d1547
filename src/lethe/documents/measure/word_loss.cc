// Which part of the words of the documents is gone, weighted by what they tell.
//
// The information content of a word is the binary logarithm of (documents + 1) / (documents that
// hold it), so that a word of one document counts most and a word of all hardly. Lost is what a
// released document holds less often than its original: words are counted, not compared in place.
// What treatments wrote tells which of the replaced are the same, not what they were: a part of its
// own information content, among what was written, stands against the loss of its document. So a
// number loses less than a label that all documents hold, and a label less than nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "lethe/core/exact_sum.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/measure/release_mentions.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"

namespace lethe::documents {
namespace {

using WordCounts = std::map<std::string, std::int64_t, std::less<>>;

WordCounts counted_words(std::string_view text, const std::vector<language::Span>& but) {
    WordCounts counts;
    for (const language::Token& token : language::words_of(text)) {
        if (!but.empty() && language::any_overlaps(but, token.span())) continue;
        ++counts[language::lower_case(token.of(text))];
    }
    return counts;
}

struct WordLossParams {
    double written = 0.5;
};

// The places where treatments wrote, by what they wrote.
WordCounts counted_places(std::string_view text, const std::vector<language::Span>& places) {
    WordCounts counts;
    for (const language::Span& place : places) ++counts[std::string(place.of(text))];
    return counts;
}

double word_content(std::size_t documents, std::int64_t holding) {
    return std::log2(static_cast<double>(documents + 1) / static_cast<double>(holding));
}

Measurement assess_word_loss(const AssessInput& given, const WordLossParams& params) {
    const AssessInput input = with_defaults(given);
    const auto written = written_places(input);
    const std::size_t documents = input.original.texts.size();
    std::vector<WordCounts> before;
    std::map<std::string_view, std::int64_t> holding;
    before.reserve(documents);
    const auto written_before = written_places(input, input.original);
    for (std::size_t d = 0; d < documents; ++d) {
        before.push_back(counted_words(input.original.texts[d], written_before[d]));
        for (const auto& [word, count] : before.back()) ++holding[word];
    }
    std::vector<WordCounts> wrote;
    std::map<std::string, std::int64_t, std::less<>> writing;
    for (std::size_t d = 0; d < documents; ++d) {
        wrote.push_back(counted_places(input.released.texts[d], written[d]));
        for (const auto& [text, count] : wrote.back()) ++writing[text];
    }
    ExactSum whole, lost;
    std::int64_t words = 0, words_lost = 0, changed = 0, gone = 0;
    for (std::size_t d = 0; d < documents; ++d) {
        const WordCounts after = counted_words(input.released.texts[d], written[d]);
        ExactSum own;
        for (const auto& [word, count] : before[d]) {
            const auto found = after.find(word);
            const std::int64_t missing =
                std::max(count - (found == after.end() ? 0 : found->second), std::int64_t{0});
            const double content = word_content(documents, holding.at(word));
            whole.add(static_cast<double>(count) * content);
            own.add(static_cast<double>(missing) * content);
            words += count;
            words_lost += missing;
        }
        for (const auto& [text, count] : wrote[d]) {
            own.subtract(params.written * static_cast<double>(count) *
                         word_content(documents, writing.at(text)));
        }
        lost.add(std::max(own.value(), 0.0));
        changed += input.original.texts[d] != input.released.texts[d] ? 1 : 0;
        gone += input.released.texts[d].empty() && !input.original.texts[d].empty() ? 1 : 0;
    }
    Measurement result;
    result.value = percent(lost.value(), whole.value());
    result.details = {{"words", percent(words_lost, words)},
                      {"documents_changed", percent(changed, static_cast<std::int64_t>(documents))},
                      {"documents_gone", percent(gone, static_cast<std::int64_t>(documents))}};
    return result;
}

std::string read_word_loss(const Json& measurement, double value, std::optional<std::int64_t>) {
    const Json details = measurement.value("details", Json::object());
    return fmt::format(
        "{} of the words are gone, and with them {} of what the words tell: rare ones tell more.",
        figures::percent_text(details.value("words", 0.0)), figures::percent_text(value));
}

}  // namespace

Method word_loss_method() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "word-loss",
            .title = "Words lost",
            .summary = "The share of the words that is gone, weighted by their information.",
            .description =
                "Each word of an original document that its release does not hold any more counts "
                "as lost, by its information content: the binary logarithm of the documents "
                "divided by those that hold the word. 0 % where nothing changed, 100 % where "
                "nothing is left. `words` is the same share with all words counting alike. A date "
                "that became its year keeps the year. What treatments wrote (Pers_1) is no word, "
                "but tells which of the replaced are the same: `written` of its own information "
                "content stands against the loss of its document, so that numbers lose less than "
                "labels, and labels less than removing. "
                "Beware: names are rare words, so removing them is most of the loss and what was "
                "wanted; compare releases by it, and ask by queries what readers still find.",
            .kinds = {Kind::text},
            .properties = {Property::row_order_independent},
            .cites = {"abril2014privacy", "manning2008introduction"},
            .in_words = "Counts the words that are gone; rare words, which tell more, count more.",
            .scale = Scale::loss,
            .reading = read_word_loss,
            .details = {{"words", "Words that are gone", true},
                        {"documents_changed", "Documents that changed", true},
                        {"documents_gone", "Documents that are gone", true}},
            .by_default = true},
        Schema<WordLossParams>().field("written", &WordLossParams::written,
                                       "part of the information of what treatments wrote that "
                                       "stands against the loss",
                                       between(0, 1)),
        assess_word_loss);
}

}  // namespace lethe::documents
