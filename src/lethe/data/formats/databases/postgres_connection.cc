#include "lethe/data/formats/databases/postgres_connection.h"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/cell_texts.h"

namespace lethe::formats {
namespace {

constexpr int kStopWait = 100;  // milliseconds after which a stop is noticed

using Result = std::unique_ptr<PGresult, decltype(&PQclear)>;
Result owned(PGresult* result) { return {result, &PQclear}; }

// Classes whose messages speak of statements, rights and the server, never of what stands in cells.
bool holds_no_values(std::string_view sqlstate) {
    constexpr std::array<std::string_view, 12> kClasses{"08", "0A", "25", "28", "3D", "3F",
                                                        "40", "42", "53", "54", "55", "57"};
    return sqlstate.size() == 5 &&
           std::ranges::find(kClasses, sqlstate.substr(0, 2)) != kClasses.end();
}

}  // namespace

PostgresRows::~PostgresRows() { PQclear(static_cast<PGresult*>(result_)); }
PostgresRows::PostgresRows(PostgresRows&& other) noexcept
    : result_(std::exchange(other.result_, nullptr)) {}
int PostgresRows::rows() const { return PQntuples(static_cast<PGresult*>(result_)); }
bool PostgresRows::is_null(int row, int column) const {
    return PQgetisnull(static_cast<PGresult*>(result_), row, column) != 0;
}
std::string PostgresRows::text(int row, int column) const {
    return PQgetvalue(static_cast<PGresult*>(result_), row, column);
}

struct PostgresConnection::State {
    const Context& context;
    std::string shown;
    PGconn* connection = nullptr;

    ~State() { PQfinish(connection); }

    Error lost() const {
        return {ErrorKind::io,
                "the connection to the database was lost: " + one_line(PQerrorMessage(connection)),
                {shown, 0, 0, {}}};
    }

    // Asks the server to end what it is doing.
    [[noreturn]] void stop() const {
        if (PGcancel* const cancel = PQgetCancel(connection)) {
            std::array<char, 256> message{};
            PQcancel(cancel, message.data(), static_cast<int>(message.size()));
            PQfreeCancel(cancel);
        }
        context.check_stop();
        throw Error(ErrorKind::internal, "stopped without being asked to");
    }

    void wait(short events) const {
        if (context.stop_asked()) stop();
        pollfd socket{PQsocket(connection), events, 0};
        if (socket.fd < 0) throw lost();
        ::poll(&socket, 1, kStopWait);
    }

    void flush() const {
        for (int left = PQflush(connection); left != 0; left = PQflush(connection)) {
            if (left < 0) throw lost();
            wait(POLLIN | POLLOUT);
            if (PQconsumeInput(connection) == 0) throw lost();
        }
    }

    Result next_result() const {
        flush();
        while (PQisBusy(connection) != 0) {
            wait(POLLIN);
            if (PQconsumeInput(connection) == 0) throw lost();
        }
        return owned(PQgetResult(connection));
    }

    void check(const PGresult* result) const {
        const ExecStatusType status = PQresultStatus(result);
        if (result == nullptr) throw lost();
        if (status != PGRES_FATAL_ERROR && status != PGRES_BAD_RESPONSE) return;
        const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (state == nullptr) throw lost();
        const std::string sqlstate = state;
        const char* const said = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
        const std::string message = one_line(said == nullptr ? "" : said);
        if (sqlstate.starts_with("57P") || sqlstate.starts_with("08")) {
            throw Error(ErrorKind::io,
                        fmt::format("the connection to the database was lost: {} (SQLSTATE {})",
                                    message, sqlstate),
                        {shown, 0, 0, {}});
        }
        throw PostgresRefusal{
            sqlstate,
            holds_no_values(sqlstate)
                ? fmt::format("the database refuses: {} (SQLSTATE {})", message, sqlstate)
                : fmt::format("the statement fails on the data (SQLSTATE {}); the server's message "
                              "may hold values, so it is not shown",
                              sqlstate)};
    }

    // The first result of what was sent; the others are errors or nothing.
    Result finished(int sent) const {
        if (sent == 0) throw lost();
        Result first = next_result();
        end(first.get());
        return first;
    }

    // Takes what else there is, or the connection would be busy; the first error counts.
    void end(const PGresult* first) const {
        std::optional<PostgresRefusal> refusal;
        const auto note = [&](const PGresult* result) {
            try {
                check(result);
            } catch (const PostgresRefusal& told) {
                if (!refusal) refusal = told;
            }
        };
        note(first);
        while (const Result more = next_result()) note(more.get());
        if (refusal) throw *refusal;
    }

