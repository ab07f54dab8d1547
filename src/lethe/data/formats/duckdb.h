// DuckDB behind a small face: run a statement, look at a query's columns, walk through its result.
// Only for data/formats; the C header itself is included from them alone.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/written/date_pattern.h"

namespace lethe::formats {

// How the cells of a result's column lie in memory.
enum class CellType {
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float32,
    float64,
    text,
    other,  // must be cast to one of these in SQL
};

// What the whole numbers of cells stand for: days since 1970, or parts of a second since then or
// since midnight.
struct TemporalType {
    Quantity quantity = Quantity::date;
    std::int64_t per_second = 0;  // 0: days
    bool zone = false;            // moments of a zone, which lie in memory and are written in UTC
};

struct ResultColumn {
    std::string name;
    CellType cells = CellType::other;
    bool exact_number = false;  // an `other` that is a number: decimals and very long integers
    std::optional<TemporalType> temporal = {};  // of int32 and int64
    bool truth = false;                         // an `other` that is true or false
};

// One column of one chunk. Bit i % 64 of validity[i / 64] says whether cell i holds a value; no
// mask: all do.
struct Cells {
    CellType type = CellType::other;
    const void* values = nullptr;
    const std::uint64_t* validity = nullptr;
    std::int64_t count = 0;

    bool valid(std::int64_t i) const {
        return validity == nullptr || ((validity[i / 64] >> (i % 64)) & 1U) != 0;
    }
    std::string_view text(std::int64_t i) const;  // of a valid cell of type text
};

// A few thousand rows of a result.
class Chunk {
  public:
    explicit Chunk(void* handle);
    ~Chunk();
    Chunk(Chunk&& other) noexcept;
    Chunk& operator=(Chunk&&) = delete;

    std::int64_t rows() const;
    Cells cells(std::size_t column, CellType type) const;

  private:
    void* handle_;
};

// What DuckDB says can hold values of the data, so it is caught inside io and told in our words.
struct DatabaseFailure {
    enum class Cause { statement, io, memory, data };
    Cause cause = Cause::data;
    std::string kind;  // "Conversion Error"
    std::string text;  // the first line without the kind; may hold values when cause is `data`
    std::string whole;
};

// An empty database in memory that neither loads extensions, nor reaches the network, nor spills to
// disk. Each operation throws DatabaseFailure. Not for use by two threads at once.
class Database {
  public:
    // To open one takes some 10 ms of processor, more than a small table takes to be read. One for
    // use `again` is kept for the next such use in this process, unless an exception ended its use:
    // only for statements of our own, and whatever is made that is not temporary is dropped.
    enum class Use { once, again };
    explicit Database(int threads, Use use = Use::once);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void run(const std::string& statement);
    // The columns of a query that is one SELECT; nothing is read but what its types need.
    std::vector<ResultColumn> columns_of(const std::string& query);
    // Hands over the result in its order, a batch of chunks at a time.
    void read(const Context& context, const std::string& task, const std::string& query,
              const std::function<void(std::span<const Chunk>)>& take);

    void* connection() const;  // duckdb_connection

  private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string folded_name(std::string_view name);  // names that DuckDB takes for the same fold alike
std::string sql_text(std::string_view text);     // as a literal
std::string sql_path(std::string_view path);     // as a literal that matches this one file

}  // namespace lethe::formats
