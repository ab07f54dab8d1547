// Runs the case files of this folder: published worked examples and hand-computed ones, each with
// its citation. A case names a method of the catalogue (of other `data` than tables:
// vector_cases.h), or an algorithm of algorithms.h, its input and what must come out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "algorithms.h"
#include "document_cases.h"
#include "example_key.h"
#include "graph_cases.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/file.h"
#include "lethe/io/toml_json.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/assess/evaluate.h"
#include "support.h"
#include "taxonomies.h"
#include "vector_cases.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> case_files() {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(test::source_path("tests/cases"))) {
        if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

Table parse_table(const test::TemporaryFolder& folder, const std::string& name, const Json& text) {
    const std::string path = folder.file(name + ".csv");
    write_file(path, text.get<std::string>());
    ReadOptions options;
    options.header = true;
    return read_table(test::threads(2), path, options);
}

// What the texts of a column mean: a taxonomy of taxonomies.h by its name, or a list of paths from
// a value to the most general concept (equally long ones are also a table of levels),
// ["colic;pain;symptom", "ache;pain;symptom"].
MeaningPtr meaning_of(const Json& knowledge) {
    TaxonomyPtr taxonomy;
    auto levels = std::make_shared<LevelTable>();
    if (knowledge.is_string()) {
        taxonomy = test::taxonomy_named(knowledge.get<std::string>());
    } else {
        std::vector<std::pair<std::string, std::string>> is_a;
        for (const Json& path : knowledge) {
            std::istringstream concepts(path.get<std::string>());
            std::string child, parent;
            std::getline(concepts, child, ';');
            levels->lines.push_back({child});
            for (; std::getline(concepts, parent, ';'); child = parent) {
                is_a.emplace_back(child, parent);
                levels->lines.back().push_back(parent);
            }
        }
        taxonomy = test::taxonomy_of("paths", is_a);
    }
    const bool is_table =
        std::all_of(levels->lines.begin(), levels->lines.end(),
                    [&](const auto& line) { return std::ssize(line) == levels->levels(); });
    return std::make_shared<const Meaning>(
        taxonomy, std::span<const MappedValue>(), Unmapped::exact_match, nullptr,
        is_table && levels->levels() > 0 ? std::move(levels) : nullptr);
}

// The table with its columns of the kinds that a case gives them: kinds = { size = "ordinal" },
// orders = { size = ["small", "large"] } where sorting their texts would not do, and
// knowledge = { disease = "symptoms" } for what its texts mean.
Table with_kinds(const Table& table, const Json& body) {
    std::vector<ColumnPtr> changed;
    const Json kinds = body.value("kinds", Json::object());
    for (const auto& [name, kind] : kinds.items()) {
        changed.push_back(table.column(name).as_kind(*kind_named(kind.get<std::string>())));
    }
    const Json orders = body.value("orders", Json::object());
    for (const auto& [name, order] : orders.items()) {
        changed.push_back(table.column(name).as_ordinal(order.get<std::vector<std::string>>()));
    }
    const Json meanings = body.value("knowledge", Json::object());
    for (const auto& [name, knowledge] : meanings.items()) {
        changed.push_back(table.column(name).with_meaning(meaning_of(knowledge)));
    }
    return table.with(changed);
}

void expect_equal_tables(const Table& actual, const Table& expected, double tolerance) {
    ASSERT_EQ(actual.rows(), expected.rows());
    for (const ColumnPtr& want : expected.columns()) {
        const Column& got = actual.column(want->name());
        ASSERT_EQ(got.is_numeric(), want->is_numeric()) << want->name();
        for (std::int64_t row = 0; row < want->size(); ++row) {
            SCOPED_TRACE(fmt::format("column {}, row {}", want->name(), row + 1));
            ASSERT_EQ(got.valid(row), want->valid(row));
            if (!want->valid(row)) continue;
            if (want->is_numeric()) {
                const auto i = static_cast<std::size_t>(row);
                EXPECT_NEAR(got.numbers()[i], want->numbers()[i], tolerance);
            } else {
                EXPECT_EQ(got.text(row), want->text(row));
            }
        }
    }
}

void run_mask(const Json& body, const test::TemporaryFolder& folder, const Method& method) {
    const Table table = with_kinds(parse_table(folder, "table", body["table"]), body);
    const auto columns =
        body.contains("columns") ? body["columns"].get<std::vector<std::string>>() : table.names();
    Problems problems;
    const Json parameters = method.bind(body.value("parameters", Json::object()), {}, problems);
    throw_if_any(problems);
    method.check(table, columns, parameters, {}, problems);
    throw_if_any(problems);
    const Context context = test::threads(2);
    const Random random(body.value("seed", std::uint64_t{1}));
    const MaskOutput output =
        method.mask({table, columns, random, context, &test::example_key()}, parameters);
    Table masked = table.with(output.changed);
    if (output.kept_rows) masked = masked.gather(*output.kept_rows);
    expect_equal_tables(masked, with_kinds(parse_table(folder, "expect", body["expect"]), body),
                        body.value("tolerance", 0.0));
}

