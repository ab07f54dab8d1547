#include "example_tables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "lethe/knowledge/meaning.h"
#include "people_columns.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

ColumnPtr categories(const std::string& name, Kind kind, std::int64_t rows, std::int32_t count) {
    std::vector<std::int32_t> codes;
    const Stream stream = Random(8).stream(name);
    for (std::int64_t row = 0; row < rows; ++row) {
        const double u = stream.at(row).uniform();
        codes.push_back(static_cast<std::int32_t>(u * u * count));  // some are rare
    }
    Dictionary dictionary;
    for (std::int32_t code = 0; code < count; ++code) {
        dictionary.push_back(fmt::format("{}{}", name.front(), code));
    }
    return Column::categories(name, kind, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)));
}

// Normal numbers, whole numbers with ties, a constant, a linear combination.
std::vector<ColumnPtr> number_columns(std::int64_t rows) {
    const Table base = test::random_table(Random(5), rows, 2);
    const Table ties = test::random_table(Random(6), rows, 3, 4);
    const auto a = base.column("a").numbers();
    const auto b = base.column("b").numbers();
    std::vector<double> sum(a.size()), constant(a.size(), 7.0);
    for (std::size_t i = 0; i < a.size(); ++i) sum[i] = 2 * a[i] + b[i];
    return {base.column_ptr("a"), base.column_ptr("b"), Column::numeric("sum", std::move(sum)),
            ties.column("c").renamed("ties"), Column::numeric("constant", std::move(constant))};
}

// A taxonomy of the column's categories: those of like endings, and all.
MeaningPtr meaning_of(const Column& column) {
    std::vector<std::pair<std::string, std::string>> is_a;
    for (std::size_t i = 0; i < column.dictionary().size(); ++i) {
        is_a.emplace_back(fmt::format("g{}", i % 4), "all");
        is_a.emplace_back(column.dictionary()[i], is_a.back().first);
    }
    return std::make_shared<const Meaning>(test::taxonomy_of("terms", is_a),
                                           std::span<const MappedValue>(), Unmapped::exact_match);
}

// Sentences about people, some of them alike.
ColumnPtr sentences(const std::string& name, std::int64_t rows, std::int32_t count) {
    constexpr std::array<std::string_view, 4> kNames{"Han", "Jen", "Lar", "Peder"};
    const ColumnPtr numbered = categories(name, Kind::text, rows, count);
    Dictionary texts;
    for (std::int32_t code = 0; code < count; ++code) {
        texts.push_back(fmt::format(
            "Mary {0}sen wrote to Dr. Peter Smith on {1} May 2019 from person{1}@example.org; the "
            "letter of {0}sen had {2} pages.",
            kNames[static_cast<std::size_t>(code) % kNames.size()], code % 28 + 1, code % 3));
    }
    return Column::categories(name, Kind::text,
                              {numbered->codes().begin(), numbered->codes().end()},
                              std::make_shared<const Dictionary>(std::move(texts)));
}

std::vector<ColumnPtr> concept_columns(std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    for (const std::int32_t count : {1, 3, 12}) {
        const ColumnPtr words =
            categories(fmt::format("term_{}", count), Kind::semantic, rows, count);
        columns.push_back(words->with_meaning(meaning_of(*words)));
    }
    return columns;
}

// Few and many categories, one alone, of the kinds that the method takes; with meanings, or as
// sentences, for what takes nothing else.
std::vector<ColumnPtr> category_columns(const Method& method, std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    for (const auto& [kind, name] :
         {std::pair(Kind::ordinal, "order"), std::pair(Kind::nominal, "name")}) {
        if (!method.accepts(kind)) continue;
        for (const std::int32_t count : {1, 3, 12}) {
            columns.push_back(categories(fmt::format("{}_{}", name, count), kind, rows, count));
        }
    }
    if (columns.empty() && method.accepts(Kind::semantic)) columns = concept_columns(rows);
    if (columns.empty() && !method.accepts(Kind::numeric) && method.accepts(Kind::text)) {
        for (const std::int32_t count : {1, 3, 12}) {
            columns.push_back(sentences(fmt::format("letter_{}", count), rows, count));
        }
    }
    return columns;
}

ColumnPtr with_holes(const Column& column) {
    Validity validity(column.size());
    const Stream stream = Random(9).stream(column.name());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (stream.at(row).uniform() < 0.15) validity.set_missing(row);
    }
    if (column.is_numeric()) {
        return Column::numeric(column.name(), {column.numbers().begin(), column.numbers().end()},
                               validity);
    }
    const ColumnPtr made = Column::categories(column.name(), column.kind(),
                                              {column.codes().begin(), column.codes().end()},
                                              column.dictionary_ptr(), validity);
    return column.meaning() ? made->with_meaning(column.meaning()) : made;
}

}  // namespace

Table holed(const Table& table) {
    const bool households = table.find("household") != nullptr;
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        // Members of a household live in one place.
        const bool place = column->name() == "region" || column->name() == "town";
        columns.push_back(households && place ? column : with_holes(*column));
    }
    return Table(columns);
}

bool fits(const Method& method, const Table& table, const Json& parameters) {
    Problems problems;
    method.check(table, test::columns_to_mask(method, table), parameters, {}, problems);
    return problems.empty();
}

Json bound_example(const Method& method) {
    Problems problems;
    Json parameters = method.bind(method.info.example, {}, problems);
    for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
    return parameters;
}

std::vector<Table> example_tables(const Method& method, std::int64_t rows) {
    std::vector<Table> tables;
    if (test::needs_people(method)) return {Table(test::people_columns(rows))};
    const std::vector<ColumnPtr> words = category_columns(method, rows);
    if (method.accepts(Kind::numeric)) tables.emplace_back(number_columns(rows));
    if (!words.empty()) tables.emplace_back(words);
    if (tables.size() == 2) {
        std::vector<ColumnPtr> both = number_columns(rows);
        both.insert(both.end(), words.begin(), words.end());
        tables.emplace_back(both);
    }
    const Json parameters = bound_example(method);
    std::erase_if(tables, [&](const Table& table) { return !fits(method, table, parameters); });
    EXPECT_FALSE(tables.empty());
    return tables;
}

Table large_table(const Method& method, std::int64_t rows) {
    if (test::needs_people(method)) return Table(test::people_columns(rows));
    if (method.accepts(Kind::numeric)) return test::random_table(Random(3), rows, 2);
    return Table(category_columns(method, rows));
}

std::vector<Table> tables_with_and_without_missing(const Method& method) {
    std::vector<Table> tables = example_tables(method);
    const std::size_t complete = tables.size();
    for (std::size_t i = 0; i < complete; ++i) tables.push_back(holed(tables[i]));
    return tables;
}

Table concept_table(std::int64_t rows) { return Table(concept_columns(rows)); }

Table some_masking(const Table& table) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        const Stream stream = Random(10).stream(column->name());
        if (column->is_numeric()) {
            std::vector<double> values(column->numbers().begin(), column->numbers().end());
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] += stream.at(static_cast<std::int64_t>(i)).normal() / 10;
            }
            columns.push_back(
                Column::numeric(column->name(), std::move(values), column->validity()));
            continue;
        }
        std::vector<std::int32_t> codes(column->codes().begin(), column->codes().end());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            Draws draws = stream.at(static_cast<std::int64_t>(i));
            if (draws.uniform() < 0.2) codes[i] = column->codes()[draws.below(codes.size())];
        }
        columns.push_back(Column::categories(column->name(), column->kind(), std::move(codes),
                                             column->dictionary_ptr(), column->validity()));
    }
    return Table(columns);
}

}  // namespace lethe
