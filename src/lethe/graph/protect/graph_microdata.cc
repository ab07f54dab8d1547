#include "lethe/graph/protect/graph_microdata.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/topic_list.h"

namespace lethe::graph {
namespace {

// A column of texts, some of them missing, made row by row.
class TextRows {
  public:
    explicit TextRows(std::int64_t rows) : validity_(rows) {
        codes_.reserve(static_cast<std::size_t>(rows));
    }

    void add(const std::string& text) {
        const auto [entry, added] =
            code_of_.try_emplace(text, static_cast<std::int32_t>(dictionary_.size()));
        if (added) dictionary_.push_back(text);
        codes_.push_back(entry->second);
    }
    void add_missing() {
        validity_.set_missing(std::ssize(codes_));
        codes_.push_back(0);
    }

    ColumnPtr column(std::string name) && {
        return Column::categories(std::move(name), Kind::nominal, std::move(codes_),
                                  std::make_shared<const Dictionary>(std::move(dictionary_)),
                                  std::move(validity_));
    }

  private:
    std::vector<std::int32_t> codes_;
    Dictionary dictionary_;
    std::map<std::string, std::int32_t> code_of_;
    Validity validity_;
};

class Microdata {
  public:
    Microdata(const SocialGraph& graph, const MicrodataOptions& options)
        : graph_(graph), options_(options), adjacency_(graph) {}

    void add_places(const Attribute& attribute, const Column& column) {
        const Meaning& meaning = *column.meaning();
        std::vector<std::optional<std::string>> of_code;
        for (std::int32_t code = 0; code < attribute.values(); ++code) {
            of_code.push_back(place_at_level(attribute, meaning, code));
        }
        std::vector<bool> missing(of_code.size(), false);
        for (std::int64_t node = 0; node < column.size(); ++node) {
            if (!column.valid(node)) missing[static_cast<std::size_t>(attribute.code(node))] = true;
        }
        for (std::size_t code = 0; code < of_code.size(); ++code) {
            if (missing[code]) of_code[code].reset();
        }
        const auto place = [&](std::int64_t node) -> const std::optional<std::string>& {
            return of_code[static_cast<std::size_t>(attribute.code(node))];
        };
        TextRows own(graph_.nodes());
        TextRows near(graph_.nodes());
        for (Node node = 0; node < graph_.nodes(); ++node) {
            place(node) ? own.add(*place(node)) : own.add_missing();
            std::map<std::string, std::int64_t> counts;
            for (const Node other : adjacency_[node]) {
                if (place(other)) ++counts[*place(other)];
            }
            const auto most = std::ranges::max_element(
                counts, {}, [](const auto& entry) { return entry.second; });
            most != counts.end() ? near.add(most->first) : near.add_missing();
        }
        columns_.push_back(std::move(own).column(attribute.name()));
        columns_.push_back(std::move(near).column("neighbours_" + attribute.name()));
    }

    void add_topics(Attribute& attribute) {
        std::vector<std::string> own;
        std::vector<std::string> near;
        std::vector<std::int32_t> codes;
        for (Node node = 0; node < graph_.nodes(); ++node) {
            own.push_back(attribute.text(attribute.code(node)));
            codes.clear();
            for (const Node other : adjacency_[node]) codes.push_back(attribute.code(other));
            near.push_back(codes.empty() ? "" : attribute.text(attribute.centre(codes)));
        }
        std::size_t most = 1;
        for (const std::string& list : own) {
            most = std::max(most, topics_of_list(list, attribute.name()).size());
        }
        add_lists(attribute.name(), own, most);
        add_lists("neighbours_" + attribute.name(), near, most);
    }

    void add_degrees() {
        TextRows classes(graph_.nodes());
        for (Node node = 0; node < graph_.nodes(); ++node) {
            const auto degree = static_cast<std::uint64_t>(adjacency_.degree(node));
            const std::uint64_t low = std::bit_floor(degree);
            classes.add(degree < 2 ? std::to_string(degree)
                                   : fmt::format("{}-{}", low, 2 * low - 1));
        }
        columns_.push_back(std::move(classes).column("neighbours"));
    }

    void add(ColumnPtr column) { columns_.push_back(std::move(column)); }

    Table table() const {
        std::vector<std::string> names;
        for (const ColumnPtr& column : columns_) names.push_back(column->name());
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice != names.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("the microdata would have two columns '{}': rename the "
                                    "attribute",
                                    *twice));
        }
        return Table(columns_);
    }

  private:
    std::optional<std::string> place_at_level(const Attribute& attribute, const Meaning& meaning,
                                              std::int32_t code) const {
        const std::string& text = attribute.text(code);
        if (meaning.is_missing(text)) return std::nullopt;
        if (options_.level > 0 && meaning.value_of(text) == kNoConcept) return text;
        const std::vector<std::int32_t> path = attribute.path(code);
        if (options_.level == 0) return meaning.label_of(meaning.taxonomy().root());
        if (std::ssize(path) <= options_.level) return text;
        return meaning.label_of(path[static_cast<std::size_t>(options_.level) - 1]);
    }

    void add_lists(const std::string& name, const std::vector<std::string>& lists,
                   std::size_t most) {
        std::vector<TextRows> places(most, TextRows(graph_.nodes()));
        for (const std::string& list : lists) {
            const std::vector<std::string> topics = topics_of_list(list, name);
            for (std::size_t place = 0; place < most; ++place) {
                place < topics.size() ? places[place].add(topics[place])
                                      : places[place].add_missing();
            }
        }
        for (std::size_t place = 0; place < most; ++place) {
            columns_.push_back(
                std::move(places[place]).column(fmt::format("{}_{}", name, place + 1)));
        }
    }

    const SocialGraph& graph_;
    const MicrodataOptions& options_;
    Adjacency adjacency_;
    std::vector<ColumnPtr> columns_;
};

}  // namespace

Table graph_microdata(const Context& context, const SocialGraph& graph,
                      const MicrodataOptions& options) {
    if (options.level < 0) {
        throw Error(ErrorKind::usage, "must be at least 0", {{}, 0, 0, "level"});
    }
    const NodeAttributes attributes =
        node_attributes(context, graph.attributes, options.attributes);
    Microdata microdata(graph, options);
    for (const auto& attribute : attributes) {
        context.check_stop();
        const ColumnPtr column = graph.attributes.column_ptr(attribute->name());
        if (holds_topics(*column, options.attributes)) {
            microdata.add_topics(*attribute);
        } else if (column->kind() == Kind::semantic && column->meaning() != nullptr) {
            microdata.add_places(*attribute, *column);
        } else {
            microdata.add(column);
        }
    }
    microdata.add_degrees();
    return microdata.table();
}

}  // namespace lethe::graph
