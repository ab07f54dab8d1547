// An intruder with a file of her own (an electoral roll, a list of customers), and what she finds.
//
// Her file has other people in it, other columns, other spellings. She can use it in two ways. One
// learns from the two files alone how well columns agree, and links by that (lethe/linkage): strong
// where names and dates are misspelt, but it takes columns to agree independently, which misleads
// it where numbers that go together were averaged in groups. The other takes her values as they are
// and looks for each person in the whole release, by distance, by agreement, or knowing the masking
// (the attacks of the catalogue). What counts is the one that finds more.
//
// Whether she is right is known where the truth is: a column of her file and of the original that
// tells who is who. A figure holds for the people of her file who are in the release, and for
// nobody else: it is an attack beside those over all records and never takes their place.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/table/linkage/linkage_truth.h"

namespace lethe::release {

inline constexpr const char* kIntruderFileAttack = "intruder-file";
// What it does, for one who signs.
inline constexpr const char* kIntruderFileWords =
    "The intruder has a file with other people, columns and spellings. She links it by how well "
    "columns agree, learnt from the two files, and by the values as they are, looked for in the "
    "whole release; the way that finds more counts, for the people of her file alone.";

// As it was read. Nothing of it is published: neither its name nor its size.
struct IntruderFile {
    std::string name;    // without the folder
    std::string sha256;  // for the private log
    Table table;
    linkage::PlanRequest request = {};  // which columns answer to which, as its owner says
};

// Her file in a scenario: what it is held against.
struct FileScenario {
    std::shared_ptr<const IntruderFile> file;
    std::string truth = {};     // the column that tells who is who; empty: nobody knows
    ColumnPtr identities = {};  // its values for each released row; null: nobody knows
    Table release = {};         // every released column
};

// Her records of people who are in the release, beside their released records, as the attacks of
// the catalogue take two tables: row j of the original is her record of the person of released row
// j, and `known` are the rows where she has one. The other rows hold the values of `original`,
// whose rows are those of the release, and where it lacks a column the released ones: they are not
// looked for and only say how values are spread. Columns have the names of the release.
struct HeldRecords {
    Comparable pair;
    std::vector<std::int64_t> known;
};
HeldRecords held_records(const Table& file, const Table& release, const linkage::LinkagePlan& plan,
                         const linkage::Truth& truth, const Table* original = nullptr);

// What one way of using the file finds of the people who are in it and in the release.
struct FileAttack {
    std::string name;
    std::string title;
    Json parameters = Json::object();
    std::string knows = {};
    double found = 0;         // percent, a guess among equals counting as its chance
    std::int64_t people = 0;  // that were looked for
    std::optional<std::array<double, 2>> interval = {};  // where some of them were drawn
};

// By each attack of the catalogue whose intruder knows nothing but values, and the release record
// where there is one. Where there are too many pairs of a person and a released record, people are
// drawn; each is looked for in the whole release.
std::vector<FileAttack> attacks_by_values(const HeldRecords& held, const Json& record,
                                          const Random& random, const Context& context);

// The one that finds most; the first of equal ones. Nothing where there is none.
const FileAttack* worst_of(const std::vector<FileAttack>& attacks);
Json to_json(const FileAttack& attack);

// The entry among the attacks of an assessment: the better of both ways, with what each finds in
// its details, and beside the share of her people that of all released records. No value, and a
// warning, where nobody knows who is who. `original`: as in held_records.
MethodResult file_attack_result(const FileScenario& scenario, const Table& original,
                                const Json& record, const Random& random, const Context& context);

}  // namespace lethe::release
