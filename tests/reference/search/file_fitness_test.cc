// The score of a protected file against the definitions of its parts, and the score of versions
// that were made by thousands of changes against that of a file evaluated as a whole.
#include "lethe/search/evolve/file_fitness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "lethe/algo/linkage/two_class_em.h"
#include "support.h"

namespace lethe::search {
namespace {

struct FileFitnessShape {
    std::int64_t rows;
    std::vector<std::int32_t> domains;  // ordered where even
    bool missing;
};

Table random_file(Draws& draws, const FileFitnessShape& shape) {
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < shape.domains.size(); ++j) {
        const std::int32_t domain = shape.domains[j];
        Dictionary dictionary;
        for (std::int32_t i = 0; i < domain; ++i) dictionary.push_back(std::to_string(i));
        std::vector<std::int32_t> codes;
        Validity validity(shape.rows);
        for (std::int64_t row = 0; row < shape.rows; ++row) {
            codes.push_back(static_cast<std::int32_t>(std::pow(draws.uniform(), 2) * domain));
            if (shape.missing && row > 0 && draws.below(9) == 0) {
                validity.set_missing(row);
                codes.back() = 0;
            }
        }
        columns.push_back(Column::categories(
            std::string(1, static_cast<char>('a' + j)),
            domain % 2 == 0 ? Kind::ordinal : Kind::nominal, std::move(codes),
            std::make_shared<const Dictionary>(std::move(dictionary)), validity));
    }
    return Table(std::move(columns));
}

// The definitions, cell by cell and pair by pair.
class Definitions {
  public:
    Definitions(const CodedFile& file, const FileCodes& masked)
        : file_(file), x_(file.codes()), y_(masked), n_(file.rows()), v_(file.width()) {}

    FileScore score() const {
        return {distance_loss(),       table_loss(),       entropy_loss(),
                interval_disclosure(), distance_linkage(), probabilistic_linkage()};
    }

  private:
    std::size_t cell(std::int64_t row, std::int64_t j) const {
        return static_cast<std::size_t>(row * v_ + j);
    }
    const CodedColumn& column(std::int64_t j) const {
        return file_.columns()[static_cast<std::size_t>(j)];
    }
    bool missing(const FileCodes& file, std::int64_t row, std::int64_t j) const {
        return file[cell(row, j)] == column(j).missing();
    }

    double distance_loss() const {
        double sum = 0;
        for (std::int64_t row = 0; row < n_; ++row) {
            for (std::int64_t j = 0; j < v_; ++j) {
                const int a = x_[cell(row, j)], b = y_[cell(row, j)];
                if (a == b) continue;
                const bool steps =
                    column(j).ordinal && !missing(x_, row, j) && !missing(y_, row, j);
                sum += steps ? std::abs(a - b) / static_cast<double>(column(j).domain) : 1;
            }
        }
        return 100 * sum / static_cast<double>(n_ * v_);
    }

    double table_loss() const {
        double sum = 0;
        int tables = 0;
        for (std::int64_t a = 0; a < v_; ++a) {
            for (std::int64_t b = a; b < v_; ++b) {  // a == b: the column alone
                std::map<std::pair<int, int>, std::int64_t> difference;
                for (std::int64_t row = 0; row < n_; ++row) {
                    ++difference[{x_[cell(row, a)], x_[cell(row, b)]}];
                    --difference[{y_[cell(row, a)], y_[cell(row, b)]}];
                }
                std::int64_t total = 0;
                for (const auto& entry : difference) total += std::abs(entry.second);
                sum += static_cast<double>(total) / static_cast<double>(2 * n_);
                ++tables;
            }
        }
        return 100 * sum / tables;
    }

