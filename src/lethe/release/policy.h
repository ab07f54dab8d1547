// Policies for tables: what the columns are and which steps protect them (TOML). Policies for other
// data: release/any_policy.h.
//
//   data = "table"                            what the policy is for; may be left out
//
//   [read]                                    how to read the data; all keys optional
//   separator = ";"
//   header    = true
//   encoding  = "utf-8"
//   missing   = ["?"]
//   decimal   = ","                           of numbers, where the file does not tell; with
//   group     = "."                           what stands between groups of thousands
//   dates     = "day first"                   or "month first", or a pattern such as "%d.%m.%y"
//   widths    = [5, 3, 8]                     a file of fixed width: the characters of each field
//   names     = ["id", "age", "born"]         of the columns, instead of the header's
//   skip      = 3                             lines above the table
//   last      = 812                           the last line of the table
//
//   [columns]
//   name   = { role = "identifier" }
//   age    = { role = "quasi", kind = "numeric" }
//   school = { role = "quasi", kind = "ordinal", order = ["none", "primary", "secondary"] }
//   job    = { role = "quasi", knowledge = "wordnet" }      kind = "semantic" follows
//   illness = { role = "quasi", knowledge = "doid.obo", map = "illness.csv", senses = "first",
//               unmapped = "root" }
//   reason  = { role = "quasi", knowledge = "wordnet", phrases = 0.5, content = "counts.dat" }
//   diagnoses = { role = "quasi", kind = "set", separator = ";" }   cells are sets of items; with
//               knowledge, of concepts
//   height = { role = "quasi", round = 1, range = [0, 250] }   what numbers can be: see
//                                                              release/tables/column_values.h
//   born   = { role = "quasi", kind = "date", format = "%d.%m.%Y" }    also "time", "moment" and
//              "duration"; without a format as it was recognised
//   pay    = { role = "quasi", kind = "numeric", decimal = ",", group = ".", after = " EUR" }
//              also before, and minus = "behind"
//   region = { role = "other", reason = "whole provinces" }   why an intruder does not use it
//   hhid   = { role = "household" }            of a survey (data/roles.h): dropped, used by risks
//   wt     = { role = "weight" }               likewise, unless release = true
//   stratum = { role = "stratum" }             a quasi-identifier
//
//   [scenario]                                who the intruder is (release/scenario.h)
//   columns = ["age", "sex"]                  # left out: every quasi-identifier, masked or not
//   people  = 20                              # percent of the people that she holds; left out: all
//   people  = "voters.csv"                    # or a file of her own
//   (release/assess/people_file.h), with linkage = "voters.toml"                   # how its
//   columns answer (table/linkage/linkage_file.h), and truth   = "person_id"                     #
//   the column of both that tells who is who method = "record"                        # what of the
//   method she knows: the record, or "none"
//
//   [verdict]                                 what is asked of the release
//   (release/assess/verdict.h) profile = "ema-0.09"                      # left out:
//   "lethe-default" k       = 12                              # thresholds of one's own, over those
//   of the profile
//
//   [release]                                 optional
//   values = "as-masked"                      numbers as the methods make them; default: "possible"
//   order  = "random"                         rows in a random order; default: "as-is"
//
//   [linked.visits]                           a table linked to this one, which is of the people
//   (release/tables/linked); Id = { role = "person" } in [columns] names their key
//   file   = "visits.csv"
//   person = "PATIENT"                        # the column that says whose row it is
//   references = { ENCOUNTER = "stays.Id" }   # keys of other linked tables
//   rows   = "own"                            # left out: "dealt"
//   orphans = "drop"                          # rows that name nobody; left out: an error
//   with [linked.visits.read], [linked.visits.columns] and [[linked.visits.step]]
//
//   [[step]]
//   method  = "mdav"
//   columns = ["age", "income"]               # left out: every quasi column that the method takes
//   k       = 5                               # the method's parameters
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/kind.h"
#include "lethe/data/roles.h"
#include "lethe/data/written/notation.h"
#include "lethe/release/assess/verdict.h"
#include "lethe/release/tables/column_knowledge.h"
#include "lethe/release/tables/column_values.h"

