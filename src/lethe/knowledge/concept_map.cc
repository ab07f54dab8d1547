// The sense of a value in the context of its column: of its senses s the one with the smallest
//
//   sum over the other values of the smallest distance from s to one of their senses.
//
// A sense wins against a more usual one only if its sum is smaller by a margin: the order of senses
// is knowledge too. Where phrases are understood columns are less of one kind and words have more
// senses that nobody means; there the sum of the sense at place r grows by the factor
// 1 + 0.15 ln r instead. The other values keep all their senses while one is decided, so the choice
// depends neither on the order of the values nor on the choices made for others. A row of distances
// from s to all senses of the column answers the question for s; values are decided in parallel.
#include "lethe/knowledge/concept_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/knowledge/noun_form.h"
#include "lethe/knowledge/phrases/phrase_senses.h"

namespace lethe {
namespace {

using How = MappedValue::How;

constexpr std::array<std::pair<SensePolicy, std::string_view>, 3> kSensePolicies = {
    {{SensePolicy::attribute_context, "context"},
     {SensePolicy::first, "first"},
     {SensePolicy::fixed, "fixed"}}};
constexpr std::array<std::pair<Unmapped, std::string_view>, 4> kUnmapped = {
    {{Unmapped::fail, "fail"},
     {Unmapped::suppress_record, "missing"},
     {Unmapped::attach_to_root, "root"},
     {Unmapped::exact_match, "exact"}}};

template <class Names, class Value>
std::string_view name_in(const Names& names, Value value) {
    return std::find_if(names.begin(), names.end(),
                        [&](const auto& entry) { return entry.first == value; })
        ->second;
}

template <class Names>
auto value_in(const Names& names, std::string_view name)
    -> std::optional<typename Names::value_type::first_type> {
    for (const auto& [value, known] : names) {
        if (known == name) return value;
    }
    return std::nullopt;
}

template <class Names>
std::vector<std::string_view> all_names(const Names& names) {
    std::vector<std::string_view> result;
    for (const auto& [value, name] : names) result.push_back(name);
    return result;
}

// What a text can mean. A text that is the id of a concept means this one alone.
std::vector<ConceptId> senses_of_text(const Taxonomy& taxonomy, const std::string& text) {
    std::vector<ConceptId> found = taxonomy.find(text);
    if (found.size() < 2) return found;
    const std::string key = look_up_key(text);
    std::vector<ConceptId> by_id;
    for (const ConceptId c : found) {
        if (taxonomy.id(c) == text) return {c};
        if (look_up_key(taxonomy.id(c)) == key) by_id.push_back(c);
    }
    return by_id.empty() ? found : by_id;
}

class Overrides {
  public:
    explicit Overrides(const std::map<std::string, std::string>& given) : given_(given) {
        for (const auto& [value, text] : given) by_key_.emplace(look_up_key(value), &text);
    }

    // As it is written, or else in spite of case, spaces and hyphens; null: none.
    const std::string* find(const std::string& value) const {
        if (const auto exact = given_.find(value); exact != given_.end()) return &exact->second;
        const auto alike = by_key_.find(look_up_key(value));
        return alike == by_key_.end() ? nullptr : alike->second;
    }

