// Everybody looked for by one who knows the masking, where nothing can be excluded (noise: every
// record is possible) and where nearly everything can (rank swapping). The likeliest record of some
// people is found again by the definition: all records of the release, one after the other.
//
//   known_masking_bench [ROWS [COLUMNS]]
#include <cmath>
#include <string>

#include "bench_support.h"
#include "lethe/attack/known_likelihood.h"
#include "lethe/attack/links.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

Table people(std::int64_t rows, int columns) {
    std::vector<ColumnPtr> result;
    for (int l = 0; l < columns; ++l) {
        const std::string name = "v" + std::to_string(l);
        std::vector<double> values;
        for (std::int64_t row = 0; row < rows; ++row) {
            values.push_back(1000 * Random(1).stream(name).at(row).normal());
        }
        result.push_back(Column::numeric(name, std::move(values)));
    }
    return Table(std::move(result));
}

// The largest weight of any released record, for one person.
LogWeight heaviest(const LikelihoodParts& parts, std::int64_t query, std::int64_t targets) {
    std::vector<LogWeight> totals(static_cast<std::size_t>(targets), 0);
    for (const auto& part : parts) {
        const std::int32_t code = part->query_codes[static_cast<std::size_t>(query)];
        if (code != LikelihoodPart::kUnknown) part->add(code, part->target_codes, totals);
    }
    return *std::max_element(totals.begin(), totals.end());
}

int run(const Table& original, const std::string& method_name, const Json& given) {
    const Context context = bench::context(2);
    const Method& method = find_method(method_name, Family::mask);
    Problems problems;
    const Json parameters = method.bind(given, {}, problems);
    const std::vector<std::string> names = original.names();
    const Table masked =
        original.with(method.mask({original, names, Random(2), context}, parameters).changed);
    AssessInput input{original, masked, names, Random(1), context};
    input.record = {
        {"steps",
         Json::array({{{"method", method_name}, {"parameters", parameters}, {"columns", names}}})}};
    bench::Run measured("known-masking-linkage " + method_name);
    const Method& attack = find_method("known-masking-linkage", Family::attack);
    const Measurement found = attack.assess(input, attack.bind(Json::object(), {}, problems));
    measured.stop();

    constexpr std::int64_t kChecked = 20;
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < kChecked; ++i) rows.push_back(i * (original.rows() / kChecked));
    const attack::KnownLikelihood known = attack::known_likelihood(input, rows);
    const auto links = link_by_likelihood(context, known.parts, kChecked, masked.rows(),
                                          attack::matches_of(input, rows));
    bool ok = problems.empty() && found.value > 100.0 / static_cast<double>(original.rows());
    for (std::int64_t i = 0; i < kChecked; ++i) {
        const double nats = static_cast<double>(heaviest(known.parts, i, masked.rows())) /
                            static_cast<double>(kLogUnit);
        ok = ok && std::abs(nats + links[static_cast<std::size_t>(i)].nearest.distance) < 1e-6;
    }
    return measured.report(ok, original.rows(),
                           {{"value", found.value},
                            {"looked_for", found.details["records"]},
                            {"possible", found.details["candidate_sets"]["mean"]}});
}

}  // namespace
}  // namespace lethe

int main(int count, char** arguments) {
    using namespace lethe;
    const std::int64_t rows = count > 1 ? std::stoll(arguments[1]) : 30000;
    const int columns = count > 2 ? std::stoi(arguments[2]) : 10;
    const Table original = people(rows, columns);
    return run(original, "noise", {{"p", 10}}) | run(original, "noise", {{"p", 100}}) |
           run(original, "rank-swapping", {{"p", 10}});
}
