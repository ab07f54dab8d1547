// What a learnt distance is made of, for readers and for other programs: the ranking of the
// columns, the lattice of their sets, the matrix of a form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

// A learnt fuzzy measure: value and Moebius coefficient of every set of columns by its bit mask,
// the first column the least bit, place 0 the empty set.
struct Lattice {
    std::vector<std::string> columns;
    std::vector<double> values;
    std::vector<double> coefficients;
};

// From the details of an attack; none where they hold no measure, or one that is not complete.
std::optional<Lattice> lattice_of(const Json& details);

// A set with at least this value is told from the others, as in the thesis' Figure 5.9.
constexpr double kNotable = 0.1;

std::string lattice_csv(
    const Lattice& lattice);  // set, size, columns (0 or 1 each), value, moebius
std::string lattice_dot(const Lattice& lattice);  // Graphviz
// A Hasse diagram of at most kMostDrawn columns (empty beyond): the sets of a size in a row, darker
// the larger their value. Wide for a page, narrow (sets in rows, without lines) for a phone.
constexpr std::size_t kMostDrawn = 7;
std::string lattice_svg(const Lattice& lattice, std::string_view id);
std::string lattice_narrow_svg(const Lattice& lattice, std::string_view id);
std::string lattice_file_svg(const Lattice& lattice);  // a document of its own

// The symmetric matrix of a learnt form, row by row.
struct Form {
    std::vector<std::string> columns;
    std::vector<double> entries;
};
std::optional<Form> form_of(const Json& details);
std::string form_svg(const Form& form, std::string_view id);  // a heat map; empty beyond 16 columns
std::string form_file_svg(const Form& form);                  // a document of its own
std::string form_csv(const Form& form);

// Tables for people: columns ranked, interactions, sets of columns that carry most, the properties
// of the distance, how the figures were checked. With bars of characters for a terminal.
enum class Bars { none, characters };
std::vector<Grid> learnt_grids(const Json& details, Bars bars);

}  // namespace lethe::report
