// Everything that is compiled twice (core/vector_code.h): the same bits with AVX2 and without.
#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/branch_and_cut/hitting_lp.h"
#include "lethe/algo/branch_and_cut/shrinking_set.h"
#include "lethe/algo/evolve/coded_file.h"
#include "lethe/algo/learnt/block_rows.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "lethe/algo/linkage/agreement.h"
#include "lethe/algo/linkage/assignment.h"
#include "lethe/algo/linkage/candidates.h"
#include "lethe/algo/linkage/category_linkage.h"
#include "lethe/algo/linkage/tuple_linkage.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/algo/statistics/moments.h"
#include "lethe/core/vector_code.h"
#include "lethe/data/samples/census.h"
#include "lethe/space/box_tree.h"
#include "lethe/space/category_pool.h"
#include "lethe/space/tuple_scan.h"
#include "linkage.h"
#include "support.h"

namespace lethe {
namespace {

using Bits = std::vector<std::uint64_t>;

void put_bits(Bits& bits, std::span<const double> values) {
    for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
}

// What `make` returns, on one thread, is the same either way.
template <class Make>
void expect_same_without_avx2(Make make) {
    const auto usual = make();
    const BaselineCode baseline;
    EXPECT_EQ(make(), usual);
}

NumericSpace drawn_points(std::uint64_t seed, std::int64_t rows, std::int64_t dims) {
    Draws draws = Random(seed).stream("points").at(0);
    std::vector<double> values;
    for (std::int64_t i = 0; i < rows * dims; ++i) values.push_back(draws.normal());
    return NumericSpace(std::move(values), rows, dims);
}

TEST(VectorCodeReference, TreeOfBoxes) {
    for (const std::int64_t dims : {1, 2, 5, 13}) {
        const NumericSpace space = drawn_points(81, 300, dims);
        std::vector<std::int32_t> rows(300);
        std::iota(rows.begin(), rows.end(), 0);
        expect_same_without_avx2([&] {
            BoxTree tree(Context(), space.points(), rows);
            tree.set_anchor(space.point(0));
            for (std::int64_t slot = 0; slot < 40; ++slot) {
                if (tree.rows()[static_cast<std::size_t>(slot)] >= 0) tree.remove(slot);
            }
            Bits bits;
            for (std::int64_t row = 0; row < 20; ++row) {
                const double* point = space.points().at(row);
                double distance[BoxTree::kLeaf], bound[BoxTree::kFan];
                for (std::int64_t leaf = 0; leaf < tree.leaves(); ++leaf) {
                    tree.distances(leaf, point, distance);
                    put_bits(bits, distance);
                }
                tree.nearest_bounds({0, 0}, point, bound);
                put_bits(bits, bound);
                tree.farthest_bounds({0, 0}, tree.far_view(point), bound);
                put_bits(bits, bound);
                BoxTree::Overlap overlap[BoxTree::kFan];
                tree.overlaps({0, 0}, point, space.points().at(row + 1), overlap);
                for (const BoxTree::Overlap one : overlap) {
                    bits.push_back(static_cast<std::uint64_t>(one));
                }
            }
            return bits;
        });
    }
}

TEST(VectorCodeReference, MdavOfCategories) {
    const Table table = sample_census(Context(), Random(82), 700);
    const CategorySpace space(Context(), table, table.names());
    for (const auto search :
         {CategorySpace::Pool::Search::tree, CategorySpace::Pool::Search::scan}) {
        expect_same_without_avx2([&] {
            CategorySpace::Pool pool(Context(), space, search);
            return detail::mdav_over(Context(), pool, 4);
        });
    }
}

TEST(VectorCodeReference, MdavAndLinkageOfTuples) {
    const Table table = sample_census(Context(), Random(83), 900);
    for (const bool whole : {false, true}) {
        TupleSpace::Options options;
        options.whole_records = whole;
        const TupleSpace space(Context(), table, table.names(), options);
        expect_same_without_avx2([&] { return mdav(Context(), space, 3); });
        expect_same_without_avx2([&] {
            Bits found;
            for (const NearestPoints& one :
                 nearest_points(Context(), space, space.points_of(table))) {
                found.push_back(static_cast<std::uint64_t>(one.parts));
                found.push_back(static_cast<std::uint64_t>(one.rows));
                found.push_back(static_cast<std::uint64_t>(one.row));
            }
            return found;
        });
    }
}

TEST(VectorCodeReference, Assignment) {
    Draws draws = Random(84).stream("weights").at(0);
    for (const std::int64_t columns : {3, 30, 61}) {
        std::vector<double> weights;
        for (std::int64_t i = 0; i < 30 * columns; ++i) weights.push_back(draws.normal());
        expect_same_without_avx2(
            [&] { return assign(Context(), weights, 30, columns, Goal::maximise); });
    }
}

TEST(VectorCodeReference, CandidatesInRanges) {
    const NumericSpace space = drawn_points(85, 400, 1);
    std::vector<std::int32_t> order(400), codes(400);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        return *space.points().at(a) < *space.points().at(b);
    });
    std::vector<CodeRange> admitted(400);
    for (std::int32_t i = 0; i < 400; ++i) {
        const auto row = static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
        codes[row] = i;
        admitted[row] = {i - i % 37, i + i % 11};
    }
    expect_same_without_avx2([&] {
        std::vector<std::int64_t> found;
        for (const Candidates& one :
             link_in_ranges(Context(), space, space, codes, admitted, {}, 10)) {
            found.push_back(one.count);
            found.push_back(one.nearest.row);
            found.insert(found.end(), one.rows.begin(), one.rows.end());
        }
        return found;
    });
}

