// Tables on which every method of the catalogue is tried.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/data/table.h"
#include "lethe/method/method.h"

namespace lethe {

Json bound_example(const Method& method);

// Whether the parameters are for such a table: widths are not for categories.
bool fits(const Method& method, const Table& table, const Json& parameters);

Table holed(const Table& table);  // with some values missing

// Two columns of numbers, or categories for what takes no numbers.
Table large_table(const Method& method, std::int64_t rows);

// Tables of numbers, of categories and of both, as far as the method and its example take them.
std::vector<Table> example_tables(const Method& method, std::int64_t rows = 60);
std::vector<Table> tables_with_and_without_missing(const Method& method);

// Categories with meanings, for the choices of a method that need them.
Table concept_table(std::int64_t rows = 60);

// Some masked version of a table: noise on its numbers, and a value of another row for some of its
// categories.
Table some_masking(const Table& table);

}  // namespace lethe
