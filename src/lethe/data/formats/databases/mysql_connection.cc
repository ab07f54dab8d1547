#include "lethe/data/formats/databases/mysql_connection.h"

#include <errmsg.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/cell_texts.h"
#include "lethe/data/formats/databases/mysql_address.h"

namespace lethe::formats {
namespace {

const char* or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

bool may_be_shown(std::string_view sqlstate) {
    constexpr std::array<std::string_view, 5> kClasses{"08", "28", "25", "3D", "42"};
    return std::ranges::find(kClasses, sqlstate.substr(0, 2)) != kClasses.end();
}

}  // namespace

MysqlConnection::MysqlConnection(const Context& context, const DatabaseSource& source)
    : context_(context), shown_(source.shown) {
    const MysqlAddress address = mysql_address(source.address);
    handle_ = mysql_init(nullptr);
    if (handle_ == nullptr) throw Error(ErrorKind::io, "there is not enough memory");
    const unsigned seconds = 15;
    const unsigned no = 0;  // a server must not ask for files of ours
    mysql_optionsv(handle_, MYSQL_READ_DEFAULT_GROUP, "client");
    mysql_optionsv(handle_, MYSQL_OPT_CONNECT_TIMEOUT, &seconds);
    mysql_optionsv(handle_, MYSQL_OPT_LOCAL_INFILE, &no);
    mysql_optionsv(handle_, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    const MYSQL* const connected = mysql_real_connect(
        handle_, or_null(address.host), or_null(address.user), or_null(address.password),
        address.database.c_str(), address.port, or_null(address.socket), 0);
    if (connected != nullptr) return;
    std::string message = "cannot connect: " + one_line(mysql_error(handle_));
    if (std::string_view(mysql_sqlstate(handle_)) == "28000") {
        message += "; passwords come from [client] of ~/.my.cnf";
    }
    mysql_close(handle_);
    throw Error(ErrorKind::io, message, {shown_, 0, 0, {}});
}

MysqlConnection::~MysqlConnection() {
    if (result_ != nullptr) mariadb_cancel(handle_);  // otherwise the rest would be read
    end_result();
    mysql_close(handle_);
}

void MysqlConnection::end_result() {
    if (result_ != nullptr) mysql_free_result(result_);
    result_ = nullptr;
}

void MysqlConnection::fail() const {
    context_.check_stop();
    const unsigned number = mysql_errno(handle_);
    const std::string sqlstate = mysql_sqlstate(handle_);
    const std::string message = one_line(mysql_error(handle_));
    const bool client = number >= CR_MIN_ERROR && number <= CR_MAX_ERROR;
    const bool shutdown = number == 1053 || number == 1927;  // the server ends, or the connection
    if (client || shutdown) {
        throw Error(ErrorKind::io, "the connection to the database was lost: " + message,
                    {shown_, 0, 0, {}});
    }
    throw MysqlRefusal{
        number, may_be_shown(sqlstate)
                    ? fmt::format("the database refuses: {} (SQLSTATE {})", message, sqlstate)
                    : fmt::format("the statement fails on the data (error {}, SQLSTATE {}); the "
                                  "server's message may hold values, so it is not shown",
                                  number, sqlstate)};
}

void MysqlConnection::run(const std::string& statement) {
    if (mysql_real_query(handle_, statement.data(), statement.size()) != 0) fail();
}

MYSQL_RES* MysqlConnection::begin(const std::string& query) {
    run(query);
    result_ = mysql_use_result(handle_);
    if (result_ == nullptr) fail();
    return result_;
}

MYSQL_ROW MysqlConnection::next() {
    MYSQL_ROW row = mysql_fetch_row(result_);
    if (row != nullptr) return row;
    if (mysql_errno(handle_) != 0) fail();
    end_result();
    return nullptr;
}

const unsigned long* MysqlConnection::lengths() const { return mysql_fetch_lengths(result_); }

std::vector<std::vector<std::string>> MysqlConnection::texts(const std::string& query) {
    const unsigned columns = mysql_num_fields(begin(query));
    std::vector<std::vector<std::string>> rows;
    while (MYSQL_ROW row = next()) {
        const unsigned long* const sizes = lengths();
        rows.emplace_back();
        for (unsigned i = 0; i < columns; ++i) {
            rows.back().emplace_back(row[i] == nullptr ? std::string()
                                                       : std::string(row[i], sizes[i]));
        }
    }
    return rows;
}

std::string MysqlConnection::literal(std::string_view text) {
    std::string escaped(text.size() * 2 + 1, '\0');
    escaped.resize(mysql_real_escape_string(handle_, escaped.data(), text.data(), text.size()));
    return "'" + escaped + "'";
}

void MysqlConnection::prepare_only(const std::string& query) {
    MYSQL_STMT* const statement = mysql_stmt_init(handle_);
    if (statement == nullptr) throw Error(ErrorKind::io, "there is not enough memory");
    const bool failed = mysql_stmt_prepare(statement, query.data(), query.size()) != 0;
    const unsigned number = mysql_stmt_errno(statement);
    const std::string sqlstate = mysql_stmt_sqlstate(statement);
    const std::string message = one_line(mysql_stmt_error(statement));
    mysql_stmt_close(statement);
    if (!failed) return;
    throw MysqlRefusal{number,
                       fmt::format("the database refuses: {} (SQLSTATE {})",
                                   may_be_shown(sqlstate) ? message : "the query", sqlstate)};
}

std::string mysql_name(std::string_view name) {
    std::string quoted = "`";
    for (const char c : name) quoted += c == '`' ? "``" : std::string(1, c);
    return quoted + '`';
}

}  // namespace lethe::formats
