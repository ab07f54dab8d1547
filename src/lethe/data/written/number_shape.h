// Numbers with marks: which notations a column of them allows. Only for recognise_notation.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lethe/data/written/recognise_notation.h"

namespace lethe {

// Nothing where the texts are no numbers; of plain numbers, `decimal` and `doubtful` are told.
std::optional<NotationGuess> guess_numbers(std::span<const std::string_view> texts,
                                           const NotationWishes& wishes);

}  // namespace lethe
