// Files of categories and numbers: what is kept up to date against what is computed as a whole, and
// the linkage of both kinds together against one that compares all pairs.
#include "lethe/search/evolve/mixed_fitness.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/index.h"
#include "lethe/core/random.h"
#include "rounds.h"

namespace lethe::search {
namespace {

Table mixed_fitness_people(Draws& draws, std::int64_t rows) {
    const auto categories = [&](const char* name, Kind kind, std::uint64_t domain) {
        Dictionary dictionary;
        for (std::uint64_t i = 0; i < domain; ++i) dictionary.push_back(name + std::to_string(i));
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < rows; ++row) {
            codes.push_back(static_cast<std::int32_t>(draws.below(domain)));
        }
        codes[0] = 0;
        codes[1] = static_cast<std::int32_t>(domain) - 1;
        return Column::categories(name, kind, std::move(codes),
                                  std::make_shared<const Dictionary>(std::move(dictionary)));
    };
    const auto numbers = [&](const char* name, double scale) {
        std::vector<double> values;
        for (std::int64_t row = 0; row < rows; ++row) values.push_back(scale * draws.normal());
        return Column::numeric(name, std::move(values));
    };
    return Table({numbers("x", 1), categories("a", Kind::ordinal, 4), numbers("y", 100),
                  categories("b", Kind::nominal, 3)});
}

bool mixed_fitness_same(const MixedScore& one, const MixedScore& other) {
    return to_json(one) == to_json(other);
}

FileCodes mixed_fitness_random_codes(const MixedFile& file, Draws& draws) {
    FileCodes codes = file.codes();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const std::size_t column = i % file.columns().size();
        if (draws.below(3) != 0) continue;
        const std::uint64_t most = file.is_category(column)
                                       ? at(file.categories().columns()[column].domain)
                                       : std::uint64_t{file.columns()[column].most} + 1;
        codes[i] = static_cast<CellCode>(draws.below(most));
    }
    return codes;
}

// Every original against every masked record, from the numbers themselves.
double mixed_fitness_naive_links(const MixedFile& file, const FileCodes& masked) {
    const auto width = at(file.width()), split = file.categories().columns().size();
    const auto distance = [&](std::size_t original, std::size_t other) {
        double categories = 0, numbers = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const CellCode x = file.codes()[original * width + j], y = masked[other * width + j];
            if (j < split) {
                categories += file.categories().columns()[j].distance(x, y);
            } else {
                const NumberGrid& grid = file.numbers().columns()[j - split];
                const double away = (static_cast<double>(x) - y) / grid.deviation;
                numbers += away * away;
            }
        }
        return categories / file.categories().whole() + numbers / 2;
    };
    double links = 0;
    for (std::size_t i = 0; i < at(file.rows()); ++i) {
        const double own = distance(i, i);
        double ties = 0;
        bool nearer = false;
        for (std::size_t other = 0; other < at(file.rows()); ++other) {
            const double away = distance(i, other);
            nearer = nearer || away < own * (1 - 1e-6) - 1e-12;
            ties += std::abs(away - own) <= 1e-6 * own + 1e-12 ? 1 : 0;
        }
        if (!nearer) links += 1 / ties;
    }
    return 100 * links / static_cast<double>(file.rows());
}

TEST(MixedFitness, ChangedFilesScoreAsWhole) {
    const Stream stream = Random(8).stream("mixed");
    for (std::int64_t round = 0; round < test::rounds(60); ++round) {
        Draws draws = stream.at(round);
        const auto rows = static_cast<std::int64_t>(8 + draws.below(40));
        const Table table = mixed_fitness_people(draws, rows);
        const MixedFitness fitness(Context(), table, table.names());
        const MixedFile& file = fitness.original();
        EXPECT_EQ(file.coded(file.table(file.codes())), file.codes());
        ProtectedMixed one = fitness.evaluate(mixed_fitness_random_codes(file, draws));
        const ProtectedMixed other = fitness.evaluate(mixed_fitness_random_codes(file, draws));
        EXPECT_NEAR(one.score().distance_linkage, mixed_fitness_naive_links(file, one.codes()),
                    1e-9);
        for (int step = 0; step < 8; ++step) {
            if (step % 2 == 0) {
                const auto begin = static_cast<std::int64_t>(draws.below(at(file.cells())));
                const auto end =
                    begin + static_cast<std::int64_t>(draws.below(at(file.cells() - begin) + 1));
                one = fitness.splice(one, other, begin, end);
            } else {
                const auto cell = static_cast<std::int64_t>(draws.below(at(file.cells())));
                const CellChange change{cell, other.codes()[at(cell)]};
                one = fitness.change(one, {&change, 1});
            }
            EXPECT_TRUE(mixed_fitness_same(one.score(), fitness.evaluate(one.codes()).score()));
        }
    }
}

TEST(MixedFitness, TheOriginalLosesNothingAndIsFound) {
    Draws draws = Random(9).stream("original").at(0);
    const Table table = mixed_fitness_people(draws, 60);
    const MixedFitness fitness(Context(), table, table.names());
    const MixedScore score = fitness.evaluate(fitness.original().codes()).score();
    EXPECT_NEAR(score.loss(), 0, 1e-9);
    EXPECT_EQ(score.distance_linkage, 100);
    EXPECT_EQ(score.interval_disclosure(), 100);
}

}  // namespace
}  // namespace lethe::search