TEST(VectorCodeReference, RelaxationOfTheHittingSet) {
    expect_same_without_avx2([] {
        Draws draws = Random(86).stream("lp").at(0);
        HittingLp lp(60);
        Bits bits;
        for (int round = 0; round < 30; ++round) {
            std::vector<std::int32_t> set;
            for (std::int32_t c = round % 3; c < 60; ++c) {
                if (draws.below(12) == 0) set.push_back(c);
            }
            if (!set.empty()) lp.add_row(set, 1.0);
            bits.push_back(static_cast<std::uint64_t>(lp.solve()));
            put_bits(bits, lp.solution());
            put_bits(bits, lp.row_duals());
        }
        return bits;
    });
}

TEST(VectorCodeReference, RowsOfSupervisedLinkage) {
    for (const DistanceFamily family : test::kAllFamilies) {
        const test::LinkageInstance instance = test::real_instance(87, 40, 5, 0.6);
        const DistanceModel model{family, 2};
        expect_same_without_avx2([&] {
            const auto rows = make_block_rows(Context(), model, instance.view());
            const std::vector<double> w = rows->scaled(equal_parameters(model, 5));
            std::vector<double> u = w;
            for (std::size_t f = 0; f < u.size(); ++f) u[f] *= f % 2 == 0 ? 0.5 : -0.25;
            Bits bits;
            std::vector<WorstRow> worst;
            rows->worst(rows->open_blocks(), w.data(), worst);
            for (const WorstRow& row : worst) {
                bits.push_back(static_cast<std::uint64_t>(row.row.competitor));
                put_bits(bits, {&row.value, 1});
            }
            std::vector<ParameterRange> ranges;
            rows->ranges(rows->open_blocks(), w.data(), u.data(), ranges);
            for (const ParameterRange& range : ranges) {
                put_bits(bits, {&range.low, 1});
                put_bits(bits, {&range.high, 1});
            }
            return bits;
        });
        expect_same_without_avx2([&] {
            Bits bits;
            SearchLimits limits;
            limits.work = 2'000'000;
            const auto found = supervised_linkage(Context(), model, instance.view(), limits).search;
            put_bits(bits, found.parameters);
            bits.push_back(static_cast<std::uint64_t>(found.statistics.steps));
            return bits;
        });
    }
}

TEST(VectorCodeReference, AgreementsAndMoments) {
    Draws draws = Random(88).stream("codes").at(0);
    std::vector<PairedCodes> columns(4);
    for (PairedCodes& column : columns) {
        for (int i = 0; i < 150; ++i) {
            column.x.push_back(static_cast<std::int32_t>(draws.below(6)) - 1);
            column.y.push_back(static_cast<std::int32_t>(draws.below(6)) - 1);
        }
    }
    expect_same_without_avx2([&] { return count_agreements(Context(), columns).pairs; });

    std::vector<ColumnPtr> numbers;
    for (const char* name : {"a", "b", "c"}) {
        std::vector<double> values;
        Validity validity(1000);
        for (std::int64_t row = 0; row < 1000; ++row) {
            values.push_back(draws.normal());
            if (draws.below(10) == 0) validity.set_missing(row);
        }
        numbers.push_back(Column::numeric(name, values, validity));
    }
    for (const int order : {2, 4}) {
        expect_same_without_avx2([&] {
            const Moments moments(Context(), numbers, order);
            Bits bits;
            for (std::size_t j = 0; j < 3; ++j) {
                for (std::size_t i = 0; i <= j; ++i) {
                    for (const auto& row : moments.pair(i, j).mu) put_bits(bits, row);
                }
            }
            return bits;
        });
    }
}

TEST(VectorCodeReference, LinkageInsideTheEvolution) {
    const Table census = sample_census(Context(), Random(89), 200);
    std::vector<std::string> names;
    for (const std::string& name : census.names()) {
        if (census.column(name).kind() != Kind::numeric) names.push_back(name);
    }
    ASSERT_GE(names.size(), 3U);
    const CodedFile file(Context(), census, names);
    std::vector<std::size_t> patterned(std::min<std::size_t>(names.size(), 8));
    std::iota(patterned.begin(), patterned.end(), std::size_t{0});
    const CategoryLinkage frame(file, patterned);
    FileCodes masked = file.codes();
    std::rotate(masked.begin(), masked.begin() + file.width(), masked.end());
    const std::vector<double> m(patterned.size(), 0.9), u(patterned.size(), 0.3);
    expect_same_without_avx2([&] {
        const LinkageTree tree(frame, masked);
        const double found[] = {tree.distance_links(), tree.pattern_links(frame, m, u)};
        Bits bits;
        put_bits(bits, found);
        return bits;
    });
}

TEST(VectorCodeReference, MembersOfAShrinkingSet) {
    expect_same_without_avx2([] {
        ShrinkingSet set(3000);
        Draws draws = Random(90).stream("set").at(0);
        std::vector<std::int64_t> found;
        for (std::uint64_t left = 3000; left > 0; --left) {
            found.push_back(set.select(static_cast<std::int64_t>(draws.below(left))));
            set.remove(found.back());
        }
        return found;
    });
}

}  // namespace
}  // namespace lethe
