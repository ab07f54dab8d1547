// What is still there of what was removed.
//
// Two questions about each released document, both without knowing how it was sanitised. Do the
// finders still find a mention of something that the release removes? And does anything that was
// taken out of any of the documents stand here: as it was or in other letters (PhraseSearch),
// broken by a line or run together (FoldedSearch), as a part of a person's name, or spelt a little
// differently (NearWords)? What treatments wrote is looked at by neither.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "lethe/core/parallel.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/find/folded_search.h"
#include "lethe/documents/find/near_words.h"
#include "lethe/documents/find/repeats.h"
#include "lethe/documents/measure/release_mentions.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"
#include "lethe/method/publication.h"

namespace lethe::documents {
namespace {

// What was removed, in the forms in which it is looked for.
struct RemovedSearch {
    explicit RemovedSearch(const CommonWords& common) : whole(common), parts(common) {}

    PhraseSearch whole;
    std::set<std::string, std::less<>> exact;  // as it stood
    PhraseSearch parts;
    FoldedSearch broken;
    NearWords near;
    std::set<std::string, std::less<>> near_words;  // in plain letters: those in `near`
};

void add_removed(RemovedSearch& search, const RemovedText& removed, const CommonWords& common) {
    if (search.whole.add(removed.text, removed.category)) search.exact.emplace(removed.text);
    Mention mention;
    mention.category = removed.category;
    add_folded(search.broken, common, mention, removed.text);
    if (removed.category != kPerson) return;
    search.parts.add_person_words(removed.text);
    for (const language::Token& token : language::words_of(removed.text)) {
        const std::string word = language::plain_letters(token.of(removed.text));
        if (common(word) || !search.near_words.insert(word).second) continue;
        search.near.add(word, 0);
    }
}

// Places in one released document.
struct StillThere {
    std::map<CategoryId, std::int64_t> found;  // by the finders
    std::int64_t exact = 0, other_letters = 0, broken = 0, parts = 0, near = 0;
    std::int64_t common = 0;     // made of common words alone
    std::int64_t may_stand = 0;  // as part of what the policy keeps

    bool any() const { return !found.empty() || exact + other_letters + broken + parts > 0; }
};

// Whether it is nothing but a part of what may stand: a title in front of a name does not save it.
bool is_inside_one_of(const language::Span& span, const std::vector<language::Span>& kept) {
    return std::ranges::any_of(kept, [&](const language::Span& one) { return one.covers(span); });
}

class StillThereSearch {
  public:
    StillThereSearch(const AssessInput& input, const RemovedSearch& search,
                     const CommonWords& common)
        : input_(input), search_(search), common_(common) {}

    StillThere in(std::string_view text, const std::vector<language::Span>& written,
                  const Mentions& mentions) const {
        StillThere result;
        std::vector<language::Span> kept;
        for (const Mention& mention : mentions) {
            const MayStand& may_stand =
                input_.may_stand[static_cast<std::size_t>(mention.category)];
            if (may_stand(mention.span.of(text), mention.category)) {
                kept.push_back(mention.span);
            } else {
                ++result.found[mention.category];
            }
        }
        std::vector<language::Span> seen;
        const auto is_new = [&](const language::Span& span) {
            if (language::any_overlaps(written, span)) return false;
            return std::ranges::none_of(seen, [&](const auto& one) { return one.overlaps(span); });
        };
        for (const PhraseSearch::Found& one : search_.whole.find(text)) {
            if (!is_new(one.span)) continue;
            seen.push_back(one.span);
            if (is_inside_one_of(one.span, kept)) {
                ++result.may_stand;
            } else if (search_.whole.common(one.phrase)) {
                ++result.common;
            } else {
                ++(search_.exact.contains(one.span.of(text)) ? result.exact : result.other_letters);
            }
        }
        for (const FoldedSearch::Found& one : search_.broken.find(text)) {
            if (!is_new(one.span) || is_inside_one_of(one.span, kept)) continue;
            seen.push_back(one.span);
            ++result.broken;
        }
        for (const PhraseSearch::Found& one : search_.parts.find(text)) {
            if (!is_new(one.span) || is_inside_one_of(one.span, kept)) continue;
            seen.push_back(one.span);
            ++result.parts;
        }
        for (const language::Token& token : language::words_of(text)) {
            if (is_near(token.of(text)) && is_new(token.span()) &&
                !is_inside_one_of(token.span(), kept)) {
                ++result.near;
            }
        }
        return result;
    }

  private:
    // One letter from a word of a removed name, capitalised as names are, and no common word.
    bool is_near(std::string_view text) const {
        if (language::lower_case(text) == text) return false;
        const std::string word = language::plain_letters(text);
        if (word.size() < NearWords::kLeastLetters || common_(word)) return false;
        std::vector<std::int32_t> numbers;
        search_.near.find(word, numbers);
        return !numbers.empty();
    }

