// One value, one text: who compares the bytes of a file sees 1, 1.0 and 01 as three.
#pragma once

#include "lethe/data/column.h"

namespace lethe {

// The column with every number, and what is missing, written in one way each: that of most rows, of
// equally many the first. Null where it is so already. Texts of categories are values of their own:
// codes with leading zeros stay as they are.
ColumnPtr with_one_spelling(const Column& column);

}  // namespace lethe
