#include "lethe/release/tables/counts/link_counts.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/release/tables/counts/rows_by_text.h"

namespace lethe::release {
namespace {

// A number for what each row shows on the columns.
std::vector<std::int64_t> shown_by(const Context& context, const Table& table,
                                   std::span<const std::string> columns) {
    const RowsByText sorted = rows_by_text(context, table, columns);
    std::vector<std::int64_t> shown(sorted.rows.size());
    std::int64_t number = -1;
    for (std::size_t i = 0; i < sorted.rows.size(); ++i) {
        if (sorted.begins_class(i)) ++number;
        shown[static_cast<std::size_t>(sorted.rows[i])] = number;
    }
    return shown;
}

bool any_missing(const Table& table, std::span<const std::string> columns) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const std::string& name) { return table.column(name).has_missing(); });
}

std::unordered_map<std::string, std::size_t> people_by_key(const Column& key) {
    std::unordered_map<std::string, std::size_t> people;
    for (std::int64_t row = 0; row < key.size(); ++row) {
        people.emplace(key.text(row), static_cast<std::size_t>(row));
    }
    return people;
}

// What the rows of each person show, in ascending order.
std::vector<std::vector<std::int64_t>> rows_of_people(
    const Context& context, const WrittenLinks& linked,
    const std::unordered_map<std::string, std::size_t>& people) {
    std::vector<std::vector<std::int64_t>> of_person(people.size());
    const std::vector<std::int64_t> shown = shown_by(context, linked.rows, linked.columns);
    const Column& person = linked.rows.column(linked.person);
    for (std::int64_t row = 0; row < linked.rows.rows(); ++row) {
        const auto found = people.find(person.text(row));
        if (!person.valid(row) || found == people.end()) {
            throw Error(ErrorKind::internal, "a row of a linked table names nobody in the release",
                        {linked.name, 0, 0, {}});
        }
        of_person[found->second].push_back(shown[static_cast<std::size_t>(row)]);
    }
    for (auto& rows : of_person) std::sort(rows.begin(), rows.end());
    return of_person;
}

using PersonProfile = std::vector<std::int64_t>;

void put_sharing(const std::vector<PersonProfile>& profiles, std::optional<std::int64_t> k,
                 Json& json) {
    std::map<PersonProfile, std::int64_t> sharing;
    for (const PersonProfile& profile : profiles) ++sharing[profile];
    std::int64_t smallest = std::ssize(profiles);
    std::int64_t below = 0;
    std::int64_t unique = 0;
    for (const auto& [profile, size] : sharing) {
        smallest = std::min(smallest, size);
        if (size < k.value_or(2)) below += size;
        if (size == 1) ++unique;
    }
    json["smallest"] = smallest;
    json["groups"] = std::ssize(sharing);
    json["below"] = below;
    json["unique"] = unique;
}

}  // namespace

Json count_links(const Context& context, const Table& people, const std::string& key,
                 std::span<const std::string> columns, std::span<const WrittenLinks> tables,
                 std::optional<std::int64_t> k) {
    std::vector<std::string> all(columns.begin(), columns.end());
    bool missing = any_missing(people, columns);
    Json own = Json::array();
    Json dealt = Json::array();
    std::vector<PersonProfile> profiles;
    for (const std::int64_t shown : shown_by(context, people, columns)) profiles.push_back({shown});
    const auto by_key = people_by_key(people.column(key));
    for (const WrittenLinks& linked : tables) {
        if (linked.columns.empty()) continue;
        if (linked.dealt) {
            dealt.push_back(linked.name);
            continue;
        }
        own.push_back({{"table", linked.name}, {"columns", linked.columns}});
        for (const std::string& name : linked.columns) all.push_back(linked.name + "." + name);
        missing = missing || any_missing(linked.rows, linked.columns);
        const auto rows = rows_of_people(context, linked, by_key);
        for (std::size_t person = 0; person < rows.size(); ++person) {
            profiles[person].push_back(std::ssize(rows[person]));
            profiles[person].insert(profiles[person].end(), rows[person].begin(),
                                    rows[person].end());
        }
    }
    Json item{{"scope", "links"},
              {"k", k ? Json(*k) : Json(nullptr)},
              {"columns", all},
              {"tables", std::move(own)},
              {"dealt", std::move(dealt)},
              {"missing", "own"},
              {"with_missing", missing},
              {"people", people.rows()}};
    put_sharing(profiles, k, item);
    for (PersonProfile& profile : profiles) profile.resize(1);
    put_sharing(profiles, k, item["alone"]);
    const bool told = k && !(item["tables"].empty() && item["dealt"].empty());
    item["holds"] = told ? Json(item["below"] == 0) : Json(nullptr);
    return item;
}

}  // namespace lethe::release