    double entropy_loss() const {
        double sum = 0;
        for (std::int64_t j = 0; j < v_; ++j) {
            std::map<int, std::map<int, double>> originals;  // by masked category
            std::set<int> seen_missing;
            for (std::int64_t row = 0; row < n_; ++row) {
                ++originals[y_[cell(row, j)]][x_[cell(row, j)]];
                if (missing(x_, row, j)) seen_missing.insert(1);
            }
            double bits = 0;
            for (const auto& [masked, counts] : originals) {
                double total = 0;
                for (const auto& [original, count] : counts) total += count;
                for (const auto& [original, count] : counts) {
                    bits += count * std::log2(total / count);
                }
            }
            const double most = std::log2(column(j).domain + static_cast<int>(seen_missing.size()));
            if (most > 0) sum += bits / (static_cast<double>(n_) * most);
        }
        return 100 * sum / static_cast<double>(v_);
    }

    bool disclosed(std::int64_t row, std::int64_t j, double p) const {
        const int a = x_[cell(row, j)], b = y_[cell(row, j)];
        if (!column(j).ordinal) return a == b;
        std::vector<int> sorted;
        for (std::int64_t other = 0; other < n_; ++other) {
            if (!missing(y_, other, j)) sorted.push_back(y_[cell(other, j)]);
        }
        std::sort(sorted.begin(), sorted.end());
        const auto window = static_cast<std::int64_t>(
            std::floor(p * static_cast<double>(sorted.size()) / 100 + 1e-9));
        const std::int64_t low =
            std::lower_bound(sorted.begin(), sorted.end(), b) - sorted.begin() - window;
        const std::int64_t high =
            std::upper_bound(sorted.begin(), sorted.end(), b) - sorted.begin() - 1 + window;
        return sorted[static_cast<std::size_t>(std::max<std::int64_t>(0, low))] <= a &&
               a <= sorted[static_cast<std::size_t>(
                        std::min<std::int64_t>(std::ssize(sorted) - 1, high))];
    }

    double interval_disclosure() const {
        double sum = 0;
        for (int p = 1; p <= 10; ++p) {
            double found = 0, compared = 0;
            for (std::int64_t row = 0; row < n_; ++row) {
                for (std::int64_t j = 0; j < v_; ++j) {
                    if (missing(x_, row, j) || missing(y_, row, j)) continue;
                    ++compared;
                    if (disclosed(row, j, p)) ++found;
                }
            }
            if (compared > 0) sum += 100 * found / compared;
        }
        return sum / 10;
    }

    double distance_linkage() const {
        double links = 0;
        for (std::int64_t a = 0; a < n_; ++a) {
            const auto distance = [&](std::int64_t b) {
                std::int64_t sum = 0;
                for (std::int64_t j = 0; j < v_; ++j) {
                    sum += column(j).distance(x_[cell(a, j)], y_[cell(b, j)]);
                }
                return sum;
            };
            int nearer = 0, ties = 0;
            for (std::int64_t b = 0; b < n_; ++b) {
                nearer += distance(b) < distance(a) ? 1 : 0;
                ties += distance(b) == distance(a) ? 1 : 0;
            }
            if (nearer == 0) links += 1.0 / ties;
        }
        return 100 * links / static_cast<double>(n_);
    }

    unsigned pattern(std::int64_t a, std::int64_t b) const {
        unsigned pattern = 0;
        for (std::int64_t j = 0; j < v_; ++j) {
            if (!missing(x_, a, j) && x_[cell(a, j)] == y_[cell(b, j)]) pattern |= 1U << j;
        }
        return pattern;
    }

    double probabilistic_linkage() const {
        std::vector<double> m(static_cast<std::size_t>(v_), 0), u(static_cast<std::size_t>(v_), 0);
        for (std::int64_t a = 0; a < n_; ++a) {
            for (std::int64_t b = 0; b < n_; ++b) {
                for (std::size_t j = 0; j < m.size(); ++j) {
                    if (((pattern(a, b) >> j) & 1U) != 0) ++(a == b ? m : u)[j];
                }
            }
        }
        for (std::size_t j = 0; j < m.size(); ++j) {
            m[j] = bounded_probability(m[j] / static_cast<double>(n_));
            u[j] = n_ < 2 ? bounded_probability(0)
                          : bounded_probability(u[j] / static_cast<double>(n_ * (n_ - 1)));
        }
        const std::vector<double> weights = pattern_weights(m, u);
        double links = 0;
        for (std::int64_t b = 0; b < n_; ++b) {
            int heavier = 0, ties = 0;
            for (std::int64_t a = 0; a < n_; ++a) {
                heavier += weights[pattern(a, b)] > weights[pattern(b, b)] ? 1 : 0;
                ties += weights[pattern(a, b)] == weights[pattern(b, b)] ? 1 : 0;
            }
            if (heavier == 0) links += 1.0 / ties;
        }
        return 100 * links / static_cast<double>(n_);
    }

