// Reading CSV.
//
// Text files are not handed to DuckDB. Its reader was tried for this (1.4.4): it counts lines by
// records, so that an error after a quoted line break names the wrong line; it takes a gzip file
// that is cut short for a whole one; it refuses mixed line ends and half of Latin-1; it returns no
// rows for big-endian UTF-16; and making every field a string first costs three times what the
// whole reading costs here.
//
// The file is read in batches of a few megabytes. One task cuts the next batch into fields while
// the others turn the columns of the present one into numbers and codes, each column by one task,
// in file order. So the result does not depend on the number of threads, and beside the table
// itself only two batches are in memory. Cutting runs at about 1 GB/s, so one thread feeds several
// that convert.
#include "lethe/data/formats/csv.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/formats/dialect.h"
#include "lethe/data/formats/table_format.h"
#include "lethe/data/formats/text_column.h"
#include "lethe/data/formats/write_text.h"
#include "lethe/io/bytes.h"
#include "lethe/io/utf8.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kCsvBlock = std::size_t{4} << 20;
constexpr std::size_t kLargestHead = std::size_t{1} << 20;
constexpr std::size_t kLargestRecord = std::size_t{256} << 20;

// A growing buffer that is not cleared and has room for one byte behind its content.
class Buffer {
  public:
    char* data() { return bytes_.get(); }
    std::size_t size() const { return size_; }
    std::string_view view(std::size_t from) const { return {bytes_.get() + from, size_ - from}; }

    void assign(std::string_view bytes) {
        size_ = 0;
        make_room(bytes.size());
        if (!bytes.empty()) std::memcpy(bytes_.get(), bytes.data(), bytes.size());
        size_ = bytes.size();
    }
    // Reads up to `count` bytes; whether there were as many.
    bool append(ByteSource& source, std::size_t count) {
        make_room(count);
        const std::size_t got = source.read(bytes_.get() + size_, count);
        size_ += got;
        return got == count;
    }

    void cut(std::size_t size) { size_ = std::min(size_, size); }

  private:
    void make_room(std::size_t count) {
        if (size_ + count + 1 <= room_) return;
        const std::size_t room = std::max(2 * room_, size_ + count + 1);
        auto bytes = std::make_unique_for_overwrite<char[]>(room);
        if (size_ > 0) std::memcpy(bytes.get(), bytes_.get(), size_);
        bytes_ = std::move(bytes);
        room_ = room;
    }

    std::unique_ptr<char[]> bytes_;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
};

// Some records, cut into fields.
struct Batch {
    Buffer text;
    std::vector<TextSlice> fields;  // of the first record, then of the second, ...
    std::int64_t records = 0;
    std::int64_t bytes = 0;
};

class CsvReader {
  public:
    CsvReader(std::string path, const ReadOptions& options);

    const Dialect& dialect() const { return dialect_; }
    const std::vector<NotationPtr>& notations() const { return notations_; }  // of the columns
    const ByteSource& source() const { return source_; }
    // The next records, at least one before the end of the file.
    void read(Batch& batch);

  private:
    bool read_more(Buffer& text, std::size_t count);
    std::size_t start_of_table(std::string_view text, const ReadOptions& options,
                               DialectWishes& wishes) const;
    void fill(Batch& batch, std::size_t at);
    void check_encoding(Batch& batch, std::size_t at);
    void skip_header(Batch& batch, std::size_t& at);

    std::string path_;
    ByteSource source_;
    Buffer rest_;              // read but not yet cut
    std::size_t checked_ = 0;  // so much of it is known to be UTF-8
    bool at_end_ = false;
    bool header_pending_ = false;
    std::int64_t last_line_ = 0;  // of the table; 0: of the file
    std::int64_t lines_ = 0;      // read so far, where that is so
    bool after_return_ = false;   // a line feed would belong to the line before
    Dialect dialect_;
    std::vector<NotationPtr> notations_;
    RecordScanner scanner_;
};