  private:
    const std::map<std::string, std::string>& given_;
    std::map<std::string, const std::string*> by_key_;
};

struct Candidates {
    How found = How::none;
    std::vector<ConceptId> senses;
    double confidence = 1;  // before a sense is chosen
};

std::string_view last_word(std::string_view key) {
    const std::size_t space = key.rfind(' ');
    return space == std::string_view::npos ? key : key.substr(space + 1);
}

bool is_plural(std::string_view word, std::string_view of) {
    const std::string one(of);
    return word == one + "s" || word == one + "es" ||
           (one.ends_with('y') && word == one.substr(0, one.size() - 1) + "ies");
}

bool same_noun(const Taxonomy& taxonomy, std::string_view a, std::string_view b) {
    if (a == b || is_plural(a, b) || is_plural(b, a)) return true;
    const std::string form = noun_form(taxonomy, a);
    return !form.empty() && form == noun_form(taxonomy, b);
}

// By stems. Of several words the last is what the text names, and stems join too much there: they
// lead from an operator to an operation.
std::vector<ConceptId> senses_of_stem(const Taxonomy& taxonomy, const std::string& text) {
    std::vector<ConceptId> found = taxonomy.find_stem(text);
    const std::string key = look_up_key(text);
    if (found.empty() || key.find(' ') == std::string::npos) return found;
    const std::string stems = stem_of_key(key);
    std::erase_if(found, [&](ConceptId c) {
        for (std::int64_t i = 0; i < taxonomy.name_count(c); ++i) {
            const std::string name = look_up_key(taxonomy.name_of(c, i));
            if (stem_of_key(name) == stems &&
                same_noun(taxonomy, last_word(key), last_word(name))) {
                return false;
            }
        }
        return true;
    });
    return found;
}

How how_of(phrases::Found found) {
    switch (found) {
        case phrases::Found::plural:
            return How::plural;
        case phrases::Found::phrase:
            return How::phrase;
        case phrases::Found::head:
            return How::head;
        case phrases::Found::verb:
            return How::verb;
        case phrases::Found::adjective:
            return How::adjective;
        case phrases::Found::stem:
            return How::stem;
        case phrases::Found::none:
            break;
    }
    return How::none;
}

// How often a concept that was found so is the right one, in round figures of the answers of
// tests/answers: they are what people who use the table go by, and no probability.
double confidence_of(How found, bool whole, bool sentence) {
    switch (found) {
        case How::override_table:
        case How::name:
            return 1;
        case How::plural:
            return 0.95;
        case How::phrase:
        case How::head:
            return (whole ? 0.95 : found == How::phrase ? 0.9 : 0.8) * (sentence ? 0.9 : 1);
        case How::verb:
            return 0.6;
        case How::adjective:
            return 0.3;
        case How::stem:
            return whole ? 0.7 : 0.5;
        case How::none:
            break;
    }
    return 0;
}

constexpr double kByRank = 0.15;

// Where the taxonomy has several senses, the one that is taken may be another.
constexpr double kOneOfSeveral = 0.9;

Candidates phrase_candidates(const Taxonomy& taxonomy, const std::string& value,
                             const MapOptions& options) {
    phrases::PhraseSenses read = phrases::phrase_senses(taxonomy, *options.lexicon, value);
    How found = how_of(read.found);
    const double confidence = confidence_of(found, read.whole, read.sentence);
    // The stem of one word among others is a guess at the head like any other.
    if (found == How::stem && look_up_key(value).find(' ') != std::string::npos) found = How::head;
    return {found, std::move(read.senses), confidence};
}

std::vector<Candidates> candidates_of(const Taxonomy& taxonomy, std::span<const std::string> values,
                                      const MapOptions& options) {
    const Overrides overrides(options.overrides);
    std::vector<Candidates> all(values.size());
    Problems problems;
    for (std::size_t i = 0; i < values.size(); ++i) {
        Candidates& one = all[i];
        if (const std::string* given = overrides.find(values[i]); given != nullptr) {
            if (given->empty()) continue;
            one = {How::override_table, senses_of_text(taxonomy, *given), 1};
            if (one.senses.empty()) {
                problems.push_back({fmt::format("\"{}\" is to mean \"{}\", which {} does not know",
                                                values[i], *given, taxonomy.name())});
            }
            continue;
        }
        one = {How::name, senses_of_text(taxonomy, values[i]), 1};
        if (one.senses.empty() && options.phrases) {
            one = phrase_candidates(taxonomy, values[i], options);
        }
        if (one.senses.empty() && options.stemming && !options.phrases) {
            one = {How::stem, senses_of_stem(taxonomy, values[i]),
                   confidence_of(How::stem, true, false)};
        }
        if (one.senses.empty()) one.found = How::none;
    }
    throw_if_any(std::move(problems));
    return all;
}

void refuse_several_senses(const Taxonomy& taxonomy, std::span<const std::string> values,
                           const std::vector<Candidates>& candidates) {
    Problems problems;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& senses = candidates[i].senses;
        if (senses.size() < 2) continue;
        problems.push_back(
            {fmt::format("\"{}\" can mean {} concepts of {}, such as {} and {}; "
                         "name one of them in the override table",
                         values[i], senses.size(), taxonomy.name(), taxonomy.id(senses.front()),
                         taxonomy.id(senses.back()))});
    }
    throw_if_any(std::move(problems));
}

// Which of its senses each value has.
std::vector<std::size_t> choose_in_context(const Context& context, const Measure& measure,
                                           const std::vector<Candidates>& candidates,
                                           const MapOptions& options) {
    const double margin = options.phrases ? 0 : options.margin;
    const double by_rank = options.phrases ? kByRank : 0;
    Lists<ConceptId> senses;
    for (const Candidates& one : candidates) {
        senses.items.insert(senses.items.end(), one.senses.begin(), one.senses.end());
        senses.close();
    }
    std::vector<std::size_t> chosen(candidates.size(), 0);
    parallel_tasks(context, senses.size(), [&](std::int64_t value) {
        const auto own = senses[value];
        if (own.size() < 2) return;
        constexpr double kTie = 1e-12;
        std::vector<double> row(senses.items.size());
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t s = 0; s < own.size(); ++s) {
            measure.distances(own[s], senses.items, row.data());
            double sum = 0;
            for (std::int64_t other = 0; other < senses.size(); ++other) {
                const auto begin = row.begin() + senses.begin[static_cast<std::size_t>(other)];
                const auto end = row.begin() + senses.begin[static_cast<std::size_t>(other) + 1];
                if (other != value && begin != end) sum += *std::min_element(begin, end);
            }
            sum *= 1 + by_rank * std::log(static_cast<double>(s + 1));
            const bool nearer = s == 0 || sum < least * (1 - margin) - kTie;
            if (nearer) {
                least = sum;
                chosen[static_cast<std::size_t>(value)] = s;
            }
        }
    });
    return chosen;
}

