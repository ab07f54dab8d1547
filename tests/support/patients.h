// A small table of people with an identifier, three columns that others may know, and a diagnosis.
#pragma once

#include <string>
#include <vector>

#include "lethe/data/table.h"

namespace lethe::test {

// person_id, age, sex, region, diagnosis of 40 people.
inline Table patients() {
    std::vector<std::string> ids, ages, sexes, regions, ills;
    for (int i = 0; i < 40; ++i) {
        ids.push_back("P-" + std::to_string(1000 + i));
        ages.push_back(std::to_string(20 + i % 17));
        sexes.push_back(i % 2 == 0 ? "f" : "m");
        regions.push_back(i % 3 == 0 ? "north" : "south");
        ills.push_back(i % 5 == 0 ? "flu" : "none");
    }
    return Table({Column::from_texts("person_id", Kind::nominal, ids),
                  Column::from_texts("age", Kind::nominal, ages)->as_kind(Kind::numeric),
                  Column::from_texts("sex", Kind::nominal, sexes),
                  Column::from_texts("region", Kind::nominal, regions),
                  Column::from_texts("diagnosis", Kind::nominal, ills)});
}

}  // namespace lethe::test
