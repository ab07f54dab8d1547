// The one figure on top of an assessment: the most people that any attack tried finds, what that
// intruder had to know, and the most that the classes of the release allow.
//
// The bound is a theorem, not an estimate: whoever knows nothing beside the given columns cannot
// tell the members of a class of equal released rows apart, so a person is found with probability
// at most one in the size of the own class; over all people that is the number of classes in parts
// of the rows. An attack that reports more than the bound uses more than these columns, or is
// wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/measured_result.h"

namespace lethe::release {

// What equal rows of a release allow.
struct ClassBound {
    std::int64_t rows = 0;
    std::int64_t classes = 0;
    std::int64_t smallest = 0;
    std::int64_t unique = 0;  // rows that are alone

    double average() const;  // percent of the people who can be found at most
    double person() const;   // the chance, in percent, of the most exposed one
};
ClassBound class_bound(const Context& context, const Table& masked,
                       const std::vector<std::string>& columns);
Json to_json(const ClassBound& bound);

struct Headline {
    double found = 0;  // percent, a guess among the equally near counting as its chance
    std::optional<std::array<double, 2>> interval;  // where people were sampled
    std::int64_t looked_for = 0;                    // people
    std::string attack;
    std::string title;
    Json parameters = Json::object();
    std::string knows;  // beside the columns; empty: nothing
    std::vector<std::string> columns;
};

// The details of those who are looked for: where links were learnt from some people, of the others.
const Json& judged_details(const MethodResult& result);

// Percent of people found by one result of an assessment: its value, or its "expected" where the
// value counts certain links only; nothing for an attack that does not find people or has no value.
std::optional<double> share_found(const MethodResult& result);

// The worst of the results; the first of equal ones. Nothing where none finds people. `most`: what
// can be found of all people (ClassBound::average); a share of people who were drawn, which speaks
// for all of them, is not above it.
std::optional<Headline> headline_of(std::span<const MethodResult> results,
                                    std::optional<double> most = std::nullopt);
Json to_json(const Headline& headline);

}  // namespace lethe::release
