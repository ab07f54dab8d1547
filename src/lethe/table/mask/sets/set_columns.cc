#include "lethe/table/mask/sets/set_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lethe/data/item_sets.h"
#include "lethe/knowledge/meaning.h"

namespace lethe::mask {
namespace {

using sets::kGone;
using sets::Node;

// The items of each text of a column that a row has.
Lists<std::string_view> items_by_code(const Column& column, const std::string& separator) {
    std::vector<bool> used(column.dictionary().size(), false);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) {
            used[static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)])] = true;
        }
    }
    Lists<std::string_view> items;
    for (std::size_t code = 0; code < used.size(); ++code) {
        if (used[code]) {
            const auto its = set_items(column.dictionary()[code], separator);
            items.items.insert(items.items.end(), its.begin(), its.end());
        }
        items.close();
    }
    return items;
}

std::vector<std::string_view> different(std::vector<std::string_view> items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    return items;
}

// Adds nodes to a forest, each below the one that was opened last.
class ForestBuilder {
  public:
    ForestBuilder(SetColumns& sets, std::size_t column)
        : sets_(sets), column_(static_cast<std::int32_t>(column)) {}

    Node open(std::string label, double penalty) {
        const Node v = sets_.forest.size();
        sets_.forest.parent.push_back(above_);
        sets_.forest.end.push_back(v + 1);
        sets_.forest.penalty.push_back(penalty);
        sets_.column_of.push_back(column_);
        sets_.labels.push_back(std::move(label));
        above_ = v;
        return v;
    }
    void close() {
        const auto v = static_cast<std::size_t>(above_);
        sets_.forest.end[v] = sets_.forest.size();
        above_ = sets_.forest.parent[v];
    }
    Node leaf(std::string label) {
        const Node v = open(std::move(label), 0);
        close();
        return v;
    }

  private:
    SetColumns& sets_;
    std::int32_t column_;
    Node above_ = kGone;
};

using NodeOfItem = std::unordered_map<std::string_view, Node>;

NodeOfItem add_tops(ForestBuilder builder, const std::vector<std::string_view>& items) {
    NodeOfItem nodes;
    for (const std::string_view item : items) {
        nodes.emplace(item, builder.leaf(std::string(item)));
    }
    return nodes;
}

// The concepts of the items and those above them, by one way to the root each: of several parents
// the one with the fewest leaves, the lowest number of equals.
class ConceptTree {
  public:
    ConceptTree(const Meaning& meaning, const std::vector<std::string_view>& items)
        : meaning_(meaning), taxonomy_(meaning.taxonomy()) {
        for (const std::string_view item : items) {
            ConceptId c = meaning.concept_of(item);
            items_of_[c].push_back(item);
            while (c != taxonomy_.root()) {
                const ConceptId up = parent_of(c);
                if (!below_[up].insert(c).second) break;
                c = up;
            }
        }
    }

    NodeOfItem add_to(ForestBuilder builder) const {
        NodeOfItem nodes;
        if (!items_of_.empty()) add(builder, taxonomy_.root(), nodes);
        return nodes;
    }

  private:
    ConceptId parent_of(ConceptId c) const {
        const auto parents = taxonomy_.parents(c);
        return *std::min_element(parents.begin(), parents.end(), [&](ConceptId a, ConceptId b) {
            return std::pair(taxonomy_.leaves(a), a) < std::pair(taxonomy_.leaves(b), b);
        });
    }

    void add(ForestBuilder& builder, ConceptId c, NodeOfItem& nodes) const {
        const auto below = below_.find(c);
        const auto items = items_of_.find(c);
        const bool inner = below != below_.end();
        std::string label = meaning_.label_of(c);
        if (inner) {
            builder.open(label, static_cast<double>(taxonomy_.leaves(c)) /
                                    static_cast<double>(taxonomy_.leaves(taxonomy_.root())));
        }
        if (items != items_of_.end()) {
            const Node leaf = builder.leaf(std::move(label));
            for (const std::string_view item : items->second) nodes.emplace(item, leaf);
        }
        if (!inner) return;
        for (const ConceptId next : below->second) add(builder, next, nodes);
        builder.close();
    }

    const Meaning& meaning_;
    const Taxonomy& taxonomy_;
    std::map<ConceptId, std::vector<std::string_view>> items_of_;
    std::map<ConceptId, std::set<ConceptId>> below_;
};

