// Certain means proven: thousands of small random releases, and no attack is ever certain of a
// wrong record, nor excludes the right one.
#include <gtest/gtest.h>

#include <cmath>

#include "assess.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "support.h"

namespace lethe {
namespace {

// Numbers with ties, ordered and unordered categories, some of them missing.
Table random_people(const Random& random, std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    Draws shape = random.stream("shape").at(0);
    for (const char* name : {"a", "b", "c"}) {
        const std::uint64_t distinct = 2 + shape.below(2 * static_cast<std::uint64_t>(rows));
        const double unit = shape.below(2) == 0 ? 1.0 : 0.37;
        std::vector<double> values;
        const Stream stream = random.stream(name);
        for (std::int64_t row = 0; row < rows; ++row) {
            const double drawn = static_cast<double>(stream.at(row).below(distinct));
            values.push_back(unit * (shape.below(12) == 0 ? 10 * drawn : drawn));
        }
        columns.push_back(Column::numeric(name, std::move(values)));
    }
    for (const auto& [name, kind] :
         {std::pair("job", Kind::nominal), std::pair("school", Kind::ordinal)}) {
        const auto dictionary =
            std::make_shared<const Dictionary>(Dictionary{"none", "low", "mid", "high"});
        std::vector<std::int32_t> codes;
        const Stream stream = random.stream(name);
        for (std::int64_t row = 0; row < rows; ++row) {
            codes.push_back(static_cast<std::int32_t>(stream.at(row).below(4)));
        }
        columns.push_back(Column::categories(name, kind, std::move(codes), dictionary));
    }
    const Table table(std::move(columns));
    return shape.below(3) == 0 ? test::with_missing(table, random, 8) : table;
}

struct Masking {
    const char* method;
    Json parameters;
    std::vector<std::string> columns;
    const char* attack = "known-masking-linkage";
};

const std::vector<Masking>& maskings() {
    const std::vector<std::string> numbers{"a", "b", "c"};
    const std::vector<std::string> pair{"a", "b"};
    static const std::vector<Masking> all{
        {"rank-swapping", {{"p", 15}}, {"a", "b", "school"}},
        {"rank-swapping", {{"p", 15}}, {"a", "b", "school"}, "rank-swapping-intersection"},
        {"rank-swapping-buckets", {{"buckets", 3}}, {"a", "b", "school"}},
        {"rank-swapping-distribution", {{"p", 30}}, {"a", "c"}},
        {"mdav", {{"k", {2}}, {"group_size", 2}}, numbers},
        {"mdav", {{"k", {2}}, {"group_size", 2}}, numbers, "microaggregation-intersection"},
        {"mdav", {{"k", {3}}}, pair, "microaggregation-intersection"},
        {"mdav", {{"k", {2}}, {"group_size", 1}}, numbers},
        {"mdav", {{"k", {2}}, {"group_size", 1}}, numbers, "microaggregation-intersection"},
        {"individual-ranking", {{"k", 2}}, numbers},
        {"individual-ranking", {{"k", 2}}, numbers, "microaggregation-intersection"},
        {"optimal-univariate", {{"k", 2}}, numbers},
        {"optimal-univariate", {{"k", 3}}, numbers, "microaggregation-intersection"},
        {"zscore-projection", {{"k", 2}}, numbers},
        {"fuzzy-microaggregation", {{"k", 2}, {"m2", 1.5}}, pair},
        {"noise", {{"p", 20}}, numbers},
        {"noise", {{"p", 50}, {"type", "covariance-preserving"}}, pair},
        {"pram", {{"p", 0.7}}, {"job", "school"}},
        {"rounding", {{"base", 3}}, numbers},
        {"top-bottom-coding", {{"top_percent", 20}, {"bottom_percent", 10}}, numbers},
        {"global-recoding", {{"width", 4}}, numbers},
        {"global-recoding", {{"width", 4}, {"show", "label"}}, numbers},
        {"global-recoding", {{"rarest", 2}}, {"job"}},
        {"mondrian", {{"k", 2}}, {"a", "b", "school"}},
        {"mondrian", {{"k", 2}, {"publish", "set"}}, {"a", "job"}},
        {"optimal-recoding", {{"k", 2}, {"suppress", 20}}, {"a", "b", "school"}},
        {"optimal-recoding", {{"k", 2}, {"blocks", "sets"}}, {"job", "school"}},
        {"cell-resampling", {{"share", 0.5}}, {"job", "school"}},
        {"local-suppression", {{"k", 2}}, {"job", "school"}},
        {"suppression", {{"what", "random-cells"}, {"percent", 20}}, {"a", "job"}},
        {"suppression", {{"what", "records"}, {"k", 2}}, {"job", "school"}},
        {"sampling", {{"fraction", 0.6}}, {"a", "job"}},
        {"data-swapping", Json::object(), {"a", "job"}},
        {"shuffling", Json::object(), numbers},
        {"romm", {{"c", 0.2}}, numbers},
        {"ipso", {{"variant", "moments"}}, pair},
    };
    return all;
}

Json record_of(const Table& table, const Masking& masking, const Json& bound, const Json& facts) {
    Json columns = Json::array();
    for (const std::string& name : table.names()) columns.push_back({{"name", name}});
    return {{"kind", "release"},
            {"release", {{"columns", columns}}},
            {"steps", Json::array({{{"method", masking.method},
                                    {"columns", masking.columns},
                                    {"parameters", bound},
                                    {"facts", facts}}})}};
}

// Released numbers of the masked columns as whole numbers, as a release of whole numbers has them.
Table rounded(const Table& table, const std::vector<std::string>& columns) {
    std::vector<ColumnPtr> changed;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (!column.is_numeric()) continue;
        std::vector<double> values(column.numbers().begin(), column.numbers().end());
        for (double& value : values) value = std::nearbyint(value) + 0.0;
        changed.push_back(Column::numeric(name, std::move(values), column.validity()));
    }
    return table.with(changed);
}

TEST(Certainty, IsNeverFalse) {
    std::int64_t runs = 0, certain = 0;
    for (std::uint64_t seed = 0; seed < 160; ++seed) {
        const Random random(seed);
        Draws draws = random.stream("rows").at(0);
        const Table whole = random_people(random, static_cast<std::int64_t>(6 + draws.below(30)));
        for (const Masking& masking : maskings()) {
            SCOPED_TRACE(testing::Message() << masking.method << ' ' << masking.parameters << " by "
                                            << masking.attack << ", seed " << seed);
            const Method& method = find_method(masking.method, Family::mask);
            Problems problems;
            const Json bound = method.bind(masking.parameters, {}, problems);
            ASSERT_TRUE(problems.empty()) << problems.front().message;
            MaskOutput output;
            try {
                output = method.mask({whole, masking.columns, random, test::threads(1)}, bound);
            } catch (const Error&) {
                continue;  // too few rows or values for this masking
            }
            Table masked = whole.with(output.changed);
            if (output.kept_rows) masked = masked.gather(*output.kept_rows);
            if (masked.rows() == 0) continue;
            test::Intruder intruder{.record = record_of(whole, masking, bound, output.facts)};
            if (output.kept_rows) intruder.origin = *output.kept_rows;
            const bool means = output.facts.contains("parts");
            if (means && seed % 2 == 1) masked = rounded(masked, masking.columns);
            // Only numbers, for attacks that take nothing else; half of them know few columns.
            std::vector<std::string> known = whole.names();
            if (std::string(masking.attack) != "known-masking-linkage") {
                std::erase(known, "job");
                if (std::string(masking.attack) == "microaggregation-intersection") {
                    std::erase(known, "school");
                }
            }
            if (seed % 3 == 0) known = masking.columns;
            const Measurement found =
                test::assess(masking.attack, whole.select(known), masked.select(known),
                             Json::object(), 1, intruder);
            ++runs;
            EXPECT_EQ(found.details["certain"], found.details["certain_right"]);
            if (!output.kept_rows) {
                EXPECT_EQ(found.details["hit"], 100.0);
                EXPECT_EQ(found.details["empty"], 0.0);
            }
            EXPECT_GE(found.value, found.details["certain"].get<double>() - 1e-9);
            certain += found.details["certain"] > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(runs, 4000);
    EXPECT_GT(certain, 500);  // the test would not show much otherwise
}

}  // namespace
}  // namespace lethe