const Json& at_path(const Json& root, const std::string& path) {
    const Json* node = &root;
    std::istringstream parts(path);
    std::string part;
    while (std::getline(parts, part, '.')) {
        node = node->is_array() ? &node->at(std::stoul(part)) : &node->at(part);
    }
    return *node;
}

// Numbers within the tolerance, lists one by one, all else equal.
void expect_near(const Json& got, const Json& want, double tolerance) {
    if (want.is_number()) {
        ASSERT_TRUE(got.is_number());
        EXPECT_NEAR(got.get<double>(), want.get<double>(), tolerance);
    } else if (want.is_array()) {
        ASSERT_TRUE(got.is_array());
        ASSERT_EQ(got.size(), want.size());
        for (std::size_t i = 0; i < want.size(); ++i) {
            SCOPED_TRACE(i);
            expect_near(got[i], want[i], tolerance);
        }
    } else {
        EXPECT_EQ(got, want);
    }
}

// `expect` holds paths into the result with their values.
void expect_values(const Json& result, const Json& expect, double tolerance) {
    ASSERT_FALSE(expect.empty());
    for (const auto& [path, want] : expect.items()) {
        SCOPED_TRACE(path);
        expect_near(at_path(result, path), want, tolerance);
    }
}

void run_assessment(const Json& body, const test::TemporaryFolder& folder, const Method& method) {
    const Table original = with_kinds(parse_table(folder, "original", body["original"]), body);
    const Table masked = with_kinds(parse_table(folder, "masked", body["masked"]), body);
    const auto columns = body.contains("columns") ? body["columns"].get<std::vector<std::string>>()
                                                  : original.names();
    const release::Comparable pair = release::make_comparable(original, masked, columns, {});
    const std::vector<release::Choice> choice{
        {method.info.name, body.value("parameters", Json::object())}};
    const Random random(body.value("seed", std::uint64_t{1}));
    Json result = to_json(release::run_assessments(method.info.family, choice, pair, {}, true,
                                                   random, test::threads(2))
                              .results[0]);
    result["details"] = unfolded(result["details"]);
    expect_values(result, body["expect"], body.value("tolerance", 0.0));
}

void run_algorithm(const Json& body) {
    const test::Algorithm algorithm = test::find_algorithm(body["algorithm"].get<std::string>());
    ASSERT_NE(algorithm, nullptr) << "no handler in tests/cases/algorithms.cc";
    expect_values(algorithm(body["input"]), body["expect"], body.value("tolerance", 0.0));
}

class Case : public testing::TestWithParam<std::string> {};

TEST_P(Case, Holds) {
    const Json body = toml_to_json(parse_toml(read_file(GetParam()), GetParam()));
    ASSERT_TRUE(body.contains("cite") && body.contains("where")) << "a case says where it is from";
    const std::string bibliography = read_file(test::source_path("docs/references.bib"));
    EXPECT_NE(bibliography.find("{" + body["cite"].get<std::string>() + ","), std::string::npos);
    const test::TemporaryFolder folder;
    const auto run = [&] {
        if (body.contains("algorithm")) return run_algorithm(body);
        const auto data = data_kind_named(body.value("data", "table"));
        ASSERT_TRUE(data);
        if (data == DataKind::graph) {
            return expect_values(test::graph_case(body), body.value("expect", Json::object()),
                                 body.value("tolerance", 0.0));
        }
        const Method* method = find_method(body["method"].get<std::string>(), *data);
        ASSERT_NE(method, nullptr);
        if (data == DataKind::vectors) {
            return expect_values(test::run_vector_case(body, *method),
                                 body.value("expect", Json::object()),
                                 body.value("tolerance", 0.0));
        }
        if (data == DataKind::documents) {
            return expect_values(test::run_document_case(body, *method),
                                 body.value("expect", Json::object()),
                                 body.value("tolerance", 0.0));
        }
        method->info.family == Family::mask ? run_mask(body, folder, *method)
                                            : run_assessment(body, folder, *method);
    };
    if (!body.contains("error")) return run();
    try {
        run();
        FAIL() << "an error was expected";
    } catch (const Error& error) {
        EXPECT_EQ(name(error.kind()), body["error"].get<std::string>());
        EXPECT_NE(std::string(error.what()).find(body["message"].get<std::string>()),
                  std::string::npos)
            << error.what();
    }
}

std::string case_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = fs::path(info.param).stem().string();
    std::replace_if(
        name.begin(), name.end(),
        [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Case, testing::ValuesIn(case_files()), case_name);

}  // namespace
}  // namespace lethe
