#include "lethe/release/assess/people_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/io/file.h"
#include "lethe/table/linkage/linkage_file.h"

namespace lethe::release {
namespace {

// Whether no two rows share a value and none lacks one.
bool tells_rows_apart(const Column& column) {
    if (column.has_missing() || column.size() == 0) return false;
    std::unordered_set<std::string> seen;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!seen.insert(column.text(row)).second) return false;
    }
    return true;
}

bool share_a_value(const Column& a, const Column& b) {
    std::unordered_set<std::string> values;
    for (std::int64_t row = 0; row < a.size(); ++row) values.insert(a.text(row));
    for (std::int64_t row = 0; row < b.size(); ++row) {
        if (values.contains(b.text(row))) return true;
    }
    return false;
}

// The column that tells who is who; empty where there is none.
std::string truth_of(const Table& table, const Roles& roles, const ScenarioPolicy& scenario,
                     Problems& problems) {
    const Table& file = scenario.file->table;
    if (!scenario.truth.empty()) {
        for (const Table* one : {&file, &table}) {
            if (one->find(scenario.truth) != nullptr) continue;
            problems.push_back(
                {fmt::format(
                     "\"truth\" must be a column of the data and of the intruder's file: {}",
                     unknown_name(one == &file ? "column of her file" : "column of the data",
                                  scenario.truth, one->names())),
                 scenario.place});
            return {};
        }
        return scenario.truth;
    }
    for (const ColumnPtr& column : table.columns()) {
        const Column* hers = file.find(column->name());
        if (hers == nullptr || roles.of(column->name()) != Role::identifier) continue;
        if (tells_rows_apart(*column) && tells_rows_apart(*hers) && share_a_value(*column, *hers)) {
            return column->name();
        }
    }
    return {};
}

// The released columns that her file has, as the table spells them.
std::vector<std::string> columns_of_file(const Table& table, const Roles& roles,
                                         const ScenarioPolicy& scenario, const std::string& truth,
                                         Problems& problems) {
    const std::vector<std::string> dropped = roles.with(table, Role::identifier);
    linkage::PlanRequest request = scenario.file->request;
    const Table released = table.without(dropped);
    if (released.find(truth) == nullptr) request.truth = truth;
    std::vector<std::string> names;
    try {
        for (const linkage::ColumnPair& pair :
             linkage::make_plan(scenario.file->table, released, request).pairs) {
            names.push_back(pair.right);
        }
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::input) {
            problems.push_back(
                {fmt::format("{} has no column that answers to a released one; `linkage` in "
                             "[scenario] names a file that says which belong together",
                             scenario.file->name),
                 scenario.place, ErrorKind::input});
        } else {
            for (const Problem& problem : error.problems()) problems.push_back(problem);
        }
    }
    return names;
}

}  // namespace

std::shared_ptr<const IntruderFile> read_people_file(const ScenarioPolicy& scenario,
                                                     const ReadOptions& read) {
    auto file = std::make_shared<IntruderFile>();
    const std::string& path = scenario.people_file;
    file->name = source_name(path);
    if (!is_no_file(path)) file->sha256 = file_sha256(path);
    file->table = read_table({}, path, read);
    if (file->table.rows() == 0) {
        throw Error(ErrorKind::input, "the intruder's file has no records", {path, 0, 0, {}});
    }
    if (!scenario.linkage.empty()) {
        linkage::read_linkage_file(read_file(scenario.linkage), scenario.linkage, file->request);
    }
    return file;
}

void add_people_file(const Table& table, const Roles& roles, const ScenarioPolicy& scenario,
                     IntruderKnowledge& knowledge, Problems& problems) {
    if (scenario.people_file.empty()) return;
    if (scenario.file == nullptr) {
        problems.push_back(
            {"the intruder's file was not read: a policy that names one has to be "
             "a file itself",
             scenario.place});
        return;
    }
    PeopleKnown& people = knowledge.people_file.emplace();
    people.file = scenario.file;
    people.truth = truth_of(table, roles, scenario, problems);
    if (!people.truth.empty()) {
        people.identities = table.column_ptr(people.truth);
    } else {
        people.notes.push_back(
            "who is who in the intruder's file is not known, so that what it finds cannot be "
            "judged: `truth` in [scenario] names a column of both files");
    }
    const auto held = columns_of_file(table, roles, scenario, people.truth, problems);
    const std::set<std::string> hers(held.begin(), held.end());
    std::set<std::string> known(knowledge.columns.begin(), knowledge.columns.end());
    for (IntruderKnowledge::LeftOut& one : knowledge.left_out) {
        if (!hers.contains(one.column)) continue;
        if (one.role == Role::confidential) {
            one.reason += "; the intruder's file has it, and the attack by that file uses it";
            continue;
        }
        known.insert(one.column);
        if (one.given) {
            people.notes.push_back(fmt::format(
                "column \"{}\" has a reason why an intruder does not use it, but her file has it: "
                "it counts among what she knows",
                one.column));
        }
    }
    std::erase_if(knowledge.left_out, [&](const IntruderKnowledge::LeftOut& one) {
        return known.contains(one.column);
    });
    knowledge.columns.clear();
    for (const std::string& name : table.names()) {
        if (known.contains(name)) knowledge.columns.push_back(name);
    }
}

Scenario scenario_of(const IntruderKnowledge& knowledge, std::int64_t rows, const Table& release,
                     std::vector<std::int64_t> origin, Json record, const Random& random) {
    Scenario scenario{.origin = std::move(origin), .record = std::move(record)};
    if (knowledge.people < 100) scenario.known = share_of_people(rows, knowledge.people, random);
    if (!knowledge.people_file) return scenario;
    const PeopleKnown& people = *knowledge.people_file;
    ColumnPtr identities = people.identities;
    if (identities != nullptr && !scenario.origin.empty()) {
        identities = identities->gather(scenario.origin);
    }
    scenario.people_file = FileScenario{people.file, people.truth, std::move(identities), release};
    return scenario;
}

}  // namespace lethe::release
