// Cases of the similarity of partitions.

#include "algorithms.h"
#include "lethe/algo/partition/partition_similarity.h"
#include "support.h"

namespace lethe::test {

Json partition_similarity(const Json& input) {
    const auto first = input["first"].get<std::vector<std::int32_t>>();
    const auto second = input["second"].get<std::vector<std::int32_t>>();
    const PartitionSimilarity found = lethe::partition_similarity(threads(1), first, second);
    return {
        {"pairs", {found.pairs.both, found.pairs.first, found.pairs.second, found.pairs.neither}},
        {"rand", found.rand},
        {"adjusted_rand", found.adjusted_rand},
        {"jaccard", found.jaccard},
        {"fowlkes_mallows", found.fowlkes_mallows},
        {"wallace_first", found.wallace_first},
        {"wallace_second", found.wallace_second},
        {"mirkin", found.mirkin},
        {"mantaras", found.mantaras},
        {"information", found.information}};
}

}  // namespace lethe::test
