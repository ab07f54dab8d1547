// Dealing: the rows of linked tables go round among the people who look alike.
//
// People whose released values are equal in all columns that an intruder may know are a class. If
// each keeps her own rows, the rows tell them apart: hardly two people have the same diagnoses on
// the same days. So the rows of a class are put together, shuffled, and dealt to its members anew.
// Of a person the release then says what it says of her class, and nothing else:
//
//   kept     every row as it is; for each class which rows it has, and how many its members have
//            (the numbers of rows are those that the members had, in another order); so all that is
//            counted by the columns that classes are made of, and all that is counted of rows
//   lost     within a class, which rows are of one person (that two diagnoses go together), and how
//            rows go with columns of the people that the intruder does not know
//
// Rows that refer to each other (a visit with its diagnoses) are one unit, and are dealt together.
// Whole people would keep more, all that one person has together, and protect less: who knows some
// rows of a person would find all her others.
//
// What is released is a uniformly random one of all ways to deal the class: any member is as likely
// as any other to be the one whose rows were this or that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/random.h"

namespace lethe::release {

// The new owner of each unit. Owners are people, numbered as `class_of` has them; a unit stays in
// the class of its owner.
std::vector<std::int64_t> dealt_owners(std::span<const std::int64_t> owner_of_unit,
                                       std::span<const std::int32_t> class_of,
                                       const Random& random);

}  // namespace lethe::release
