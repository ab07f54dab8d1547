#include "linked_people.h"

#include "lethe/release/policy.h"
#include "secrets.h"

namespace lethe::test {

LinkedTables linked_people(std::int64_t people, std::uint64_t seed) {
    std::vector<std::string> ids, sexes, stays, of_stay, codes, of_code, stay_of_code;
    std::vector<double> ages, incomes, days;
    for (std::int64_t person = 0; person < people; ++person) {
        Draws draws = Random(seed).stream("linked people").at(person);
        ids.push_back(made_up_word(draws));
        sexes.emplace_back(draws.below(2) == 0 ? "f" : "m");
        ages.push_back(20 + static_cast<double>(draws.below(60)));
        incomes.push_back(1000 + static_cast<double>(draws.below(5000)));
        const std::uint64_t some = 1 + draws.below(3);
        for (std::uint64_t s = 0; s < some; ++s) {
            stays.push_back(made_up_word(draws));
            of_stay.push_back(ids.back());
            days.push_back(static_cast<double>(draws.below(300)));
            const std::uint64_t found = draws.below(3);
            for (std::uint64_t d = 0; d < found; ++d) {
                codes.push_back("c" + std::to_string(draws.below(20)));
                of_code.push_back(ids.back());
                stay_of_code.push_back(stays.back());
            }
        }
    }
    LinkedTables tables;
    tables.people = Table({Column::from_texts("Id", Kind::nominal, ids),
                           Column::from_texts("sex", Kind::nominal, sexes),
                           Column::numeric("age", ages), Column::numeric("income", incomes)});
    tables.linked = {Table({Column::from_texts("Id", Kind::nominal, stays),
                            Column::from_texts("PATIENT", Kind::nominal, of_stay),
                            Column::numeric("day", days)}),
                     Table({Column::from_texts("PATIENT", Kind::nominal, of_code),
                            Column::from_texts("STAY", Kind::nominal, stay_of_code),
                            Column::from_texts("code", Kind::nominal, codes)})};
    return tables;
}

std::string linked_policy(const std::string& of_stays, const std::string& of_diagnoses,
                          const std::string& steps) {
    return R"([columns]
Id = { role = "person" }
sex = { role = "quasi" }
age = { role = "quasi" }
income = { role = "confidential" }
)" + steps +
           R"(
[linked.stays]
file = "stays.csv"
person = "PATIENT"
)" + of_stays +
           R"(
[linked.stays.columns]
day = { role = "quasi", kind = "numeric" }

[linked.diagnoses]
file = "diagnoses.csv"
person = "PATIENT"
references = { STAY = "stays.Id" }
)" + of_diagnoses +
           R"(
[linked.diagnoses.columns]
code = { role = "quasi" }
)";
}

release::LinkedPlan linked_plan(const LinkedTables& tables, const std::string& policy) {
    return release::make_linked_plan(tables.people, tables.linked,
                                     release::parse_policy(policy, "p.toml"));
}

}  // namespace lethe::test
