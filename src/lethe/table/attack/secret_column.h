// A confidential column in the eyes of one who infers it: the values that classes of the release
// show, the values that people truly have, and the best guess from some classes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {

// What a guess is worth.
struct Guess {
    double right = 0;        // the chance that it is right: guesses that are as good share it
    bool unanimous = false;  // the records all say the same
    bool any = false;        // some record has a value
};

class SecretColumn {
  public:
    virtual ~SecretColumn() = default;

    virtual bool known(std::int64_t original_row) const = 0;  // the truth is not missing
    // About the person of a row of the original, from the records of the classes: the most frequent
    // value; of numbers the window of twice the tolerance that holds most of them. `without` is a
    // masked row that is left out, -1 for none. Safe to call from several threads.
    virtual Guess guess(std::int64_t original_row, std::span<const std::int32_t> classes,
                        std::int64_t without) const = 0;
    // The same from the values of all people, as one would guess who has no release.
    virtual double right_without_release(std::int64_t original_row) const = 0;
};

// Categories, or numbers, which are right within `tolerance` percent of the deviation of the
// original column. `groups` are the classes of the masked table.
std::unique_ptr<SecretColumn> secret_column(const AssessInput& input, const std::string& name,
                                            const Groups& groups, double tolerance);

}  // namespace lethe::attack