    const AssessInput& input_;
    const RemovedSearch& search_;
    const CommonWords& common_;
};

Measurement assess_remaining(const AssessInput& given, const NoParams&) {
    const AssessInput input = with_defaults(given);
    const auto written = written_places(input);
    const std::vector<Mentions> before = original_mentions(input);
    const std::vector<Mentions> after = released_mentions(input, written, false);
    const CommonWords common = common_words(input.wordnet);
    RemovedSearch search(common);
    std::int64_t looked_for = 0;
    for (const std::vector<RemovedText>& of_one : removed_texts(input, before)) {
        for (const RemovedText& removed : of_one) {
            // What the policy lets stand, and what is judged by its place, may stand elsewhere.
            const MayStand& may_stand = input.may_stand[static_cast<std::size_t>(removed.category)];
            if (may_stand(removed.text, removed.category) || removed.judged) {
                continue;
            }
            add_removed(search, removed, common);
            ++looked_for;
        }
    }
    const StillThereSearch look(input, search, common);
    std::vector<StillThere> there(input.released.texts.size());
    parallel_tasks(input.context, std::ssize(there), [&](std::int64_t d) {
        const auto at = static_cast<std::size_t>(d);
        there[at] = look.in(input.released.texts[at], written[at], after[at]);
    });

    StillThere sum;
    std::int64_t documents = 0, named = 0, holding = 0, near = 0;
    for (std::size_t d = 0; d < there.size(); ++d) {
        if (input.released.texts[d].empty()) continue;
        const StillThere& one = there[d];
        ++documents;
        named += one.any() ? 1 : 0;
        holding += one.exact + one.other_letters + one.broken + one.parts > 0 ? 1 : 0;
        near += one.near > 0 ? 1 : 0;
        for (const auto& [category, count] : one.found) sum.found[category] += count;
        sum.exact += one.exact;
        sum.other_letters += one.other_letters;
        sum.broken += one.broken;
        sum.parts += one.parts;
        sum.near += one.near;
        sum.common += one.common;
        sum.may_stand += one.may_stand;
    }
    Measurement result;
    result.value = percent(named, documents);
    Json found = Json::object();
    std::int64_t mentions = 0;
    for (const auto& [category, count] : sum.found) {
        mentions += count;
        found[input.categories[static_cast<std::size_t>(category)].name] = count;
    }
    result.details = {{"records", documents},
                      {"documents", named},
                      {"documents_with_removed", holding},
                      {"mentions_found", mentions},
                      {"exact", sum.exact},
                      {"other_letters", sum.other_letters},
                      {"broken", sum.broken},
                      {"parts_of_names", sum.parts},
                      {"near_spellings", sum.near},
                      {"documents_with_near_spellings", near},
                      {"common_words", sum.common},
                      {"as_something_kept", sum.may_stand}};
    if (mentions > 0) result.details["found"] = std::move(found);
    result.about_original = {{"texts_looked_for", looked_for}};
    return result;
}

std::string read_remaining(const Json& measurement, double value,
                           std::optional<std::int64_t> people) {
    const Json details = measurement.value("details", Json::object());
    const auto documents = details.value("records", people.value_or(0));
    if (value == 0) {
        std::string none = fmt::format(
            "In none of {} documents do the finders find anything that was to be removed",
            figures::count_text(documents));
        const auto looked_for = figures::count(unfolded(details), "texts_looked_for");
        none += looked_for == 0 ? "; nothing that was taken out was looked for"
                                : ", and nothing that was taken out and looked for stands there";
        const std::int64_t others = details.value("near_spellings", std::int64_t{0}) +
                                    details.value("common_words", std::int64_t{0});
        if (others > 0) {
            none += fmt::format(", apart from {} common words or near spellings of it",
                                figures::count_text(others));
        }
        return none + ". A name that no finder knows is not looked for.";
    }
    const auto named = figures::rounded(static_cast<double>(documents) * value / 100);
    std::string said = fmt::format(
        "{} of {} documents ({}) still name somebody or something that was to be removed",
        figures::count_text(named), figures::count_text(documents), figures::percent_text(value));
    if (const auto holding = figures::count(details, "documents_with_removed")) {
        said += fmt::format("; in {} something stands that was removed elsewhere",
                            figures::count_text(*holding));
    }
    return said + ".";
}

}  // namespace

Method remaining_mentions_method() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "remaining-mentions",
            .title = "Mentions that remain",
            .summary = "Released documents that still name what was to be removed.",
            .description =
                "The finders, with the lists and entities of the release's policy where it is "
                "known "
                "(by the private log, or `--policy`), look at the released documents, and "
                "everything that was taken out of any document is looked for in all of them: as "
                "it stood (`exact`), in other letters, broken by a line or run together "
                "(`broken`), as a part of a person's name, or one letter away (`near_spellings`). "
                "What was taken out is told by comparing the texts, so it works for releases of "
                "any program. What treatments wrote (Pers_1) is not looked at, and what the "
                "release keeps or makes wider by its policy does not count; without a record the "
                "profile `default` is taken for it. The value is the share of documents with such "
                "a mention. Near spellings, and removed texts that are made of common words "
                "alone, are counted beside it and not in it: most of them are other words. Beware: "
                "a name that no finder knows and that was never removed is not found by this "
                "attack either.",
            .kinds = {Kind::text},
            .properties = {Property::row_order_independent},
            .cites = {"abril2014privacy"},
            .in_words = "Somebody reads the released documents, with the help of the same finders "
                        "and of everything that was removed, and looks for what still names "
                        "anyone.",
            .scale = Scale::people,
            .reading = read_remaining,
            .details = {{"records", "Documents", false, {}, true},
                        {"documents", "Documents that still name something"},
                        {"documents_with_removed", "Documents with something removed elsewhere"},
                        {"mentions_found", "Mentions that the finders find"},
                        {"found", "Mentions that the finders find", false, "category"},
                        {"texts_looked_for", "Removed texts that were looked for"},
                        {"exact", "Removed texts as they stood"},
                        {"other_letters", "In other letters"},
                        {"broken", "Broken or run together"},
                        {"parts_of_names", "Parts of a removed name"},
                        {"near_spellings", "One letter away (not counted)"},
                        {"documents_with_near_spellings", "", false, {}, true},
                        {"common_words", "Made of common words (not counted)"},
                        {"as_something_kept", "As part of what the policy keeps (not counted)"}},
            .finds_people = true,
            .assessed_with = {Json::object()}},
        Schema<NoParams>(), assess_remaining);
}

}  // namespace lethe::documents
