#include "lethe/table/linkage/linkage_file.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/io/toml_json.h"

namespace lethe::linkage {
namespace {

class Reader {
  public:
    Reader(const std::string& file, PlanRequest& request) : file_(file), request_(request) {}

    void read(const toml::table& table) {
        for (const auto& [key, node] : table) {
            if (key == "ignore") {
                read_ignored(node);
            } else if (key == "pair") {
                read_pairs(node);
            } else {
                unknown(key.str(), node, {"ignore", "pair"});
            }
        }
        throw_if_any(std::move(problems_));
    }

  private:
    void problem(const toml::node& node, std::string message) {
        problems_.push_back({std::move(message), toml_place(node, file_), ErrorKind::usage});
    }

    void unknown(std::string_view key, const toml::node& node, std::vector<std::string> known) {
        problem(node, unknown_name("setting", key, known));
    }

    void read_ignored(const toml::node& node) {
        const toml::array* list = node.as_array();
        if (list == nullptr) return problem(node, "ignore must be a list of names");
        for (const toml::node& item : *list) {
            const auto name = item.value_exact<std::string>();
            if (name) {
                request_.ignored.push_back(*name);
            } else {
                problem(item, "ignore must be a list of names");
            }
        }
    }

    void read_pairs(const toml::node& node) {
        const toml::array* list = node.as_array();
        if (list == nullptr) return problem(node, "write pairs of columns as [[pair]]");
        for (const toml::node& item : *list) {
            if (const toml::table* table = item.as_table()) {
                read_pair(*table);
            } else {
                problem(item, "write pairs of columns as [[pair]]");
            }
        }
    }

    void read_pair(const toml::table& table) {
        PairSetting pair;
        pair.place = toml_place(table, file_);
        for (const auto& [key, node] : table) {
            if (key == "intruder" || key == "release" || key == "comparator") {
                const auto text = node.value_exact<std::string>();
                if (!text) {
                    problem(node, fmt::format("{} must be a text", key.str()));
                } else if (key == "comparator") {
                    read_comparator(node, *text, pair);
                } else {
                    (key == "intruder" ? pair.left : pair.right) = *text;
                }
            } else if (key == "tolerance") {
                const auto number = node.value<double>();
                if (!number || !(*number >= 0))
                    problem(node, "tolerance must be a number, 0 or more");
                pair.tolerance = number;
            } else if (key == "codes") {
                read_codes(node, pair);
            } else {
                unknown(key.str(), node,
                        {"intruder", "release", "comparator", "tolerance", "codes"});
            }
        }
        if (pair.left.empty() || pair.right.empty()) {
            problem(table,
                    "a pair needs a column of the intruder's file and one of the release: "
                    "intruder = ..., release = ...");
        } else {
            request_.pairs.push_back(std::move(pair));
        }
    }

    void read_comparator(const toml::node& node, const std::string& text, PairSetting& pair) {
        pair.comparator = comparator_named(text);
        if (pair.comparator) return;
        std::vector<std::string> names;
        for (const std::string_view name : comparator_names()) names.emplace_back(name);
        problem(node, unknown_name("comparator", text, names));
    }

    void read_codes(const toml::node& node, PairSetting& pair) {
        const toml::table* codes = node.as_table();
        if (codes == nullptr) return problem(node, "codes must look like { M = \"male\" }");
        for (const auto& [from, to] : *codes) {
            if (const auto text = to.value_exact<std::string>()) {
                pair.codes[std::string(from.str())] = *text;
            } else {
                problem(to, "codes must look like { M = \"male\" }");
            }
        }
    }

    const std::string& file_;
    PlanRequest& request_;
    Problems problems_;
};

}  // namespace

void read_linkage_file(std::string_view text, const std::string& file, PlanRequest& request) {
    Reader(file, request).read(parse_toml(text, file));
}

}  // namespace lethe::linkage
