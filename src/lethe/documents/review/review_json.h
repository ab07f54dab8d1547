// Inside the review: what its reader and its other parts share.
#pragma once

#include "lethe/core/error.h"

namespace lethe::documents {

// The first fifty, and a word about the rest.
Problems few_of(Problems problems);

}  // namespace lethe::documents
