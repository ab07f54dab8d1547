// A connection to PostgreSQL: statements one at a time, each of which can be stopped, and copies of
// rows out and in. What goes wrong is told in our words with the SQLSTATE, and in the server's only
// where its message cannot hold values. Only for data/formats/databases.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/databases/database_source.h"

namespace lethe::formats {

// Rows of text; an empty pointer is NULL.
class PostgresRows {
  public:
    explicit PostgresRows(void* result) : result_(result) {}
    ~PostgresRows();
    PostgresRows(PostgresRows&& other) noexcept;
    PostgresRows& operator=(PostgresRows&&) = delete;

    int rows() const;
    bool is_null(int row, int column) const;
    std::string text(int row, int column) const;

  private:
    void* result_;
};

struct PostgresColumn {
    std::string name;
    std::uint32_t type = 0;   // its OID
    int modifier = -1;        // of the type: the length of a varchar
    std::uint32_t table = 0;  // where it comes from; 0: an expression
    int position = 0;         // in that table
};

class PostgresConnection {
  public:
    // Error(io) where there is none.
    PostgresConnection(const Context& context, const DatabaseSource& source);
    ~PostgresConnection();  // what was not committed is rolled back
    PostgresConnection(const PostgresConnection&) = delete;
    PostgresConnection& operator=(const PostgresConnection&) = delete;

    PostgresRows run(const std::string& statement, std::span<const std::string> arguments = {});
    // The columns of one statement, which is not run.
    std::vector<PostgresColumn> columns_of(const std::string& statement);
    std::string name(std::string_view text);     // as an identifier
    std::string literal(std::string_view text);  // as a text

    // `COPY ... TO STDOUT`: hands over what comes, in pieces of any length.
    void copy_out(const std::string& statement, const std::function<void(std::string_view)>& take);
    // `COPY ... FROM STDIN`: sends what `give` passes on.
    using Send = std::function<void(std::string_view)>;
    void copy_in(const std::string& statement, const std::function<void(const Send&)>& give);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// What a statement was refused for, so that whoever asked can say more. Otherwise an Error.
struct PostgresRefusal {
    std::string sqlstate;
    std::string message;  // in our words
};

}  // namespace lethe::formats
