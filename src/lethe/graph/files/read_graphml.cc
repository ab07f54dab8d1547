#include "lethe/graph/files/read_graphml.h"

#include <fmt/format.h>

#include <unordered_map>
#include <vector>

#include "lethe/graph/files/graph_builder.h"
#include "lethe/io/xml_reader.h"

namespace lethe::graph {
namespace {

using Event = XmlReader::Event;

struct Key {
    bool of_nodes = false;
    bool is_weight = false;
    std::size_t column = 0;
    std::optional<std::string> usual = {};  // its default
};

class GraphmlReader {
  public:
    GraphmlReader(const std::string& file, std::string_view text, const std::string& weight)
        : wrongs_(file), xml_(text, wrongs_), builder_(wrongs_), weight_(weight) {}

    SocialGraph read(std::optional<bool> directed) {
        if (xml_.next() != Event::open || xml_.name() != "graphml") {
            wrongs_.fail(xml_.line(), "a GraphML file begins with the element graphml");
        }
        while (to_next_child()) {
            if (xml_.name() == "key") {
                read_key();
            } else if (xml_.name() == "graph") {
                if (graphs_++ > 0) wrongs_.fail(xml_.line(), "the file holds several graphs");
                read_graph();
            } else {
                skip_element();
            }
        }
        while (xml_.next() != Event::end) {
        }
        if (graphs_ == 0) wrongs_.fail(0, "the file holds no graph");
        return std::move(builder_).build(directed.value_or(directed_));
    }

  private:
    // To the next element inside of the present one; false at its end.
    bool to_next_child() {
        while (true) {
            const Event event = xml_.next();
            if (event == Event::open) return true;
            if (event == Event::close) return false;
        }
    }
    void skip_element() {
        for (int depth = 1; depth > 0;) {
            const Event event = xml_.next();
            depth += event == Event::open ? 1 : event == Event::close ? -1 : 0;
        }
    }
    // The text of the present element, without that of elements inside of it.
    std::string read_text() {
        std::string text;
        while (true) {
            const Event event = xml_.next();
            if (event == Event::close) return text;
            if (event == Event::text) text += xml_.text();
            if (event == Event::open) skip_element();
        }
    }
    std::string needed(std::string_view attribute) {
        const std::string* value = xml_.attribute(attribute);
        if (value != nullptr) return *value;
        wrongs_.fail(xml_.line(),
                     fmt::format("the element {} needs the attribute {}", xml_.name(), attribute));
    }

    void read_key() {
        const std::int64_t line = xml_.line();
        const std::string id = needed("id");
        const std::string* of = xml_.attribute("for");
        const std::string* its_name = xml_.attribute("attr.name");
        const std::string name = its_name == nullptr ? id : *its_name;
        const bool of_all = of == nullptr || *of == "all";
        Key key;
        key.of_nodes = of_all || *of == "node";
        key.is_weight = (of_all || *of == "edge") && name == weight_;
        // Programs keep drawings in keys without a name.
        key.of_nodes = key.of_nodes && !(its_name == nullptr && xml_.attribute("yfiles.type"));
        while (to_next_child()) {
            if (xml_.name() == "default") {
                key.usual = read_text();
            } else {
                skip_element();
            }
        }
        if (key.of_nodes) {
            const std::size_t had = columns_;
            key.column = builder_.column(name);
            if (key.column < had) wrongs_.add(line, "two keys of nodes have one name");
            columns_ = key.column + 1;
        }
        if (!keys_.emplace(id, std::move(key)).second) {
            wrongs_.add(line, "two keys have one id");
        }
    }

    void read_graph() {
        const std::string* edges = xml_.attribute("edgedefault");
        directed_ = edges != nullptr && *edges == "directed";
        if (edges != nullptr && !directed_ && *edges != "undirected") {
            wrongs_.add(xml_.line(), "edgedefault is neither \"directed\" nor \"undirected\"");
        }
        while (to_next_child()) {
            if (xml_.name() == "node") {
                read_node();
            } else if (xml_.name() == "edge") {
                read_edge();
            } else if (xml_.name() == "hyperedge") {
                wrongs_.fail(xml_.line(), "edges of more than two nodes cannot be read");
            } else {
                skip_element();
            }
        }
    }

    // The values of the node or edge that was opened, by key; to its end.
    void read_data() {
        data_.clear();
        while (to_next_child()) {
            if (xml_.name() == "graph") {
                wrongs_.fail(xml_.line(), "graphs inside of nodes cannot be read");
            }
            if (xml_.name() != "data") {
                skip_element();
                continue;
            }
            const std::int64_t line = xml_.line();
            const auto key = keys_.find(needed("key"));
            if (key == keys_.end()) wrongs_.add(line, "a key is not declared");
            std::string text = read_text();
            if (key != keys_.end()) data_.emplace_back(&key->second, std::move(text));
        }
    }
    bool has(const Key& key) const {
        for (const auto& [other, text] : data_) {
            if (other == &key) return true;
        }
        return false;
    }

    void read_node() {
        const Node node = builder_.add_node(needed("id"), xml_.line());
        read_data();
        for (const auto& [key, text] : data_) {
            if (key->of_nodes) builder_.set(key->column, node, text, true);
        }
        for (const auto& [id, key] : keys_) {
            if (key.of_nodes && key.usual && !has(key)) {
                constexpr std::size_t kMostDefaults = std::size_t{1} << 28;
                defaults_ += key.usual->size();
                if (defaults_ > kMostDefaults) {
                    wrongs_.fail(xml_.line(),
                                 "the defaults of the nodes' keys take more than 256 MiB");
                }
                builder_.set(key.column, node, *key.usual, true);
            }
        }
    }

    void read_edge() {
        const std::int64_t line = xml_.line();
        const std::string* directed = xml_.attribute("directed");
        if (directed != nullptr && (*directed == "true") != directed_) {
            wrongs_.add(line, "an edge has another direction than the graph's edgedefault says");
        }
        builder_.add_edge(needed("source"), needed("target"), line);
        read_data();
        for (const auto& [key, text] : data_) {
            if (key->is_weight) builder_.set_weight(text, line);
        }
        for (const auto& [id, key] : keys_) {
            if (key.is_weight && key.usual && !has(key)) builder_.set_weight(*key.usual, line);
        }
    }

    Wrongs wrongs_;
    XmlReader xml_;
    GraphBuilder builder_;
    std::string weight_;
    std::unordered_map<std::string, Key> keys_;
    std::size_t columns_ = 0;
    std::vector<std::pair<const Key*, std::string>> data_;
    bool directed_ = false;
    std::size_t defaults_ = 0;  // bytes that defaults have grown to
    int graphs_ = 0;
};

}  // namespace

SocialGraph read_graphml(const std::string& file, std::string_view text, const std::string& weight,
                         std::optional<bool> directed) {
    return GraphmlReader(file, text, weight.empty() ? "weight" : weight).read(directed);
}

}  // namespace lethe::graph