    // Of a copy: the state in which rows come or go.
    void begin_copy(const std::string& statement, ExecStatusType expected) const {
        if (PQsendQuery(connection, statement.c_str()) == 0) throw lost();
        const Result begun = next_result();
        if (PQresultStatus(begun.get()) != expected) {
            end(begun.get());
            throw Error(ErrorKind::internal, "the database does not copy");
        }
    }
    void end_copy() const {
        const Result first = next_result();
        end(first.get());
    }
};

PostgresConnection::PostgresConnection(const Context& context, const DatabaseSource& source)
    : state_(new State{context, source.shown}) {
    const Place place{source.shown, 0, 0, {}};
    // Its message would hold parts of the address, and with them of a password.
    char* problem = nullptr;
    PQconninfoOption* const parsed = PQconninfoParse(source.address.c_str(), &problem);
    PQfreemem(problem);
    if (parsed == nullptr) {
        throw Error(ErrorKind::usage,
                    "this is no address that PostgreSQL's library takes; signs such as / ? # @ in "
                    "a user, password or database are written %2F %3F %23 %40",
                    place);
    }
    const bool has_timeout = source.address.find("connect_timeout") != std::string::npos;
    PQconninfoFree(parsed);
    const std::array<const char*, 5> names{"dbname", "client_encoding", "fallback_application_name",
                                           has_timeout ? nullptr : "connect_timeout", nullptr};
    const std::array<const char*, 5> values{source.address.c_str(), "UTF8", "lethe",
                                            has_timeout ? nullptr : "15", nullptr};
    PGconn* const connection = PQconnectdbParams(names.data(), values.data(), 1);
    state_->connection = connection;
    if (PQstatus(connection) != CONNECTION_OK) {
        std::string message = "cannot connect: " + one_line(PQerrorMessage(connection));
        if (PQconnectionNeedsPassword(connection) != 0 ||
            PQconnectionUsedPassword(connection) != 0) {
            message += "; passwords come from ~/.pgpass, a service file or PGPASSWORD";
        }
        throw Error(ErrorKind::io, message, place);
    }
    PQsetNoticeProcessor(
        connection, [](void*, const char*) {}, nullptr);  // the library is silent
    if (PQsetnonblocking(connection, 1) != 0) throw state_->lost();
}

PostgresConnection::~PostgresConnection() = default;

PostgresRows PostgresConnection::run(const std::string& statement,
                                     std::span<const std::string> arguments) {
    std::vector<const char*> values;
    for (const std::string& argument : arguments) values.push_back(argument.c_str());
    const int sent = arguments.empty() ? PQsendQuery(state_->connection, statement.c_str())
                                       : PQsendQueryParams(state_->connection, statement.c_str(),
                                                           static_cast<int>(values.size()), nullptr,
                                                           values.data(), nullptr, nullptr, 0);
    return PostgresRows(state_->finished(sent).release());
}

std::vector<PostgresColumn> PostgresConnection::columns_of(const std::string& statement) {
    PGconn* const connection = state_->connection;
    state_->finished(PQsendPrepare(connection, "", statement.c_str(), 0, nullptr));
    const Result described = state_->finished(PQsendDescribePrepared(connection, ""));
    if (PQnparams(described.get()) > 0) {
        throw Error(ErrorKind::usage,
                    "the query has parameters ($1), and there is nothing for them",
                    {state_->shown, 0, 0, {}});
    }
    std::vector<PostgresColumn> columns;
    for (int i = 0; i < PQnfields(described.get()); ++i) {
        columns.push_back({PQfname(described.get(), i), PQftype(described.get(), i),
                           PQfmod(described.get(), i), PQftable(described.get(), i),
                           PQftablecol(described.get(), i)});
    }
    return columns;
}

std::string PostgresConnection::name(std::string_view text) {
    char* const quoted = PQescapeIdentifier(state_->connection, text.data(), text.size());
    if (quoted == nullptr) {
        throw Error(ErrorKind::usage, "a name is not valid UTF-8", {state_->shown, 0, 0, {}});
    }
    std::string result = quoted;
    PQfreemem(quoted);
    return result;
}

std::string PostgresConnection::literal(std::string_view text) {
    char* const quoted = PQescapeLiteral(state_->connection, text.data(), text.size());
    if (quoted == nullptr) {
        throw Error(ErrorKind::usage, "a label is not valid UTF-8", {state_->shown, 0, 0, {}});
    }
    std::string result = quoted;
    PQfreemem(quoted);
    return result;
}

void PostgresConnection::copy_out(const std::string& statement,
                                  const std::function<void(std::string_view)>& take) {
    PGconn* const connection = state_->connection;
    state_->begin_copy(statement, PGRES_COPY_OUT);
    for (std::int64_t pieces = 0;; ++pieces) {
        if (pieces % 1024 == 0 && state_->context.stop_asked()) state_->stop();
        char* bytes = nullptr;
        const int size = PQgetCopyData(connection, &bytes, 1);
        if (size > 0) {
            const std::unique_ptr<char, decltype(&PQfreemem)> piece(bytes, &PQfreemem);
            take({bytes, static_cast<std::size_t>(size)});
        } else if (size == 0) {
            state_->wait(POLLIN);
            if (PQconsumeInput(connection) == 0) throw state_->lost();
        } else {
            break;  // the end or an error, which the result tells
        }
    }
    state_->end_copy();
}

void PostgresConnection::copy_in(const std::string& statement,
                                 const std::function<void(const Send&)>& give) {
    PGconn* const connection = state_->connection;
    state_->begin_copy(statement, PGRES_COPY_IN);
    give([&](std::string_view bytes) {
        while (true) {
            const int sent =
                PQputCopyData(connection, bytes.data(), static_cast<int>(bytes.size()));
            if (sent == 1) break;
            if (sent < 0) throw state_->lost();
            state_->wait(POLLOUT);
        }
        state_->flush();
    });
    while (PQputCopyEnd(connection, nullptr) == 0) state_->wait(POLLOUT);
    state_->end_copy();
}

}  // namespace lethe::formats