    const CodedFile& file_;
    const FileCodes& x_;
    const FileCodes& y_;
    std::int64_t n_;
    std::int64_t v_;
};

void file_fitness_expect_near(const FileScore& got, const FileScore& want) {
    EXPECT_NEAR(got.distance_loss, want.distance_loss, 1e-9);
    EXPECT_NEAR(got.table_loss, want.table_loss, 1e-9);
    EXPECT_NEAR(got.entropy_loss, want.entropy_loss, 1e-9);
    EXPECT_NEAR(got.interval_disclosure, want.interval_disclosure, 1e-9);
    EXPECT_NEAR(got.distance_linkage, want.distance_linkage, 1e-9);
    EXPECT_NEAR(got.probabilistic_linkage, want.probabilistic_linkage, 1e-9);
}

void file_fitness_expect_same(const FileScore& got, const FileScore& want) {
    EXPECT_EQ(got.distance_loss, want.distance_loss);
    EXPECT_EQ(got.table_loss, want.table_loss);
    EXPECT_EQ(got.entropy_loss, want.entropy_loss);
    EXPECT_EQ(got.interval_disclosure, want.interval_disclosure);
    EXPECT_EQ(got.distance_linkage, want.distance_linkage);
    EXPECT_EQ(got.probabilistic_linkage, want.probabilistic_linkage);
}

FileCodes file_fitness_random_version(Draws& draws, const CodedFile& file, double keep,
                                      bool missing) {
    FileCodes codes = file.codes();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const CodedColumn& column = file.columns()[i % file.columns().size()];
        if (draws.uniform() < keep) continue;
        codes[i] = static_cast<CellCode>(
            draws.below(static_cast<std::uint64_t>(column.domain + (missing ? 1 : 0))));
    }
    return codes;
}

TEST(FileFitnessReference, EveryPartIsThatOfItsDefinition) {
    const Stream stream = Random(71).stream("files");
    for (int run = 0; run < 400; ++run) {
        Draws draws = stream.at(run);
        FileFitnessShape shape{static_cast<std::int64_t>(1 + draws.below(run % 10 == 0 ? 70 : 25)),
                               {},
                               draws.below(3) == 0};
        const std::uint64_t columns = 1 + draws.below(4);
        for (std::uint64_t j = 0; j < columns; ++j) {
            shape.domains.push_back(static_cast<std::int32_t>(1 + draws.below(6)));
        }
        const Table table = random_file(draws, shape);
        const FileFitness fitness(Context(), table, table.names());
        const double keep = std::vector<double>{0, 0.5, 0.9, 1}[draws.below(4)];
        FileCodes codes =
            file_fitness_random_version(draws, fitness.original(), keep, shape.missing);
        if (draws.below(4) == 0) {  // a column that is one category throughout
            for (std::size_t i = 0; i < codes.size(); i += shape.domains.size()) codes[i] = 0;
        }
        const ProtectedFile file = fitness.evaluate(codes);
        file_fitness_expect_near(file.score(), Definitions(fitness.original(), codes).score());
        file_fitness_expect_same(fitness.score(codes), file.score());
        ASSERT_FALSE(HasFailure()) << "run " << run;
    }
}

