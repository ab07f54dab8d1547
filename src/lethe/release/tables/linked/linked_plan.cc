#include "lethe/release/tables/linked/linked_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/release/pseudonymous.h"
#include "lethe/release/tables/linked/linked_policy.h"
#include "lethe/release/tables/linked/row_keys.h"

namespace lethe::release {
namespace {

// Rows of the tables as they were read, and what is known of them before anything is planned.
struct ReadLinks {
    std::vector<std::int64_t> person;                   // kNamesNone, kWithoutName
    std::vector<std::vector<std::int64_t>> references;  // as the policy lists them
    std::vector<bool> dropped;
};

void keep_problems(const Error& error, Problems& problems) {
    for (Problem problem : error.problems()) {
        problem.kind = error.kind();
        problems.push_back(std::move(problem));
    }
}

// A column that rows are known by: every row has a value and no other row has it.
void check_key(const Column& key, std::string_view of, const Place& place, Problems& problems) {
    const KeyFaults faults = key_faults(key);
    if (faults.missing > 0) {
        problems.push_back({fmt::format("column \"{}\" is the key of {}, and {} rows have none",
                                        key.name(), of, faults.missing),
                            place, ErrorKind::input});
    }
    if (faults.repeated > 0) {
        problems.push_back(
            {fmt::format("column \"{}\" is the key of {}, and {} rows have one that an "
                         "earlier row has",
                         key.name(), of, faults.repeated),
             place, ErrorKind::input});
    }
}

// The column of the people's key; empty, with a problem, where there is none or are several.
std::string key_of_people(const Table& people, const Policy& policy, Problems& problems) {
    std::string key;
    for (const ColumnPolicy& column : policy.columns) {
        if (!column.person) continue;
        if (!key.empty()) {
            problems.push_back(
                {"the people have one key: another column has this role too", column.place});
            continue;
        }
        key = column.name;
        if (const Column* found = people.find(key)) {
            check_key(*found, "the people", column.place, problems);
        }  // otherwise a problem of the plan
    }
    if (key.empty() && !policy.linked.empty()) {
        problems.push_back(
            {"linked tables need the key of the people: a column of [columns] with "
             "role = \"person\", such as Id = { role = \"person\" }",
             policy.linked.front().place});
    }
    return people.find(key) == nullptr ? std::string() : key;
}

bool has_column(const Table& table, const std::string& name, const Place& place,
                Problems& problems) {
    if (name.empty()) return false;  // a problem of the policy
    if (table.find(name) != nullptr) return true;
    problems.push_back({unknown_name("column", name, table.names()), place});
    return false;
}

// Whom the rows of each table name, and which rows.
class LinkReader {
  public:
    LinkReader(const Table& people, const std::vector<Table>& tables, const Policy& policy,
               const std::string& key, Problems& problems)
        : people_(people), tables_(tables), policy_(policy), key_(key), problems_(problems) {}

    std::vector<ReadLinks> read() {
        std::vector<ReadLinks> links(tables_.size());
        for (std::size_t t = 0; t < tables_.size(); ++t) read_names(t, links[t]);
        if (!problems_.empty()) return links;
        for (std::size_t t = 0; t < tables_.size(); ++t) drop_orphans(t, links[t]);
        // A row whose row is dropped goes too, and so on.
        for (bool more = true; more;) {
            more = false;
            for (std::size_t t = 0; t < tables_.size(); ++t) more = drop_dangling(t, links) || more;
        }
        for (std::size_t t = 0; t < tables_.size(); ++t) check_owners(t, links);
        return links;
    }

