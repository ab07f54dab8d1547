#include "lethe/data/formats/apart/table_stream.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "lethe/data/written/notation.h"

namespace lethe::test {
namespace {

using formats::ByteReader;
using formats::ByteWriter;
using formats::StreamFailure;

std::string bytes_of(const Table& table) {
    std::string bytes;
    ByteWriter out([&](std::string_view some) { bytes += some; });
    formats::write_table_stream(out, table);
    out.flush();
    return bytes;
}

// As a socket gives them: some at a time.
Table table_of(std::string_view bytes, std::size_t most_at_once = 7) {
    ByteReader in(
        [&](char* out, std::size_t size) {
            const std::size_t given = std::min({size, most_at_once, bytes.size()});
            bytes.copy(out, given);
            bytes.remove_prefix(given);
            return given;
        },
        std::int64_t{1} << 30);
    Table table = formats::read_table_stream(in);
    EXPECT_TRUE(in.at_end());
    return table;
}

Validity missing_at(std::int64_t rows, std::initializer_list<std::int64_t> missing) {
    Validity validity(rows);
    for (const std::int64_t row : missing) validity.set_missing(row);
    return validity;
}

Table all_kinds() {
    auto spelling = std::make_shared<Column::Spelling>();
    spelling->missing = "NA";
    spelling->decimals = 2;
    spelling->add(1, ".a");
    spelling->add(3, "1e3");
    Description description;
    description.label = "What she earns";
    description.label_set = "money";
    description.labels = {{"99", "no answer"}, {".a", "refused"}};
    description.missing_ranges = {{99, 99}, {-std::numeric_limits<double>::infinity(), -1}};
    description.missing_texts = {"XX"};
    description.format = "F8.2";
    description.origin = "sav";
    description.width = 8;
    description.level = MeasurementLevel::ordinal;
    description.stored = StoredAs::float32;
    description.stored_width = 12;
    const auto income =
        Column::numeric("income", {1.5, 0, -2, 1000, 5e-324}, missing_at(5, {1}), spelling)
            ->with_description(std::make_shared<Description>(description));
    const auto born = Column::numeric("born", {0, 1, 2, 3, 4})
                          ->with_notation(Notation::of_dates("%d.%m.%Y", Quantity::date));
    const auto price = Column::numeric("price", {0, 1, 2, 3, 4})
                           ->with_notation(Notation::of_numbers({",", ".", "", " €"}));
    const auto job = Column::categories(
        "job", Kind::ordinal, {1, 0, 1, 0, 2},
        std::make_shared<Dictionary>(Dictionary{"low", "", "häufig"}), missing_at(5, {3, 4}));
    return Table({income, born, price, job});
}

void expect_equal(const Table& a, const Table& b) {
    ASSERT_EQ(a.names(), b.names());
    ASSERT_EQ(a.rows(), b.rows());
    for (std::size_t j = 0; j < a.columns().size(); ++j) {
        const Column& x = *a.columns()[j];
        const Column& y = *b.columns()[j];
        EXPECT_EQ(x.kind(), y.kind());
        EXPECT_EQ(x.notation() == nullptr, y.notation() == nullptr);
        if (x.notation()) {
            EXPECT_TRUE(*x.notation() == *y.notation());
        }
        EXPECT_EQ(x.description() == nullptr, y.description() == nullptr);
        if (x.description()) {
            EXPECT_EQ(*x.description(), *y.description());
        }
        for (std::int64_t row = 0; row < a.rows(); ++row) {
            EXPECT_EQ(x.valid(row), y.valid(row));
            EXPECT_EQ(x.text(row), y.text(row));
            const auto i = static_cast<std::size_t>(row);
            if (x.is_numeric()) {
                EXPECT_EQ(x.numbers()[i], y.numbers()[i]);
            }
        }
        if (!x.is_numeric()) {
            EXPECT_EQ(x.dictionary(), y.dictionary());
        }
    }
}

TEST(TableStream, ComesAsItWent) {
    const Table table = all_kinds();
    const std::string bytes = bytes_of(table);
    for (const std::size_t at_once : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
        expect_equal(table, table_of(bytes, at_once));
    }
}

TEST(TableStream, LongColumnsAndTextsBeyondTheBuffers) {
    std::mt19937_64 random(3);
    std::vector<double> numbers;
    for (int i = 0; i < 100'003; ++i) numbers.push_back(static_cast<double>(random()));
    std::vector<std::string> texts(numbers.size(), "x");
    texts.back() = std::string(100'000, 'y');
    const Table table({Column::numeric("n", numbers), Column::from_texts("t", Kind::text, texts)});
    expect_equal(table, table_of(bytes_of(table), 1 << 20));
}

TEST(TableStream, NoColumns) { EXPECT_EQ(table_of(bytes_of(Table())).columns().size(), 0U); }

TEST(TableStream, CutAtAnyByteItFails) {
    const std::string bytes = bytes_of(all_kinds());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_THROW(table_of(std::string_view(bytes).substr(0, size)), StreamFailure) << size;
    }
}

// A changed stream is another table or none; sanitizers see what else it might be.
TEST(TableStream, ChangedBytes) {
    const std::string bytes = bytes_of(all_kinds());
    std::mt19937_64 random(5);
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string changed = bytes;
        for (int j = 0; j < 2; ++j) {
            changed[random() % changed.size()] =
                static_cast<char>(random() % 4 == 0 ? 255 : random());
        }
        std::string_view rest = changed;
        ByteReader in(
            [&](char* out, std::size_t size) {
                const std::size_t given = std::min(size, rest.size());
                rest.copy(out, given);
                rest.remove_prefix(given);
                return given;
            },
            1 << 20);
        try {
            const Table table = formats::read_table_stream(in);
            for (const ColumnPtr& column : table.columns()) {
                for (std::int64_t row = 0; row < table.rows(); ++row) {
                    EXPECT_LT(column->text(row).size(), 10'000U);
                }
            }
        } catch (const StreamFailure&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 5000);
}

std::string with_column(const std::function<void(ByteWriter&)>& write) {
    std::string bytes;
    ByteWriter out([&](std::string_view some) { bytes += some; });
    out.number(std::uint64_t{2});  // rows
    out.number(std::uint64_t{1});  // columns
    out.text("x");
    write(out);
    for (int nothing = 0; nothing < 3; ++nothing) out.number(std::uint64_t{0});
    out.flush();
    return bytes;
}

std::string with_numbers(double first, double second) {
    return with_column([&](ByteWriter& out) {
        out.enumeration(Kind::numeric);
        out.number(std::uint64_t{0});
        out.number(first);
        out.number(second);
    });
}

std::string with_codes(std::int32_t first, std::int32_t second, std::string_view entry) {
    return with_column([&](ByteWriter& out) {
        out.enumeration(Kind::nominal);
        out.number(std::uint64_t{0});
        out.number(std::uint64_t{2});
        out.text("a");
        out.text(entry);
        out.number(first);
        out.number(second);
    });
}

TEST(TableStream, WhatNoTableHas) {
    EXPECT_EQ(table_of(with_numbers(1, 2)).rows(), 2);
    EXPECT_EQ(table_of(with_codes(1, 0, "b")).columns()[0]->text(0), "b");
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_THROW(table_of(with_numbers(1, infinity)), StreamFailure);
    EXPECT_THROW(table_of(with_numbers(infinity - infinity, 1)), StreamFailure);
    EXPECT_THROW(table_of(with_codes(2, 0, "b")), StreamFailure);
    EXPECT_THROW(table_of(with_codes(0, -1, "b")), StreamFailure);
    EXPECT_THROW(table_of(with_codes(0, 0, "a")), StreamFailure);     // twice
    EXPECT_THROW(table_of(with_codes(0, 0, "\xff")), StreamFailure);  // no UTF-8
}

TEST(TableStream, AHugeCountTakesNoMemory) {
    std::string bytes;
    ByteWriter out([&](std::string_view some) { bytes += some; });
    out.number(std::uint64_t{1} << 39);  // rows
    out.number(std::uint64_t{1});
    out.text("x");
    out.enumeration(Kind::numeric);
    out.number(std::uint64_t{0});
    out.number(1.0);
    out.flush();
    EXPECT_THROW(table_of(bytes), StreamFailure);
}

}  // namespace
}  // namespace lethe::test
