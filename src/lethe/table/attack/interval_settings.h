// The parameters of interval disclosure, for the attack itself and for what contains it.
#pragma once

#include <vector>

#include "lethe/method/parameter.h"

namespace lethe::attack {

enum class IntervalWindow { rank, sd };
enum class CountedCategories { at_stake, all };

struct IntervalSettings {
    IntervalWindow window = IntervalWindow::rank;
    std::vector<double> p = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    CountedCategories categories = CountedCategories::at_stake;
};

// Adds them to the schema of a struct P that is IntervalSettings or derives from it.
template <class P>
Schema<P> with_interval_settings(const Schema<P>& schema) {
    using S = IntervalSettings;
    Range share = between(0, 100);
    share.least_excluded = true;
    return schema
        .choice("window", static_cast<IntervalWindow P::*>(&S::window),
                "of interval disclosure: the interval in ranks of the masked column, or in parts "
                "of its standard deviation",
                {{"rank", IntervalWindow::rank}, {"sd", IntervalWindow::sd}})
        .field("p", static_cast<std::vector<double> P::*>(&S::p),
               "widths of the interval to each side, in percent of the records or of the "
               "deviation; what counts is the mean over them",
               share)
        .choice("categories", static_cast<CountedCategories P::*>(&S::categories),
                "of interval disclosure: count categories only where something was at stake, "
                "changed values of ordered ones; or all of them, a nominal one being disclosed "
                "when it is unchanged",
                {{"at-stake", CountedCategories::at_stake}, {"all", CountedCategories::all}});
}

}  // namespace lethe::attack
