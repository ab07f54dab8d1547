#include "lethe/release/tables/declared_kind.h"

#include <fmt/format.h>

#include <string>

#include "lethe/core/error.h"
#include "lethe/data/written/recognise_notation.h"

namespace lethe::release {
namespace {

// Numbers, dates or times in the notation that is said, or else in the one that they were found to
// have.
ColumnPtr as_declared_numbers(const Column& found, const ColumnPolicy& column) {
    NotationPtr notation = column.notation;
    if (!notation) {
        const NotationGuess guess = notation_of(found);
        const Quantity quantity = column.quantity.value_or(Quantity::number);
        if (guess.notation && guess.notation->quantity() == quantity) {
            notation = guess.notation;
        } else if (column.quantity) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" is not seen to hold {}s: say how they are "
                                    "written, such as format = \"%d.%m.%Y\"",
                                    found.name(), name(quantity)));
        }
    }
    const bool same =
        found.is_numeric() && found.notation() && notation && *found.notation() == *notation;
    if (!notation || same) return found.as_kind(Kind::numeric);
    return found.as_numbers(notation);
}

}  // namespace

bool declares_change(const Column& found, const ColumnPolicy& column) {
    if (!column.kind) return false;
    return *column.kind != found.kind() || !column.order.empty() || column.notation ||
           column.quantity;
}

ColumnPtr as_declared(const Column& found, const ColumnPolicy& column) {
    if (column.kind == Kind::numeric) return as_declared_numbers(found, column);
    if (!column.order.empty()) return found.as_ordinal(column.order);
    // Dates as mere categories are the texts that they were.
    const bool texts = column.separator || (found.notation() && column.kind != Kind::ordinal);
    return texts ? found.as_written(*column.kind) : found.as_kind(*column.kind);
}

}  // namespace lethe::release
