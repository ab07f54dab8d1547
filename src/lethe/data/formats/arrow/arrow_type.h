// The type of a column of Arrow data, by its format string, and whether arrays are what they say.
// A producer may be wrong or hostile: nothing is read of an array before it was checked here. What
// cannot be checked is how much memory lies behind a pointer; that the interface does not tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/formats/arrow/arrow_abi.h"

namespace lethe::formats {

bool is_arrow_integer(std::string_view format);

struct ArrowType {
    std::string name;
    std::string format;             // of the values, also of a dictionary's
    std::string index_format = {};  // of the codes; empty: no dictionary
    std::int64_t flags = 0;

    bool has_dictionary() const { return !index_format.empty(); }
    bool is_text() const { return format == "u" || format == "U" || format == "vu"; }
    bool is_integer() const { return is_arrow_integer(format); }
    bool is_decimal() const { return format.starts_with("d:"); }
    bool is_duration() const { return format.starts_with("tD"); }
    // Whether the order of the dictionary's texts or whole numbers means something.
    bool is_ordered() const {
        constexpr std::int64_t kOrdered = 1;
        return has_dictionary() && (flags & kOrdered) != 0 && (is_text() || is_integer());
    }
};

// The columns of a stream's schema. Error(input) naming all columns whose types are not taken:
// those whose values a table cannot hold and give back (lists, structs, maps, unions, binary,
// intervals of months, half floats, decimals of 256 bits, what is not Arrow); and where the schema
// is not that of a table. `called` is what the table is called.
std::vector<ArrowType> arrow_columns(const ArrowSchema& schema, const std::string& called);

// Words of people for a format: "l" is "int64".
std::string arrow_type_text(const ArrowType& type);

// What is wrong with a batch of these columns, or nothing. Lengths, buffers and children are there,
// offsets ascend, codes are of the dictionary, texts are UTF-8. The message names the column.
std::optional<std::string> arrow_batch_problem(const ArrowArray& batch,
                                               const std::vector<ArrowType>& columns);

}  // namespace lethe::formats