  private:
    void read_names(std::size_t t, ReadLinks& links) {
        const LinkedPolicy& linked = policy_.linked[t];
        const Table& table = tables_[t];
        links.dropped.assign(static_cast<std::size_t>(table.rows()), false);
        if (has_column(table, linked.person, linked.person_place, problems_) && !key_.empty()) {
            links.person = rows_named(table.column(linked.person), people_.column(key_));
        }
        for (const KeyReference& reference : linked.references) {
            links.references.emplace_back();
            const std::size_t target = table_named(reference.table);
            if (target == tables_.size()) continue;  // a problem of the policy
            const bool here = has_column(table, reference.column, reference.place, problems_);
            if (!has_column(tables_[target], reference.key, reference.place, problems_)) continue;
            const Column& key = tables_[target].column(reference.key);
            check_key(key, fmt::format("the rows of {}", reference.table), reference.place,
                      problems_);
            if (here) links.references.back() = rows_named(table.column(reference.column), key);
        }
    }

    std::size_t table_named(const std::string& name) const {
        std::size_t t = 0;
        while (t < policy_.linked.size() && policy_.linked[t].name != name) ++t;
        return t;
    }

    void drop_orphans(std::size_t t, ReadLinks& links) {
        const LinkedPolicy& linked = policy_.linked[t];
        std::int64_t nobody = 0;
        for (std::size_t row = 0; row < links.person.size(); ++row) {
            if (links.person[row] >= 0) continue;
            links.dropped[row] = true;
            ++nobody;
        }
        if (nobody == 0 || linked.drop_orphans) return;
        problems_.push_back(
            {fmt::format("{} of {} rows of {} name nobody in the table of the people; orphans = "
                         "\"drop\" leaves them out",
                         nobody, links.person.size(), linked.name),
             linked.person_place, ErrorKind::input});
    }

    bool drop_dangling(std::size_t t, std::vector<ReadLinks>& all) {
        const LinkedPolicy& linked = policy_.linked[t];
        bool any = false;
        for (std::size_t r = 0; r < linked.references.size(); ++r) {
            const KeyReference& reference = linked.references[r];
            const ReadLinks& target = all[table_named(reference.table)];
            std::int64_t dangling = 0;
            for (std::size_t row = 0; row < all[t].references[r].size(); ++row) {
                const std::int64_t named = all[t].references[r][row];
                if (all[t].dropped[row] || named == kWithoutName) continue;
                if (named >= 0 && !target.dropped[static_cast<std::size_t>(named)]) continue;
                all[t].dropped[row] = true;
                ++dangling;
            }
            any = any || dangling > 0;
            if (dangling == 0 || linked.drop_orphans) continue;
            problems_.push_back({fmt::format("{} rows of {} name a row of {} that is not there; "
                                             "orphans = \"drop\" leaves them out",
                                             dangling, linked.name, reference.table),
                                 reference.place, ErrorKind::input});
        }
        return any;
    }

    // A visit of one person with a diagnosis of another would join two people.
    void check_owners(std::size_t t, const std::vector<ReadLinks>& all) {
        const LinkedPolicy& linked = policy_.linked[t];
        for (std::size_t r = 0; r < linked.references.size(); ++r) {
            const KeyReference& reference = linked.references[r];
            const ReadLinks& target = all[table_named(reference.table)];
            std::int64_t crossed = 0;
            for (std::size_t row = 0; row < all[t].references[r].size(); ++row) {
                const std::int64_t named = all[t].references[r][row];
                if (all[t].dropped[row] || named < 0) continue;
                if (target.person[static_cast<std::size_t>(named)] != all[t].person[row]) ++crossed;
            }
            if (crossed == 0) continue;
            problems_.push_back(
                {fmt::format("{} rows of {} name a row of {} that is another person's", crossed,
                             linked.name, reference.table),
                 reference.place, ErrorKind::input});
        }
    }

