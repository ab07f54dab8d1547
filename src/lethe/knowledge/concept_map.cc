// The sense of a value in the context of its column: of its senses s the one with the smallest
//
//   sum over the other values of the smallest distance from s to one of their senses.
//
// A sense wins against a more usual one only if its sum is smaller by a margin: the order of senses
// is knowledge too. The other values keep all their senses while one is decided, so the choice
// depends neither on the order of the values nor on the choices made for others. A row of distances
// from s to all senses of the column answers the question for s; values are decided in parallel.
#include "lethe/knowledge/concept_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/label_key.h"

namespace lethe {
namespace {

using How = MappedValue::How;

std::string_view name_of_how(How how) {
    switch (how) {
        case How::override_table:
            return "override";
        case How::name:
            return "name";
        case How::stem:
            return "stem";
        case How::none:
            return "none";
    }
    return "none";
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
};

std::vector<Candidates> candidates_of(const Taxonomy& taxonomy, std::span<const std::string> values,
                                      const MapOptions& options) {
    const Overrides overrides(options.overrides);
    std::vector<Candidates> all(values.size());
    Problems problems;
    for (std::size_t i = 0; i < values.size(); ++i) {
        Candidates& one = all[i];
        if (const std::string* given = overrides.find(values[i]); given != nullptr) {
            if (given->empty()) continue;
            one = {How::override_table, senses_of_text(taxonomy, *given)};
            if (one.senses.empty()) {
                problems.push_back({fmt::format("\"{}\" is to mean \"{}\", which {} does not know",
                                                values[i], *given, taxonomy.name())});
            }
            continue;
        }
        one = {How::name, senses_of_text(taxonomy, values[i])};
        if (one.senses.empty() && options.stemming) {
            one = {How::stem, taxonomy.find_stem(values[i])};
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
                                           double margin) {
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

std::vector<MappedValue> map_values(const Context& context, const TaxonomyPtr& taxonomy,
                                    std::span<const std::string> values,
                                    const MapOptions& options) {
    const std::vector<Candidates> candidates = candidates_of(*taxonomy, values, options);
    std::vector<std::size_t> chosen(values.size(), 0);
    if (options.senses == SensePolicy::fixed) refuse_several_senses(*taxonomy, values, candidates);
    if (options.senses == SensePolicy::attribute_context) {
        chosen = choose_in_context(context, *make_measure(taxonomy, options.measure), candidates,
                                   options.margin);
    }
    std::vector<MappedValue> mapped;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& senses = candidates[i].senses;
        mapped.push_back({values[i], senses.empty() ? kNoConcept : senses[chosen[i]],
                          candidates[i].found, std::ssize(senses)});
    }
    return mapped;
}

void write_map(const std::string& path, const Taxonomy& taxonomy,
               std::span<const MappedValue> mapped) {
    std::vector<std::string> values, ids, labels, found, senses, glosses;
    for (const MappedValue& entry : mapped) {
        const bool known = entry.meaning != kNoConcept;
        values.push_back(entry.value);
        ids.emplace_back(known ? taxonomy.id(entry.meaning) : std::string_view());
        labels.push_back(known ? taxonomy.label(entry.meaning) : std::string());
        found.emplace_back(name_of_how(entry.found));
        senses.push_back(std::to_string(entry.senses));
        glosses.push_back(known ? describe(taxonomy, entry.meaning) : std::string());
    }
    std::vector<ColumnPtr> columns;
    columns.push_back(column_of("value", std::move(values)));
    columns.push_back(column_of("concept", std::move(ids)));
    columns.push_back(column_of("label", std::move(labels)));
    columns.push_back(column_of("found", std::move(found)));
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
