// Files of statistics programs come back as they were written; damaged ones are refused, or are
// some other table, and nothing else happens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/written/notation.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe::test {
namespace {

using testing::HasSubstr;

std::string statistics_error(const std::function<void()>& call, ErrorKind kind) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(name(error.kind()), name(kind)) << error.what();
        return error.what();
    }
    return "no error";
}

ColumnPtr described(const ColumnPtr& column, const Description& description) {
    return column->with_description(std::make_shared<const Description>(description));
}

// Numbers, codes with labels, dates, texts, missing values of all sorts, at random.
Table random_variables(const std::string& format, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    constexpr std::int64_t kRows = 200;
    const bool spss = format == "sav" || format == "zsav" || format == "por";
    const auto validity = [&] {
        Validity mask(kRows);
        for (std::int64_t row = 0; row < kRows; ++row) {
            if (random() % 5 == 0) mask.set_missing(row);
        }
        return mask;
    };
    std::vector<double> numbers, days, moments, times;
    std::vector<std::int32_t> codes, words;
    for (std::int64_t row = 0; row < kRows; ++row) {
        numbers.push_back(std::ldexp(static_cast<double>(random() % 2000) - 1000, -4));
        days.push_back(static_cast<double>(random() % 40000) - 10000);
        moments.push_back(static_cast<double>(random() % 4'000'000'000) - 1e9);
        times.push_back(static_cast<double>(random() % 86400));
        codes.push_back(static_cast<std::int32_t>(random() % 3));
        words.push_back(static_cast<std::int32_t>(random() % 3));
    }
    Description with_codes;
    with_codes.label = "What they earn";
    with_codes.origin = format;
    with_codes.format = spss ? "F9.3" : format == "dta" ? "%9.3f" : "F9.3";
    with_codes.stored = StoredAs::float64;
    Validity mask = validity();
    auto spelling = std::make_shared<Column::Spelling>();
    for (std::int64_t row = 0; row < kRows; ++row) {
        if (mask[row] || row % 3 == 0) continue;
        spelling->add(row, spss ? "9999" : format == "dta" ? ".b" : ".B");
    }
    if (spss) with_codes.missing_ranges = {{9999, 9999}};
    if (format != "xpt") with_codes.labels = {{spss ? "9999" : ".b", "refused"}};
    const auto income = described(Column::numeric("INCOME", numbers, mask, spelling), with_codes);
    Description labelled;
    labelled.origin = format;
    labelled.stored = format == "dta" ? StoredAs::int8 : StoredAs::float64;
    labelled.labels = {{"1", "low"}, {"2", "middle"}, {"7", "high"}, {"8", "of nobody"}};
    labelled.level =
        spss && format != "por" ? MeasurementLevel::ordinal : MeasurementLevel::unknown;
    const auto dictionary = std::make_shared<const Dictionary>(Dictionary{"1", "2", "7"});
    const auto coded = described(
        Column::categories("GRADE", Kind::nominal, codes, dictionary, validity()), labelled);
    const bool ascii = format == "por";
    const auto texts = std::make_shared<const Dictionary>(
        Dictionary{"short", ascii ? "Hauser" : "häuser", std::string(100, 'x') + " y"});
    return Table({income, coded, Column::numeric("PLAIN", numbers, validity()),
                  Column::numeric("BORN", days, validity())
                      ->with_notation(Notation::of_dates("%d.%m.%Y", Quantity::date)),
                  Column::numeric("SEEN", moments, validity())
                      ->with_notation(Notation::of_dates("%Y-%m-%d %H:%M:%S", Quantity::moment)),
                  Column::numeric("HOUR", times, validity())
                      ->with_notation(Notation::of_dates("%H:%M:%S", Quantity::time)),
                  Column::categories("WORD", Kind::nominal, words, texts, validity())});
}

class StatisticsFiles : public testing::TestWithParam<std::string> {
  protected:
    std::string path(const std::string& stem) const {
        return folder_.file(stem + "." + GetParam());
    }
    TemporaryFolder folder_;
};

TEST_P(StatisticsFiles, ComeBack) {
    const std::string& format = GetParam();
    const Context context = threads(2);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Table table = random_variables(format, seed);
        write_table(context, table, path("a"));
        const Table back = read_table(context, path("a"));
        ASSERT_EQ(back.names(), table.names());
        for (const ColumnPtr& column : table.columns()) {
            const Column& other = back.column(column->name());
            for (std::int64_t row = 0; row < table.rows(); ++row) {
                ASSERT_EQ(other.valid(row), column->valid(row)) << column->name() << " " << row;
                if (!column->is_numeric() || !column->valid(row)) {
                    ASSERT_EQ(other.text(row), column->text(row)) << column->name() << " " << row;
                } else {
                    const auto i = static_cast<std::size_t>(row);
                    // Portable files hold digits to the base of 30, and not all of them.
                    const double most = format == "por" ? 1e-9 : 0;
                    ASSERT_NEAR(other.numbers()[i], column->numbers()[i], most) << column->name();
                }
            }
            // Stata has no times without a day, and SAS keeps labels of values elsewhere.
            if (column->notation() && !(format == "dta" && column->name() == "HOUR")) {
                ASSERT_TRUE(other.notation());
                EXPECT_EQ(other.notation()->quantity(), column->notation()->quantity());
            }
            if (!column->description()) continue;
            ASSERT_TRUE(other.description());
            EXPECT_EQ(other.description()->label, column->description()->label);
            EXPECT_EQ(other.description()->missing_ranges, column->description()->missing_ranges);
            if (format != "xpt") {
                EXPECT_EQ(other.description()->labels, column->description()->labels);
            }
            EXPECT_EQ(other.description()->level, column->description()->level);
        }
        // What was read is written to the same bytes: all that the file said is known.
        write_table(context, back, path("b"));
        const Table again = read_table(context, path("b"));
        write_table(threads(1), again, path("c"));
        EXPECT_TRUE(format == "por" || read_file(path("b")) == read_file(path("c")));
        for (const ColumnPtr& column : back.columns()) {
            EXPECT_TRUE(*again.column(column->name()).description() == *column->description())
                << column->name();
        }
    }
}

TEST_P(StatisticsFiles, ChosenColumnsAndRows) {
    const Context context = threads(1);
    const Table table = random_variables(GetParam(), 9);
    write_table(context, table, path("a"));
    ReadOptions options;
    options.columns = {"WORD", "PLAIN"};
    options.limit = 7;
    const Table some = read_table(context, path("a"), options);
    EXPECT_EQ(some.names(), (std::vector<std::string>{"PLAIN", "WORD"}));
    EXPECT_EQ(some.rows(), 7);
    EXPECT_EQ(some.column("WORD").text(6), table.column("WORD").text(6));
    options.columns = {"NOBODY"};
    EXPECT_THAT(
        statistics_error([&] { read_table(context, path("a"), options); }, ErrorKind::usage),
        HasSubstr("NOBODY"));
    options.columns = {};
    options.limit = 0;
    EXPECT_EQ(read_table(context, path("a"), options).rows(), 0);
}

TEST_P(StatisticsFiles, NamesThatTheFormatCannotHold) {
    const Table table({Column::numeric("GOOD", {1}), Column::numeric("with blank", {1}),
                       Column::numeric("9lives", {1})});
    const std::string said =
        statistics_error([&] { write_table(threads(1), table, path("a")); }, ErrorKind::usage);
    EXPECT_THAT(said, HasSubstr("\"with blank\", \"9lives\": names"));
    EXPECT_FALSE(std::filesystem::exists(path("a")));
}

TEST_P(StatisticsFiles, DamagedOnesAreRefused) {
    const Context context = threads(1);
    write_table(context, random_variables(GetParam(), 4), path("a"));
    const std::string bytes = read_file(path("a"));
    std::mt19937_64 random(1);
    const int tries = 20;
    for (int i = 0; i < tries; ++i) {
        std::string damaged = bytes;
        if (i % 2 == 0) {
            damaged.resize(bytes.size() * static_cast<std::size_t>(i) / tries);
        } else {
            // Mostly what stands in front: counts and lengths.
            for (int j = 0; j < i; ++j) {
                const std::size_t end =
                    j % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 600);
                damaged[random() % end] = static_cast<char>(random() % 3 == 0 ? 255 : random());
            }
        }
        write_file(path("b"), damaged);
        try {
            read_table(context, path("b"));
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
            EXPECT_THAT(error.what(), HasSubstr(path("b")));
        }
    }
    write_file(path("b"), "not of a statistics program at all");
    EXPECT_THAT(statistics_error([&] { read_table(context, path("b")); }, ErrorKind::input),
                HasSubstr("is not "));
}