    const Table& people_;
    const std::vector<Table>& tables_;
    const Policy& policy_;
    const std::string& key_;
    Problems& problems_;
};

// The rows that stay, by their row in the file; empty where all do.
std::vector<std::int64_t> rows_kept(const std::vector<bool>& dropped) {
    std::vector<std::int64_t> kept;
    if (std::find(dropped.begin(), dropped.end(), true) == dropped.end()) return kept;
    for (std::size_t row = 0; row < dropped.size(); ++row) {
        if (!dropped[row]) kept.push_back(static_cast<std::int64_t>(row));
    }
    return kept;
}

std::vector<std::int64_t> places_of(const std::vector<bool>& dropped) {
    std::vector<std::int64_t> places;
    std::int64_t next = 0;
    for (const bool gone : dropped) places.push_back(gone ? kNamesNone : next++);
    return places;
}

template <class T>
std::vector<T> gathered(std::vector<T> values, const std::vector<std::int64_t>& rows) {
    if (rows.empty()) return values;
    std::vector<T> kept;
    for (const std::int64_t row : rows) kept.push_back(values[static_cast<std::size_t>(row)]);
    return kept;
}

LinkedTablePlan planned_table(const Policy& policy, std::size_t t, const Table& table,
                              const std::vector<ReadLinks>& links, Problems& problems) {
    const LinkedPolicy& linked = policy.linked[t];
    LinkedTablePlan planned{linked.name, linked.file, linked.person, linked.dealt, {}, {}, {}, {}};
    const bool all_dropped =
        table.rows() > 0 && std::ranges::all_of(links[t].dropped, [](bool one) { return one; });
    if (all_dropped) {
        problems.push_back({fmt::format("no row of {} names anybody", linked.name),
                            linked.person_place, ErrorKind::input});
        return planned;
    }
    planned.kept = rows_kept(links[t].dropped);
    planned.person_of = gathered(links[t].person, planned.kept);
    std::set<std::string> keys{linked.person};
    for (std::size_t r = 0; r < linked.references.size(); ++r) {
        const KeyReference& reference = linked.references[r];
        const auto target = std::ranges::find(policy.linked, reference.table, &LinkedPolicy::name);
        const auto at = static_cast<std::size_t>(target - policy.linked.begin());
        const std::vector<std::int64_t> places = places_of(links[at].dropped);
        std::vector<std::int64_t> rows = gathered(links[t].references[r], planned.kept);
        for (std::int64_t& row : rows) {
            row = row < 0 ? kNamesNone : places[static_cast<std::size_t>(row)];
        }
        planned.references.push_back({reference.column, at, reference.key, std::move(rows)});
        keys.insert(reference.column);
    }
    for (const LinkedPolicy& other : policy.linked) {
        for (const KeyReference& one : other.references) {
            if (one.table == linked.name) keys.insert(one.key);
        }
    }
    try {
        planned.plan = make_plan(planned.kept.empty() ? table : table.gather(planned.kept),
                                 policy_of_linked(linked, policy));
    } catch (const Error& error) {
        keep_problems(error, problems);
    }
    planned.plan.keys.assign(keys.begin(), keys.end());
    for (std::string& warning : planned.plan.warnings) {
        warning = fmt::format("{}: {}", linked.name, warning);
    }
    return planned;
}

}  // namespace

LinkedPlan make_linked_plan(const Table& people, const std::vector<Table>& linked,
                            const Policy& policy, Problems problems) {
    LinkedPlan plan;
    Problems of_links;
    plan.key = key_of_people(people, policy, of_links);
    const std::vector<ReadLinks> links =
        LinkReader(people, linked, policy, plan.key, of_links).read();
    const bool linked_well = of_links.empty();
    Policy alone = policy;
    alone.linked.clear();
    try {
        plan.people = make_plan(people, alone, std::move(problems));
    } catch (const Error& error) {
        keep_problems(error, of_links);
    }
    plan.people.keys = {plan.key};
    for (std::size_t t = 0; linked_well && t < linked.size(); ++t) {
        plan.tables.push_back(planned_table(policy, t, linked[t], links, of_links));
    }
    std::ranges::stable_sort(of_links, {}, [](const Problem& one) { return one.place.line; });
    throw_if_any(std::move(of_links));
    return plan;
}

}  // namespace lethe::release
