// The model of probabilistic linkage against a plain implementation over all pairs, whose
// likelihood is computed directly and may never fall.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "assess.h"

namespace lethe {
namespace {

using ClassPattern = std::vector<bool>;

std::vector<ClassPattern> patterns(const Table& original, const Table& masked) {
    std::vector<ClassPattern> result;
    for (std::size_t i = 0; i < static_cast<std::size_t>(original.rows()); ++i) {
        for (std::size_t j = 0; j < static_cast<std::size_t>(masked.rows()); ++j) {
            ClassPattern pattern;
            for (std::size_t k = 0; k < original.columns().size(); ++k) {
                pattern.push_back(original.columns()[k]->numbers()[i] ==
                                  masked.columns()[k]->numbers()[j]);
            }
            result.push_back(std::move(pattern));
        }
    }
    return result;
}

struct Model {
    double pi = 0;
    std::vector<double> m;
    std::vector<double> u;
};

double two_class_model_probability(const std::vector<double>& agree, const ClassPattern& pattern) {
    double product = 1;
    for (std::size_t k = 0; k < agree.size(); ++k) {
        product *= pattern[k] ? agree[k] : 1 - agree[k];
    }
    return product;
}

double log_likelihood(const Model& model, const std::vector<ClassPattern>& pairs) {
    double sum = 0;
    for (const ClassPattern& pair : pairs) {
        sum += std::log(model.pi * two_class_model_probability(model.m, pair) +
                        (1 - model.pi) * two_class_model_probability(model.u, pair));
    }
    return sum;
}

double clamped(double value) { return std::clamp(value, 1e-6, 1 - 1e-6); }

Model step(const Model& model, const std::vector<ClassPattern>& pairs) {
    const std::size_t columns = model.m.size();
    double matches = 0, others = 0;
    std::vector<double> m(columns, 0.0), u(columns, 0.0);
    for (const ClassPattern& pair : pairs) {
        const double match = model.pi * two_class_model_probability(model.m, pair);
        const double g =
            match / (match + (1 - model.pi) * two_class_model_probability(model.u, pair));
        matches += g;
        others += 1 - g;
        for (std::size_t k = 0; k < columns; ++k) {
            if (pair[k]) m[k] += g;
            if (pair[k]) u[k] += 1 - g;
        }
    }
    Model next{clamped(matches / (matches + others)), {}, {}};
    for (std::size_t k = 0; k < columns; ++k) {
        next.m.push_back(clamped(m[k] / matches));
        next.u.push_back(clamped(u[k] / others));
    }
    return next;
}

double change(const Model& a, const Model& b) {
    double most = std::fabs(a.pi - b.pi);
    for (std::size_t k = 0; k < a.m.size(); ++k) {
        most = std::max({most, std::fabs(a.m[k] - b.m[k]), std::fabs(a.u[k] - b.u[k])});
    }
    return most;
}

TEST(TwoClassModel, IsThatOfThePlainAlgorithm) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Random random(seed);
        const std::int64_t rows = 5 + static_cast<std::int64_t>(seed % 20);
        const int columns = 1 + static_cast<int>(seed % 4);
        const Table original = test::random_table(random, rows, columns, 6);
        // About half of the values stay: a link is there to be learnt.
        std::vector<ColumnPtr> changed;
        for (const ColumnPtr& column : original.columns()) {
            const Stream stream = random.stream(column->name() + "'");
            std::vector<double> values(column->numbers().begin(), column->numbers().end());
            for (std::size_t i = 0; i < values.size(); ++i) {
                Draws draws = stream.at(static_cast<std::int64_t>(i));
                if (draws.below(2) == 0) values[i] = static_cast<double>(draws.below(6));
            }
            changed.push_back(Column::numeric(column->name(), std::move(values)));
        }
        const Table masked(std::move(changed));

        const std::vector<ClassPattern> pairs = patterns(original, masked);
        const auto size = static_cast<std::size_t>(columns);
        Model model{1 / static_cast<double>(rows), std::vector<double>(size, 0.9),
                    std::vector<double>(size, 0.1)};
        double likelihood = log_likelihood(model, pairs);
        int iterations = 0;
        bool converged = false;
        while (!converged && iterations < 1000) {
            const Model next = step(model, pairs);
            const double now = log_likelihood(next, pairs);
            EXPECT_GE(now, likelihood - 1e-9 * std::fabs(likelihood)) << seed;
            converged = change(model, next) < 1e-6;
            likelihood = now;
            model = next;
            ++iterations;
        }

        const Measurement found =
            test::assess("probabilistic-linkage", original, masked, {{"comparison", "exact"}});
        const Json& details = found.details;
        EXPECT_NEAR(details["pi"].get<double>(), model.pi, 1e-8) << seed;
        EXPECT_EQ(details["converged"], converged) << seed;
        EXPECT_NEAR(details["iterations"].get<double>(), iterations, 1) << seed;
        for (std::size_t k = 0; k < size; ++k) {
            const std::string& name = original.columns()[k]->name();
            EXPECT_NEAR(found.about_original["m"][name].get<double>(), model.m[k], 1e-6) << seed;
            EXPECT_NEAR(found.about_original["u"][name].get<double>(), model.u[k], 1e-6) << seed;
        }
    }
}

}  // namespace
}  // namespace lethe
