#include "lethe/table/mask/parts/publish_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "lethe/core/exact_sum.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/space/attribute/category_centre.h"
#include "lethe/space/attribute/coded_texts.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

using Rows = std::span<const std::int64_t>;

struct Published {
    ColumnPtr column;
    std::int64_t suppressed = 0;
};

// Which groups are complete in the column, and the column's validity once the others are blanked.
struct Complete {
    std::vector<bool> groups;
    Validity validity;
    std::int64_t suppressed = 0;
};

template <class Holds>
Complete complete_groups(const Validity& validity, const ClusterRows& rows, Holds holds) {
    Complete result{std::vector<bool>(static_cast<std::size_t>(rows.count()), true), validity, 0};
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        const auto holding = std::count_if(rows[group].begin(), rows[group].end(), holds);
        if (holding == std::ssize(rows[group])) continue;
        result.groups[static_cast<std::size_t>(group)] = false;
        result.suppressed += holding;
        for (const std::int64_t row : rows[group]) result.validity.set_missing(row);
    }
    return result;
}

Complete complete_groups(const Column& column, const ClusterRows& rows) {
    if (!column.has_missing()) {
        return {std::vector<bool>(static_cast<std::size_t>(rows.count()), true), column.validity(),
                0};
    }
    return complete_groups(column.validity(), rows,
                           [&](std::int64_t row) { return column.valid(row); });
}

std::string member_text(const std::string& category) {
    if (category.find_first_of(",[]{}\"") == std::string::npos) return category;
    std::string quoted = "\"";
    for (const char c : category) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string set_text(const std::vector<std::string>& members) {
    std::vector<std::string> texts;
    for (const std::string& member : members) texts.push_back(member_text(member));
    return fmt::format("{{{}}}", fmt::join(texts, ","));
}

// Every row's value, from one a group.
template <class T>
std::vector<T> spread_out(const ClusterRows& rows, std::size_t size, const Complete& complete,
                          const std::vector<T>& of_group) {
    std::vector<T> values(size, T{});
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        const auto g = static_cast<std::size_t>(group);
        if (!complete.groups[g]) continue;
        for (const std::int64_t row : rows[group]) {
            values[static_cast<std::size_t>(row)] = of_group[g];
        }
    }
    return values;
}

// A column of labels: one key a group, a label a key, in the order of the keys. Two keys of one
// label become one category.
template <class Key, class Label>
ColumnPtr label_column(const Column& column, const ClusterRows& rows, const Complete& complete,
                       Kind kind, const std::vector<Key>& keys, Label label) {
    std::vector<Key> sorted;
    for (std::size_t g = 0; g < keys.size(); ++g) {
        if (complete.groups[g]) sorted.push_back(keys[g]);
    }
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    Dictionary dictionary;
    std::unordered_map<std::string, std::int32_t> code_of;
    std::vector<std::int32_t> code_of_key;
    for (const Key& key : sorted) {
        std::string text = label(key);
        const auto [entry, added] =
            code_of.try_emplace(text, static_cast<std::int32_t>(dictionary.size()));
        if (added) dictionary.push_back(std::move(text));
        code_of_key.push_back(entry->second);
    }
    std::vector<std::int32_t> of_group(keys.size(), 0);
    for (std::size_t g = 0; g < keys.size(); ++g) {
        if (!complete.groups[g]) continue;
        const auto place = std::lower_bound(sorted.begin(), sorted.end(), keys[g]);
        of_group[g] = code_of_key[static_cast<std::size_t>(place - sorted.begin())];
    }
    return Column::categories(
        column.name(), kind,
        spread_out(rows, static_cast<std::size_t>(column.size()), complete, of_group),
        std::make_shared<const Dictionary>(std::move(dictionary)), complete.validity,
        column.spelling_of_missing());
}

// The least and the largest value of each group. `label`: of one value that all have;
// `interval`: of two.
template <class T, class Label, class Interval>
ColumnPtr group_intervals(const Column& column, std::span<const T> values, const ClusterRows& rows,
                          const Complete& complete, Label label, Interval interval) {
    std::vector<std::pair<T, T>> ends(static_cast<std::size_t>(rows.count()));
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        const auto by_value = [&](std::int64_t a, std::int64_t b) {
            return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
        };
        const auto [least, most] =
            std::minmax_element(rows[group].begin(), rows[group].end(), by_value);
        ends[static_cast<std::size_t>(group)] = {values[static_cast<std::size_t>(*least)],
                                                 values[static_cast<std::size_t>(*most)]};
    }
    return label_column(
        column, rows, complete, Kind::ordinal, ends, [&](const std::pair<T, T>& found) {
            return found.first == found.second ? std::string(label(found.first))
                                               : interval(found.first, found.second);
        });
}

