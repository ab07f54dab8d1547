// Text is made in pieces of fixed numbers of rows, several at a time in parallel, and handed over
// in order. What repeats is prepared once: each category of a column is quoted or escaped once.
#include "lethe/data/formats/write_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

constexpr std::int64_t kPiecesAtOnce = 64;

std::string csv_field(std::string_view text, char separator) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    const bool quote = text.find_first_of("\"\r\n") != std::string_view::npos ||
                       text.find(separator) != std::string_view::npos ||
                       (!text.empty() && (is_blank(text.front()) || is_blank(text.back()))) ||
                       text.starts_with("\xEF\xBB\xBF");  // not to be taken for the file's mark
    if (!quote) return std::string(text);
    std::string field = "\"";
    for (const char c : text) {
        field += c;
        if (c == '"') field += c;
    }
    return field + '"';
}

std::string json_string(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Writes the cells of one column, row after row.
class CellWriter {
  public:
    CellWriter(const Column& column, Format format)
        : column_(column),
          json_(format == Format::json || format == Format::jsonl),
          separator_(format == Format::tsv ? '\t' : ','),
          spelling_(json_ ? nullptr : column.spelling().get()) {
        missing_ = json_ ? "null" : csv_field(spelling_ ? spelling_->missing : "", separator_);
        if (column.is_numeric()) return;
        for (const std::string& text : column.dictionary()) {
            categories_.push_back(json_          ? json_string(text)
                                  : text.empty() ? "\"\""
                                                 : csv_field(text, separator_));
        }
    }

    // Where the rows with a text of their own stand, from `row` on.
    std::size_t own_texts_from(std::int64_t row) const {
        if (spelling_ == nullptr) return 0;
        const auto& rows = spelling_->rows;
        return static_cast<std::size_t>(std::lower_bound(rows.begin(), rows.end(), row) -
                                        rows.begin());
    }

    void write(std::int64_t row, std::size_t& own, std::string& out) const {
        if (spelling_ != nullptr && own < spelling_->rows.size() && spelling_->rows[own] == row) {
            out += csv_field(spelling_->own_text(own++), separator_);
        } else if (!column_.valid(row)) {
            out += missing_;
        } else if (!column_.is_numeric()) {
            out += categories_[static_cast<std::size_t>(
                column_.codes()[static_cast<std::size_t>(row)])];
        } else {
            write_number_at(row, out);
        }
    }

  private:
    void write_number_at(std::int64_t row, std::string& out) const {
        const double value = column_.numbers()[static_cast<std::size_t>(row)];
        const int decimals = spelling_ == nullptr ? -1 : spelling_->decimals;
        if (column_.notation() && (!json_ || !column_.notation()->is_number())) {
            const std::string text = column_.notation()->text(value, decimals);
            out += json_ ? json_string(text) : csv_field(text, separator_);
            return;
        }
        if (decimals > 15) {
            out += fixed_number_text(value, decimals);
            return;
        }
        char buffer[400];
        const char* const end =
            decimals < 0 ? write_number(buffer, value)
                         : write_fixed_number(buffer, buffer + sizeof buffer, value, decimals);
        out.append(buffer, static_cast<std::size_t>(end - buffer));
    }

    const Column& column_;
    bool json_;
    char separator_;
    const Column::Spelling* spelling_;
    std::string missing_;
    std::vector<std::string> categories_;
};

class TableWriter {
  public:
    TableWriter(const Table& table, Format format)
        : table_(table), format_(format), separator_(format == Format::tsv ? '\t' : ',') {
        for (const ColumnPtr& column : table.columns()) cells_.emplace_back(*column, format);
        for (const ColumnPtr& column : table.columns()) {
            keys_.push_back((keys_.empty() ? "{" : ",") + json_string(column->name()) + ":");
        }
    }

    std::string head() const {
        if (format_ == Format::jsonl) return "";
        if (format_ == Format::json) return table_.rows() == 0 ? "[" : "[\n";
        std::string line;
        for (const ColumnPtr& column : table_.columns()) {
            if (!line.empty()) line += separator_;
            line += csv_field(column->name(), separator_);
        }
        return line + "\n";
    }

    std::string rows(std::int64_t begin, std::int64_t end) const {
        const bool json = format_ == Format::json || format_ == Format::jsonl;
        std::vector<std::size_t> own;
        for (const CellWriter& cells : cells_) own.push_back(cells.own_texts_from(begin));
        std::string text;
        for (std::int64_t row = begin; row < end; ++row) {
            for (std::size_t j = 0; j < cells_.size(); ++j) {
                if (json) {
                    text += keys_[j];
                } else if (j > 0) {
                    text += separator_;
                }
                cells_[j].write(row, own[j], text);
            }
            if (json) text += format_ == Format::json && row + 1 < table_.rows() ? "}," : "}";
            text += '\n';
        }
        return text;
    }

    std::string_view tail() const { return format_ == Format::json ? "]\n" : ""; }

  private:
    const Table& table_;
    Format format_;
    char separator_;
    std::vector<CellWriter> cells_;
    std::vector<std::string> keys_;
};

void write_rows(const Context& context, const Table& table, Format format, const TakeText& take) {
    const TableWriter writer(table, format);
    take(writer.head());
    Progress progress(context, "writing", table.rows());
    const std::int64_t step = kPiecesAtOnce * kDefaultChunk;
    std::vector<std::string> pieces(static_cast<std::size_t>(kPiecesAtOnce));
    for (std::int64_t first = 0; first < table.rows(); first += step) {
        const std::int64_t count = std::min(step, table.rows() - first);
        parallel_chunks(
            context, count, [&](std::int64_t begin, std::int64_t end, std::int64_t index) {
                pieces[static_cast<std::size_t>(index)] = writer.rows(first + begin, first + end);
            });
        for (std::int64_t i = 0; i < chunk_count(count); ++i) {
            take(pieces[static_cast<std::size_t>(i)]);
        }
        progress.add(count);
    }
    take(writer.tail());
}

}  // namespace

void write_csv(const Context& context, const Table& table, const TakeText& take) {
    write_rows(context, table, Format::csv, take);
}

void write_tsv(const Context& context, const Table& table, const TakeText& take) {
    write_rows(context, table, Format::tsv, take);
}

void write_json(const Context& context, const Table& table, const TakeText& take) {
    write_rows(context, table, Format::json, take);
}

void write_json_lines(const Context& context, const Table& table, const TakeText& take) {
    write_rows(context, table, Format::jsonl, take);
}

}  // namespace lethe::formats
