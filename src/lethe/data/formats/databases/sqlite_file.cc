#include "lethe/data/formats/databases/sqlite_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "lethe/core/error.h"

namespace lethe::formats {
namespace {

namespace fs = std::filesystem;

constexpr int kWaitForOthers = 5000;  // milliseconds
constexpr int kStepsBetweenStops = 20000;

// A database in write-ahead mode that nobody has open: its log is gone. To read it like others
// would make files beside it.
bool is_at_rest(const std::string& path) {
    constexpr std::size_t kHead = 20;
    std::ifstream file(path, std::ios::binary);
    std::string head(kHead, '\0');
    file.read(head.data(), kHead);
    std::error_code ignored;
    return file.gcount() == kHead && head[18] == 2 && !fs::exists(path + "-wal", ignored);
}

std::string uri_of(const std::string& path) {
    std::string uri = "file:";
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-' || c == '_';
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri + "?immutable=1";
}

}  // namespace

SqliteFile::SqliteFile(const Context& context, const DatabaseSource& source, Mode mode)
    : context_(context), shown_(source.shown) {
    const std::string& path = source.address;
    std::error_code error;
    if (mode == Mode::read && !fs::is_regular_file(path, error)) {
        const bool none = !fs::exists(path, error);
        throw Error(ErrorKind::io, none ? "there is no such file" : "is not a file",
                    {shown_, 0, 0, {}});
    }
    const bool at_rest = mode == Mode::read && is_at_rest(path);
    // A path that begins with "file:" or ":" would mean something else.
    const std::string given =
        at_rest ? uri_of(fs::absolute(path).string()) : fs::absolute(path).string();
    const int flags =
        (mode == Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) |
        (at_rest ? SQLITE_OPEN_URI : 0);
    const int opened = sqlite3_open_v2(given.c_str(), &handle_, flags, nullptr);
    if (opened != SQLITE_OK) {
        const std::string reason = sqlite3_errmsg(handle_);
        sqlite3_close(handle_);
        throw Error(ErrorKind::io, "cannot open the database: " + reason, {shown_, 0, 0, {}});
    }
    sqlite3_busy_timeout(handle_, kWaitForOthers);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_progress_handler(
        handle_, kStepsBetweenStops,
        [](void* asked) { return static_cast<const Context*>(asked)->stop_asked() ? 1 : 0; },
        const_cast<Context*>(&context_));
}

SqliteFile::~SqliteFile() { sqlite3_close(handle_); }

void SqliteFile::fail(int code, bool may_hold_values) const {
    context_.check_stop();
    const Place place{shown_, 0, 0, {}};
    const std::string message = sqlite3_errmsg(handle_);
    switch (code & 0xFF) {
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            throw Error(ErrorKind::input, "is not a whole SQLite database", place);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw Error(ErrorKind::io, "another program is writing to the database", place);
        case SQLITE_NOMEM:
        case SQLITE_IOERR:
        case SQLITE_FULL:
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
            throw Error(ErrorKind::io, "the database cannot be used: " + message, place);
        default:
            break;
    }
    if (!may_hold_values) {
        throw Error(ErrorKind::usage, "the statement cannot be run: " + message, place);
    }
    throw Error(ErrorKind::input,
                fmt::format("the statement fails on the data (SQLite's error {}); its message may "
                            "hold values, so it is not shown",
                            code),
                place);
}

void SqliteFile::run(const std::string& statement) { step(prepare(statement).get()); }

SqliteStatement SqliteFile::prepare(const std::string& statement) const {
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(handle_, statement.data(),
                                        static_cast<int>(statement.size()), &made, &rest);
    if (code != SQLITE_OK) fail(code, false);
    SqliteStatement prepared(made, &sqlite3_finalize);
    const std::string_view left(rest, statement.data() + statement.size());
    if (made == nullptr || left.find_first_not_of("; \t\r\n") != std::string_view::npos) {
        throw Error(ErrorKind::usage, "one statement is allowed, not several", {shown_, 0, 0, {}});
    }
    return prepared;
}

bool SqliteFile::step(sqlite3_stmt* statement) const {
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    fail(sqlite3_extended_errcode(handle_), true);
}

std::vector<TableName> SqliteFile::tables() const {
    const SqliteStatement statement = prepare(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE "
        "'sqlite\\_%' ESCAPE '\\' ORDER BY name");
    std::vector<TableName> tables;
    while (step(statement.get())) {
        const auto* const name =
            reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0));
        if (name != nullptr) tables.push_back({{}, name});
    }
    return tables;
}

std::string sqlite_name(std::string_view name) {
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

}  // namespace lethe::formats