std::vector<std::int32_t> sorted_codes(const Column& column, Rows rows) {
    std::vector<std::int32_t> codes;
    for (const std::int64_t row : rows) {
        codes.push_back(column.codes()[static_cast<std::size_t>(row)]);
    }
    std::sort(codes.begin(), codes.end());
    return codes;
}

ColumnPtr sets(const Column& column, const ClusterRows& rows, const Complete& complete) {
    std::vector<std::vector<std::int32_t>> members;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        members.push_back(sorted_codes(column, rows[group]));
        members.back().erase(std::unique(members.back().begin(), members.back().end()),
                             members.back().end());
    }
    const Dictionary& dictionary = column.dictionary();
    return label_column(column, rows, complete, column.kind(), members,
                        [&](const std::vector<std::int32_t>& set) {
                            if (set.size() == 1) {
                                return dictionary[static_cast<std::size_t>(set[0])];
                            }
                            std::vector<std::string> texts;
                            for (const std::int32_t code : set) {
                                texts.push_back(dictionary[static_cast<std::size_t>(code)]);
                            }
                            // Codes are numbered by first appearance: that order tells of rows.
                            if (column.kind() != Kind::ordinal) std::ranges::sort(texts);
                            return set_text(texts);
                        });
}

// What stands for the concepts of each group: one text a group.
class GroupConcepts {
  public:
    GroupConcepts(const TupleSpace& space, Publish publish)
        : space_(space),
          domain_(*space.domain(0)),
          publish_(publish),
          centre_(space,
                  {publish == Publish::interval ? CentreKind::lcs : CentreKind::semantic, {}}) {}

    bool has_value(std::int64_t row) const {
        return text_of(space_.tuple_of_row()[static_cast<std::size_t>(row)]).has_value();
    }

    // Of a group of which all rows have a value.
    std::string text(Rows rows) {
        std::vector<std::int32_t> tuples;
        for (const std::int64_t row : rows) {
            tuples.push_back(space_.tuple_of_row()[static_cast<std::size_t>(row)]);
        }
        std::sort(tuples.begin(), tuples.end());
        centre_.clear();
        std::vector<std::string> members;
        bool has_subsumer = true;
        for (auto begin = tuples.begin(); begin != tuples.end();) {
            const auto end = std::upper_bound(begin, tuples.end(), *begin);
            centre_.add(*begin, end - begin);
            members.push_back(*text_of(*begin));
            has_subsumer = has_subsumer && domain_.concept_of(candidate(*begin)) != kNoConcept;
            begin = end;
        }
        if (publish_ == Publish::interval && !has_subsumer && members.size() > 1) {
            return set_text(members);
        }
        return *domain_.text(static_cast<std::int32_t>(centre_.point()[0]));
    }

  private:
    std::int32_t candidate(std::int32_t tuple) const {
        return domain_.candidate_of(space_.code(0, tuple));
    }
    const std::optional<std::string>& text_of(std::int32_t tuple) const {
        return domain_.text(candidate(tuple));
    }

    const TupleSpace& space_;
    const ValueDomain& domain_;
    Publish publish_;
    TupleCentre centre_;
};

Published publish_concepts(const MaskInput& input, const Context& context, const Column& column,
                           const ClusterRows& rows, Publish publish,
                           const MeasureOptions& measure) {
    const std::vector<std::string> name{column.name()};
    const TupleSpace space(context, input.table, name, {.measure = measure});
    GroupConcepts concepts(space, publish);
    const Complete complete = complete_groups(
        Validity(column.size()), rows, [&](std::int64_t row) { return concepts.has_value(row); });
    std::vector<std::string> texts;
    CodedTexts coded(texts);
    const std::int32_t missing = coded.missing_code();
    std::vector<std::int32_t> of_row(static_cast<std::size_t>(column.size()), missing);
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        if (!complete.groups[static_cast<std::size_t>(group)]) continue;
        const std::int32_t code = coded.code(concepts.text(rows[group]));
        for (const std::int64_t row : rows[group]) of_row[static_cast<std::size_t>(row)] = code;
    }
    return {text_column(column, of_row, texts, missing, column.spelling_of_missing()),
            complete.suppressed};
}

