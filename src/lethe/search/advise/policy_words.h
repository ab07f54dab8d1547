// Policies in plain words.
#pragma once

#include <span>
#include <string>

#include "lethe/search/advise/trial.h"

namespace lethe::search {

// "Groups of 8 people get common values of age, hours and occupation; sex and race stay exact where
// 8 people or more share them."
std::string policy_words(std::span<const TryStep> steps);

// How much the best single method loses. `one_size`: refined groups were tried as a single method
// in one size alone, so that another size may lose less.
std::string best_single_words(const std::string& label, double loss, bool one_size);

}  // namespace lethe::search
