// The people that are looked for, and the whole release in which they are looked for, for attacks
// whose distance has parameters. Where there are many people, some are drawn; the crowd in which
// each of them is looked for is always all of the release.
//
// Numbers are standardised over each file, as distance-linkage does; a missing one stands at the
// mean. Categories differ, on a scale on which two records taken at random differ by as much as
// standardised numbers do on average: those with an order by their steps, the others by whether
// they are equal. A label that the original does not have (merged categories, an interval) differs
// by nothing from the categories that it stands for. A missing value of an unordered column differs
// half, by the square, from every value.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {

// Some people of the original and the release.
struct LinkSample {
    std::vector<double> original;
    std::vector<double> masked;  // their own records, then the different ones of all others
    std::vector<double> copies;  // of each masked row: how many released records it stands for
    std::vector<std::int64_t> equals;  // of each person: released records equal to the own, with it
    std::vector<std::int64_t> rows;    // of the original
    int attributes = 0;
    bool equals_compete = true;
    std::shared_ptr<const std::vector<std::vector<double>>> tables;  // of `codes`
    std::vector<CodeDifferences> codes;                              // empty: numbers only

    bool empty() const { return rows.empty(); }
    std::int64_t people() const { return std::ssize(rows); }
    AlignedRecords records() const {
        return {original.data(),
                masked.data(),
                static_cast<std::int32_t>(rows.size()),
                attributes,
                static_cast<std::int32_t>(copies.size() - rows.size()),
                codes.empty() ? nullptr : codes.data(),
                equals_compete};
    }
};

// Which of two files is looked through for the records of the other.
enum class CrowdDirection {
    to_release,    // a known person is looked for in the release
    from_release,  // a released record is looked for among the known people
};

// Both files as points, equal records of the file that is looked through being one.
class LinkageCrowd {
  public:
    // Takes the columns of the input, which both tables have.
    explicit LinkageCrowd(const AssessInput& input,
                          CrowdDirection direction = CrowdDirection::to_release);

    // `rows` of the file whose records are looked for; each has its own in the other file.
    // `equals_compete` as in AlignedRecords. `closed` are records of the other file that are known
    // to be somebody else's: nobody is looked for among them.
    LinkSample sample(std::span<const std::int64_t> rows, bool equals_compete,
                      std::span<const std::int64_t> closed = {}) const;
    std::int64_t size() const { return std::ssize(class_of_); }     // records looked through
    std::int64_t different() const { return std::ssize(copies_); }  // of them

  private:
    void add_numbers(const AssessInput& input, const std::vector<std::size_t>& places,
                     std::vector<double>& original, std::vector<double>& released) const;
    void add_codes(const AssessInput& input, std::size_t place, std::vector<double>& original,
                   std::vector<double>& released);
    void find_classes(std::vector<double> values);

    std::size_t width_ = 0;
    std::vector<double> sought_;          // row by row
    std::vector<std::int64_t> own_;       // of each sought record: its row in the other file, or -1
    std::vector<double> classes_;         // different records of the file looked through
    std::vector<std::int64_t> copies_;    // of each class
    std::vector<std::int32_t> class_of_;  // of each record looked through
    std::shared_ptr<std::vector<std::vector<double>>> tables_;
    std::vector<CodeDifferences> codes_;
};

// Rows of the original that are released and that the intruder holds or learns from.
std::vector<std::int64_t> released_people(const AssessInput& input);

// Some of the rows, at random; all where there are no more than `most`. Ascending.
std::vector<std::int64_t> drawn_people(const Random& random, std::string_view purpose,
                                       const std::vector<std::int64_t>& rows, std::int64_t most);

// How many people may be looked for so that there are at most so many millions of pairs of a person
// and a different released record: at least 50, at most `most`; 0: no such limit.
std::int64_t affordable_people(const LinkageCrowd& crowd, std::int64_t most, double pairs);

// Where the share of all people lies with 95 % confidence (Wilson), in percent, when `found` of
// `people` drawn at random are found; `found` may be a sum of chances.
std::array<double, 2> share_interval(double found, std::int64_t people);

}  // namespace lethe::attack
