// The two text formats of vectors (vector_files.h), line by line.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

// The lines of a file whose bytes come from `read(out, size)`, which gives fewer only at the end.
class LineSource {
  public:
    using Read = std::function<std::size_t(char* out, std::size_t size)>;
    LineSource(std::string file, Read read) : file_(std::move(file)), read_(std::move(read)) {}

    bool next();                                     // false at the end
    std::string_view line() const { return line_; }  // without its end, LF or CR LF
    std::int64_t number() const { return number_; }  // from 1
    // Error(input) at this line, or at the file where it is 0.
    Error wrong(std::string message) const { return wrong(std::move(message), number_); }
    Error wrong(std::string message, std::int64_t line) const;

  private:
    std::string file_;
    Read read_;
    std::string buffer_;
    std::size_t begin_ = 0;  // of what was not yet given
    bool ended_ = false;
    std::string_view line_;
    std::int64_t number_ = 0;
};

// What a number of rows or columns may be beside the entries that a file holds: files that promise
// more are refused before anything is made of that size.
std::int64_t most_for(std::int64_t entries);

// The next word of a line, which blanks end; empty at its end.
std::string_view next_word(std::string_view& rest);

// Error(input) with the line for what is malformed, told without the values.
SparseRows read_matrix_market(const Context& context, LineSource& lines);

struct SvmLines {
    SparseRows rows;
    std::vector<std::string> classes;  // as they are written
};
// With `columns` terms, or with as many as the largest number where it is -1.
SvmLines read_svmlight(const Context& context, LineSource& lines, std::int64_t columns);

using WriteText = std::function<void(std::string_view text)>;
void write_matrix_market(const Context& context, const SparseRows& rows, const WriteText& write);
// `classes` of the rows; all 0 where there are none.
void write_svmlight(const Context& context, const SparseRows& rows,
                    const std::vector<std::int32_t>& classes, const WriteText& write);

}  // namespace lethe::vectors
