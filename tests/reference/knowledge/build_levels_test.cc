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
#include "lethe/io/file.h"
#include "lethe/knowledge/hierarchies/level_files.h"
#include "lethe/knowledge/readers/hierarchy_text.h"
#include "lethe/release/tables/hierarchies/column_hierarchy.h"

namespace lethe {
namespace {

using LevelTexts = std::vector<std::string>;

bool all_nested(const LevelTable& table) {
    for (const auto& a : table.lines) {
        for (const auto& b : table.lines) {
            for (std::size_t l = 0; l + 1 < a.size(); ++l) {
                if (a[l] == b[l] && a[l + 1] != b[l + 1]) return false;
            }
        }
    }
    return true;
}

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
void expect_counts(const release::ColumnHierarchy& made, const LevelTexts& rows) {
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

release::ColumnHierarchy made_from(const LevelTexts& rows, Kind kind,
                                   const release::HierarchyRequest& request) {
    EXPECT_TRUE(problems_of(request).empty());
    ColumnPtr column = Column::from_texts("x", Kind::nominal, rows);
    if (kind != Kind::nominal) column = column->as_kind(kind);
    release::ColumnHierarchy made = release::make_hierarchy({}, *column, request);
    expect_nested(made.table);
    expect_counts(made, rows);
    // Error(internal) unless the reader finds every value and label where they are.
    release::check_reading({}, "h.csv", made.table, level_table_text(made.table));
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
        release::HierarchyRequest request;
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
        const release::ColumnHierarchy made = made_from(rows, Kind::numeric, request);
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
        release::HierarchyRequest request;
        request.by = release::HierarchyBy::order;
        request.fan = static_cast<std::int64_t>(2 + draws.below(4));
        for (std::uint64_t i = 0; i < count; ++i) {
            // An order that is not that of the letters.
            request.order.push_back(fmt::format("{}#{}", static_cast<char>('z' - i % 7), i));
        }
        LevelTexts rows;
        for (int i = 0; i < 50; ++i) rows.push_back(request.order[draws.below(count)]);
        const release::ColumnHierarchy made = made_from(rows, Kind::nominal, request);
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
        release::HierarchyRequest request;
        request.by = release::HierarchyBy::prefixes;
        for (const auto& line : made_from(rows, Kind::nominal, request).table.lines) {
            for (std::size_t l = 1; l + 1 < line.size(); ++l) {
                const std::string kept = line[l].substr(0, line[l].find('*'));
                EXPECT_TRUE(line[0].starts_with(kept)) << line[0] << " " << line[l];
            }
        }
        request = {};
        request.by = release::HierarchyBy::frequency;
        request.least = {2, 4};
        for (const auto& line : made_from(rows, Kind::nominal, request).table.lines) {
            const auto people = std::count(rows.begin(), rows.end(), line[0]);
            for (std::size_t l = 1; l + 1 < line.size(); ++l) {
                EXPECT_TRUE(line[l] == line[0] ? people >= 2 : people < 4) << line[0];
            }
        }
    }
}

// A tree by its edges alone: the line of a leaf is found by climbing, and shorter lines are filled
// up with the leaf from below.
TEST(ReferenceBuildLevels, TreesToTablesAndBack) {
    const Stream stream = Random(4).stream("trees");
    for (int round = 0; round < 300; ++round) {
        Draws draws = stream.at(round);
        const std::size_t size = 2 + draws.below(40);
        std::vector<std::size_t> parent(size, 0);
        std::vector<bool> has_child(size, false);
        const auto named = [](std::size_t i) {
            return i == 0 ? std::string("*") : fmt::format("n {};{}", i, i % 3);
        };
        for (std::size_t i = 1; i < size; ++i) {
            parent[i] = draws.below(std::min<std::size_t>(i, 12));
            has_child[parent[i]] = true;
        }
        std::vector<std::vector<std::string>> expected;
        std::size_t longest = 0;
        for (std::size_t i = 1; i < size; ++i) {
            if (has_child[i]) continue;
            auto& line = expected.emplace_back();
            for (std::size_t at = i; at != 0; at = parent[at]) line.push_back(named(at));
            line.emplace_back("*");
            longest = std::max(longest, line.size());
        }
        std::string ragged;
        for (const auto& line : expected) ragged += level_table_text({{line}});
        for (auto& line : expected) line.insert(line.begin(), longest - line.size(), line.front());
        std::sort(expected.begin(), expected.end());
        const auto levels_in = [](const std::string& text) {
            LevelTable table = level_table_of(*read_hierarchy_text({}, "h.csv", text).taxonomy);
            std::sort(table.lines.begin(), table.lines.end());
            return table;
        };
        const LevelTable table = levels_in(ragged);
        ASSERT_EQ(table.lines, expected);
        expect_nested(table);
        EXPECT_EQ(levels_in(level_table_text(table)).lines, expected);
        const std::string path = testing::TempDir() + "/trees_to_tables.csv";
        write_file(path, level_table_text(table));
        EXPECT_EQ(read_checked_levels({}, path).lines, expected);
    }
}

// Repeated intervals by walking from the first edge, interval by interval, and by cutting lists of
// all intervals into groups.
TEST(ReferenceBuildLevels, RepeatedIntervalsByWalking) {
    const Stream stream = Random(5).stream("repeated");
    int nested_tables = 0;
    for (int round = 0; round < 300; ++round) {
        Draws draws = stream.at(round);
        RepeatedIntervals options;
        options.edges.push_back(static_cast<double>(draws.below(20)) - 10);
        for (std::uint64_t i = 0; i < 1 + draws.below(4); ++i) {
            options.edges.push_back(options.edges.back() + 1 + static_cast<double>(draws.below(9)));
        }
        for (std::uint64_t l = 0; l < draws.below(3); ++l) {
            auto& groups = options.levels.emplace_back();
            for (std::uint64_t g = 0; g < 1 + draws.below(3); ++g) {
                groups.push_back({static_cast<std::int64_t>(1 + draws.below(3))});
            }
        }
        const double snap = static_cast<double>(draws.below(30)) - 25;
        options.lower = {snap, snap - static_cast<double>(draws.below(9)), {}};
        const double end = snap + 1 + static_cast<double>(draws.below(60));
        options.upper = {end, end + static_cast<double>(draws.below(9)), {}};
        options.lower.limit = *options.lower.coded - 5;
        options.upper.limit = *options.upper.coded + 5;
        ASSERT_TRUE(problems_of(options).empty());
        std::vector<double> numbers;
        std::vector<std::string> texts;
        for (double x = *options.lower.limit; x < *options.upper.limit; x += 0.5) {
            numbers.push_back(x);
            texts.push_back(number_text(x));
        }
        const LevelTable table = levels_by_repeated_intervals(texts, numbers, options);
        std::vector<std::vector<std::string>> levels;
        std::vector<double> widths;
        for (std::size_t i = 0; i + 1 < options.edges.size(); ++i) {
            widths.push_back(options.edges[i + 1] - options.edges[i]);
        }
        for (std::size_t l = 0; l <= options.levels.size(); ++l) {
            if (l > 0) {
                const GroupSizes& groups = options.levels[l - 1];
                std::size_t together = 0;
                for (const auto& group : groups) together += static_cast<std::size_t>(group.size);
                std::vector<double> joined;
                std::size_t at = 0;
                const bool on = together >= widths.size();
                for (std::size_t g = 0; on ? g < groups.size() : at < widths.size(); ++g) {
                    joined.push_back(0);
                    for (std::int64_t n = 0; n < groups[g % groups.size()].size; ++n, ++at) {
                        if (on || at < widths.size()) joined.back() += widths[at % widths.size()];
                    }
                }
                widths = joined;
            }
            // All intervals from far below to far above.
            std::vector<std::pair<double, double>> all;
            double low = options.edges.front();
            std::size_t i = 0;
            while (low > -200) low -= widths[(i = (i + widths.size() - 1) % widths.size())];
            for (; low < 200; i = (i + 1) % widths.size()) {
                all.emplace_back(low, low + widths[i]);
                low += widths[i];
            }
            const auto holding = [&](double x) {
                for (const auto& one : all) {
                    if (one.first <= x && x < one.second) return one;
                }
                ADD_FAILURE();
                return all.front();
            };
            std::pair<double, double> lower{*options.lower.coded, holding(snap).second};
            std::pair<double, double> upper = holding(end);
            if (upper.first == end) upper = holding(end - 0.25);
            upper.second = *options.upper.coded;
            if (lower.second > upper.first) {
                lower = {*options.lower.coded, *options.upper.coded};
                upper = lower;
            }
            auto& labels = levels.emplace_back();
            for (const double x : numbers) {
                auto found = holding(x);
                if (found.first < lower.second) {
                    found = lower;
                } else if (found.second > upper.first) {
                    found = upper;
                }
                labels.push_back(x < *options.lower.coded ? "< " + number_text(*options.lower.coded)
                                 : x >= *options.upper.coded
                                     ? ">= " + number_text(*options.upper.coded)
                                     : fmt::format("[{}, {})", number_text(found.first),
                                                   number_text(found.second)));
            }
        }
        ASSERT_EQ(table.lines, level_table(texts, levels).lines);
        // Groups that run on through the repetitions may cut an interval of the level before.
        const bool nested = all_nested(table);
        nested_tables += nested ? 1 : 0;
        try {
            check_levels(table);
            EXPECT_TRUE(nested);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            EXPECT_FALSE(nested);
        }
    }
    EXPECT_GT(nested_tables, 100);
    EXPECT_LT(nested_tables, 290);
}

// Who is hidden at a level, by counting how many come before it.
TEST(ReferenceBuildLevels, PrioritiesByCounting) {
    const Stream stream = Random(6).stream("priorities");
    for (int round = 0; round < 200; ++round) {
        Draws draws = stream.at(round);
        const std::size_t count = 1 + draws.below(30);
        const auto most = static_cast<std::int64_t>(1 + draws.below(12));
        std::vector<std::string> values;
        std::vector<double> priorities;
        for (std::size_t i = 0; i < count; ++i) {
            values.push_back(fmt::format("v{}", i));
            priorities.push_back(static_cast<double>(draws.below(8)));
        }
        const LevelTable table = levels_by_priority(values, priorities, most);
        expect_nested(table);
        const auto levels = std::min<std::int64_t>(std::ssize(values), most);
        ASSERT_EQ(table.levels(), levels + 1);
        for (std::size_t i = 0; i < count; ++i) {
            std::int64_t rank = 0;
            for (std::size_t j = 0; j < count; ++j) {
                rank += priorities[j] > priorities[i] || (priorities[j] == priorities[i] && j < i);
            }
            const double each = static_cast<double>(count) / static_cast<double>(levels);
            // The least l whose first t - l shares hold no more than those before this value.
            std::int64_t from = 1;
            while (static_cast<double>(rank) + 1e-9 < static_cast<double>(levels - from) * each) {
                ++from;
            }
            for (std::int64_t l = 0; l <= levels; ++l) {
                EXPECT_EQ(table.lines[i][static_cast<std::size_t>(l)], l < from ? values[i] : "*");
            }
        }
    }
}

}  // namespace
}  // namespace lethe
