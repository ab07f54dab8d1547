// What the attacks and the measures do, in plain words, and from where on their figures are high.
// An inner part of explain.cc.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {

enum class Scale { people, values, unique, loss, probability, spread, none };

struct Known {
    std::string_view name;
    std::string_view title;
    Scale scale;
    std::string_view what;
};

inline constexpr std::array kAttacks = {
    Known{"distance-linkage", "Distance-based linkage", Scale::people,
          "The intruder holds the original values of the columns listed and pairs each released "
          "record with the person whose values are closest to it."},
    Known{"intruder-file", "A file of her own", Scale::people,
          "The intruder has a file with other people, columns and spellings. She links it by how "
          "well columns agree, learnt from the two files, and by the values as they are, looked "
          "for in the whole release; the way that finds more counts, for the people of her file "
          "alone."},
    Known{"probabilistic-linkage", "Probabilistic linkage", Scale::people,
          "The intruder compares records column by column, estimates from the files themselves how "
          "telling an agreement in each column is, and pairs the records that agree where it "
          "counts most."},
    Known{"supervised-linkage", "Supervised linkage", Scale::people,
          "The worst case, which only the owner of the data can compute: from the true pairs it "
          "finds the distance that finds most people. No intruder who compares records by a "
          "distance of this kind finds more than the bound."},
    Known{"hrla", "Linkage learnt by gradient descent (HRLA)", Scale::people,
          "The intruder knows some true pairs already and learns from them, by small steps, how "
          "much weight each set of columns deserves. It shows how far this intruder got, not how "
          "far one could get."},
    Known{"rank-swapping-intersection", "Rank swapping: intersection attack", Scale::people,
          "The intruder knows that values were swapped, and over how many ranks at most. For each "
          "known value only the records whose released value is near enough in rank are possible; "
          "of these, those that are possible in every column remain, and the nearest is taken."},
    Known{"microaggregation-intersection", "Microaggregation: intersection attack", Scale::people,
          "The intruder knows which columns were averaged together. For each known value only the "
          "groups next to it are possible; the records that are possible in every group of columns "
          "remain, and the nearest is taken."},
    Known{"noise-linkage", "Linkage under known noise", Scale::people,
          "The intruder knows what kind of noise was added and how much, and pairs each person "
          "with the record that the noise most likely made of theirs."},
    Known{"interval-disclosure", "Interval disclosure", Scale::values,
          "Nobody has to be found for this one. It asks of each value whether the original lies "
          "close to the released one: then the released file itself tells roughly what the "
          "person's value was."},
    Known{
        "uniqueness", "Uniqueness", Scale::unique,
        "It counts the people whose combination of values in the columns listed is held by nobody "
        "else in the release. Who is alone can be singled out by anyone who knows these values. "
        "Where values were changed by noise or averaging, a unique record need not point at "
        "its true owner."},
    Known{"small-cells", "Small cells", Scale::unique,
          "A combination of values that only a few people have points at them. It counts how many "
          "of these people are released with their combination unchanged."},
    Known{"semantic-linkage", "Linkage by meaning", Scale::people,
          "The intruder knows what the words mean and pairs each person with the released records "
          "that are closest in meaning. A more general word does not stop him."},
    Known{"matching-linkage", "Linkage of equal values", Scale::people,
          "The intruder pairs each person with the released records that have exactly the same "
          "values."},
    Known{"label-linkage", "Linkage of unchanged labels", Scale::people,
          "It counts the records that were released unchanged, each divided by the number of "
          "people who had the same values."},
    Known{"l-diversity", "Too little diversity (l-diversity)", Scale::unique,
          "Nobody has to be found for this one. Where all people who look alike share a "
          "confidential value, their value is known. It counts the records in groups whose "
          "confidential values are too much alike."},
    Known{"t-closeness", "What groups give away (t-closeness)", Scale::none,
          "How far the confidential values of the most conspicuous group of people who look alike "
          "are from those of everybody: 0 % when the group tells nothing, 100 % at most."},
    Known{"km-anonymity", "Rare combinations of items (k^m-anonymity)", Scale::unique,
          "It counts the records with a combination of a few items that hardly anybody shares. Who "
          "knows these items of a person finds the record."},
    Known{"known-masking-linkage", "Linkage by one who knows the masking", Scale::people,
          "The intruder has the release record, which says what was done to each column and how "
          "strongly, and pairs each person with the record that this masking most likely made of "
          "theirs. Records that it cannot have made are excluded."},
    Known{"learnt-linkage", "Linkage with learnt weights", Scale::people,
          "The intruder knows the true pairs of some people, learns from them how much each column "
          "tells, and looks for other people in the whole release."},
    Known{"parametric-linkage", "Linkage with given weights", Scale::people,
          "The intruder weighs the columns as an earlier attack or a publication says, and pairs "
          "each person with the nearest record."},
    Known{"reidentification-risk", "Exact matching", Scale::people,
          "The intruder knows the form in which values are released (intervals, sets, gaps) and "
          "takes one of the records that could be the person's, each with the same chance."},
    Known{"attribute-inference", "What is learnt about a person", Scale::values,
          "Nobody has to be found for this one. It asks how often a confidential value can be "
          "guessed from the records that look like the person, beside how often it could be "
          "guessed without them."},
    Known{"method-guess", "Which masking it was", Scale::none,
          "Nobody is found by this one. It judges from the marks that a masking leaves how each "
          "column was masked."},
};

