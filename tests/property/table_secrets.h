// Originals of tables that nobody guesses, and what of them is secret.
#pragma once

#include <cstdint>

#include "lethe/data/table.h"
#include "secrets.h"

namespace lethe {

// The same columns with numbers of many digits and categories of made-up words: those of
// example_tables.h are whole and constant numbers and short words, which are everywhere. Columns
// that mean something (a taxonomy, dates, sentences) stay.
Table telling(const Table& table, std::uint64_t seed = 77);

// Values, moments of columns and of their pairs, how frequent categories are, sizes of classes of
// equal rows. `names`: of the columns of the original, also for the secrets of its release.
test::Secrets table_secrets(const Table& table, const std::vector<std::string>& names);

// What the release does not tell.
test::Secrets hidden_by(const Table& original, const Table& released);

}  // namespace lethe
