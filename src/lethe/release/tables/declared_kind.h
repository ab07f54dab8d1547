// A column as the policy says that it is: its kind, its order, and how its numbers, dates or times
// are written.
#pragma once

#include "lethe/data/column.h"
#include "lethe/release/policy.h"

namespace lethe::release {

// Whether the policy gives the column a kind, an order or a notation that it may not have yet.
bool declares_change(const Column& found, const ColumnPolicy& column);

// Of a policy that gives it a kind. Dates that are to be mere categories are the texts that they
// were, ordered ones are in the order of time. Error(input) where a value is none of the kind, and
// where dates are declared without a format and none was recognised.
ColumnPtr as_declared(const Column& found, const ColumnPolicy& column);

}  // namespace lethe::release