double average_of(std::vector<double>& values, NumberAverage average) {
    std::sort(values.begin(), values.end());
    if (average == NumberAverage::median) {
        const std::size_t half = values.size() / 2;
        if (values.size() % 2 == 1) return values[half];
        return values[half - 1] / 2 + values[half] / 2;
    }
    return std::clamp(exact_sum(values) / static_cast<double>(values.size()), values.front(),
                      values.back());
}

ColumnPtr averages(const Column& column, const ClusterRows& rows, const Complete& complete,
                   NumberAverage average) {
    std::vector<double> of_group(static_cast<std::size_t>(rows.count()), 0.0);
    std::vector<double> values;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        if (!complete.groups[static_cast<std::size_t>(group)]) continue;
        values.clear();
        for (const std::int64_t row : rows[group]) {
            values.push_back(column.numbers()[static_cast<std::size_t>(row)]);
        }
        of_group[static_cast<std::size_t>(group)] = average_of(values, average);
    }
    return Column::numeric(
        column.name(),
        spread_out(rows, static_cast<std::size_t>(column.size()), complete, of_group),
        complete.validity, column.spelling_of_missing());
}

ColumnPtr typical_categories(const Column& column, const ClusterRows& rows,
                             const Complete& complete) {
    std::vector<std::int32_t> of_group;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        std::vector<std::int32_t> codes = sorted_codes(column, rows[group]);
        of_group.push_back(category_centre(column.kind(), codes));
    }
    return Column::categories(
        column.name(), column.kind(),
        spread_out(rows, static_cast<std::size_t>(column.size()), complete, of_group),
        column.dictionary_ptr(), complete.validity, column.spelling_of_missing());
}

Published publish_column(const Column& column, const ClusterRows& rows, Publish publish,
                         NumberAverage average) {
    const Complete complete = complete_groups(column, rows);
    const auto made = [&]() -> ColumnPtr {
        if (publish == Publish::representative) {
            return column.is_numeric() ? averages(column, rows, complete, average)
                                       : typical_categories(column, rows, complete);
        }
        if (column.is_numeric()) {
            const NumberLabels labels(column.notation());
            return group_intervals(
                column, column.numbers(), rows, complete,
                [&](double number) { return labels.number(number + 0.0); },
                [&](double low, double high) {
                    return labels.interval(low + 0.0, high + 0.0, ']');
                });
        }
        if (publish == Publish::interval && column.kind() == Kind::ordinal) {
            const auto text = [&](std::int32_t code) -> const std::string& {
                return column.dictionary()[static_cast<std::size_t>(code)];
            };
            return group_intervals(column, column.codes(), rows, complete, text,
                                   [&](std::int32_t low, std::int32_t high) {
                                       return fmt::format("[{},{}]", member_text(text(low)),
                                                          member_text(text(high)));
                                   });
        }
        return sets(column, rows, complete);
    };
    return {made(), complete.suppressed};
}

}  // namespace

MaskOutput publish_groups(const MaskInput& input, const Clusters& groups, Publish publish,
                          NumberAverage average, const MeasureOptions& measure) {
    const ClusterRows rows(groups);
    std::vector<Published> published(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context& context) {
        published[j] = column.meaning() != nullptr && publish != Publish::set
                           ? publish_concepts(input, context, column, rows, publish, measure)
                           : publish_column(column, rows, publish, average);
    });
    MaskOutput output;
    output.facts["groups"] = groups.count;
    std::vector<std::int64_t> sizes;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        sizes.push_back(std::ssize(rows[group]));
    }
    if (!sizes.empty()) {
        const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
        output.facts["smallest"] = *least;
        output.facts["largest"] = *most;
    }
    std::int64_t suppressed = 0;
    for (std::size_t j = 0; j < published.size(); ++j) {
        suppressed += published[j].suppressed;
        const std::string& name = input.columns[j];
        output.facts["suppressed_cells"][name] = published[j].suppressed;
        const Column& before = input.table.column(name);
        if (before.size() > 0 && before.missing() == before.size()) {
            output.warnings.push_back(fmt::format("column \"{}\" holds no value", name));
        }
        output.changed.push_back(std::move(published[j].column));
    }
    if (suppressed > 0) {
        output.warnings.push_back(fmt::format(
            "values made missing because others of their group are missing: {}", suppressed));
    }
    return output;
}

}  // namespace lethe::mask