// Mutations and crossovers in any order: as if the file were evaluated as a whole.
TEST(FileFitnessReference, ChangedFilesAreAsIfEvaluatedWhole) {
    const Stream stream = Random(72).stream("steps");
    int steps = 0;
    for (int run = 0; run < 30; ++run) {
        Draws draws = stream.at(run);
        const FileFitnessShape shape{
            static_cast<std::int64_t>(2 + draws.below(150)), {1, 2, 3, 8, 5}, run % 3 == 0};
        const Table table = random_file(draws, shape);
        const FileFitness fitness(Context(), table, table.names());
        const auto cells = static_cast<std::uint64_t>(fitness.original().cells());
        std::vector<ProtectedFile> files;
        for (const double keep : {0.0, 0.6, 0.95}) {
            files.push_back(fitness.evaluate(
                file_fitness_random_version(draws, fitness.original(), keep, shape.missing)));
        }
        for (int step = 0; step < 150; ++step, ++steps) {
            ProtectedFile& target = files[draws.below(files.size())];
            if (draws.below(2) == 0) {
                std::set<std::int64_t> chosen;
                const std::uint64_t count = 1 + draws.below(3);
                for (std::uint64_t i = 0; i < count; ++i) {
                    chosen.insert(static_cast<std::int64_t>(draws.below(cells)));
                }
                std::vector<CellChange> changes;
                for (const std::int64_t cell : chosen) {
                    const CodedColumn& column =
                        fitness.original()
                            .columns()[static_cast<std::size_t>(cell) % shape.domains.size()];
                    changes.push_back({cell, static_cast<CellCode>(draws.below(
                                                 static_cast<std::uint64_t>(column.domain)))});
                }
                target = fitness.change(target, changes);
            } else {
                const ProtectedFile& other = files[draws.below(files.size())];
                auto begin = static_cast<std::int64_t>(draws.below(cells + 1));
                auto end = static_cast<std::int64_t>(draws.below(cells + 1));
                if (begin > end) std::swap(begin, end);
                FileCodes expected = target.codes();
                std::copy(other.codes().begin() + begin, other.codes().begin() + end,
                          expected.begin() + begin);
                target = fitness.splice(target, other, begin, end);
                ASSERT_EQ(target.codes(), expected);
            }
            file_fitness_expect_same(target.score(), fitness.evaluate(target.codes()).score());
            file_fitness_expect_same(target.score(), fitness.score(target.codes()));
            ASSERT_FALSE(HasFailure()) << "run " << run << ", step " << step;
        }
    }
    EXPECT_GE(steps, 4000);
}

// More columns than make a pattern, and records that do not fit a 64-bit number.
TEST(FileFitnessReference, WideFilesAreScoredAloneAsTheyAreEvaluated) {
    for (int run = 0; run < 5; ++run) {
        Draws draws = Random(75).stream("wide").at(run);
        const FileFitnessShape shape{40, std::vector<std::int32_t>(26, 6 + run), run % 2 == 0};
        const Table table = random_file(draws, shape);
        const FileFitness fitness(Context(), table, table.names());
        const FileCodes codes =
            file_fitness_random_version(draws, fitness.original(), 0.8, shape.missing);
        file_fitness_expect_same(fitness.score(codes), fitness.evaluate(codes).score());
    }
}

TEST(FileFitnessReference, NothingChangedNothingLost) {
    Draws draws = Random(73).stream("file").at(0);
    const Table table = random_file(draws, {50, {4, 5, 6}, false});
    const FileFitness fitness(Context(), table, table.names());
    const FileScore score = fitness.evaluate(fitness.original().codes()).score();
    EXPECT_EQ(score.loss(), 0);
    EXPECT_EQ(score.interval_disclosure, 100);
}

TEST(FileFitnessReference, TablesAndCodes) {
    Draws draws = Random(74).stream("file").at(0);
    const Table table = random_file(draws, {30, {4, 5}, true});
    const CodedFile file(Context(), table, table.names());
    const FileCodes codes = file_fitness_random_version(draws, file, 0.5, true);
    EXPECT_EQ(file.coded(file.table(codes)), codes);
}

}  // namespace
}  // namespace lethe::search