INSTANTIATE_TEST_SUITE_P(All, StatisticsFiles, testing::Values("sav", "zsav", "por", "dta", "xpt"),
                         [](const auto& one) { return one.param; });

TEST(StatisticsFilesOf, Sas7bdatIsNotWritten) {
    const TemporaryFolder folder;
    EXPECT_THAT(statistics_error(
                    [&] {
                        write_table(threads(1), Table({Column::numeric("a", {1})}),
                                    folder.file("a.sas7bdat"));
                    },
                    ErrorKind::usage),
                HasSubstr("can be read, but are not written"));
}

TEST(StatisticsFilesOf, LongTextsOfStataAreKeptElsewhere) {
    const TemporaryFolder folder;
    const std::vector<std::string> texts{std::string(5000, 'a'), "b", std::string(5000, 'a'), "c"};
    const Table table({Column::from_texts("t", Kind::text, texts)});
    write_table(threads(1), table, folder.file("a.dta"));
    const Table back = read_table(threads(1), folder.file("a.dta"));
    for (std::int64_t row = 0; row < 4; ++row) {
        EXPECT_EQ(back.columns()[0]->text(row), texts[static_cast<std::size_t>(row)]);
    }
}

// A masked column keeps the label and those value labels that still say something.
TEST(StatisticsFilesOf, AMaskedColumnKeepsLabelsOfWhatIsThere) {
    const TemporaryFolder folder;
    const Table table = random_variables("sav", 1);
    const ColumnPtr grade = table.column_ptr("GRADE");
    const std::vector<std::int32_t> ones(static_cast<std::size_t>(table.rows()), 0);
    const ColumnPtr masked =
        Column::categories("GRADE", Kind::nominal, ones, grade->dictionary_ptr());
    const std::vector<std::string> intervals(static_cast<std::size_t>(table.rows()), "[0, 10)");
    const ColumnPtr income = Column::from_texts("INCOME", Kind::ordinal, intervals);
    const Table release = table.with(std::vector<ColumnPtr>{masked, income});
    write_table(threads(1), release, folder.file("a.sav"));
    const Table back = read_table(threads(1), folder.file("a.sav"));
    EXPECT_EQ(back.column("GRADE").description()->labels, (std::vector<ValueLabel>{{"1", "low"}}));
    EXPECT_EQ(back.column("GRADE").text(0), "1");
    EXPECT_EQ(back.column("INCOME").text(0), "[0, 10)");
    EXPECT_EQ(back.column("INCOME").description()->label, "What they earn");
    EXPECT_EQ(back.column("INCOME").description()->stored, StoredAs::text);
}

}  // namespace
}  // namespace lethe::test