// The column's texts for the labels that each row shows.
ColumnPtr column_of_texts(const Column& old, const std::vector<std::string>& texts) {
    auto dictionary = std::make_shared<Dictionary>();
    std::unordered_map<std::string_view, std::int32_t> known;
    std::vector<std::int32_t> codes(texts.size(), 0);
    Validity validity(old.size());
    for (std::size_t row = 0; row < texts.size(); ++row) {
        if (texts[row].empty()) {
            validity.set_missing(static_cast<std::int64_t>(row));
            continue;
        }
        const auto next = static_cast<std::int32_t>(dictionary->size());
        const auto [place, added] = known.try_emplace(texts[row], next);
        if (added) dictionary->push_back(texts[row]);
        codes[row] = place->second;
    }
    std::shared_ptr<Column::Spelling> spelling;
    if (old.spelling() && !old.spelling()->missing.empty()) {
        spelling = std::make_shared<Column::Spelling>();
        spelling->missing = old.spelling()->missing;
    }
    return Column::categories(old.name(), old.kind(), std::move(codes), std::move(dictionary),
                              std::move(validity), std::move(spelling));
}

}  // namespace

Schema<SetParams> set_schema() {
    return Schema<SetParams>().field(
        "separator", &SetParams::separator,
        "between the items of a cell, such as ; or |. None: a cell is one item");
}

void check_sets(const Table& table, std::span<const std::string> columns,
                const std::string& separator, const Place& place, Problems& problems) {
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (!column.meaning()) continue;
        const auto items = different(items_by_code(column, separator).items);
        const auto unknown = std::count_if(items.begin(), items.end(), [&](std::string_view item) {
            return column.meaning()->concept_of(item) == kNoConcept;
        });
        if (unknown == 0) continue;
        problems.push_back(
            {fmt::format("column \"{}\": {} of its {} items are not in {}; a map "
                         "can give them concepts",
                         name, unknown, items.size(), column.meaning()->taxonomy().name()),
             place, ErrorKind::input});
    }
}

SetColumns read_sets(const Table& table, std::span<const std::string> columns,
                     const std::string& separator) {
    SetColumns sets;
    std::vector<Lists<Node>> nodes_by_code;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const Column& column = table.column(columns[j]);
        const Lists<std::string_view> by_code = items_by_code(column, separator);
        const auto items = different(by_code.items);
        const NodeOfItem nodes = column.meaning()
                                     ? ConceptTree(*column.meaning(), items).add_to({sets, j})
                                     : add_tops({sets, j}, items);
        Lists<Node>& of_code = nodes_by_code.emplace_back();
        for (std::int64_t code = 0; code < by_code.size(); ++code) {
            for (const std::string_view item : by_code[code]) {
                of_code.items.push_back(nodes.at(item));
            }
            of_code.close();
        }
    }
    std::vector<Node> record;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        record.clear();
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const Column& column = table.column(columns[j]);
            if (!column.valid(row)) continue;
            const auto nodes = nodes_by_code[j][column.codes()[static_cast<std::size_t>(row)]];
            record.insert(record.end(), nodes.begin(), nodes.end());
        }
        std::sort(record.begin(), record.end());
        record.erase(std::unique(record.begin(), record.end()), record.end());
        sets.records.items.insert(sets.records.items.end(), record.begin(), record.end());
        sets.records.close();
    }
    return sets;
}

std::vector<ColumnPtr> write_sets(const MaskInput& input, const SetColumns& sets,
                                  const std::string& separator, const ShownNodes& shown_by) {
    const auto rows = static_cast<std::size_t>(input.table.rows());
    std::vector<std::vector<std::string>> texts(input.columns.size(),
                                                std::vector<std::string>(rows));
    std::vector<Node> shown;
    std::vector<std::vector<std::string_view>> labels(input.columns.size());
    for (std::size_t row = 0; row < rows; ++row) {
        shown.clear();
        shown_by(static_cast<std::int64_t>(row), shown);
        for (auto& items : labels) items.clear();
        for (const Node v : shown) {
            const auto i = static_cast<std::size_t>(v);
            labels[static_cast<std::size_t>(sets.column_of[i])].push_back(sets.labels[i]);
        }
        for (std::size_t j = 0; j < labels.size(); ++j) {
            texts[j][row] = set_cell(labels[j], separator);
        }
    }
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        columns.push_back(column_of_texts(input.table.column(input.columns[j]), texts[j]));
    }
    return columns;
}

Json set_taxonomies(const MaskInput& input) {
    Json used = Json::object();
    for (const std::string& name : input.columns) {
        const MeaningPtr& meaning = input.table.column(name).meaning();
        if (!meaning) continue;
        const Taxonomy& taxonomy = meaning->taxonomy();
        used[name] = {{"name", taxonomy.name()}, {"concepts", taxonomy.size()}};
        if (!taxonomy.version().empty()) used[name]["version"] = taxonomy.version();
    }
    return used;
}

}  // namespace lethe::mask
