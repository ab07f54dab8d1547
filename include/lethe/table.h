// Tables: named columns of equal length. A Table never changes and is cheap to copy; several
// threads may use one at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/context.h"

namespace lethe::api {

enum class Kind {
    numeric,
    ordinal,   // categories with an order
    nominal,   // categories without one
    semantic,  // categories that are concepts of a taxonomy
    text,      // free text
};

std::string_view name(Kind kind);  // "numeric"

class Table {
  public:
    Table();  // without columns
    ~Table();
    Table(const Table&);
    Table& operator=(const Table&);
    Table(Table&&) noexcept;
    Table& operator=(Table&&) noexcept;

    std::int64_t rows() const;
    std::vector<std::string> names() const;  // of the columns, in their order

    // Error(usage) for a column or row (from 0) that there is not, or for numbers of a column that
    // is not numeric.
    Kind kind(std::string_view column) const;
    std::vector<std::optional<double>> numbers(std::string_view column) const;
    std::vector<std::optional<std::string>> texts(std::string_view column) const;  // as written

    struct State;  // of the library's own
    explicit Table(std::shared_ptr<const State> state);
    const State& state() const { return *state_; }

  private:
    std::shared_ptr<const State> state_;
};

// Columns that the caller brings; a value that is not there is missing.
class TableBuilder {
  public:
    TableBuilder();
    ~TableBuilder();
    TableBuilder(const TableBuilder&) = delete;
    TableBuilder& operator=(const TableBuilder&) = delete;

    // Error(input) for a number that is not finite.
    TableBuilder& add_numbers(std::string name, const std::vector<std::optional<double>>& values);
    // Nominal: a policy gives columns other kinds. Error(input) for what is not UTF-8.
    TableBuilder& add_texts(std::string name,
                            const std::vector<std::optional<std::string>>& values);
    Table build() const;  // Error(input) where names repeat or lengths differ

  private:
    struct State;
    std::unique_ptr<State> state_;
};

struct ReadOptions {
    std::vector<std::string> columns;  // only these; empty: all
    std::optional<char> separator;     // of a text file; detected when not given
    std::optional<bool> header;        // of a text file; detected when not given
    std::string encoding = "utf-8";    // or "latin-1", "utf-16"
    std::vector<std::string> missing;  // texts that mean missing, besides the empty field and NA
    std::optional<std::string> sheet;  // of an Excel file; the first with values when not given
};

// `source`: the path of a CSV, TSV, JSON, JSONL (text also .gz and .zst), Parquet or Excel file, by
// its ending, a pattern of such paths ("part-*.csv"), or a query that begins with SELECT, WITH or
// FROM. Error: io, input, usage.
Table read_table(const std::string& source, const ReadOptions& options = {},
                 const Context& context = {});

// The format is that of the ending. The file appears whole, or stays as it was. This writes a table
// and nothing else: what is to be published is written by Release::write.
void write_table(const Table& table, const std::string& path, const Context& context = {});

}  // namespace lethe::api
