// Spherical microaggregation at size: made-up documents whose words follow Zipf's law, half of them
// drawn from the words of one of 100 topics. That each release is k-anonymous is checked, that the
// published loss is the one measured, and on a small collection that the groups are those of the
// plain algorithm.
//
//   spherical_bench [documents [terms]]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

#include "bench_support.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/core/random.h"
#include "lethe/space/sparse.h"
#include "lethe/vectors/protect/spherical.h"

namespace lethe::bench {
namespace {

using lethe::vectors::Microaggregated;
using lethe::vectors::SphericalOptions;

constexpr int kWords = 100;  // of a document
constexpr int kTopics = 100;

// tf-idf of documents of 100 words each.
SparseRows made_up(std::int32_t documents, std::int32_t terms) {
    std::vector<double> up_to(static_cast<std::size_t>(terms));
    double sum = 0;
    for (std::size_t t = 0; t < up_to.size(); ++t)
        up_to[t] = sum += 1 / (static_cast<double>(t) + 1);
    const Stream random = Random(1, 0).stream("documents");
    std::vector<std::map<std::int32_t, int>> counts(static_cast<std::size_t>(documents));
    std::vector<std::int32_t> having(up_to.size(), 0);
    for (std::size_t d = 0; d < counts.size(); ++d) {
        Draws at = random.at(static_cast<std::int64_t>(d));
        const auto topic = static_cast<std::int32_t>(at.below(kTopics));
        for (int w = 0; w < kWords; ++w) {
            const auto drawn = std::ranges::lower_bound(up_to, at.uniform() * sum);
            auto term = static_cast<std::int32_t>(drawn - up_to.begin());
            // The words of a topic are every hundredth one.
            if (at.below(2) == 0) term = term / kTopics * kTopics + topic;
            ++counts[d][std::min(term, terms - 1)];
        }
        for (const auto& entry : counts[d]) ++having[static_cast<std::size_t>(entry.first)];
    }
    SparseRows rows(terms);
    for (const auto& document : counts) {
        for (const auto& [term, count] : document) {
            const double share =
                static_cast<double>(documents) / having[static_cast<std::size_t>(term)];
            if (share > 1) rows.add(term, count * std::log(share));
        }
        rows.end_row();
    }
    return rows;
}

double measured_loss(const SparseRows& rows, const SparseRows& published) {
    double sum = 0;
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        sum += 1 - dot(rows[r], published[r]) / (norm(rows[r]) * norm(published[r]));
    }
    return sum / static_cast<double>(rows.rows());
}

bool right(const SparseRows& rows, const Microaggregated& result, std::int64_t k) {
    const std::vector<std::int32_t> classes = equal_rows(result.rows);
    std::vector<std::int64_t> sizes;
    for (const std::int32_t number : classes) {
        if (static_cast<std::size_t>(number) >= sizes.size()) sizes.push_back(0);
        ++sizes[static_cast<std::size_t>(number)];
    }
    return result.rows.rows() == rows.rows() && std::ranges::min(sizes) >= k &&
           std::abs(measured_loss(rows, result.rows) - result.loss_when_cut) < 1e-9;
}

int equal_to_plain() {
    const SparseRows rows = with_unit_norms(made_up(2000, 3000));
    const SparseSpace space(rows);
    Run run("spherical MDAV equals the plain one, 2,000 documents");
    const bool ok = mdav(context(2), space, 5) == plain_mdav(context(2), space, 5);
    run.stop();
    return run.report(ok, rows.rows());
}

int run(const SparseRows& rows, bool refine, std::int64_t most_terms) {
    SphericalOptions options;
    options.k = 5;
    options.refine = refine;
    options.most_terms = most_terms;
    Run measured(fmt::format("spherical microaggregation, {} x {}, k = 5{}{}", rows.rows(),
                             rows.columns(), refine ? ", refined" : "",
                             most_terms > 0 ? ", heaviest terms alone" : ""));
    const Microaggregated result =
        lethe::vectors::spherical_microaggregation(context(2), rows, options);
    measured.stop();
    return measured.report(right(rows, result, options.k), rows.rows(),
                           {{"entries", rows.entries()},
                            {"published_entries", result.rows.entries()},
                            {"loss", result.loss},
                            {"loss_when_cut", result.loss_when_cut}});
}

int run_all(std::int32_t documents, std::int32_t terms) {
    const SparseRows rows = made_up(documents, terms);
    return equal_to_plain() + run(rows, false, 0) + run(rows, true, 100);
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    return lethe::bench::run_all(argc > 1 ? std::atoi(argv[1]) : 100'000,
                                 argc > 2 ? std::atoi(argv[2]) : 50'000);
}
