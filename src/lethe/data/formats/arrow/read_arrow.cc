#include "lethe/data/formats/arrow/read_arrow.h"

#include <duckdb.h>
#include <fmt/format.h>

#include <cerrno>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/arrow/arrow_values.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/read_typed.h"

namespace lethe::formats {
namespace {

// A schema that owns nothing: it lies in the stream below.
void forget_schema(ArrowSchema* schema) { schema->release = nullptr; }

class OwnedStream {
  public:
    explicit OwnedStream(ArrowArrayStream stream) : stream_(stream) {}
    ~OwnedStream() {
        if (stream_.release != nullptr) stream_.release(&stream_);
    }
    OwnedStream(const OwnedStream&) = delete;
    OwnedStream& operator=(const OwnedStream&) = delete;
    ArrowArrayStream* get() { return &stream_; }

  private:
    ArrowArrayStream stream_;
};

// Stands between a producer and DuckDB. Batches are checked before DuckDB sees them; columns are
// called c0, c1, ... there, because DuckDB does not tell names by case; extensions of types, which
// only their makers know, are left out.
class CheckedStream {
  public:
    CheckedStream(ArrowArrayStream source, const std::string& called)
        : source_(source), called_(called) {
        ArrowArrayStream* const stream = source_.get();
        if (stream->release == nullptr || stream->get_schema == nullptr ||
            stream->get_next == nullptr) {
            throw Error(ErrorKind::input, "is no stream of Arrow data, or was read before",
                        {called_, 0, 0, {}});
        }
        ArrowSchema schema{};
        if (stream->get_schema(stream, &schema) != 0) {
            throw Error(ErrorKind::input, "its producer failed to give a schema",
                        {called_, 0, 0, {}});
        }
        try {
            columns_ = arrow_columns(schema, called_);
        } catch (...) {
            if (schema.release != nullptr) schema.release(&schema);
            throw;
        }
        schema.release(&schema);
        root_ = Node{};
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            root_.children.push_back(node_of(columns_[i], fmt::format("c{}", i)));
        }
        root_.format = "+s";
        link(root_);
        face_.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
            *out = static_cast<CheckedStream*>(self->private_data)->root_.schema;
            return 0;
        };
        face_.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
            return static_cast<CheckedStream*>(self->private_data)->next(out);
        };
        face_.get_last_error = [](ArrowArrayStream*) -> const char* { return "not readable"; };
        face_.release = [](ArrowArrayStream* self) { self->release = nullptr; };
        face_.private_data = this;
    }

    ArrowArrayStream* face() { return &face_; }
    const std::vector<ArrowType>& columns() const { return columns_; }
    // The categories of an ordered dictionary, from the least to the greatest; empty where a column
    // has none, or batches do not agree. Of what was read until now.
    std::vector<std::string> order_of(std::size_t column) const {
        const std::lock_guard lock(mutex_);
        const auto found = orders_.find(column);
        return found == orders_.end() ? std::vector<std::string>() : found->second;
    }
    // What was wrong with a batch; empty: nothing.
    std::string problem() const {
        const std::lock_guard lock(mutex_);
        return problem_;
    }

  private:
    static constexpr std::int64_t kNullable = 2;
    struct Node {
        std::string name, format;
        std::vector<std::unique_ptr<Node>> children;
        std::vector<ArrowSchema*> pointers;
        std::unique_ptr<Node> dictionary;
        std::int64_t flags = kNullable;
        ArrowSchema schema{};
    };

    static std::unique_ptr<Node> node_of(const ArrowType& type, std::string name) {
        auto node = std::make_unique<Node>();
        node->name = std::move(name);
        // A duration lies in memory as the whole number that it is.
        node->format = type.is_duration() ? "l" : type.format;
        node->flags = type.flags | kNullable;
        if (type.has_dictionary()) {
            node->dictionary = node_of({{}, type.format}, {});
            node->format = type.index_format;
        }
        return node;
    }

    static void link(Node& node) {
        for (const auto& child : node.children) {
            link(*child);
            node.pointers.push_back(&child->schema);
        }
        if (node.dictionary) link(*node.dictionary);
        ArrowSchema& schema = node.schema;
        schema.format = node.format.c_str();
        schema.name = node.name.c_str();
        schema.metadata = nullptr;
        schema.flags = node.flags;
        schema.n_children = std::ssize(node.pointers);
        schema.children = node.pointers.empty() ? nullptr : node.pointers.data();
        schema.dictionary = node.dictionary ? &node.dictionary->schema : nullptr;
        schema.release = &forget_schema;
        schema.private_data = nullptr;
    }

    int next(ArrowArray* out) {
        const std::lock_guard lock(mutex_);
        *out = {};
        if (!problem_.empty()) return EINVAL;
        ArrowArrayStream* const stream = source_.get();
        while (true) {
            ArrowArray batch{};
            if (stream->get_next(stream, &batch) != 0) {
                problem_ = "its producer failed to give all rows";
                return EIO;
            }
            if (batch.release == nullptr) return 0;
            std::optional<std::string> wrong = checked(batch);
            if (!wrong && batch.length > 0) {
                note_orders(batch);
                *out = batch;
                return 0;
            }
            batch.release(&batch);
            if (!wrong) continue;
            problem_ = *std::move(wrong);
            return EINVAL;
        }
    }

    // Of a batch that was checked.
    void note_orders(const ArrowArray& batch) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (!columns_[i].is_ordered()) continue;
            const auto [place, is_first] = orders_.try_emplace(i);
            std::vector<std::string> order =
                arrow_texts(*batch.children[i]->dictionary, columns_[i].format);
            if (is_first) {
                place->second = std::move(order);
            } else if (place->second != order) {
                place->second.clear();
            }
        }
    }

    std::optional<std::string> checked(const ArrowArray& batch) const {
        try {
            return arrow_batch_problem(batch, columns_);
        } catch (const std::bad_alloc&) {
            return "does not fit in memory";
        }
    }

    OwnedStream source_;
    std::string called_;
    std::vector<ArrowType> columns_;
    std::map<std::size_t, std::vector<std::string>> orders_;
    Node root_;
    ArrowArrayStream face_{};
    mutable std::mutex mutex_;
    std::string problem_;
};