// What a reader recognises the concept by: its gloss, or else its longest name.
std::string describe(const Taxonomy& taxonomy, ConceptId c) {
    std::string text(taxonomy.gloss(c));
    for (std::int64_t i = 0; taxonomy.gloss(c).empty() && i < taxonomy.name_count(c); ++i) {
        if (taxonomy.name_of(c, i).size() > text.size()) text = taxonomy.name_of(c, i);
    }
    return text;
}

// Texts as a column; an empty one is missing.
ColumnPtr column_of(std::string name, std::vector<std::string> texts) {
    const auto size = std::ssize(texts);
    Validity validity(size);
    std::vector<std::int32_t> codes;
    for (std::int64_t i = 0; i < size; ++i) {
        if (texts[static_cast<std::size_t>(i)].empty()) validity.set_missing(i);
        codes.push_back(static_cast<std::int32_t>(i));
    }
    return Column::categories(std::move(name), Kind::nominal, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(texts)),
                              std::move(validity));
}

// As it stands in the file, where NA is no value for other readers but a word here.
std::string text_of(const Column& column, std::int64_t row) {
    std::string text = column.text(row);
    return text == "\"\"" ? std::string() : text;
}

}  // namespace

std::string_view name(SensePolicy policy) { return name_in(kSensePolicies, policy); }
std::string_view name(Unmapped policy) { return name_in(kUnmapped, policy); }
std::optional<SensePolicy> sense_policy_named(std::string_view name) {
    return value_in(kSensePolicies, name);
}
std::optional<Unmapped> unmapped_named(std::string_view name) { return value_in(kUnmapped, name); }
std::vector<std::string_view> sense_policy_names() { return all_names(kSensePolicies); }
std::vector<std::string_view> unmapped_names() { return all_names(kUnmapped); }

