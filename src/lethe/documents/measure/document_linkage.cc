// Linking documents to their originals by the words that remain.
//
// Both sides are sets of words, weighted by how few released documents hold them (the logarithm of
// documents by documents with the word); what treatments wrote is no word. An intruder's document
// is compared with every released one by the cosine over the words that he knows, of which the
// length of his own vector is no part: it is the same for all. Words that he knows and nobody
// released weigh nothing, so who knows nothing that is left guesses among all.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "lethe/core/parallel.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/measure/release_mentions.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/method/figures.h"
#include "lethe/method/right_links.h"

namespace lethe::documents {
namespace {

enum class KnownWords { mentions, all };

struct LinkageParams {
    KnownWords knows = KnownWords::mentions;
};

using WordSet = std::set<std::string, std::less<>>;

// Words of at least two letters or digits, in plain letters.
void add_words(std::string_view text, const std::vector<language::Span>& but, WordSet& to) {
    for (const language::Token& token : language::words_of(text)) {
        if (!but.empty() && language::any_overlaps(but, token.span())) continue;
        if (std::string word = language::plain_letters(token.of(text)); word.size() > 1) {
            to.insert(std::move(word));
        }
    }
}

// Released documents by their words.
class ReleasedWords {
  public:
    explicit ReleasedWords(const std::vector<WordSet>& words) : norms_(words.size()) {
        for (std::size_t d = 0; d < words.size(); ++d) {
            if (!words[d].empty()) ++documents_;
            for (const std::string& word : words[d]) {
                const auto [place, is_new] = numbers_.try_emplace(word, holders_.size());
                if (is_new) holders_.emplace_back();
                holders_[place->second].push_back(d);
            }
        }
        for (const WordSet& of_one : words) {
            double square = 0;
            for (const std::string& word : of_one) {
                const double own = weight(numbers_.at(word));
                square += own * own;
            }
            norms_[static_cast<std::size_t>(&of_one - words.data())] = std::sqrt(square);
        }
    }

    // The cosine with each document, but for the length of `known`.
    void compare(const WordSet& known, std::vector<double>& cosines) const {
        cosines.assign(norms_.size(), 0);
        for (const std::string& word : known) {
            const auto found = numbers_.find(word);
            if (found == numbers_.end()) continue;
            const double own = weight(found->second);
            for (const std::size_t d : holders_[found->second]) cosines[d] += own * own;
        }
        for (std::size_t d = 0; d < cosines.size(); ++d) {
            if (norms_[d] > 0) cosines[d] /= norms_[d];
        }
    }

