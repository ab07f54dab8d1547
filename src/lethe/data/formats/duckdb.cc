#include "lethe/data/formats/duckdb.h"

#include <duckdb.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace lethe::formats {
namespace {

constexpr std::size_t kBatchChunks = 32;

// DuckDB's messages begin with their kind: "Parser Error: syntax error at or near ...".
DatabaseFailure::Cause cause_of(std::string_view kind) {
    using Cause = DatabaseFailure::Cause;
    constexpr std::pair<std::string_view, Cause> kCauses[] = {
        {"Parser Error", Cause::statement},
        {"Syntax Error", Cause::statement},
        {"Binder Error", Cause::statement},
        {"Catalog Error", Cause::statement},
        {"Missing Extension Error", Cause::statement},
        {"IO Error", Cause::io},
        {"HTTP Error", Cause::io},
        {"Permission Error", Cause::io},
        {"Out of Memory Error", Cause::memory},
    };
    for (const auto& [name, cause] : kCauses) {
        if (name == kind) return cause;
    }
    return Cause::data;
}

DatabaseFailure failure_from(const char* message) {
    DatabaseFailure failure;
    failure.whole = message == nullptr ? "" : message;
    const std::string line = failure.whole.substr(0, failure.whole.find('\n'));
    const std::size_t colon = line.find(": ");
    const bool has_kind = colon != std::string::npos && line.substr(0, colon).ends_with("Error");
    failure.kind = has_kind ? line.substr(0, colon) : "Error";
    failure.text = has_kind ? line.substr(colon + 2) : line;
    failure.cause = cause_of(failure.kind);
    return failure;
}

CellType cell_type(duckdb_type type) {
    switch (type) {
        case DUCKDB_TYPE_TINYINT:
            return CellType::int8;
        case DUCKDB_TYPE_SMALLINT:
            return CellType::int16;
        case DUCKDB_TYPE_INTEGER:
        case DUCKDB_TYPE_DATE:
            return CellType::int32;
        case DUCKDB_TYPE_BIGINT:
        case DUCKDB_TYPE_TIME:
        case DUCKDB_TYPE_TIMESTAMP:
        case DUCKDB_TYPE_TIMESTAMP_S:
        case DUCKDB_TYPE_TIMESTAMP_MS:
        case DUCKDB_TYPE_TIMESTAMP_NS:
        case DUCKDB_TYPE_TIMESTAMP_TZ:
            return CellType::int64;
        case DUCKDB_TYPE_UTINYINT:
            return CellType::uint8;
        case DUCKDB_TYPE_USMALLINT:
            return CellType::uint16;
        case DUCKDB_TYPE_UINTEGER:
            return CellType::uint32;
        case DUCKDB_TYPE_UBIGINT:
            return CellType::uint64;
        case DUCKDB_TYPE_FLOAT:
            return CellType::float32;
        case DUCKDB_TYPE_DOUBLE:
            return CellType::float64;
        case DUCKDB_TYPE_VARCHAR:
            return CellType::text;
        default:
            return CellType::other;
    }
}

std::optional<TemporalType> temporal_type(duckdb_type type) {
    constexpr std::int64_t kMicro = 1'000'000;
    switch (type) {
        case DUCKDB_TYPE_DATE:
            return TemporalType{Quantity::date, 0, false};
        case DUCKDB_TYPE_TIME:
            return TemporalType{Quantity::time, kMicro, false};
        case DUCKDB_TYPE_TIMESTAMP:
            return TemporalType{Quantity::moment, kMicro, false};
        case DUCKDB_TYPE_TIMESTAMP_S:
            return TemporalType{Quantity::moment, 1, false};
        case DUCKDB_TYPE_TIMESTAMP_MS:
            return TemporalType{Quantity::moment, 1'000, false};
        case DUCKDB_TYPE_TIMESTAMP_NS:
            return TemporalType{Quantity::moment, 1'000 * kMicro, false};
        case DUCKDB_TYPE_TIMESTAMP_TZ:
            return TemporalType{Quantity::moment, kMicro, true};
        default:
            return std::nullopt;
    }
}

bool is_exact_number(duckdb_type type) {
    return type == DUCKDB_TYPE_DECIMAL || type == DUCKDB_TYPE_HUGEINT ||
           type == DUCKDB_TYPE_UHUGEINT || type == DUCKDB_TYPE_BIGNUM;
}

class Prepared {
  public:
    Prepared(duckdb_connection connection, const std::string& statement) {
        if (duckdb_prepare(connection, statement.c_str(), &handle_) == DuckDBError) {
            DatabaseFailure failure = failure_from(duckdb_prepare_error(handle_));
            duckdb_destroy_prepare(&handle_);
            throw failure;
        }
    }
    ~Prepared() { duckdb_destroy_prepare(&handle_); }
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
    duckdb_prepared_statement handle() const { return handle_; }

  private:
    duckdb_prepared_statement handle_ = nullptr;
};

// A result that is computed while it is read. DuckDB's threads may be at work on it at any time,
// and they must have left it before it goes: so a result that is given up is interrupted and then
// taken to its end, which is an error and comes at once.
class ResultStream {
  public:
    ResultStream(const Context& context, duckdb_connection connection, const std::string& query)
        : connection_(connection), prepared_(connection, query) {
        duckdb_pending_result pending = nullptr;
        const duckdb_state begun = duckdb_pending_prepared_streaming(prepared_.handle(), &pending);
        if (begun == DuckDBError || !work(context, pending)) {
            DatabaseFailure failure = failure_from(duckdb_pending_error(pending));
            duckdb_destroy_pending(&pending);
            context.check_stop();
            throw failure;
        }
        const duckdb_state done = duckdb_execute_pending(pending, &result_);
        duckdb_destroy_pending(&pending);
        if (done == DuckDBError) {
            DatabaseFailure failure = failure_from(duckdb_result_error(&result_));
            duckdb_destroy_result(&result_);
            throw failure;
        }
    }
    ~ResultStream() { give_up(); }
    ResultStream(const ResultStream&) = delete;
    ResultStream& operator=(const ResultStream&) = delete;

    // False at the end.
    bool next(std::vector<Chunk>& chunks) {
        duckdb_data_chunk chunk = duckdb_fetch_chunk(result_);
        if (chunk != nullptr) {
            chunks.emplace_back(chunk);
            return true;
        }
        at_end_ = true;
        const char* message = duckdb_result_error(&result_);
        if (message != nullptr && *message != '\0') throw failure_from(message);
        return false;
    }

  private:
    // Works until there are first rows, a step at a time so that a stop is noticed; false when it
    // fails. A stop makes it fail.
    bool work(const Context& context, duckdb_pending_result pending) {
        while (true) {
            if (context.stop_asked()) duckdb_interrupt(connection_);
            switch (duckdb_pending_execute_task(pending)) {
                case DUCKDB_PENDING_RESULT_READY:
                    return true;
                case DUCKDB_PENDING_ERROR:
                    return false;
                case DUCKDB_PENDING_RESULT_NOT_READY:
                    break;
                case DUCKDB_PENDING_NO_TASKS_AVAILABLE:  // other threads have them
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        }
    }

    void give_up() {
        if (!at_end_) duckdb_interrupt(connection_);
        while (!at_end_) {
            duckdb_data_chunk chunk = duckdb_fetch_chunk(result_);
            at_end_ = chunk == nullptr;
            duckdb_destroy_data_chunk(&chunk);
        }
        duckdb_destroy_result(&result_);
    }

    duckdb_connection connection_;
    Prepared prepared_;
    duckdb_result result_{};
    bool at_end_ = false;
};

}  // namespace

std::string_view Cells::text(std::int64_t i) const {
    const auto* const cell = static_cast<const duckdb_string_t*>(values) + i;
    const std::uint32_t size = cell->value.inlined.length;
    return {size <= 12 ? cell->value.inlined.inlined : cell->value.pointer.ptr, size};
}

Chunk::Chunk(void* handle) : handle_(handle) {}
Chunk::Chunk(Chunk&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
Chunk::~Chunk() {
    auto chunk = static_cast<duckdb_data_chunk>(handle_);
    if (chunk != nullptr) duckdb_destroy_data_chunk(&chunk);
}

std::int64_t Chunk::rows() const {
    return static_cast<std::int64_t>(
        duckdb_data_chunk_get_size(static_cast<duckdb_data_chunk>(handle_)));
}

Cells Chunk::cells(std::size_t column, CellType type) const {
    duckdb_vector vector =
        duckdb_data_chunk_get_vector(static_cast<duckdb_data_chunk>(handle_), column);
    return {type, duckdb_vector_get_data(vector), duckdb_vector_get_validity(vector), rows()};
}

namespace {

// Databases that were opened and that nobody uses. What a connection makes that is temporary goes
// with it, so that they are empty for whoever gets them.
class IdleDatabases {
  public:
    static IdleDatabases& of_process() {
        static IdleDatabases idle;
        return idle;
    }
    IdleDatabases() = default;
    IdleDatabases(const IdleDatabases&) = delete;
    IdleDatabases& operator=(const IdleDatabases&) = delete;
    ~IdleDatabases() {
        for (Opened& one : opened_) duckdb_close(&one.database);
    }

    duckdb_database take(int threads) {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(opened_, threads, &Opened::threads);
        if (found == opened_.end()) return nullptr;
        const duckdb_database database = found->database;
        opened_.erase(found);
        return database;
    }

    void keep(duckdb_database database, int threads) {
        duckdb_database oldest = nullptr;
        {
            const std::lock_guard lock(mutex_);
            opened_.push_back({database, threads});
            if (opened_.size() > kMost) {
                oldest = opened_.front().database;
                opened_.erase(opened_.begin());
            }
        }
        if (oldest != nullptr) duckdb_close(&oldest);
    }

  private:
    static constexpr std::size_t kMost = 4;
    struct Opened {
        duckdb_database database = nullptr;
        int threads = 0;
    };
    std::mutex mutex_;
    std::vector<Opened> opened_;
};

duckdb_database open_database(int threads) {
    const std::string count = std::to_string(threads);
    const std::pair<const char*, const char*> settings[] = {
        {"threads", count.c_str()},
        {"autoinstall_known_extensions", "false"},
        {"autoload_known_extensions", "false"},
        {"allow_community_extensions", "false"},
        {"enable_external_file_cache", "false"},  // no data stay when a file was read
        {"temp_directory", ""},
    };
    duckdb_config config = nullptr;
    duckdb_create_config(&config);
    for (const auto& [name, value] : settings) duckdb_set_config(config, name, value);
    duckdb_database database = nullptr;
    char* message = nullptr;
    const duckdb_state opened = duckdb_open_ext(nullptr, &database, config, &message);
    duckdb_destroy_config(&config);
    if (opened == DuckDBError) {
        DatabaseFailure failure = failure_from(message);
        duckdb_free(message);
        throw failure;
    }
    return database;
}

}  // namespace

struct Database::State {
    int threads = 1;
    Use use = Use::once;
    int exceptions = std::uncaught_exceptions();
    duckdb_database database = nullptr;
    duckdb_connection connection = nullptr;

    ~State() {
        if (connection != nullptr) duckdb_disconnect(&connection);
        if (database == nullptr) return;
        // One that failed, or was stopped in the middle, may have remains.
        const bool failed = std::uncaught_exceptions() > exceptions;
        if (use == Use::again && !failed) {
            IdleDatabases::of_process().keep(database, threads);
        } else {
            duckdb_close(&database);
        }
    }
};

Database::Database(int threads, Use use) : state_(std::make_unique<State>()) {
    state_->threads = std::max(1, threads);
    state_->use = use;
    if (use == Use::again) state_->database = IdleDatabases::of_process().take(state_->threads);
    if (state_->database == nullptr) state_->database = open_database(state_->threads);
    if (duckdb_connect(state_->database, &state_->connection) == DuckDBError) {
        throw failure_from("Connection Error: no connection to a database in memory");
    }
    run("SET streaming_buffer_size = '32MB'");
    run("SET enable_progress_bar = true");
    run("SET enable_progress_bar_print = false");
}

Database::~Database() = default;

void* Database::connection() const { return state_->connection; }

void Database::run(const std::string& statement) {
    duckdb_result result{};
    const duckdb_state state = duckdb_query(state_->connection, statement.c_str(), &result);
    if (state == DuckDBError) {
        DatabaseFailure failure = failure_from(duckdb_result_error(&result));
        duckdb_destroy_result(&result);
        throw failure;
    }
    duckdb_destroy_result(&result);
}

std::vector<ResultColumn> Database::columns_of(const std::string& query) {
    duckdb_extracted_statements statements = nullptr;
    const idx_t found = duckdb_extract_statements(state_->connection, query.c_str(), &statements);
    duckdb_destroy_extracted(&statements);
    if (found > 1) throw failure_from("Parser Error: one statement is allowed, not several");
    const Prepared prepared(state_->connection, query);
    if (duckdb_prepared_statement_type(prepared.handle()) != DUCKDB_STATEMENT_TYPE_SELECT) {
        throw failure_from("Parser Error: only a SELECT can be read");
    }
    std::vector<ResultColumn> columns;
    const idx_t count = duckdb_prepared_statement_column_count(prepared.handle());
    for (idx_t i = 0; i < count; ++i) {
        const char* const name = duckdb_prepared_statement_column_name(prepared.handle(), i);
        const duckdb_type type = duckdb_prepared_statement_column_type(prepared.handle(), i);
        columns.push_back({name, cell_type(type), is_exact_number(type), temporal_type(type),
                           type == DUCKDB_TYPE_BOOLEAN});
        duckdb_free(const_cast<char*>(name));
    }
    return columns;
}

void Database::read(const Context& context, const std::string& task, const std::string& query,
                    const std::function<void(std::span<const Chunk>)>& take) {
    ResultStream stream(context, state_->connection, query);
    Progress progress(context, task, 100);
    double shown = 0;
    std::vector<Chunk> chunks;
    for (bool more = true; more;) {
        chunks.clear();
        while (chunks.size() < kBatchChunks && more) {
            context.check_stop();
            more = stream.next(chunks);
        }
        if (!chunks.empty()) take(chunks);
        const double done = std::floor(duckdb_query_progress(state_->connection).percentage);
        if (done > shown && done <= 100) {
            progress.add(static_cast<std::int64_t>(done - std::exchange(shown, done)));
        }
    }
}

std::string folded_name(std::string_view name) {
    std::string folded(name);
    for (char& c : folded) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return folded;
}

std::string sql_text(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c;
        if (c == '\'') quoted += c;
    }
    return quoted + "'";
}

std::string sql_path(std::string_view path) {
    std::string pattern;
    for (const char c : path) {
        const bool special = c == '*' || c == '?' || c == '[';
        pattern += special ? std::string{'[', c, ']'} : std::string{c};
    }
    return sql_text(pattern);
}

}  // namespace lethe::formats
