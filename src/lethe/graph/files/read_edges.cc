// Lists of edges.
//
// A table has been read as columns: numbers, or codes of a dictionary that holds each id once. So
// an id is hashed once for each of its codes, or, where ids are whole numbers, the numbers
// themselves are looked up and their text is made once for each node. Ten million edges between a
// million nodes are numbered in about a second.
#include "lethe/graph/files/read_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "lethe/core/wrongs.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/graph/files/graph_text.h"
#include "lethe/graph/files/node_numbers.h"
#include "lethe/graph/files/read_edge_text.h"

namespace lethe::graph {
namespace {

constexpr std::string_view kUnnamed = "column";

// Whole numbers that are written in the usual way.
bool holds_whole_numbers(const Column& column) {
    if (!column.is_numeric()) return false;
    const auto& spelling = column.spelling();
    if (spelling && (spelling->decimals > 0 || !spelling->rows.empty())) return false;
    constexpr double kExact = 9007199254740992.0;
    return std::ranges::all_of(column.numbers(), [](double value) {
        return std::trunc(value) == value && std::abs(value) <= kExact;
    });
}

// Places of whole numbers in a list that holds each once.
class NumberCodes {
  public:
    NumberCodes() : slots_(1024, -1) {}

    std::pair<std::int32_t, bool> add(std::int64_t number) {
        std::size_t at = place(number);
        if (slots_[at] >= 0) return {slots_[at], false};
        if (2 * (numbers_.size() + 1) > slots_.size()) {
            slots_.assign(2 * slots_.size(), -1);
            for (std::size_t i = 0; i < numbers_.size(); ++i) {
                slots_[place(numbers_[i])] = static_cast<std::int32_t>(i);
            }
            at = place(number);
        }
        slots_[at] = static_cast<std::int32_t>(numbers_.size());
        numbers_.push_back(number);
        return {slots_[at], true};
    }

  private:
    std::size_t place(std::int64_t number) const {
        const std::size_t mask = slots_.size() - 1;
        std::uint64_t mixed = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15ULL;
        mixed ^= mixed >> 32;
        std::size_t at = static_cast<std::size_t>(mixed) & mask;
        while (slots_[at] >= 0 && numbers_[static_cast<std::size_t>(slots_[at])] != number) {
            at = (at + 1) & mask;
        }
        return at;
    }

    std::vector<std::int64_t> numbers_;
    std::vector<std::int32_t> slots_;
};

// The nodes of a column of ids, row by row.
class ColumnNodes {
  public:
    // `closed`: nodes that are not known yet are unknown, not new.
    ColumnNodes(ColumnPtr column, NodeNumbers& numbers, bool closed)
        : column_(std::move(column)), numbers_(&numbers), closed_(closed) {
        whole_ = holds_whole_numbers(*column_);
        if (!whole_ && column_->is_numeric()) column_ = column_->as_written(Kind::nominal);
        if (!whole_) known_.assign(column_->dictionary().size(), kNotAsked);
    }

    bool missing(std::int64_t row) const { return !column_->valid(row); }
    Node operator()(std::int64_t row) {
        const auto i = static_cast<std::size_t>(row);
        if (!whole_) {
            const auto code = static_cast<std::size_t>(column_->codes()[i]);
            if (known_[code] == kNotAsked) known_[code] = ask(column_->dictionary()[code]);
            return known_[code];
        }
        const double number = column_->numbers()[i];
        const auto [code, is_new] = codes_.add(static_cast<std::int64_t>(number));
        if (is_new) known_.push_back(ask(number_text(number)));
        return known_[static_cast<std::size_t>(code)];
    }

  private:
    static constexpr Node kNotAsked = -2;

    Node ask(std::string_view id) { return closed_ ? numbers_->find(id) : numbers_->add(id).first; }

    ColumnPtr column_;
    NodeNumbers* numbers_;
    bool closed_;
    bool whole_ = false;
    NumberCodes codes_;
    std::vector<Node> known_;
};

// Named, or by its place.
ColumnPtr chosen_column(const Table& table, const std::string& name, std::size_t place,
                        const std::string& file) {
    if (!name.empty()) return table.column_ptr(name);
    if (table.columns().size() <= place) {
        throw Error(ErrorKind::input,
                    "a list of edges needs two columns, one for each end; only one was found",
                    {file, 0, 0, {}});
    }
    return table.columns()[place];
}

std::vector<double> weights_of(const Column& column, Wrongs& wrongs) {
    if (!column.is_numeric()) {
        wrongs.fail(0, fmt::format("the column {} must hold numbers: it is the weight of edges",
                                   column.name()));
    }
    std::vector<double> weights(column.numbers().begin(), column.numbers().end());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row) || !std::isfinite(weights[static_cast<std::size_t>(row)])) {
            wrongs.add(0, fmt::format("row {} has no weight", row + 1));
        }
    }
    return weights;
}