std::string_view without_mark(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

CsvReader::CsvReader(std::string path, const ReadOptions& options)
    : path_(std::move(path)),
      source_(path_, options.encoding),
      last_line_(options.last),
      scanner_({}, 0) {
    Batch head;
    at_end_ = !read_more(head.text, kLargestHead);
    const std::string_view bytes = head.text.view(0);
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
        throw Error(ErrorKind::input, "is UTF-16, not UTF-8; give the option encoding utf-16",
                    {path_, 0, 0, {}});
    }
    check_encoding(head, 0);
    std::string_view text = without_mark(bytes);
    DialectWishes wishes{options.separator, options.header, options.names, options.widths};
    text.remove_prefix(start_of_table(text, options, wishes));
    checked_ -= std::min(checked_, bytes.size() - text.size());
    dialect_ = detect_dialect(text, at_end_, wishes, path_);
    header_pending_ = dialect_.header;
    notations_ = notations_in(text, at_end_, dialect_, options.missing, options.notations);
    scanner_ = RecordScanner(dialect_.syntax, static_cast<std::int64_t>(dialect_.names.size()),
                             wishes.first_line);
    rest_.assign(text);
}

// Behind the lines that are to be skipped and one that says the separator.
std::size_t CsvReader::start_of_table(std::string_view text, const ReadOptions& options,
                                      DialectWishes& wishes) const {
    std::size_t at = 0;
    for (std::int64_t line = 0; line < options.skip; ++line) {
        at = text.find_first_of("\r\n", at);
        if (at == std::string_view::npos) {
            throw Error(ErrorKind::input,
                        at_end_ ? "has no lines behind those to be skipped"
                                : "has too long lines among those to be skipped",
                        {path_, line + 1, 0, {}});
        }
        at += text.substr(at).starts_with("\r\n") ? 2 : 1;
    }
    wishes.first_line = options.skip + 1;
    if (const auto line = separator_line(text.substr(at)); line && options.widths.empty()) {
        at += line->size;
        ++wishes.first_line;
        if (!wishes.separator) wishes.separator = line->separator;
    }
    return at;
}

// As Buffer::append, up to the end of the last line of the table.
bool CsvReader::read_more(Buffer& text, std::size_t count) {
    const std::size_t before = text.size();
    const bool more = text.append(source_, count);
    if (last_line_ == 0) return more;
    const char* const bytes = text.data();
    for (std::size_t i = before; i < text.size(); ++i) {
        const bool second_half = bytes[i] == '\n' && after_return_;
        after_return_ = bytes[i] == '\r';
        if (second_half || (bytes[i] != '\n' && bytes[i] != '\r')) continue;
        if (++lines_ < last_line_) continue;
        text.cut(i + 1);
        return false;
    }
    return more;
}

// Checks what is behind `checked_` and moves that to the last whole character. The scanner has come
// to `at`.
void CsvReader::check_encoding(Batch& batch, std::size_t at) {
    const Utf8Check check = check_utf8(batch.text.view(checked_));
    checked_ += check.valid;
    if (!check.bad && !(at_end_ && checked_ < batch.text.size())) return;
    const char* const text = batch.text.data();
    std::int64_t line = scanner_.line();
    for (std::size_t i = at; i < checked_; ++i) {
        if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n')) ++line;
    }
    const bool zero = text[checked_] == '\0';
    throw Error(
        ErrorKind::input,
        zero ? "holds a zero byte, which no text has; is it UTF-16 (the option encoding utf-16)?"
             : "is not UTF-8 here; is it Latin-1 (the option encoding latin-1)?",
        {path_, line, 0, {}});
}

// Adds to the batch from the file.
void CsvReader::fill(Batch& batch, std::size_t at) {
    if (at_end_) return;
    at_end_ = !read_more(batch.text, std::max(kCsvBlock, batch.text.size()));
    check_encoding(batch, at);
}

void CsvReader::skip_header(Batch& batch, std::size_t& at) {
    RecordScanner scanner(dialect_.syntax, 0, scanner_.line());
    at = scanner.scan(batch.text.data(), 0, batch.text.size(), at_end_, batch.fields, 1);
    scanner_ = RecordScanner(dialect_.syntax, static_cast<std::int64_t>(dialect_.names.size()),
                             scanner.line());
    batch.fields.clear();
    header_pending_ = false;
}

void CsvReader::read(Batch& batch) {
    std::swap(batch.text, rest_);
    batch.fields.clear();
    std::size_t at = 0;
    if (batch.text.size() < kCsvBlock) fill(batch, at);
    if (header_pending_) skip_header(batch, at);
    const std::int64_t before = scanner_.records();
    while (true) {
        at = scanner_.scan(batch.text.data(), at, batch.text.size(), at_end_, batch.fields);
        if (scanner_.problem()) throw_scan_problem(scanner_.problem(), path_);
        if (scanner_.records() > before || at_end_) break;
        if (batch.text.size() - at > kLargestRecord) {
            throw Error(ErrorKind::input, "the record is too long; is a closing quote missing?",
                        {path_, scanner_.line(), 0, {}});
        }
        fill(batch, at);
    }
    rest_.assign(batch.text.view(at));
    checked_ -= std::min(checked_, at);
    batch.records = scanner_.records() - before;
    batch.bytes = static_cast<std::int64_t>(at);
}

