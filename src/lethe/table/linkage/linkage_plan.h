// Which column of the intruder's file answers to which of the release, and how their values are
// compared. Made from names and values, over which a mapping and a file of settings have the say.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/table.h"
#include "lethe/table/linkage/standardise.h"

namespace lethe::linkage {

// Every comparator gives a level of agreement: 0 where a value is missing, which says nothing, 1
// where they differ, and more the better they agree; see level_names().
enum class Comparator {
    exact,
    text,      // Jaro-Winkler
    edit,      // edit distance, for codes
    number,    // distance, in parts of the column's spread, or a tolerance
    date,      // days, parts of the date, misspelt digits, day and month exchanged
    label,     // a value in an interval "[20,30)" or a set "{a,b}" of the release
    taxonomy,  // the same concept, one below the other, near ones
};

std::string_view name(Comparator comparator);  // "jaro-winkler", as users write it
std::optional<Comparator> comparator_named(std::string_view name);
std::vector<std::string_view> comparator_names();
// What the levels of a comparator mean, from 1 on.
std::vector<std::string_view> level_names(Comparator comparator);

struct ColumnPair {
    std::string left;   // in the intruder's file
    std::string right;  // in the release
    Comparator comparator = Comparator::exact;
    std::optional<double> tolerance = {};           // of numbers; days of dates
    std::map<std::string, std::string> codes = {};  // values of the left as the right writes them
    DateOrder left_order = DateOrder::day_first;
    DateOrder right_order = DateOrder::day_first;
    std::string why_paired = {};
    std::string why_compared = {};
};

struct LeftOut {
    std::string column;
    bool of_left = true;
    std::string reason;
};

struct LinkagePlan {
    std::vector<ColumnPair> pairs;
    std::vector<LeftOut> left_out;
};

// A pair as the user gives it: in --map, or in a file of settings.
struct PairSetting {
    std::string left;
    std::string right;
    std::optional<Comparator> comparator = {};
    std::optional<double> tolerance = {};
    std::map<std::string, std::string> codes = {};
    Place place = {};
};

struct PlanRequest {
    std::vector<PairSetting> pairs;
    std::vector<std::string> ignored;  // columns of either file that take no part
    std::string truth;                 // the column of true identities, which takes none either
    bool self = false;                 // both tables are one file
};

// Error(usage) with every problem: unknown columns, a column in two pairs, settings that a
// comparator does not take; Error(input) where nothing is left to compare.
LinkagePlan make_plan(const Table& left, const Table& right, const PlanRequest& request);

}  // namespace lethe::linkage
