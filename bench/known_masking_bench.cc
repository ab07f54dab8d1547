// Everybody looked for by one who knows the masking, where nothing can be excluded (noise: every
// record is possible) and where nearly everything can (rank swapping). The likeliest record of some
// people is found again by the definition: all records of the release, one after the other.
//
//   known_masking_bench [ROWS [COLUMNS]]
#include <cmath>
#include <string>

#include "bench_people.h"
#include "lethe/table/attack/likelihood/known_likelihood.h"
#include "lethe/table/attack/linkage/links.h"

namespace lethe::bench {
namespace {

// The largest weight of any released record, for one person.
LogWeight heaviest(const LikelihoodParts& parts, std::int64_t query, std::int64_t targets) {
    std::vector<LogWeight> totals(static_cast<std::size_t>(targets), 0);
    for (const auto& part : parts) {
        const std::int32_t code = part->query_codes[static_cast<std::size_t>(query)];
        if (code != LikelihoodPart::kUnknown) part->add(code, part->target_codes, totals);
    }
    return *std::max_element(totals.begin(), totals.end());
}

int look_for(const Table& original, const std::string& method, const Json& given) {
    const Context two = context(2);
    const Table masked = masked_by(two, method, given, original);
    AssessInput input{original, masked, original.names(), Random(1), two};
    const Json parameters = bound_parameters(find_method(method, Family::mask), given);
    input.record = {{"steps", Json::array({{{"method", method},
                                            {"parameters", parameters},
                                            {"columns", original.names()}}})}};
    Run run(fmt::format("known-masking-linkage {} {}", method, given.dump()));
    const Measurement found = measured(run, "known-masking-linkage", input, Json::object());

    constexpr std::int64_t kChecked = 20;
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < kChecked; ++i) rows.push_back(i * (original.rows() / kChecked));
    const attack::KnownLikelihood known = attack::known_likelihood(input, rows);
    const auto links = link_by_likelihood(two, known.parts, kChecked, masked.rows(),
                                          attack::matches_of(input, rows));
    bool ok = found.value > 100.0 / static_cast<double>(original.rows());
    for (std::int64_t i = 0; i < kChecked; ++i) {
        const double nats = static_cast<double>(heaviest(known.parts, i, masked.rows())) /
                            static_cast<double>(kLogUnit);
        ok = ok && std::abs(nats + links[static_cast<std::size_t>(i)].nearest.distance) < 1e-6;
    }
    return run.report(ok, original.rows(),
                      {{"rows", original.rows()},
                       {"columns", original.names().size()},
                       {"value", found.value},
                       {"looked_for", found.details["records"]},
                       {"possible", found.details["candidate_sets"]["mean"]}});
}

}  // namespace
}  // namespace lethe::bench

int main(int count, char** arguments) {
    using namespace lethe::bench;
    const std::int64_t rows = count > 1 ? std::stoll(arguments[1]) : 30000;
    const int columns = count > 2 ? std::stoi(arguments[2]) : 10;
    const lethe::Table original = people_in_numbers(rows, columns, 1000);
    return look_for(original, "noise", {{"p", 10}}) | look_for(original, "noise", {{"p", 100}}) |
           look_for(original, "rank-swapping", {{"p", 10}});
}
