#include "lethe/release/tables/linked/linked_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "lethe/data/groups.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/linked/deal.h"
#include "lethe/release/tables/linked/row_keys.h"

namespace lethe::release {
namespace {

// The release with a key where the original has it.
Table with_key(const Table& release, const Table& original, const ColumnPtr& key) {
    if (release.find(key->name()) != nullptr) return release.with(std::span(&key, 1));
    std::vector<std::string> later = original.names();
    later.erase(later.begin(), std::find(later.begin(), later.end(), key->name()));
    std::vector<ColumnPtr> columns = release.columns();
    const auto place = std::find_if(columns.begin(), columns.end(), [&](const ColumnPtr& column) {
        return std::find(later.begin(), later.end(), column->name()) != later.end();
    });
    columns.insert(place, key);
    return Table(std::move(columns));
}

// Numbers from 1 in a random order, all of the same length: nothing follows from them.
ColumnPtr serial_key(const std::string& name, std::int64_t rows, const Random& chance) {
    const auto order = random_permutation(chance.stream("key/" + name), rows);
    const std::size_t width = std::to_string(rows).size();
    std::vector<std::string> texts;
    for (const std::int64_t place : order) texts.push_back(fmt::format("{:0{}}", place + 1, width));
    return Column::from_texts(name, Kind::nominal, texts);
}

// The values of a key for rows that name its rows; missing where they name none (-1).
ColumnPtr key_of_rows(const std::string& name, const Column& key,
                      const std::vector<std::int64_t>& rows) {
    const ColumnPtr written = key.as_written(Kind::nominal);
    Validity validity(std::ssize(rows));
    std::vector<std::int32_t> codes;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t row = rows[i];
        const bool there = row >= 0 && written->valid(row);
        if (!there) validity.set_missing(static_cast<std::int64_t>(i));
        codes.push_back(there ? written->codes()[static_cast<std::size_t>(row)] : 0);
    }
    return Column::categories(name, Kind::nominal, std::move(codes), written->dictionary_ptr(),
                              std::move(validity));
}

// Puts a key into the release of a table: what a step made of it, or serial numbers.
void add_key(const std::string& name, Plan& plan, Execution& execution, const Random& chance) {
    if (const Column* made = execution.release.find(name)) {
        const KeyFaults faults = key_faults(*made);
        if (faults.missing > 0 || faults.repeated > 0) {
            throw Error(ErrorKind::unmet,
                        fmt::format("column \"{}\" is a key, and a step gave {} rows the pseudonym "
                                    "of another, or none",
                                    name, faults.missing + faults.repeated));
        }
    } else {
        execution.release = with_key(execution.release, plan.table,
                                     serial_key(name, execution.release.rows(), chance));
    }
    plan.roles.set(name, Role::other);
    execution.changed.insert(name);
}

// For each row of the input its row in the release; -1 where it was dropped.
std::vector<std::int64_t> released_rows_of(const Execution& execution, std::int64_t rows) {
    std::vector<std::int64_t> released(static_cast<std::size_t>(rows), -1);
    for (std::int64_t row = 0; row < execution.release.rows(); ++row) {
        const std::int64_t from =
            execution.origin.empty() ? row : execution.origin[static_cast<std::size_t>(row)];
        released[static_cast<std::size_t>(from)] = row;
    }
    return released;
}

std::vector<std::int32_t> released_classes(const Context& context, const LinkedRelease& made) {
    std::vector<std::string> columns;
    for (const std::string& name : made.plan.intruder.columns) {
        if (made.people.execution.release.find(name) != nullptr) columns.push_back(name);
    }
    const Table& people = made.people.execution.release;
    if (columns.empty()) return std::vector<std::int32_t>(static_cast<std::size_t>(people.rows()));
    // By what is written: two labels of intervals can be one number.
    std::vector<ColumnPtr> written;
    for (const std::string& name : columns) {
        written.push_back(people.column(name).as_written(Kind::nominal));
    }
    return group_rows(context, Table(std::move(written)), columns).class_of;
}

// Nothing to mask: the columns without identifiers.
Execution unmasked(const Plan& plan) {
    Execution execution;
    execution.release = plan.table.without(plan.roles.with(plan.table, Role::identifier));
    return execution;
}

class LinkedMaking {
  public:
    LinkedMaking(const LinkedPlan& plan, std::uint64_t seed, const LinkedDigests& digests,
                 const Context& context, const Secret* key)
        : plan_(plan),
          seed_(seed),
          digests_(digests),
          context_(context),
          key_(key),
          chance_(chance_of(seed, digests.people)) {}

