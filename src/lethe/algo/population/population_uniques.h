// How many people of a population are alone with their values, estimated from the classes of a
// sample: the models of Zayatz, Pitman (Hoshino) and Chen and Keller-McNulty (slide negative
// binomial), and the rule of Dankar and others that chooses among them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace lethe {

// Of a sample: size of a class, and how many classes have it. Sizes and counts are at least 1.
using SizeCounts = std::map<std::int64_t, std::int64_t>;

// All estimates are numbers of people, between 0 and `population`, which is at least the sample.
// They are 0 where the sample has no unique record. A model may have no estimate for a sample: then
// there is no figure, and none is made up.

double zayatz_uniques(const SizeCounts& classes, double population);

struct PitmanModel {
    double theta = 0;
    double alpha = 0;
};
// The maximum of the likelihood: both of its equations hold to 1e-6. A sample of one class, or of
// uniques alone, has none.
std::optional<PitmanModel> fit_pitman(const SizeCounts& classes);
std::optional<double> pitman_uniques(const SizeCounts& classes, double population);

struct SlideNegativeBinomial {
    double classes = 0;  // of the population
    double alpha = 0;
    double beta = 0;
};
// The numbers of classes of one and of two records are met exactly.
std::optional<SlideNegativeBinomial> fit_slide_negative_binomial(const SizeCounts& classes,
                                                                 double population);
std::optional<double> slide_negative_binomial_uniques(const SizeCounts& classes, double population);

enum class UniquenessModel { zayatz, pitman, slide_negative_binomial };

struct ChosenUniques {
    UniquenessModel model = UniquenessModel::zayatz;
    double uniques = 0;
};

// A sample of a tenth of the population or less: Pitman. A larger one: the smaller of Zayatz and
// the slide negative binomial model. Where that has no estimate, Zayatz.
ChosenUniques dankar_uniques(const SizeCounts& classes, double population);

}  // namespace lethe
