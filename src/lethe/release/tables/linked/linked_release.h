// Carrying out a linked plan: the people first, then their rows in the other tables.
//
// Whoever is not released (a sample of people, suppressed records) takes the rows of all tables
// along; then each linked table runs its own steps on the rows that are left. Its rows are dealt
// (deal.h) or stay with their people, stand in the order of the people's table, those of one person
// together and in a random order, and get their keys back as pseudonyms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/release/tables/linked/linked_plan.h"
#include "lethe/release/tables/protect.h"

namespace lethe::release {

struct LinkedTableRelease {
    std::string name;
    Plan plan;  // of the rows whose people are released; its keys have the role "other"
    PreparedRelease prepared;
    // Of each released row: the row of the table of LinkedTablePlan, that of the file, and the row
    // of the released people beside whose it stands.
    std::vector<std::int64_t> planned_row;
    std::vector<std::int64_t> file_row;
    std::vector<std::int64_t> owner;
};

struct LinkedRelease {
    Plan plan;  // of the people; their key has the role "other"
    PreparedRelease people;
    std::vector<LinkedTableRelease> tables;
    std::vector<std::string> warnings;  // of all tables
};

// Where the tables come from: digests of the files, as for row_order.h; empty where there is none.
struct LinkedDigests {
    std::string people;
    std::vector<std::string> tables;
};

// The same plan, seed and digests give the same release, for any number of threads. Error(unmet)
// where no person is left, or a step of the policy gives two people one pseudonym.
LinkedRelease make_linked_release(const LinkedPlan& plan, std::uint64_t seed,
                                  const LinkedDigests& digests, const Context& context,
                                  const Secret* key = nullptr);

}  // namespace lethe::release