// Columns whose categories came in an order are ordinal, with those of their categories that rows
// have.
Table with_orders(const Table& table, const CheckedStream& checked) {
    std::vector<ColumnPtr> ordered;
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
        const Column& column = *table.columns()[i];
        std::vector<std::string> order = checked.order_of(i);
        if (order.empty()) continue;
        const ColumnPtr categories = column.as_kind(Kind::nominal);
        const std::unordered_set<std::string> used(categories->dictionary().begin(),
                                                   categories->dictionary().end());
        std::erase_if(order, [&](const std::string& text) { return !used.contains(text); });
        if (order.size() == used.size()) ordered.push_back(categories->as_ordinal(order));
    }
    return table.with(ordered);
}

// Numbers that are categories here, which nobody sees by looking at the data.
std::vector<std::string> notes_of(const Table& table, const std::vector<ArrowType>& types) {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const ArrowType& type = types[i];
        const bool whole = type.is_integer() || type.is_duration();
        if (table.columns()[i]->is_numeric() || type.is_ordered()) continue;
        if (!whole && !type.is_decimal()) continue;
        notes.push_back(fmt::format(
            "column \"{}\" holds {}, which numbers here (doubles) cannot tell apart: each is taken "
            "as a category of its own, so the column is nominal",
            type.name, whole ? "whole numbers beyond 2^53" : "decimals beyond 2^53"));
    }
    return notes;
}

}  // namespace

ArrowTable read_arrow(const Context& context, ArrowArrayStream stream, const std::string& called,
                      const ReadOptions& options) {
    CheckedStream checked(stream, called);
    std::vector<std::string> names;
    for (const ArrowType& column : checked.columns()) names.push_back(column.name);
    const Place place{called, 0, 0, {}};
    try {
        Database database(context.threads, Database::Use::again);
        const auto connection = static_cast<duckdb_connection>(database.connection());
        if (duckdb_arrow_scan(connection, "handed_over",
                              reinterpret_cast<duckdb_arrow_stream>(checked.face())) ==
            DuckDBError) {
            throw Error(ErrorKind::input, "has columns of types that cannot be taken", place);
        }
        Table table =
            read_opened(context, database, "SELECT * FROM handed_over", names, called, options);
        // The view would outlive this connection, and the stream it reads.
        database.run("DROP VIEW handed_over");
        return {with_orders(table, checked), checked.columns(), notes_of(table, checked.columns())};
    } catch (const DatabaseFailure& failure) {
        const std::string problem = checked.problem();
        if (!problem.empty()) throw Error(ErrorKind::input, problem, place);
        if (failure.cause == DatabaseFailure::Cause::memory) {
            throw Error(ErrorKind::io, "does not fit in memory", place);
        }
        throw Error(ErrorKind::input,
                    fmt::format("cannot be taken ({}); the message may hold values, so it is not "
                                "shown",
                                failure.kind),
                    place);
    }
}

}  // namespace lethe::formats
