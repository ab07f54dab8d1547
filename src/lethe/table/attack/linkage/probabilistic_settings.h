// The parameters of probabilistic linkage, for the attack itself and for what contains it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/method/parameter.h"

namespace lethe::attack {

enum class Model {
    em,     // fitted, no link known
    known,  // as it is among the true links
};

enum class LinkRule {
    assignment,  // one to one, with the largest total weight
    heaviest,    // each record to its heaviest one, whoever else is linked to it
};

enum class Direction {
    known,    // each known person looks for a released record
    release,  // each released record looks for a known person
};

enum class Comparison { levels, exact, tolerance, bins };

struct ProbabilisticSettings {
    Model model = Model::em;
    LinkRule rule = LinkRule::assignment;
    Direction direction = Direction::known;
    Comparison comparison = Comparison::levels;
    std::vector<double> levels = {0, 0.01, 0.03, 0.1, 0.3, 1};
    double tolerance = 0.1;
    std::int64_t bins = 10;
    std::int64_t max_records = 200000;
};

// Adds them to the schema of a struct P that derives from ProbabilisticSettings.
template <class P>
Schema<P> with_probabilistic_settings(const Schema<P>& schema) {
    using S = ProbabilisticSettings;
    return schema
        .choice("model", static_cast<Model P::*>(&S::model),
                "how often matches and others agree: fitted to the pairs without knowing a link, "
                "or known, as to one who knows how the data were masked",
                {{"em", Model::em}, {"known", Model::known}})
        .choice("rule", static_cast<LinkRule P::*>(&S::rule),
                "link one to one with the largest total weight (up to 16 million pairs; "
                "beyond, as by heaviest), or each record to its heaviest one",
                {{"assignment", LinkRule::assignment}, {"heaviest", LinkRule::heaviest}})
        .choice("direction", static_cast<Direction P::*>(&S::direction),
                "of rule = heaviest: each known person to her heaviest released record, or each "
                "released record to its heaviest known person",
                {{"known", Direction::known}, {"release", Direction::release}})
        .choice(
            "comparison", static_cast<Comparison P::*>(&S::comparison),
            "numbers and ordered categories by how far apart they are, in levels; or they agree "
            "when they are equal, when they are close, or when they fall into the same bin. "
            "Other categories agree when they are equal",
            {{"levels", Comparison::levels},
             {"exact", Comparison::exact},
             {"tolerance", Comparison::tolerance},
             {"bins", Comparison::bins}})
        .field("levels", static_cast<std::vector<double> P::*>(&S::levels),
               "of comparison = levels: the widths of the levels of numbers, in standard "
               "deviations of the original column; what is farther apart than the last is apart",
               at_least(0))
        .field("tolerance", static_cast<double P::*>(&S::tolerance),
               "of comparison = tolerance: how far apart close numbers may be, in standard "
               "deviations of the original column",
               at_least(0))
        .field("bins", static_cast<std::int64_t P::*>(&S::bins),
               "of comparison = bins: their number, cut at quantiles of both files together",
               at_least(2))
        .field("max_records", static_cast<std::int64_t P::*>(&S::max_records),
               "of more people so many are drawn and looked for, each in the whole release",
               at_least(2));
}

}  // namespace lethe::attack