std::string_view name(MappedValue::How how) {
    constexpr std::array<std::string_view, 9> kNames{
        "override", "name", "plural", "phrase", "head", "verb", "adjective", "stem", "none"};
    return kNames[static_cast<std::size_t>(how)];
}

std::vector<MappedValue> map_values(const Context& context, const TaxonomyPtr& taxonomy,
                                    std::span<const std::string> values,
                                    const MapOptions& options) {
    const std::vector<Candidates> candidates = candidates_of(*taxonomy, values, options);
    std::vector<std::size_t> chosen(values.size(), 0);
    if (options.senses == SensePolicy::fixed) refuse_several_senses(*taxonomy, values, candidates);
    if (options.senses == SensePolicy::attribute_context) {
        chosen = choose_in_context(context, *make_measure(taxonomy, options.measure), candidates,
                                   options);
    }
    std::vector<MappedValue> mapped;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& senses = candidates[i].senses;
        MappedValue entry{values[i], kNoConcept, candidates[i].found, std::ssize(senses), 0};
        if (!senses.empty()) {
            entry.meaning = senses[chosen[i]];
            entry.confidence = candidates[i].confidence * (senses.size() > 1 ? kOneOfSeveral : 1);
        }
        if (entry.is_guess() && entry.confidence < options.phrases.value_or(1)) {
            entry = {values[i], kNoConcept, How::none, 0, 0};
        }
        mapped.push_back(std::move(entry));
    }
    return mapped;
}

void write_map(const std::string& path, const Taxonomy& taxonomy,
               std::span<const MappedValue> mapped) {
    std::vector<std::string> values, ids, labels, found, confidences, senses, glosses;
    for (const MappedValue& entry : mapped) {
        const bool known = entry.meaning != kNoConcept;
        values.push_back(entry.value);
        ids.emplace_back(known ? taxonomy.id(entry.meaning) : std::string_view());
        labels.push_back(known ? taxonomy.label(entry.meaning) : std::string());
        found.emplace_back(name(entry.found));
        confidences.push_back(fmt::format("{:.3g}", entry.confidence));
        senses.push_back(std::to_string(entry.senses));
        glosses.push_back(known ? describe(taxonomy, entry.meaning) : std::string());
    }
    std::vector<ColumnPtr> columns;
    columns.push_back(column_of("value", std::move(values)));
    columns.push_back(column_of("concept", std::move(ids)));
    columns.push_back(column_of("label", std::move(labels)));
    columns.push_back(column_of("found", std::move(found)));
    columns.push_back(column_of("confidence", std::move(confidences)));
    columns.push_back(column_of("senses", std::move(senses)));
    columns.push_back(column_of("meaning", std::move(glosses)));
    // It holds the values of the data.
    write_file(path, table_text(Table(std::move(columns)), Format::csv), true);
}

std::map<std::string, std::string> read_map(const std::string& path) {
    ReadOptions options;
    options.header = true;
    const Table table = read_table({}, path, options);
    Problems problems;
    for (const std::string_view column : {"value", "concept"}) {
        if (table.find(column) == nullptr) {
            problems.push_back({fmt::format("a table of concepts has the columns \"value\" and "
                                            "\"concept\"; there is no \"{}\"",
                                            column),
                                {path, 1, 0, {}},
                                ErrorKind::input});
        }
    }
    throw_if_any(std::move(problems));
    std::map<std::string, std::string> map;
    const Column& values = table.column("value");
    const Column& meanings = table.column("concept");
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const auto [place, is_new] = map.emplace(text_of(values, row), text_of(meanings, row));
        if (!is_new && place->second != text_of(meanings, row)) {
            problems.push_back({fmt::format("row {} gives another concept to a value of an "
                                            "earlier row",
                                            row + 1),
                                {path, 0, 0, {}},
                                ErrorKind::input});
        }
    }
    throw_if_any(std::move(problems));
    return map;
}

}  // namespace lethe
