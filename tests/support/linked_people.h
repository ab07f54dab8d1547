// Patients with stays, diagnoses and allergies: a small set of linked tables, and a policy.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/release/tables/linked/linked_plan.h"

namespace lethe::test {

struct LinkedTables {
    Table people;               // Id, sex, age, income
    std::vector<Table> linked;  // stays (Id, PATIENT, day), diagnoses (PATIENT, STAY, code)
};

// Everybody has some stays, and diagnoses at these; keys are made-up words.
LinkedTables linked_people(std::int64_t people, std::uint64_t seed);

std::string linked_policy(const std::string& of_stays = "", const std::string& of_diagnoses = "",
                          const std::string& steps =
                              "[[step]]\nmethod = \"mdav\"\n"
                              "columns = [\"age\", \"sex\"]\nk = 4\n");

release::LinkedPlan linked_plan(const LinkedTables& tables, const std::string& policy);

}  // namespace lethe::test
