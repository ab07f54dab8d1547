// What must not stand in anything that is published of a random original, and the search for it:
// in results and records (JSON), in pages of reports, in files of a release. All kinds of data make
// their secrets of the same parts, and what follows from the release itself is no secret.
//
//   Secrets original = ...;               // of the data, with the add_... below
//   Secrets released = ...;               // of the release, in the same order
//   found_in(hidden(original, released), record)
//
// Coincidences would make a search useless, so it looks for what nobody meets by chance: words that
// were made up, numbers of many digits, sums and means, three counts of one distribution, whole
// lists of numbers. Originals must have such values: uneven, and guessed by nobody.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"

namespace lethe::test {

struct Secrets {
    std::set<std::string> words;           // in small letters
    std::set<double> values;               // of single people: looked for as exactly as they are
    std::set<double> figures;              // of many: on pages also as they are rounded
    std::vector<std::set<double>> counts;  // of one distribution each, and shares
    // Whole lists of numbers, such as how many nodes have each degree: ascending, without zeros.
    std::set<std::vector<double>> lists;

    bool empty() const;
    std::size_t size() const;
};

// The words of a text: letters and digits without anything between, `least` of them or more.
std::vector<std::string> words_of(std::string_view text, std::size_t least = 1);
void add_words(std::string_view text, Secrets& to, std::size_t least = 1);

// The numbers that a text of a release tells: the ends of "[18..25]".
void add_values_of(std::string_view text, Secrets& to);

// The numbers, their sum, mean, squares, variances, least, largest and middle one.
void add_numbers(std::span<const double> values, Secrets& to);
// Covariance and correlation of two columns.
void add_pair(std::span<const double> x, std::span<const double> y, Secrets& to);
// How often each of some things is there: counts, shares of `whole`, and the list of the counts.
void add_distribution(std::span<const double> counts, double whole, Secrets& to);
void add_figure(double figure, Secrets& to);

// What the release does not tell, as far as it is telling: a small whole number is everywhere.
Secrets hidden(Secrets original, const Secrets& released);

// Where each secret stands that was found: the place in the JSON, or the words themselves.
std::vector<std::string> found_in(const Secrets& secrets, const Json& result);
std::vector<std::string> found_in_page(const Secrets& secrets, std::string_view page);
// A file of a release with its name: a table, a matrix, terms, a graph.
std::vector<std::string> found_in_file(const Secrets& secrets, std::string_view name,
                                       std::string_view bytes);

// A line each, for the message of a failure.
std::string listed(const std::vector<std::string>& found);

// The text of a page without its tags.
std::string without_tags(std::string_view page);

// Words that nobody guesses: eight letters, then a digit.
std::string made_up_word(Draws& draws);

}  // namespace lethe::test
