// Hierarchies made from random values against their definitions: every value has a line, each level
// is a coarsening of the one before, labels mean what they say, and Lethe's reader finds it all
// again. The references count by going through all pairs of values, and place numbers by whole
// numbers of their last decimal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lethe/core/random.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/release/tables/column_hierarchy.h"

namespace lethe {
namespace {

using LevelTexts = std::vector<std::string>;

// All pairs of lines: alike at a level, alike above it.
void expect_nested(const LevelTable& table) {
    for (const auto& a : table.lines) {
        ASSERT_EQ(std::ssize(a), table.levels());
        EXPECT_EQ(a.back(), "*");
        for (const auto& b : table.lines) {
            for (std::size_t l = 0; l + 1 < a.size(); ++l) {
                if (a[l] != b[l]) continue;
                ASSERT_EQ(a[l + 1], b[l + 1]) << "level " << l + 1;
            }
        }
    }
}

// Counts by walking over the rows once for each of them.
void expect_counts(const ColumnHierarchy& made, const LevelTexts& rows) {
    std::map<std::string, std::size_t> line_of;
    for (std::size_t i = 0; i < made.table.lines.size(); ++i) {
        line_of.emplace(made.table.lines[i].front(), i);
    }
    const auto counts = count_levels(made.table, made.people);
    for (std::size_t l = 0; l < counts.size(); ++l) {
        std::set<std::string> labels;
        std::int64_t smallest = std::ssize(rows);
        std::int64_t unique = 0;
        for (const std::string& row : rows) {
            ASSERT_TRUE(line_of.contains(row)) << "a value has no line";
            const std::string& label = made.table.lines[line_of[row]][l];
            std::int64_t same = 0;
            for (const std::string& other : rows) {
                same += made.table.lines[line_of[other]][l] == label ? 1 : 0;
            }
            if (labels.insert(label).second && same == 1) ++unique;
            smallest = std::min(smallest, same);
        }
        EXPECT_EQ(counts[l].groups, std::ssize(labels));
        EXPECT_EQ(counts[l].smallest, smallest);
        EXPECT_EQ(counts[l].unique, unique);
    }
}

ColumnHierarchy made_from(const LevelTexts& rows, Kind kind, const HierarchyRequest& request) {
    EXPECT_TRUE(problems_of(request).empty());
    ColumnPtr column = Column::from_texts("x", Kind::nominal, rows);
    if (kind != Kind::nominal) column = column->as_kind(kind);
    ColumnHierarchy made = make_hierarchy({}, *column, request);
    expect_nested(made.table);
    expect_counts(made, rows);
    // Error(internal) unless the reader finds every value and label where they are.
    check_reading({}, "h.csv", made.table, level_table_text(made.table));
    return made;
}

std::int64_t floor_of_quotient(std::int64_t a, std::int64_t b) {
    std::int64_t q = a / b;
    while (q * b > a) --q;
    while ((q + 1) * b <= a) ++q;
    return q;
}

std::string decimal_text(std::int64_t value, int decimals) {
    const std::string digits = fmt::format("{:0{}}", std::abs(value), decimals + 1);
    std::string text = value < 0 ? "-" : "";
    text += digits.substr(0, digits.size() - static_cast<std::size_t>(decimals));
    if (decimals > 0)
        text += "." + digits.substr(digits.size() - static_cast<std::size_t>(decimals));
    return text;
}

TEST(ReferenceBuildLevels, IntervalsByWholeNumbers) {
    const Stream stream = Random(1).stream("intervals");
    for (int round = 0; round < 300; ++round) {
        Draws draws = stream.at(round);
        const int decimals = static_cast<int>(draws.below(4));
        const auto width = static_cast<std::int64_t>(1 + draws.below(70));
        const auto fan = static_cast<std::int64_t>(2 + draws.below(3));
        const auto origin = static_cast<std::int64_t>(draws.below(40)) - 20;
        const bool open_below = draws.below(2) == 0;
        const bool ended = draws.below(2) == 0;
        const std::int64_t end = origin + 1 + static_cast<std::int64_t>(draws.below(500));
        HierarchyRequest request;
        request.width = *parse_number(decimal_text(width, decimals));
        request.fan = fan;
        if (!open_below) request.from = *parse_number(decimal_text(origin, decimals));
        if (ended) request.to = *parse_number(decimal_text(end, decimals));
        std::map<std::string, std::int64_t> units;  // the whole number of each text
        LevelTexts rows;
        for (std::uint64_t i = 0; i < 1 + draws.below(40); ++i) {
            const std::int64_t value = static_cast<std::int64_t>(draws.below(900)) - 300;
            rows.push_back(decimal_text(value, decimals));
            units[rows.back()] = value;
        }
        const ColumnHierarchy made = made_from(rows, Kind::numeric, request);
        const std::int64_t begin = open_below ? 0 : origin;
        const auto number = [&](std::int64_t whole) {
            return *parse_number(decimal_text(whole, decimals));
        };
        const auto expected = [&](std::int64_t value, std::int64_t size) -> std::string {
            if (!open_below && value < origin) return "< " + number_text(number(origin));
            if (ended && value >= end) return ">= " + number_text(number(end));
            const std::int64_t low = begin + floor_of_quotient(value - begin, size) * size;
            const std::int64_t high = ended ? std::min(low + size, end) : low + size;
            return fmt::format("[{}, {})", number_text(number(low)), number_text(number(high)));
        };
        // A level at which nobody is joined, because all are at the last end, is not written.
        std::vector<std::int64_t> sizes{width};
        const std::size_t levels = made.table.lines.front().size() - 2;
        for (std::int64_t size = width * fan; sizes.size() < levels; size *= fan) {
            ASSERT_LT(size, std::int64_t{1} << 40);
            const bool differs = std::ranges::any_of(units, [&](const auto& one) {
                return expected(one.second, size) != expected(one.second, sizes.back());
            });
            if (differs) sizes.push_back(size);
        }
        for (const auto& line : made.table.lines) {
            ASSERT_TRUE(units.contains(line[0])) << line[0];
            for (std::size_t l = 1; l + 1 < line.size(); ++l) {
                EXPECT_EQ(line[l], expected(units[line[0]], sizes[l - 1]));
                EXPECT_TRUE(interval_of_label(line[l])) << line[l];
            }
        }
    }
}

TEST(ReferenceBuildLevels, OrderJoinsNeighbours) {
    const Stream stream = Random(2).stream("orders");
    for (int round = 0; round < 200; ++round) {
        Draws draws = stream.at(round);
        const auto count = 1 + draws.below(30);
        HierarchyRequest request;
        request.by = HierarchyBy::order;
        request.fan = static_cast<std::int64_t>(2 + draws.below(4));
        for (std::uint64_t i = 0; i < count; ++i) {
            // An order that is not that of the letters.
            request.order.push_back(fmt::format("{}#{}", static_cast<char>('z' - i % 7), i));
        }
        LevelTexts rows;
        for (int i = 0; i < 50; ++i) rows.push_back(request.order[draws.below(count)]);
        const ColumnHierarchy made = made_from(rows, Kind::nominal, request);
        ASSERT_EQ(made.table.lines.size(), count);
        for (std::size_t l = 1; l + 1 < static_cast<std::size_t>(made.table.levels()); ++l) {
            std::size_t size = 1;
            for (std::size_t i = 0; i < l; ++i) size *= static_cast<std::size_t>(*request.fan);
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t first = i - i % size;
                std::size_t last = first;
                while (last + 1 < count && last + 1 < first + size) ++last;
                EXPECT_EQ(made.table.lines[i][l],
                          first == last ? request.order[first]
                                        : request.order[first] + " to " + request.order[last]);
            }
        }
    }
}

// Codes of awkward characters, of different lengths.
TEST(ReferenceBuildLevels, PrefixesAndFrequencies) {
    const LevelTexts letters{"a", "A",  "-",      "_",  ";", ",", "\"",
                             " ", "\t", "\u00e9", "#2", "1", "0"};
    const Stream stream = Random(3).stream("codes");
    for (int round = 0; round < 200; ++round) {
        Draws draws = stream.at(round);
        LevelTexts rows;
        const auto kinds = 2 + draws.below(letters.size() - 2);
        for (std::uint64_t i = 0; i < 2 + draws.below(40); ++i) {
            std::string code = "x";
            for (std::uint64_t n = draws.below(5); n > 0; --n) code += letters[draws.below(kinds)];
            rows.push_back(code);
        }
        HierarchyRequest request;
        request.by = HierarchyBy::prefixes;
        for (const auto& line : made_from(rows, Kind::nominal, request).table.lines) {
            for (std::size_t l = 1; l + 1 < line.size(); ++l) {
                const std::string kept = line[l].substr(0, line[l].find('*'));
                EXPECT_TRUE(line[0].starts_with(kept)) << line[0] << " " << line[l];
            }
        }
        request = {};
        request.by = HierarchyBy::frequency;
        request.least = {2, 4};
        for (const auto& line : made_from(rows, Kind::nominal, request).table.lines) {
            const auto people = std::count(rows.begin(), rows.end(), line[0]);
            for (std::size_t l = 1; l + 1 < line.size(); ++l) {
                EXPECT_TRUE(line[l] == line[0] ? people >= 2 : people < 4) << line[0];
            }
        }
    }
}

}  // namespace
}  // namespace lethe
