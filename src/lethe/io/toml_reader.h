// Reading the keys of a TOML file: what is wrong is collected, each with its place, so that a user
// sees everything at once. Included only where TOML is read.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/io/toml_json.h"

namespace lethe {

class TomlReader {
  public:
    TomlReader(std::string file, Problems& problems)
        : file_(std::move(file)), problems_(problems) {}

    const std::string& file() const { return file_; }
    Problems& problems() const { return problems_; }
    Place place(const toml::node& node) const { return toml_place(node, file_); }
    Place place(const toml::key& key) const {
        return {file_, key.source().begin.line, key.source().begin.column, {}};
    }
    void problem(const toml::node& node, std::string message) const;

    // A problem for every key that is not known, with a "did you mean".
    void check_keys(const toml::table& table, std::string_view what,
                    const std::vector<std::string>& known) const;
    // The table of this name; null where there is none, or, with a problem, something else.
    const toml::table* section(const toml::table& root, std::string_view key) const;

    // Of keys: none where they are left out or, with a problem, of another type.
    template <class T>
    std::optional<T> value(const toml::table& table, std::string_view key,
                           std::string_view expected) const {
        const toml::node* node = table.get(key);
        if (node == nullptr) return std::nullopt;
        if (const auto found = node->value_exact<T>()) return *found;
        problem(*node, fmt::format("\"{}\" must be {}", key, expected));
        return std::nullopt;
    }
    std::string text(const toml::table& table, std::string_view key,
                     std::string_view expected = "a text") const;  // empty: none
    bool truth(const toml::table& table, std::string_view key, bool fallback) const;
    // Which of two words a key has; the first where it is left out.
    bool is_second(const toml::table& table, std::string_view key, std::string_view first,
                   std::string_view second) const;
    std::vector<std::string> texts(const toml::table& table, std::string_view key) const;
    std::vector<double> numbers(const toml::table& table, std::string_view key,
                                std::string_view expected) const;

  private:
    std::string file_;
    Problems& problems_;
};

}  // namespace lethe