// The nodes of the table, with its other columns as attributes.
void read_nodes(const Context& context, const GraphSource& source, NodeNumbers& numbers,
                SocialGraph& graph) {
    const Table table = read_table(context, source.nodes, source.reading);
    Wrongs wrongs(source.nodes);
    if (table.columns().empty()) wrongs.fail(0, "a table of nodes needs a column of ids");
    const ColumnPtr ids = source.id.empty() ? table.columns()[0] : table.column_ptr(source.id);
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        if (!ids->valid(row) || ids->text(row).empty()) {
            wrongs.add(0, fmt::format("row {} has no id", row + 1));
            numbers.add(fmt::format("\n{}", row));  // keeps the numbers of rows
            continue;
        }
        const auto [node, is_new] = numbers.add(ids->text(row));
        if (!is_new) {
            wrongs.add(0, fmt::format("row {} has an id that an earlier row has", row + 1));
        }
    }
    wrongs.throw_if_any();
    const std::vector<std::string> without{ids->name()};
    graph.attributes = table.without(without);
}

// What read_table knows by its name; anything else is looked at.
bool is_table(std::string_view file) { return is_no_file(file) || known_format(file); }

[[noreturn]] void refuse_same_columns(const std::string& file) {
    throw Error(ErrorKind::usage,
                "the two ends and the weight of an edge are three columns; one was named twice",
                {file, 0, 0, {}});
}

void read_edge_table(const Context& context, const GraphSource& source, NodeNumbers& numbers,
                     SocialGraph& graph) {
    ReadOptions reading = source.reading;
    if (!reading.format && !is_table(source.file)) reading.format = Format::csv;
    const Table table = read_table(context, source.file, reading);
    Wrongs wrongs(source.file);
    const bool closed = !source.nodes.empty();
    if (!source.from.empty() && source.from == source.to) refuse_same_columns(source.file);
    ColumnNodes from(chosen_column(table, source.from, 0, source.file), numbers, closed);
    ColumnNodes to(chosen_column(table, source.to, 1, source.file), numbers, closed);
    graph.edges.reserve(static_cast<std::size_t>(table.rows()));
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        if (from.missing(row) || to.missing(row)) {
            wrongs.add(0, fmt::format("row {} lacks a node", row + 1));
            continue;
        }
        const Edge edge{from(row), to(row)};
        if (edge.from == kNoNode || edge.to == kNoNode) {
            wrongs.add(0, fmt::format("row {} has a node that {} lacks", row + 1, source.nodes));
        }
        graph.edges.push_back(edge);
    }
    const Column* weight =
        source.weight.empty() ? table.find("weight") : &table.column(source.weight);
    if (weight != nullptr) graph.weights = weights_of(*weight, wrongs);
    wrongs.throw_if_any();
}

// "column3" or "3" -> 2.
std::size_t place_of(const std::string& column, std::size_t otherwise) {
    if (column.empty()) return otherwise;
    std::string_view digits = column;
    if (digits.starts_with(kUnnamed)) digits.remove_prefix(kUnnamed.size());
    std::size_t place = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), place);
    if (read.ptr != digits.data() + digits.size() || place == 0 || place > 1000) {
        throw Error(ErrorKind::usage,
                    fmt::format("the columns of a list of edges without names are called 1, 2, 3 "
                                "and so on, not \"{}\"",
                                column));
    }
    return place - 1;
}

void read_plain_edges(const GraphSource& source, std::string_view text, NodeNumbers& numbers,
                      SocialGraph& graph) {
    const EdgeTextColumns columns{place_of(source.from, 0), place_of(source.to, 1),
                                  place_of(source.weight, 0)};
    const bool weight_is_an_end =
        !source.weight.empty() && (columns.weight == columns.from || columns.weight == columns.to);
    if (columns.from == columns.to || weight_is_an_end) refuse_same_columns(source.file);
    const bool closed = !source.nodes.empty();
    const auto number = [&](std::string_view id) {
        return closed ? numbers.find(id) : numbers.add(id).first;
    };
    Wrongs wrongs(source.file);
    read_edge_text(text, columns, wrongs,
                   [&](std::string_view from, std::string_view to, std::string_view weight,
                       std::int64_t line) {
                       const Node first = number(from);
                       graph.edges.push_back({first, number(to)});
                       if (first == kNoNode || graph.edges.back().to == kNoNode) {
                           wrongs.add(line, fmt::format("has a node that {} lacks", source.nodes));
                       }
                       if (columns.weight == 0) return;
                       const auto value = parse_number(weight);
                       if (!value || !std::isfinite(*value)) wrongs.add(line, "has no weight");
                       graph.weights.push_back(value.value_or(0));
                   });
    wrongs.throw_if_any();
}

}  // namespace

SocialGraph read_edge_list(const Context& context, const GraphSource& source) {
    SocialGraph graph;
    graph.directed = source.directed.value_or(false);
    NodeNumbers numbers;
    if (!source.nodes.empty()) read_nodes(context, source, numbers, graph);
    std::string text;
    if (!is_table(source.file)) text = read_graph_text(source.file, source.reading.encoding);
    if (looks_like_edge_text(text)) {
        read_plain_edges(source, text, numbers, graph);
    } else {
        read_edge_table(context, source, numbers, graph);
    }
    graph.ids = std::move(numbers).take();
    return graph;
}

}  // namespace lethe::graph