inline constexpr std::array kMeasures = {
    Known{"il", "Information loss (IL)", Scale::loss,
          "The average of five relative changes: of single values, means, covariances, variances "
          "and correlations. It has no upper end: a few values near zero can push it beyond "
          "100 %."},
    Known{"il1", "Change of single values (IL1)", Scale::loss,
          "How far single values moved, relative to what they were, on average."},
    Known{"il2", "Change of means (IL2)", Scale::loss,
          "How far the columns' means moved, relative to what they were, on average."},
    Known{"il3", "Change of covariances (IL3)", Scale::loss,
          "How far the covariances of pairs of columns moved, relative to what they were, on "
          "average."},
    Known{"il4", "Change of variances (IL4)", Scale::loss,
          "How far the columns' variances moved, relative to what they were, on average."},
    Known{"il5", "Change of correlations (IL5)", Scale::loss,
          "How far the correlations between columns moved, relative to what they were, on "
          "average. What was learnt about how columns hang together depends on these."},
    Known{"pil", "Probabilistic information loss (PIL)", Scale::probability,
          "Whether the statistics of the release (quantiles, means, variances, covariances, "
          "correlations) differ from the original ones by more than another sample of the same "
          "population would. 0 % means no difference at all, 100 % certainly more. Large files "
          "make it strict: small shifts count."},
    Known{"sse", "Lost variation (SSE/SST)", Scale::spread,
          "The share of the variation between people that was lost when their values were "
          "replaced, 0 % when nothing changed and 100 % when all became equal."},
    Known{"cell-loss", "Loss of single values", Scale::loss,
          "How much of single values was lost, numbers and categories alike: 0 % where all are as "
          "they were, 100 % where each is as good as a stranger's, or gone."},
    Known{"category-loss", "Information loss of categories", Scale::loss,
          "The average of three changes: of single categories (DBIL), of tables of counts (CTBIL), "
          "and of what the released category still tells of the original one (EBIL). It lies "
          "between 0 % and 100 %."},
    Known{"dbil", "Distance-based loss (DBIL)", Scale::loss,
          "How far the categories moved, on average: a change of an unordered category counts "
          "100 %, a step along an ordered one its part of the way."},
    Known{"ctbil", "Contingency-table loss (CTBIL)", Scale::loss,
          "How many people changed their cell in the tables that can be made of one or two "
          "columns, on average."},
    Known{"ebil", "Entropy-based loss (EBIL)", Scale::loss,
          "How uncertain the original category is once the released one is known, where 100 % "
          "means that nothing is known of it."},
    Known{"bivariate", "Two-way tables side by side", Scale::loss,
          "How columns of categories hang together, two at a time, in the original and in the "
          "release: chi-square, Cramér's V, and by how much chi-square moved on average. Pairs "
          "that hardly hang together can push it beyond 100 %."},
    Known{"kl-divergence", "Kullback-Leibler divergence", Scale::none,
          "How far the distribution of the combinations of categories moved: 0 bits when it is the "
          "same, without an upper end. Who has which combination does not matter."},
    Known{"discernibility", "Lost discernibility", Scale::none,
          "How many others each record can no longer be told from: 0 % when nobody became less "
          "discernible, 100 % when all records are equal."},
    Known{"clustering-loss", "Clusters that moved", Scale::loss,
          "The original and the release are put into clusters by the same procedure. It says how "
          "unlike the two partitions of the people are, where 0 % means the same clusters."},
    Known{"noise-correction", "Moments corrected for known noise", Scale::loss,
          "How far means, variances and correlations are off for an analyst who knows how much "
          "noise was added and corrects for it."},
    Known{"pram-correction", "Frequencies corrected for PRAM", Scale::loss,
          "How far the frequencies of categories are off for an analyst who knows the transition "
          "matrix and corrects for it."},
    Known{"statistics", "Statistics side by side", Scale::loss,
          "The figures that analysts compute first, from the original and from the release, and by "
          "how much they differ on average."},
    Known{"semantic-loss", "Change of meaning", Scale::loss,
          "How far the values moved in meaning, on average: 0 % where nothing changed, 100 % where "
          "every value went as far as can be."},
    Known{"semantic-sse", "Squared change of meaning", Scale::loss,
          "Squared distances in meaning, in percent of what giving everybody the same average "
          "record would cost. It has no upper end."},
    Known{"lm", "Generalisation (LM)", Scale::loss,
          "How many other values each released value could stand for, as a share of all values."},
    Known{"ncp", "Generalisation (NCP)", Scale::loss,
          "The share of all values that each released value could stand for."},
    Known{"semantic-clustering-loss", "Groups of like meaning that moved", Scale::loss,
          "The original and the release are put into groups of like meaning. It says how unlike "
          "the two partitions of the people are, where 0 % means the same groups."},
};

inline std::optional<RuleOfThumb> rule_of(Scale scale) {
    switch (scale) {
        case Scale::people:
            return RuleOfThumb{5, 20,
                               "5 % and 20 % are the chances of being picked out of a group of 20 "
                               "and of 5, group sizes often asked for. They are no legal limits."};
        case Scale::unique:
            return RuleOfThumb{5, 20,
                               "There is no accepted limit; who is unique is at risk first."};
        case Scale::values:
            return RuleOfThumb{30, 60,
                               "There is no accepted limit; it matters most for columns that are "
                               "sensitive in themselves."};
        case Scale::loss:
            return RuleOfThumb{10, 30, "There is no accepted limit; the use of the data decides."};
        case Scale::probability:
            return RuleOfThumb{20, 50, "There is no accepted limit; the use of the data decides."};
        case Scale::spread:
            return RuleOfThumb{5, 20, "There is no accepted limit; the use of the data decides."};
        case Scale::none:
            break;
    }
    return std::nullopt;
}

}  // namespace lethe::report
