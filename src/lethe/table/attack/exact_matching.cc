// Each masked row gets the values that the intruder looks for: what its person is known to have, in
// the form of the release. Where nothing was suppressed these are the released values themselves,
// and who agrees is the class of the row. Otherwise suppressed cells are filled again with what is
// known, and the rows of the release that agree (missing agreeing with anything) are counted by
// putting both tables one below the other: a row of the lower one agrees with as many as in both,
// less those of the lower one. A value that was missing from the start is known to be missing; it
// is a category of its own below and agrees with what is missing above. In a column in which
// nothing was suppressed, missing is nothing but that category.
#include "lethe/table/attack/exact_matching.h"

#include <algorithm>
#include <functional>
#include <map>

#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/method/category_columns.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

// A column of the release by codes: equal values have equal codes, from 1 on.
struct SoughtColumn {
    std::vector<std::int32_t> masked;  // kAnything where a value may have been suppressed
    std::vector<std::int32_t> sought;  // what is known, in the form of the release

    static constexpr std::int32_t kAnything = -1;
    static constexpr std::int32_t kKnownMissing = 0;
};

// Which rows of a masked column agree with what is known.
struct Agreement {
    std::vector<bool> agrees;
    bool suppressed = false;  // some value that is known is missing in the release
};

bool covers(const Column& masked, std::int64_t row, double known) {
    if (masked.spelling() == nullptr) return false;
    const auto text = masked.spelling()->find(row);
    const auto interval = text ? interval_of_label(*text, masked.notation().get()) : std::nullopt;
    return interval && interval->low < interval->high && interval->low <= known &&
           known <= interval->high;
}

// Whether equal numbers were released as equal ones and larger ones never as smaller ones.
bool recoded_in_order(const Context& context, const Column& original, const Column& masked) {
    double last = 0;
    double last_masked = 0;
    bool first = true;
    for (const std::int32_t row : ranking(context, original)) {
        if (!masked.valid(row)) continue;
        const double value = original.numbers()[at(row)];
        const double released = masked.numbers()[at(row)];
        if (!first && (value == last ? released != last_masked : released < last_masked)) {
            return false;
        }
        last = value;
        last_masked = released;
        first = false;
    }
    return true;
}

Agreement agreement_of_numbers(const Context& context, const Column& known, const Column& masked) {
    const bool in_order = recoded_in_order(context, known, masked);
    Agreement result;
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const double value = known.numbers()[at(row)];
        const bool released = masked.valid(row);
        result.agrees.push_back(
            !released || (known.valid(row) && (in_order || masked.numbers()[at(row)] == value ||
                                               covers(masked, row, value))));
        result.suppressed |= known.valid(row) && !released;
    }
    return result;
}

Agreement agreement_of_categories(const CategoryColumn& column) {
    const auto known = column.aligned();
    const std::int32_t missing = column.missing();
    Agreement result;
    for (std::size_t row = 0; row < column.masked.size(); ++row) {
        const std::int32_t released = column.masked[row];
        const bool is_new = released >= column.domain && known[row] != missing;
        result.agrees.push_back(released == missing || released == known[row] || is_new);
        result.suppressed |= released == missing && known[row] != missing;
    }
    return result;
}

// `known` and `released` are codes from 1 on, 0 for missing. A known value that was suppressed is
// sought in the form that it has elsewhere: in any where there are several, as it is where there
// is none.
SoughtColumn sought_of(const std::vector<std::int32_t>& known,
                       const std::vector<std::int32_t>& released, const Agreement& agreement,
                       std::int32_t codes) {
    constexpr std::int32_t kNoForm = -2;
    std::vector<std::int32_t> form(at(codes) + 1, kNoForm);
    for (std::size_t row = 0; row < released.size(); ++row) {
        if (released[row] == 0 || known[row] == 0 || !agreement.agrees[row]) continue;
        std::int32_t& own = form[at(known[row])];
        own = own == kNoForm || own == released[row] ? released[row] : SoughtColumn::kAnything;
    }
    SoughtColumn column;
    for (std::size_t row = 0; row < released.size(); ++row) {
        const bool anything = released[row] == 0 && agreement.suppressed;
        column.masked.push_back(anything ? SoughtColumn::kAnything : released[row]);
        if (released[row] != 0 || known[row] == 0) {
            column.sought.push_back(released[row]);  // 0: kKnownMissing
        } else {
            const std::int32_t own = form[at(known[row])];
            column.sought.push_back(own == kNoForm ? known[row] : own);
        }
    }
    return column;
}

