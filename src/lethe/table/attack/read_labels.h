// Labels that only the release has, as an intruder reads them.
#pragma once

#include "lethe/method/comparison.h"

namespace lethe::attack {

// The masked table in which a label that the original does not have (merged categories, an
// interval, a set) is read as the middle of what it stands for, as by an intruder who knows how
// categories were merged. Of the columns of the input; numbers stay as they are.
Table with_labels_read(const AssessInput& input);

}  // namespace lethe::attack
