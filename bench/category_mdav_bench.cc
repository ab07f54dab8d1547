// MDAV on records of numbers and categories: the synthetic census, with six columns and with eight,
// and categories alone. Checks that the partition is that of the plain pool at a small size, and
// the sizes of all clusters at every size.
//
//   category_mdav_bench [largest number of rows, 1000000 unless told]
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/core/random.h"
#include "lethe/data/samples/census.h"

namespace lethe::bench {
namespace {

constexpr std::int64_t kClusterSize = 5;

struct Shape {
    std::string name;
    std::vector<std::string> columns;
};

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all{
        {"mixed 6", {"age", "AGI", "sex", "region", "education", "marital_status"}},
        {"mixed 8",
         {"age", "AGI", "FEDTAX", "sex", "region", "education", "marital_status", "occupation"}},
        {"categories 6",
         {"sex", "region", "education", "marital_status", "occupation", "diagnosis"}},
    };
    return all;
}

CategorySpace make_space(const Shape& shape, std::int64_t rows) {
    return CategorySpace(context(2), sample_census(context(2), Random(1), rows), shape.columns);
}

bool agrees_with_plain(const Shape& shape) {
    const CategorySpace space = make_space(shape, 5000);
    return mdav(context(1), space, kClusterSize) == plain_mdav(context(1), space, kClusterSize);
}

bool sizes_are_right(const ClusterRows& rows) {
    for (std::int32_t cluster = 0; cluster < rows.count(); ++cluster) {
        const std::int64_t size = std::ssize(rows[cluster]);
        const bool last = cluster + 1 == rows.count();
        if (size < kClusterSize || size >= (last ? 2 * kClusterSize : kClusterSize + 1)) {
            return false;
        }
    }
    return true;
}

// The mean distance of a record from the centre of its cluster, between 0 and 1.
double loss(const CategorySpace& space, const ClusterRows& rows) {
    double sum = 0.0;
    for (std::int32_t cluster = 0; cluster < rows.count(); ++cluster) {
        const CategorySpace::Point centre = space.centroid(rows[cluster]);
        for (const std::int64_t row : rows[cluster]) sum += space.distance(centre, row);
    }
    return space.scales().mean(sum) / static_cast<double>(space.rows());
}

int measure(const Shape& shape, std::int64_t rows, bool sound) {
    const CategorySpace space = make_space(shape, rows);
    Run run("category_mdav");
    const Clusters clusters = mdav(context(2), space, kClusterSize);
    run.stop();
    const ClusterRows members(clusters);
    return run.report(sound && sizes_are_right(members), rows,
                      {{"kind", shape.name},
                       {"rows", rows},
                       {"k", kClusterSize},
                       {"loss", loss(space, members)}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    int failed = 0;
    for (const Shape& shape : shapes()) {
        const bool sound = agrees_with_plain(shape);
        for (const std::int64_t rows : {10000, 30000, 100000, 300000, 1000000}) {
            if (rows <= largest) failed |= measure(shape, rows, sound);
        }
    }
    return failed;
}
