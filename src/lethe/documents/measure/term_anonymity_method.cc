// k-anonymity of identifying terms as an attack of the catalogue.
#include <fmt/format.h>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/measure/release_mentions.h"
#include "lethe/documents/measure/term_anonymity.h"
#include "lethe/language/characters.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"

namespace lethe::documents {
namespace {

struct TermParams {
    std::int64_t k = 5;
    std::int64_t m = 2;
    std::vector<std::string> categories;
};

std::vector<bool> wanted_categories(const std::vector<std::string>& names,
                                    const Categories& categories) {
    std::vector<bool> wanted(static_cast<std::size_t>(categories.size()), names.empty());
    wanted[kTitle] = false;
    for (const std::string& name : names) {
        const auto found = categories.named(name);
        if (!found) {
            throw Error(ErrorKind::usage, unknown_name("category", name, categories.names()));
        }
        wanted[static_cast<std::size_t>(*found)] = true;
    }
    return wanted;
}

// What only one way of looking finds remains too: rather too much than too little.
Measurement assess_term_anonymity(const AssessInput& given, const TermParams& params) {
    const AssessInput input = with_defaults(given);
    const std::vector<bool> wanted = wanted_categories(params.categories, input.finders.categories);
    const std::vector<Mentions> mentions =
        released_mentions(input, written_places(input), /*by_form_too=*/true);
    std::vector<std::vector<std::string>> terms;
    for (std::size_t d = 0; d < mentions.size(); ++d) {
        const std::string_view text = input.released.texts[d];
        if (text.empty()) continue;
        std::vector<std::string>& of_one = terms.emplace_back();
        for (const Mention& mention : mentions[d]) {
            if (!wanted[static_cast<std::size_t>(mention.category)]) continue;
            of_one.push_back(fmt::format("{}: {}", input.finders.categories[mention.category].name,
                                         language::lower_case(mention.span.of(text))));
        }
    }
    const TermAnonymity found = term_anonymity(input.context, terms, params.k, params.m);
    Measurement result;
    result.value = percent(found.exposed, found.documents);
    result.details = to_json(found);
    return result;
}

std::string read_term_anonymity(const Json& measurement, double value,
                                std::optional<std::int64_t>) {
    const Json details = measurement.value("details", Json::object());
    return fmt::format(
        "{} of the documents hold an identifying term, or several together, that fewer than {} "
        "documents share.",
        figures::percent_text(value),
        figures::count_text(figures::count(details, "k").value_or(TermParams{}.k)));
}

}  // namespace

Method term_anonymity_method() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "term-anonymity",
            .title = "Anonymity of the terms that remain",
            .summary = "Documents with identifying terms that too few documents share.",
            .description =
                "A reader knows that a document holds an identifying term, or up to `m` of them "
                "together, and looks how many released documents do: fewer than `k` are too few. "
                "Terms are what patterns, lists, rules or the model find in the release, of all "
                "categories but titles, or of `categories`; what treatments wrote is none. The "
                "value is the share of documents that have such a combination; the rarest terms "
                "are told to the owner. Beware: combinations of three are many, and above some "
                "hundreds of millions they are refused.",
            .kinds = {Kind::text},
            .properties = {Property::row_order_independent},
            .cites = {"abril2014privacy"},
            .example = {{"k", 3}},
            .in_words = "Somebody who knows one or two identifying terms of a document looks how "
                        "many documents hold them.",
            .scale = Scale::unique,
            .reading = read_term_anonymity,
            .details = {{"k", "Documents that shall share every term"},
                        {"documents", "Documents"},
                        {"terms", "Different terms that remain"},
                        {"occurrences", "Their occurrences"},
                        {"smallest", "Documents that share the rarest combination"},
                        {"violating", "Combinations that fewer share"},
                        {"exposed", "Documents that have one"},
                        {"by_size", "By terms together"},
                        {"rarest", "Rarest terms"}},
            .purposes = {Purpose::term_anonymity}},
        Schema<TermParams>()
            .field("k", &TermParams::k, "documents that shall share every term", at_least(2))
            .field("m", &TermParams::m, "terms that a reader may know together", between(1, 3))
            .field("categories", &TermParams::categories,
                   "categories of terms; empty: all but titles"),
        assess_term_anonymity);
}

}  // namespace lethe::documents