  private:
    double weight(std::size_t word) const {
        return std::log(static_cast<double>(documents_) /
                        static_cast<double>(holders_[word].size()));
    }

    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<std::vector<std::size_t>> holders_;
    std::vector<double> norms_;
    std::int64_t documents_ = 0;
};

// Of each released document the nearest: the originals of those that are gone are not looked for.
RightLinks link_documents(const Context& context, const std::vector<WordSet>& known,
                          const ReleasedWords& released, const std::vector<bool>& there) {
    std::vector<Nearest> links(known.size());
    constexpr std::int64_t kChunk = 16;
    parallel_chunks(context, std::ssize(known), kChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        std::vector<double> cosines;
                        for (std::int64_t row = begin; row < end; ++row) {
                            const auto at = static_cast<std::size_t>(row);
                            if (!there[at]) continue;
                            released.compare(known[at], cosines);
                            for (std::size_t d = 0; d < cosines.size(); ++d) {
                                if (!there[d]) continue;
                                links[at].offer(-cosines[d], static_cast<std::int64_t>(d));
                            }
                            links[at].has_match = -cosines[at] == links[at].distance;
                        }
                    });
    std::vector<Nearest> looked_for;
    for (std::size_t d = 0; d < links.size(); ++d) {
        if (there[d]) looked_for.push_back(links[d]);
    }
    return right_links(looked_for);
}

Measurement assess_document_linkage(const AssessInput& given, const LinkageParams& params) {
    const AssessInput input = with_defaults(given);
    const auto written = written_places(input);
    const std::vector<Mentions> mentions = original_mentions(input);
    const auto removed = removed_texts(input, mentions);
    const std::size_t documents = input.original.texts.size();
    std::vector<WordSet> whole(documents), known(documents), left(documents);
    std::vector<bool> there(documents);
    for (std::size_t d = 0; d < documents; ++d) {
        const std::string_view text = input.original.texts[d];
        add_words(text, {}, whole[d]);
        for (const Mention& mention : mentions[d]) add_words(mention.span.of(text), {}, known[d]);
        for (const RemovedText& one : removed[d]) add_words(one.text, {}, known[d]);
        add_words(input.released.texts[d], written[d], left[d]);
        there[d] = !input.released.texts[d].empty();
    }
    const ReleasedWords released(left);
    const RightLinks by_mentions = link_documents(input.context, known, released, there);
    const RightLinks by_all = link_documents(input.context, whole, released, there);
    const bool all = params.knows == KnownWords::all;
    Measurement result;
    result.value = (all ? by_all : by_mentions).describe(result.details);
    Json ignored = Json::object();
    result.details["baseline"] =
        by_all.records > 0 ? 100.0 / static_cast<double>(by_all.records) : 0.0;
    result.details["with_whole_texts"] = by_all.describe(ignored);
    result.knows = all ? "the original documents"
                       : "what the original documents mention: names, places, dates, numbers";
    return result;
}

std::string read_document_linkage(const Json& measurement, double value,
                                  std::optional<std::int64_t> people) {
    const Json details = measurement.value("details", Json::object());
    const auto documents = details.value("records", people.value_or(0));
    std::string said = fmt::format(
        "Who knows {} finds about {} of {} documents ({}); by guessing, {}.",
        measurement.value("parameters", Json::object()).value("knows", "mentions") == "all"
            ? "the original texts"
            : "whom and what the documents mention",
        figures::count_text(figures::rounded(static_cast<double>(documents) * value / 100)),
        figures::count_text(documents), figures::percent_text(value),
        figures::percent_text(details.value("baseline", 0.0)));
    if (const auto whole = figures::number(details, "with_whole_texts")) {
        said += fmt::format(
            " Who holds the original texts finds {} of them again by the words that stay.",
            figures::percent_text(*whole));
    }
    return said;
}

}  // namespace

Method document_linkage_method() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "document-linkage",
            .title = "Linkage of documents",
            .summary = "Documents that are found by the words which remain of what identifies.",
            .description =
                "The intruder knows of each document whom and what it mentions: the names, places, "
                "dates, numbers that the finders find in the original, kept ones too, and what "
                "else was taken out. He looks for it in the release by the cosine of words, each "
                "weighted by how few released documents hold it: the rarest word that remains "
                "tells most. Where several documents are equally near he guesses. The value is "
                "the share of documents that are found (`expected`); `strict` counts those whose "
                "own release alone is nearest, `lax` all that are among the nearest; `baseline` is "
                "what guessing finds.\n\n"
                "With `knows` all he holds the original texts (`with_whole_texts` tells it in any "
                "case). Sanitising does not hide which document is which from who has both, "
                "because everything that identifies nobody stays, and it need not: he learns "
                "nothing that he does not hold. Use it where the release adds something to the "
                "texts, such as classes. The time grows with the square of the documents.",
            .kinds = {Kind::text},
            .properties = {Property::row_order_independent, Property::pairwise},
            .cites = {"abril2014privacy", "manning2008introduction"},
            .in_words = "An intruder who knows whom and what the original documents mention looks "
                        "for each of them in the release.",
            .scale = Scale::people,
            .reading = read_document_linkage,
            .details = {{"strict", "Own release alone is nearest", true},
                        {"lax", "Own release is among the nearest", true},
                        {"expected", "Guessing among equals", true, {}, true},
                        {"records", "Documents"},
                        {"baseline", "Found by guessing", true},
                        {"with_whole_texts", "Found by who holds the original texts", true}},
            .finds_people = true,
            .knows = "whom and what the original documents mention",
            .assessed_with = {Json::object()}},
        Schema<LinkageParams>().choice(
            "knows", &LinkageParams::knows,
            "what the intruder knows of each original: what it mentions, or its whole text",
            {{"mentions", KnownWords::mentions}, {"all", KnownWords::all}}),
        assess_document_linkage);
}

}  // namespace lethe::documents
