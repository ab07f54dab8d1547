// Policies in plain words.
#pragma once

#include <span>
#include <string>

#include "lethe/advise/trial.h"

namespace lethe {

// "Groups of 8 people get common values of age, hours and occupation; sex and race stay exact where
// 8 people or more share them."
std::string policy_words(std::span<const TryStep> steps);

}  // namespace lethe
