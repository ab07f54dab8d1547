// What the columns of a table become in a database. Only for data/formats/databases.
#pragma once

#include <cstdint>
#include <string>

#include "lethe/data/column.h"

namespace lethe::formats {

enum class StoredColumn {
    integer,
    number,
    decimal,
    date,
    time,
    moment,
    zoned,
    duration,
    truth,
    text
};

StoredColumn stored_column(const Column& column);
// A value that is not missing, as SQL writes it: "2024-02-29", whatever the column's own notation.
std::string stored_text(const Column& column, StoredColumn stored, std::int64_t row);

}  // namespace lethe::formats