    LinkedRelease make() {
        make_people();
        for (std::size_t t = 0; t < plan_.tables.size(); ++t) make_table(t);
        deal_rows();
        for (LinkedTableRelease& table : made_.tables) put_in_order(table);
        for (std::size_t t = 0; t < plan_.tables.size(); ++t) add_keys(t);
        for (std::size_t t = 0; t < plan_.tables.size(); ++t) add_references(t);
        return std::move(made_);
    }

  private:
    void make_people() {
        made_.plan = plan_.people;
        made_.people = prepare_release(plan_.people, execute(plan_.people, seed_, context_, key_),
                                       seed_, digests_.people, false, context_);
        add_key(plan_.key, made_.plan, made_.people.execution, chance_.part(kKeys));
        made_.warnings = made_.people.execution.warnings;
        released_person_ = released_rows_of(made_.people.execution, plan_.people.table.rows());
    }

    // The rows of released people, masked by the steps of the table.
    void make_table(std::size_t t) {
        context_.check_stop();
        const LinkedTablePlan& planned = plan_.tables[t];
        LinkedTableRelease& table = made_.tables.emplace_back();
        table.name = planned.name;
        table.plan = planned.plan;
        std::vector<std::int64_t> taken;
        for (std::size_t row = 0; row < planned.person_of.size(); ++row) {
            const auto person = static_cast<std::size_t>(planned.person_of[row]);
            if (released_person_[person] >= 0) taken.push_back(static_cast<std::int64_t>(row));
        }
        table.plan.table = planned.plan.table.gather(taken);
        const Random own = Random(seed_).part(t + 1);
        const std::uint64_t seed = own.stream("linked table").at(0).bits();
        const Execution masked = taken.empty() || planned.plan.steps.empty()
                                     ? unmasked(table.plan)
                                     : execute(table.plan, seed, context_, key_);
        table.prepared =
            prepare_release(table.plan, masked, seed, digests_.tables.at(t), false, context_);
        for (const std::int64_t row : table.prepared.execution.origin) {
            const std::int64_t from = taken[static_cast<std::size_t>(row)];
            table.planned_row.push_back(from);
            table.owner.push_back(released_person_[static_cast<std::size_t>(
                planned.person_of[static_cast<std::size_t>(from)])]);
        }
        for (std::string& warning : table.prepared.execution.warnings) {
            warning = fmt::format("{}: {}", table.name, warning);
            made_.warnings.push_back(warning);
        }
    }

    // Tables with references between them are dealt together.
    void deal_rows() {
        const std::vector<std::int32_t> classes = released_classes(context_, made_);
        const std::size_t tables = made_.tables.size();
        std::vector<std::size_t> group(tables);
        std::iota(group.begin(), group.end(), std::size_t{0});
        for (std::size_t pass = 0; pass < tables; ++pass) {
            for (std::size_t t = 0; t < tables; ++t) {
                for (const PlannedReference& reference : plan_.tables[t].references) {
                    const std::size_t least = std::min(group[t], group[reference.table]);
                    group[t] = group[reference.table] = least;
                }
            }
        }
        for (std::size_t g = 0; g < tables; ++g) {
            std::vector<std::size_t> members;
            for (std::size_t t = 0; t < tables; ++t) {
                if (group[t] == g && plan_.tables[t].dealt) members.push_back(t);
            }
            if (!members.empty()) deal_group(members, classes, chance_.part(kDeal + g));
        }
    }

    void deal_group(const std::vector<std::size_t>& members,
                    const std::vector<std::int32_t>& classes, const Random& random) {
        // Rows of all tables one behind the other, each with the row that stands for its unit.
        std::vector<std::size_t> begin(made_.tables.size(), 0);
        std::size_t rows = 0;
        for (const std::size_t t : members) {
            begin[t] = rows;
            rows += made_.tables[t].owner.size();
        }
        std::vector<std::size_t> unit(rows);
        std::iota(unit.begin(), unit.end(), std::size_t{0});
        const auto head = [&](std::size_t row) {
            while (unit[row] != row) row = unit[row] = unit[unit[row]];
            return row;
        };
        for (const std::size_t t : members) {
            for (const PlannedReference& reference : plan_.tables[t].references) {
                const std::vector<std::int64_t> named = released_of(t, reference);
                for (std::size_t row = 0; row < named.size(); ++row) {
                    if (named[row] < 0) continue;
                    const std::size_t a = head(begin[t] + row);
                    const std::size_t b =
                        head(begin[reference.table] + static_cast<std::size_t>(named[row]));
                    unit[std::max(a, b)] = std::min(a, b);
                }
            }
        }
        std::vector<std::int64_t> number(rows, -1), owner_of_unit;
        for (const std::size_t t : members) {
            for (std::size_t row = 0; row < made_.tables[t].owner.size(); ++row) {
                if (head(begin[t] + row) != begin[t] + row) continue;
                number[begin[t] + row] = std::ssize(owner_of_unit);
                owner_of_unit.push_back(made_.tables[t].owner[row]);
            }
        }
        const std::vector<std::int64_t> dealt = dealt_owners(owner_of_unit, classes, random);
        for (const std::size_t t : members) {
            for (std::size_t row = 0; row < made_.tables[t].owner.size(); ++row) {
                const std::int64_t own = number[head(begin[t] + row)];
                made_.tables[t].owner[row] = dealt[static_cast<std::size_t>(own)];
            }
        }
    }

