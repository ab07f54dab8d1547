// Semantic adaptive microaggregation, its variants and rivals, recoding and resampling: the
// experiment of chapter 6 of the source, and its statements.
#include "experiments/semantic/semantic_files.h"

namespace lethe::reproduction {

// The measure of the thesis' chapters 6 and 7 is Wu-Palmer as Eq. 3.3 prints it, which counts links
// to the root: its depth is 0. The product's is log-sc.
std::vector<Arm> microaggregation_arms(bool thesis) {
    const Json weighting = thesis ? "frequency" : "none";
    const auto with = [&](Json more) {
        more["measure"] = thesis ? "wu-palmer" : "log-sc";
        if (thesis) more["root_depth"] = 0;
        return more;
    };
    return {
        {"SA-MDAV", "sa-mdav", with({{"weighting", weighting}})},
        {"static", "sa-mdav", with({{"weighting", weighting}, {"moving_centre", false}})},
        {"S-MDAV", "mdav", with({{"squared", false}})},
        {"DF&T", "mdav", {{"measure", "equality"}, {"whole_records", true}, {"centre", "mode"}}},
        {"Abril",
         "mdav",
         {{"measure", "wu-palmer"},
          {"root_depth", thesis ? 0 : 1},
          {"centre", "lcs"},
          {"squared", false}}},
        {"recoding", "semantic-recoding",
         with({{"weighting", weighting}, {"candidates", thesis ? "non-minimal" : "any"}})},
        {"resampling", "semantic-resampling",
         with({{"weighting", weighting}, {"one_reference", !thesis}})},
    };
}

double label_score(const Judged& judged, double alpha) {
    return alpha * judged.l + (1 - alpha) * judged.rl;
}

std::vector<Ordering> microaggregation_orderings() {
    using Arms = std::vector<Judged>;
    const auto less = [](MicroaggregationArm a, MicroaggregationArm b, double Judged::*figure) {
        return [=](std::int64_t, const Arms& arms) { return arms[a].*figure <= arms[b].*figure; };
    };
    return {
        {"SA-MDAV loses less than DF&T (P14)", less(kSaMdav, kDft, &Judged::l)},
        {"SA-MDAV loses less than Abril (P14)", less(kSaMdav, kAbril, &Judged::l)},
        {"Abril loses less than DF&T at low k (P14)", less(kAbril, kDft, &Judged::l), 2, 50},
        {"Abril loses more than DF&T at high k (P14)", less(kDft, kAbril, &Judged::l), 200},
        {"SA-MDAV loses less than S-MDAV (P13)", less(kSaMdav, kSMdav, &Judged::l)},
        {"the same at k of 800 and more", less(kSaMdav, kSMdav, &Judged::l), 800},
        {"SA-MDAV loses less than static (P13)", less(kSaMdav, kStatic, &Judged::l)},
        {"Abril has a lower RL than SA-MDAV (P16)", less(kAbril, kSaMdav, &Judged::rl)},
        {"SA-MDAV has a lower RL than DF&T (P16)", less(kSaMdav, kDft, &Judged::rl)},
        {"SA-MDAV has the lowest score (P17)",
         [](std::int64_t, const Arms& arms) {
             return label_score(arms[kSaMdav], 0.5) <= label_score(arms[kDft], 0.5) &&
                    label_score(arms[kSaMdav], 0.5) <= label_score(arms[kAbril], 0.5);
         }},
        {"SA-MDAV has it for alpha of 0.1 and more (P18)",
         [](std::int64_t, const Arms& arms) {
             bool lowest = true;
             for (int tenth = 1; tenth <= 10; ++tenth) {
                 for (const MicroaggregationArm rival : {kDft, kAbril}) {
                     lowest = lowest && label_score(arms[kSaMdav], tenth / 10.0) <=
                                            label_score(arms[rival], tenth / 10.0);
                 }
             }
             return lowest;
         },
         25, 1000},
    };
}

}  // namespace lethe::reproduction
