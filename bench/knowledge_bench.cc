// Similarity over WordNet: random pairs of nouns on one thread, measure by measure, pair by pair
// and one concept against many; then all distances between 2,000 concepts on two threads. That the
// three ways give the same bits is checked.
//
//   knowledge_bench [folder of WordNet, that of the system unless told]
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::bench {
namespace {

std::vector<ConceptId> random_concepts(const Taxonomy& taxonomy, std::string_view purpose,
                                       std::int64_t count) {
    const Stream stream = Random(1).stream(purpose);
    std::vector<ConceptId> drawn;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto size = static_cast<std::uint64_t>(taxonomy.size());
        drawn.push_back(static_cast<ConceptId>(stream.at(i).below(size)));
    }
    return drawn;
}

int pairs_of(const Measure& measure, std::string_view name, const std::vector<ConceptId>& first,
             const std::vector<ConceptId>& second) {
    std::vector<double> found(first.size());
    Run run(fmt::format("pairs {}", name));
    for (std::size_t i = 0; i < first.size(); ++i) {
        found[i] = measure.distance(first[i], second[i]);
    }
    run.stop();
    bool ok = true;
    for (std::size_t i = 0; i < std::min<std::size_t>(first.size(), 1000); ++i) {
        double again = -1;
        measure.distances(first[i], std::span(&second[i], 1), &again);
        ok = ok && again == found[i] && found[i] >= 0;
    }
    return run.report(ok, std::ssize(first));
}

int rows_of(const Measure& measure, std::string_view name, const std::vector<ConceptId>& first,
            const std::vector<ConceptId>& second) {
    std::vector<double> found(first.size() * second.size());
    Run run(fmt::format("one against many {}", name));
    distance_matrix(context(1), measure, first, second, found.data());
    run.stop();
    bool ok = true;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const std::size_t j = i * 7 % second.size();
        ok = ok && found[i * second.size() + j] == measure.distance(first[i], second[j]);
    }
    return run.report(ok, std::ssize(found));
}

int matrix_of(const Measure& measure, std::string_view name,
              const std::vector<ConceptId>& concepts) {
    std::vector<double> found(concepts.size() * concepts.size());
    Run run(fmt::format("matrix of {} {}", concepts.size(), name));
    distance_matrix(context(2), measure, concepts, concepts, found.data());
    run.stop();
    bool ok = true;
    for (std::size_t i = 0; i < concepts.size(); ++i) {
        const std::size_t j = i * 31 % concepts.size();
        ok = ok && found[i * concepts.size() + i] == 0 &&
             found[i * concepts.size() + j] == measure.distance(concepts[i], concepts[j]);
    }
    return run.report(ok, std::ssize(found));
}

int all(const std::string& source) {
    Run loading("load WordNet");
    const TaxonomyPtr taxonomy = read_knowledge(context(2), source).taxonomy;
    loading.stop();
    int failed = loading.report(taxonomy->size() > 50000, taxonomy->size());
    for (const std::string_view name : measure_names()) {
        MeasureOptions options;
        options.kind = *measure_named(name);
        const auto measure = make_measure(taxonomy, options);
        const bool slow = options.kind == MeasureKind::context_vectors;
        measure->distance(0, taxonomy->children(0)[0]);  // makes the vectors
        const std::int64_t pairs = slow ? 1000 : 2000000;
        const auto first = random_concepts(*taxonomy, "first", pairs);
        const auto second = random_concepts(*taxonomy, "second", pairs);
        failed |= pairs_of(*measure, name, first, second);
        const auto few = random_concepts(*taxonomy, "few", slow ? 20 : 200);
        const auto many = random_concepts(*taxonomy, "many", 20000);
        failed |= rows_of(*measure, name, few, many);
        if (!slow) failed |= matrix_of(*measure, name, random_concepts(*taxonomy, "matrix", 2000));
    }
    return failed;
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) { return lethe::bench::all(argc > 1 ? argv[1] : "wordnet"); }