namespace lethe::release {

struct IntruderFile;

struct ColumnPolicy {
    std::string name;
    std::optional<Role> role;
    std::optional<Kind> kind;
    std::vector<std::string> order;
    std::optional<ColumnKnowledge> knowledge;  // of a semantic column
    // Of a column of sets: what is between their items. Its kind is that of categories, each of
    // which is a whole set; knowledge is of the items.
    std::optional<std::string> separator = {};
    std::string reason = {};  // why an intruder does not use it
    Place place = {};
    ColumnValues values = {};  // what is said of its numbers
    // What it is in the design of a survey; `role` is what follows from it.
    std::optional<SurveyRole> survey = {};
    bool release = false;  // of a weight: it is released all the same, and counts as known
    // Of numbers: how they are written, where that is said; of dates and times what they are.
    NotationPtr notation = {};
    std::optional<Quantity> quantity = {};
    bool person = false;  // the key of the people, by which other tables are linked to theirs
};

// Who the intruder is taken to be.
struct ScenarioPolicy {
    std::vector<std::string> columns;  // that she knows; empty: every quasi-identifier
    double people = 100;               // percent of the people whose values she holds
    bool knows_record = true;          // what was done, by the transparency principle
    Place place;
    std::string people_file = {};  // of her own; empty: none
    std::string linkage = {};      // how its columns answer to those of the release
    std::string truth = {};        // the column of both that tells who is who
    std::shared_ptr<const IntruderFile> file = {};  // not part of the policy: as it was read
};

struct StepPolicy {
    std::string method;
    std::vector<std::string> columns;
    Json parameters = Json::object();
    Place place;
    std::map<std::string, Place> parameter_places;  // of all keys, method and columns too
};

struct LinkedPolicy;

struct Policy {
    ReadOptions read;
    std::vector<ColumnPolicy> columns;
    std::vector<StepPolicy> steps;
    ScenarioPolicy scenario;
    Json verdict = Json::object();  // of [verdict]: a profile's name and thresholds of one's own
    bool as_masked = false;         // numbers are released as the methods make them
    bool random_order = false;      // rows are released in a random order
    // Not part of the file: columns that are dropped whatever else is said, taxonomies of columns
    // that it says nothing of, and where taxonomies are kept.
    std::vector<std::string> identifiers;
    std::map<std::string, ColumnKnowledge> knowledge;
    std::shared_ptr<KnowledgeShelf> shelf = std::make_shared<KnowledgeShelf>();
    std::vector<LinkedPolicy> linked = {};  // in the order of the file
    // Not part of the file: of a linked table, which may have no step.
    bool of_linked = false;
};

// A key of another linked table.
struct KeyReference {
    std::string column;
    std::string table, key;  // whose row it names, and by which column
    Place place = {};
};

// A table that is linked to that of the people.
struct LinkedPolicy {
    std::string name;    // also of its file in the release
    std::string file;    // as a path or relative to the policy's folder
    std::string person;  // the column that says whose row it is
    std::vector<KeyReference> references = {};
    bool dealt = true;          // among the people who look alike (tables/linked/deal.h)
    bool drop_orphans = false;  // rows that name nobody, or a row that is not there
    ReadOptions read = {};
    std::vector<ColumnPolicy> columns = {};
    std::vector<StepPolicy> steps = {};
    Place place = {};
    Place person_place = {};
};

// Adds every problem with its place; Error(usage) for what is not TOML at all. Method names and
// parameters are checked by the plan, against the catalogue and the table.
Policy parse_policy(std::string_view text, const std::string& file, Problems& problems);
// Parameters that are given as files and the intruder's file are read too; they, taxonomies and
// maps are relative to the policy's folder. Error where one cannot be read.
Policy read_policy(const std::string& path, Problems& problems);
// The same for a text, whose paths are relative to `folder`; `file` is what it is called in
// problems.
Policy policy_in_folder(std::string_view text, const std::string& file, const std::string& folder,
                        Problems& problems);

// The same, with Error(usage) for all problems together.
Policy parse_policy(std::string_view text, const std::string& file);

// Problems since `first` get the line of the parameter of the step that they are about.
void point_at_parameters(const StepPolicy& step, std::size_t first, Problems& problems);

// The thresholds that the policy asks for; Error(usage) with every problem.
Profile verdict_profile(const Json& verdict);
// The same, adding them, each at its key; what is wrong is not asked for then.
Profile verdict_profile(const Json& verdict, Problems& problems);

std::string policy_text(const Policy& policy);  // TOML that parse_policy reads back

}  // namespace lethe::release