SoughtColumn numbers_sought(const Column& known, const Column& masked, const Agreement& agreement) {
    std::map<double, std::int32_t> code_of;
    const auto codes = [&](const Column& column) {
        std::vector<std::int32_t> result;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const auto next = static_cast<std::int32_t>(code_of.size()) + 1;
            result.push_back(column.valid(row)
                                 ? code_of.emplace(column.numbers()[at(row)], next).first->second
                                 : 0);
        }
        return result;
    };
    const std::vector<std::int32_t> of_known = codes(known);
    const std::vector<std::int32_t> of_masked = codes(masked);
    return sought_of(of_known, of_masked, agreement, static_cast<std::int32_t>(code_of.size()));
}

SoughtColumn categories_sought(const CategoryColumn& column, const Agreement& agreement) {
    const auto codes = [&](std::span<const std::int32_t> given) {
        std::vector<std::int32_t> result;
        for (const std::int32_t code : given) {
            result.push_back(code == column.missing() ? 0 : code + 1);
        }
        return result;
    };
    return sought_of(codes(column.aligned()), codes(column.masked), agreement, column.codes);
}

ColumnPtr column_of(const std::string& name, std::vector<std::int32_t> codes) {
    Validity validity(std::ssize(codes));
    std::int32_t largest = 0;
    for (std::size_t row = 0; row < codes.size(); ++row) {
        if (codes[row] == SoughtColumn::kAnything) {
            validity.set_missing(static_cast<std::int64_t>(row));
        }
        codes[row] = std::max(codes[row], 0);
        largest = std::max(largest, codes[row]);
    }
    const auto dictionary = std::make_shared<const Dictionary>(at(largest) + 1);
    return Column::categories(name, Kind::nominal, std::move(codes), dictionary,
                              std::move(validity));
}

std::vector<std::int64_t> agreeing_with_sought(const AssessInput& input,
                                               std::vector<SoughtColumn> columns) {
    const OpenRecords open(input);
    std::vector<ColumnPtr> both;
    std::vector<ColumnPtr> below;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        std::vector<std::int32_t> codes;
        for (const std::int64_t row : open.rows()) codes.push_back(columns[j].masked[at(row)]);
        const std::vector<std::int32_t>& sought = columns[j].sought;
        codes.insert(codes.end(), sought.begin(), sought.end());
        both.push_back(column_of(input.columns[j], std::move(codes)));
        below.push_back(column_of(input.columns[j], sought));
    }
    const auto in_both = matching_rows(input.context, Table(std::move(both)), input.columns);
    const auto in_below = matching_rows(input.context, Table(std::move(below)), input.columns);
    std::vector<std::int64_t> matches;
    for (std::size_t row = 0; row < in_below.size(); ++row) {
        matches.push_back(in_both[at(open.size()) + row] - in_below[row]);
    }
    return matches;
}

}  // namespace

std::vector<std::int64_t> exact_matches(const AssessInput& input) {
    check_tables(input);
    std::vector<std::function<SoughtColumn()>> sought;  // made where something was suppressed
    std::vector<bool> agrees(at(input.masked.rows()), true);
    bool suppressed = false;
    for (const std::string& name : input.columns) {
        const ColumnPtr original = input.original.column_ptr(name);
        const ColumnPtr masked = input.masked.column_ptr(name);
        Agreement agreement;
        if (original->is_numeric() && masked->is_numeric()) {
            const ColumnPtr known =
                input.origin.empty() ? original : original->gather(input.origin);
            agreement = agreement_of_numbers(input.context, *known, *masked);
            sought.push_back(
                [known, masked, agreement] { return numbers_sought(*known, *masked, agreement); });
        } else {
            const CategoryColumn column = category_column(input, name);
            agreement = agreement_of_categories(column);
            sought.push_back([&input, name, agreement] {
                return categories_sought(category_column(input, name), agreement);
            });
        }
        suppressed |= agreement.suppressed;
        for (std::size_t row = 0; row < agrees.size(); ++row) {
            agrees[row] = agrees[row] && agreement.agrees[row];
        }
    }
    std::vector<std::int64_t> matches;
    if (suppressed) {
        std::vector<SoughtColumn> columns;
        for (const auto& make : sought) columns.push_back(make());
        matches = agreeing_with_sought(input, std::move(columns));
    } else {
        const Groups groups = group_rows(input.context, input.masked, input.columns);
        matches.reserve(groups.class_of.size());
        std::vector<std::int64_t> sizes(groups.sizes.size(), 0);
        const OpenRecords open(input);
        for (const std::int64_t row : open.rows()) ++sizes[at(groups.class_of[at(row)])];
        for (const std::int32_t own : groups.class_of) matches.push_back(sizes[at(own)]);
    }
    for (std::size_t row = 0; row < matches.size(); ++row) {
        if (!agrees[row]) matches[row] = 0;
    }
    return matches;
}

}  // namespace lethe::attack