    // For each released row the released row that it names; -1 where that was dropped.
    std::vector<std::int64_t> released_of(std::size_t t, const PlannedReference& reference) const {
        std::vector<std::int64_t> place(
            static_cast<std::size_t>(plan_.tables[reference.table].plan.table.rows()), -1);
        const std::vector<std::int64_t>& there = made_.tables[reference.table].planned_row;
        for (std::size_t row = 0; row < there.size(); ++row) {
            place[static_cast<std::size_t>(there[row])] = static_cast<std::int64_t>(row);
        }
        std::vector<std::int64_t> named;
        for (const std::int64_t row : made_.tables[t].planned_row) {
            const std::int64_t other = reference.rows[static_cast<std::size_t>(row)];
            named.push_back(other < 0 ? kNamesNone : place[static_cast<std::size_t>(other)]);
        }
        return named;
    }

    // The rows of one person together, in the order of the people; in the random order that they
    // have among themselves.
    void put_in_order(LinkedTableRelease& table) {
        std::vector<std::int64_t> order = same_order(std::ssize(table.owner));
        std::ranges::stable_sort(order, {}, [&](std::int64_t row) {
            return table.owner[static_cast<std::size_t>(row)];
        });
        const auto reordered = [&](std::vector<std::int64_t>& values) {
            std::vector<std::int64_t> moved;
            for (const std::int64_t row : order) {
                moved.push_back(values[static_cast<std::size_t>(row)]);
            }
            values = std::move(moved);
        };
        Execution& execution = table.prepared.execution;
        execution.release = execution.release.gather(order);
        reordered(execution.origin);
        reordered(table.owner);
        reordered(table.planned_row);
        const auto t = static_cast<std::size_t>(&table - made_.tables.data());
        const std::vector<std::int64_t>& kept = plan_.tables[t].kept;
        table.file_row = table.planned_row;
        if (kept.empty()) return;
        for (std::int64_t& row : table.file_row) row = kept[static_cast<std::size_t>(row)];
    }

    void add_keys(std::size_t t) {
        LinkedTableRelease& table = made_.tables[t];
        Execution& execution = table.prepared.execution;
        const std::string& person = plan_.tables[t].person;
        const Column& people = made_.people.execution.release.column(plan_.key);
        execution.release =
            with_key(execution.release, table.plan.table, key_of_rows(person, people, table.owner));
        table.plan.roles.set(person, Role::other);
        execution.changed.insert(person);
        std::set<std::string> keys;
        for (const LinkedTablePlan& other : plan_.tables) {
            for (const PlannedReference& reference : other.references) {
                if (reference.table == t) keys.insert(reference.key);
            }
        }
        for (const std::string& name : keys) {
            add_key(name, table.plan, execution, chance_.part(kKeys + 1 + t));
        }
    }

    void add_references(std::size_t t) {
        LinkedTableRelease& table = made_.tables[t];
        Execution& execution = table.prepared.execution;
        for (const PlannedReference& reference : plan_.tables[t].references) {
            const Column& key =
                made_.tables[reference.table].prepared.execution.release.column(reference.key);
            execution.release =
                with_key(execution.release, table.plan.table,
                         key_of_rows(reference.column, key, released_of(t, reference)));
            table.plan.roles.set(reference.column, Role::other);
            execution.changed.insert(reference.column);
        }
    }

    // Parts of chance, apart from each other.
    static constexpr std::uint64_t kKeys = 1'000'000;
    static constexpr std::uint64_t kDeal = 2'000'000;

    const LinkedPlan& plan_;
    std::uint64_t seed_;
    const LinkedDigests& digests_;
    const Context& context_;
    const Secret* key_;
    Random chance_;
    LinkedRelease made_;
    std::vector<std::int64_t> released_person_;  // of each person of the input
};

}  // namespace

LinkedRelease make_linked_release(const LinkedPlan& plan, std::uint64_t seed,
                                  const LinkedDigests& digests, const Context& context,
                                  const Secret* key) {
    return LinkedMaking(plan, seed, digests, context, key).make();
}

}  // namespace lethe::release