std::int64_t expected_rows(const CsvReader& reader, const Batch& first, std::int64_t limit) {
    if (first.records == 0 || !reader.source().is_plain()) return 0;
    const double row = static_cast<double>(first.bytes) / static_cast<double>(first.records);
    const auto rows =
        static_cast<std::int64_t>(1.05 * static_cast<double>(reader.source().file_size()) / row);
    return limit < 0 ? rows : std::min(rows, limit);
}

}  // namespace

std::vector<std::size_t> wanted_columns(const std::vector<std::string>& names,
                                        const std::vector<std::string>& wanted) {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (wanted.empty() || contains(wanted, names[i])) positions.push_back(i);
    }
    Problems problems;
    for (const std::string& name : wanted) {
        if (!contains(names, name)) problems.push_back({unknown_name("column", name, names), {}});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    return positions;
}

Table read_csv(const Context& context, const std::string& path, const ReadOptions& options) {
    CsvReader reader(path, options);
    const std::vector<std::string>& names = reader.dialect().names;
    const std::vector<std::size_t> positions = wanted_columns(names, options.columns);
    std::vector<TextColumnBuilder> builders;
    for (const std::size_t i : positions) {
        builders.emplace_back(names[i], TextSource::file, options.missing, reader.notations()[i]);
    }
    const auto columns = static_cast<std::int64_t>(builders.size());

    Progress progress(context, "reading " + path, reader.source().file_size());
    std::int64_t left = options.limit < 0 ? INT64_MAX : options.limit;
    std::int64_t shown = 0;
    Batch batch;
    Batch next;
    reader.read(batch);
    if (batch.records == 0) throw Error(ErrorKind::input, "has no rows", {path, 0, 0, {}});
    const std::int64_t expected = expected_rows(reader, batch, options.limit);
    for (TextColumnBuilder& builder : builders) builder.reserve(expected);
    while (batch.records > 0 && left > 0) {
        const std::int64_t count = std::min(batch.records, left);
        left -= count;
        parallel_tasks(context, columns + 1, [&](std::int64_t task) {
            if (task == 0) {
                if (left > 0) reader.read(next);
                return;
            }
            const auto j = static_cast<std::size_t>(task - 1);
            builders[j].append(
                {batch.text.data(), batch.fields.data() + positions[j], names.size(), count});
        });
        progress.add(reader.source().position() - std::exchange(shown, reader.source().position()));
        std::swap(batch, next);
    }

    Problems problems;
    for (const TextColumnBuilder& builder : builders) {
        if (auto problem = builder.problem(path)) problems.push_back(*std::move(problem));
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    std::vector<ColumnPtr> made(builders.size());
    parallel_tasks(context, columns, [&](std::int64_t j) {
        const auto i = static_cast<std::size_t>(j);
        made[i] = builders[i].finish();
    });
    const bool has_last = !positions.empty() && positions.back() + 1 == names.size();
    const bool last_is_none = reader.dialect().last_unnamed && has_last && made.size() > 1 &&
                              made.back()->missing() == made.back()->size();
    if (last_is_none && options.columns.empty()) made.pop_back();
    return Table(std::move(made));
}

namespace {

Table read_tsv(const Context& context, const std::string& path, const ReadOptions& options) {
    ReadOptions with_tab = options;
    if (!with_tab.separator) with_tab.separator = '\t';
    return read_csv(context, path, with_tab);
}

}  // namespace

TableFormat csv_format() {
    return {.format = Format::csv,
            .title = "CSV",
            .endings = {".csv"},
            .may_be_gz = true,
            .separator = ',',
            .read = read_csv,
            .write_text = write_csv};
}

TableFormat tsv_format() {
    return {.format = Format::tsv,
            .title = "TSV",
            .endings = {".tsv"},
            .may_be_gz = true,
            .separator = '\t',
            .read = read_tsv,
            .write_text = write_tsv};
}

}  // namespace lethe::formats
