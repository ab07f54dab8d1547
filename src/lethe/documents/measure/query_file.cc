#include "lethe/documents/measure/query_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/io/toml_json.h"

namespace lethe::documents {
namespace {

class QueryReader {
  public:
    explicit QueryReader(std::string file) : file_(std::move(file)) {}

    QueryFile read(const toml::table& root) {
        check_keys(root, "key", {"threshold", "query", "benchmark"});
        if (const toml::node* node = root.get("threshold")) read_thresholds(*node);
        if (const toml::node* node = root.get("benchmark")) read_benchmark(*node);
        const toml::node* node = root.get("query");
        if (node == nullptr) {
            problems_.push_back({"there is no [[query]]", {file_, 0, 0, {}}});
        } else {
            read_queries(*node);
        }
        throw_if_any(std::move(problems_));
        return std::move(result_);
    }

  private:
    void problem(const toml::node& node, std::string message) {
        problems_.push_back({std::move(message), toml_place(node, file_)});
    }

    void check_keys(const toml::table& table, std::string_view what,
                    const std::vector<std::string>& known) {
        for (const auto& [key, value] : table) {
            const std::string name(key.str());
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                problem(value, unknown_name(what, name, known));
            }
        }
    }

    std::optional<std::string> text(const toml::table& table, std::string_view key) {
        const toml::node* node = table.get(key);
        if (node == nullptr) {
            problem(table, fmt::format("a [[query]] needs \"{}\"", key));
            return std::nullopt;
        }
        const auto value = node->value_exact<std::string>();
        if (value && value->find_first_not_of(" \t\r\n") != std::string::npos) return value;
        problem(*node, fmt::format("\"{}\" must be a text that is not empty", key));
        return std::nullopt;
    }

    std::vector<std::string> texts(const toml::node& node, std::string_view key) {
        std::vector<std::string> result;
        const toml::array* array = node.as_array();
        for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
            if (const auto value = (*array)[i].value_exact<std::string>()) {
                result.push_back(*value);
            }
        }
        if (array == nullptr || result.size() != array->size()) {
            problem(node, fmt::format("\"{}\" must be a list of texts", key));
        }
        return result;
    }

    Threshold threshold(const toml::table& table, std::string_view key, Threshold otherwise) {
        const toml::node* node = table.get(key);
        if (node == nullptr) return otherwise;
        if (const auto word = node->value_exact<std::string>()) {
            if (*word == "automatic") return std::nullopt;
        } else if (node->is_number()) {
            const double value = node->value_or(-1.0);
            if (value >= 0 && value <= 1) return value;
        }
        problem(*node, fmt::format("\"{}\" must be a number from 0 to 1, or \"automatic\"", key));
        return otherwise;
    }

    void read_thresholds(const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr) return problem(node, "[threshold] must be a table");
        check_keys(*table, "key of [threshold]", {"utility", "risk"});
        utility_ = threshold(*table, "utility", {});
        risk_ = threshold(*table, "risk", {});
    }

    void read_benchmark(const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr) return problem(node, "[benchmark] must be a table");
        check_keys(*table, "key of [benchmark]", {"documents"});
        if (const toml::node* list = table->get("documents")) {
            result_.benchmark = texts(*list, "documents");
        }
    }

    void read_queries(const toml::node& node) {
        const toml::array* array = node.as_array();
        if (array == nullptr || array->empty()) {
            return problem(node, "queries are given as [[query]]");
        }
        std::set<std::string> names;
        for (const toml::node& item : *array) {
            const toml::table* table = item.as_table();
            if (table == nullptr) {
                problem(item, "queries are given as [[query]]");
                continue;
            }
            read_query(*table);
            const Query& query = result_.queries.back();
            if (!query.name.empty() && !names.insert(query.name).second) {
                problem(item, fmt::format("there are two queries named \"{}\"", query.name));
            }
        }
    }

    void read_query(const toml::table& table) {
        check_keys(table, "key of [[query]]", {"name", "kind", "words", "relevant", "threshold"});
        Query query;
        query.name = text(table, "name").value_or("");
        query.words = text(table, "words").value_or("");
        if (const auto kind = text(table, "kind")) {
            if (*kind == "risk") {
                query.kind = QueryKind::risk;
            } else if (*kind != "utility") {
                problem(*table.get("kind"), "\"kind\" must be \"utility\" or \"risk\"");
            }
        }
        if (const toml::node* list = table.get("relevant"))
            query.relevant = texts(*list, "relevant");
        query.threshold =
            threshold(table, "threshold", query.kind == QueryKind::risk ? risk_ : utility_);
        result_.queries.push_back(std::move(query));
    }

    std::string file_;
    Problems problems_;
    QueryFile result_;
    Threshold utility_;
    Threshold risk_;
};

}  // namespace

std::string_view name(QueryKind kind) { return kind == QueryKind::risk ? "risk" : "utility"; }

QueryFile parse_queries(std::string_view toml, const std::string& file) {
    return QueryReader(file).read(parse_toml(toml, file));
}

}  // namespace lethe::documents
