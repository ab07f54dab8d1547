// Parameters of methods: a plain struct whose initialisers are the defaults, and a schema that
// lists its members once. From the schema follow the checks, the command line, the policy file, the
// reference pages and the record of what was used.
//
//   struct Params {
//       std::int64_t k = 5;
//       Scaling scaling = Scaling::zscore;
//   };
//   Schema<Params>()
//       .field("k", &Params::k, "smallest group size", at_least(2))
//       .choice("scaling", &Params::scaling, "how columns are made comparable",
//               {{"zscore", Scaling::zscore}, {"none", Scaling::none}});
//
// Members may be bool, int64_t, double, string, an enum (by `choice`), a vector of these, a vector
// of vectors of strings (groups of columns), a map from strings to any of these, an optional of any
// of these, or Json (a table whose names and values something else knows). What several structs
// share is a struct of its own that they `include`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"

namespace lethe {

struct Range {
    std::optional<double> least;
    std::optional<double> most;
    bool least_excluded = false;
    bool most_excluded = false;

    bool empty() const { return !least && !most; }
    bool contains(double value) const;
    std::string text() const;  // "at least 2", "above 0 and at most 100", ...
};

Range at_least(double least);
Range above(double least);
Range between(double least, double most);

// What the world sees of a parameter.
struct Parameter {
    std::string name;
    std::string text;  // one line, no full stop
    std::string type;  // "integer", "number", "text", "true or false", "list of integers", ...
    Range range;       // of each number in it
    std::vector<std::string> choices;
    Json fallback;  // the default; null: none
    bool required = false;

    // How a person types it, where it is an option of an operation (operation/operation.h).
    std::string placeholder = {};  // what stands for its value: "FILE"; empty: by its type
    char letter = '\0';            // 'o': -o as well
    bool positional = false;       // by its place, in the order of the schema
    bool separated = false;        // of a list: commas separate its items
};

Json to_json(const Parameter& parameter);

// Reading one value. Texts are accepted for numbers, booleans and (separated by commas) lists, as
// the command line gives them; a single value is accepted for a list. Returns what is wrong, or an
// empty string.
namespace detail {

std::string read(const Json& given, bool& value);
std::string read(const Json& given, std::int64_t& value);
std::string read(const Json& given, double& value);
std::string read(const Json& given, std::string& value);
std::string read(const Json& given, Json& value);

inline std::string type_name(const bool*) { return "true or false"; }
inline std::string type_name(const std::int64_t*) { return "integer"; }
inline std::string type_name(const double*) { return "number"; }
inline std::string type_name(const std::string*) { return "text"; }
inline std::string type_name(const Json*) { return "table"; }
template <class T>
std::string type_name(const std::vector<T>*) {
    return "list of " + type_name(static_cast<const T*>(nullptr));
}
template <class T>
std::string type_name(const std::map<std::string, T>*) {
    return "table of " + type_name(static_cast<const T*>(nullptr));
}
template <class T>
std::string type_name(const std::optional<T>*) {
    return type_name(static_cast<const T*>(nullptr));
}

// "a,b" -> ["a", "b"]; JSON text is read as JSON.
Json list_of(const Json& given);
Json table_of(const Json& given);

template <class T>
std::string read(const Json& given, std::vector<T>& value) {
    value.clear();
    for (const Json& item : list_of(given)) {
        T read_item{};
        if (std::string wrong = read(item, read_item); !wrong.empty()) return wrong;
        value.push_back(std::move(read_item));
    }
    return {};
}

template <class T>
std::string read(const Json& given, std::map<std::string, T>& value) {
    value.clear();
    const Json table = table_of(given);
    if (!table.is_object()) return "is not a table of names and values";
    for (const auto& [name, item] : table.items()) {
        T read_item{};
        if (std::string wrong = read(item, read_item); !wrong.empty()) return name + " " + wrong;
        value[name] = std::move(read_item);
    }
    return {};
}

template <class T>
std::string read(const Json& given, std::optional<T>& value) {
    if (given.is_null()) {
        value.reset();
        return {};
    }
    T read_value{};
    std::string wrong = read(given, read_value);
    if (wrong.empty()) value = std::move(read_value);
    return wrong;
}

template <class T>
Json write(const T& value) {
    return Json(value);
}
template <class T>
Json write(const std::optional<T>& value) {
    return value ? write(*value) : Json(nullptr);
}

std::string outside(const Json& value, const Range& range);  // of any number inside `value`

// What is wrong with a name that is not one of `choices`.
std::string not_a_choice(const Json& given, const std::vector<std::string>& choices);

// Names that are not parameters, and required ones that are not given.
void check_names(const Json& given, const std::vector<Parameter>& parameters, const Place& place,
                 Problems& problems);

}  // namespace detail

template <class P>
class Schema {
  public:
    template <class T>
    Schema field(std::string name, T P::*member, std::string text, Range range = {}) const {
        Parameter parameter;
        parameter.name = std::move(name);
        parameter.text = std::move(text);
        parameter.type = detail::type_name(static_cast<const T*>(nullptr));
        parameter.range = range;
        parameter.fallback = detail::write(P{}.*member);
        return with({std::move(parameter),
                     [member, range](const Json& given, P& params) {
                         T value{};
                         if (std::string wrong = detail::read(given, value); !wrong.empty()) {
                             return wrong;
                         }
                         if (std::string wrong = detail::outside(detail::write(value), range);
                             !wrong.empty()) {
                             return wrong;
                         }
                         params.*member = std::move(value);
                         return std::string();
                     },
                     [member](const P& params) { return detail::write(params.*member); }});
    }

    template <class Enum>
    Schema choice(std::string name, Enum P::*member, std::string text,
                  std::vector<std::pair<std::string, Enum>> choices) const {
        Parameter parameter;
        parameter.name = std::move(name);
        parameter.text = std::move(text);
        parameter.type = "choice";
        for (const auto& [label, value] : choices) parameter.choices.push_back(label);
        const auto write = [member, choices](const P& params) {
            for (const auto& [label, value] : choices) {
                if (value == params.*member) return Json(label);
            }
            return Json(nullptr);
        };
        parameter.fallback = write(P{});
        const std::vector<std::string> labels = parameter.choices;
        return with({std::move(parameter),
                     [member, choices, labels](const Json& given, P& params) {
                         for (const auto& [label, value] : choices) {
                             if (given == Json(label)) {
                                 params.*member = value;
                                 return std::string();
                             }
                         }
                         return detail::not_a_choice(given, labels);
                     },
                     write});
    }

    // A text that is one of these.
    Schema choice(std::string name, std::string P::*member, std::string text,
                  const std::vector<std::string>& choices) const {
        std::vector<std::pair<std::string, std::string>> same;
        for (const std::string& one : choices) same.emplace_back(one, one);
        return choice(std::move(name), member, std::move(text), std::move(same));
    }

    // What is taken where the last field, an optional, is not given; for people to know.
    Schema usually(Json fallback) const {
        Schema copy = *this;
        copy.fields_.back().parameter.fallback = std::move(fallback);
        return copy;
    }

    // Whether the field of this name is given, beside its value.
    Schema noting(const std::string& name, bool P::*given) const {
        Schema copy = *this;
        for (Field& field : copy.fields_) {
            if (field.parameter.name != name) continue;
            field.read = [given, read = field.read](const Json& value, P& params) {
                params.*given = true;
                return read(value, params);
            };
        }
        return copy;
    }

    // The last field has no sensible default and must be given.
    Schema required() const {
        Schema copy = *this;
        copy.fields_.back().parameter.required = true;
        copy.fields_.back().parameter.fallback = nullptr;
        return copy;
    }

    // How the last field is typed on a command line, see Parameter.
    Schema shown(std::string placeholder) const {
        Schema copy = *this;
        copy.fields_.back().parameter.placeholder = std::move(placeholder);
        return copy;
    }
    Schema letter(char letter) const {
        Schema copy = *this;
        copy.fields_.back().parameter.letter = letter;
        return copy;
    }
    Schema at_place(std::string placeholder) const {
        Schema copy = shown(std::move(placeholder));
        copy.fields_.back().parameter.positional = true;
        return copy;
    }
    Schema separated(std::string placeholder) const {
        Schema copy = shown(std::move(placeholder));
        copy.fields_.back().parameter.separated = true;
        return copy;
    }

    // The fields of a member that is a struct with a schema of its own.
    template <class Q>
    Schema include(Q P::*member, const Schema<Q>& part) const {
        Schema copy = *this;
        for (const auto& field : part.fields()) {
            copy.fields_.push_back(
                {field.parameter,
                 [member, read = field.read](const Json& given, P& params) {
                     return read(given, params.*member);
                 },
                 [member, write = field.write](const P& params) { return write(params.*member); }});
        }
        return copy;
    }

    std::vector<Parameter> parameters() const {
        std::vector<Parameter> result;
        for (const Field& field : fields_) result.push_back(field.parameter);
        return result;
    }

    // Reads an object of given parameters over the defaults; adds every problem found.
    P bind(const Json& given, const Place& place, Problems& problems) const {
        P params{};
        detail::check_names(given, parameters(), place, problems);
        for (const Field& field : fields_) {
            const std::string& name = field.parameter.name;
            if (!given.is_object() || !given.contains(name)) continue;
            if (std::string wrong = field.read(given.at(name), params); !wrong.empty()) {
                Place where = place;
                where.parameter += (where.parameter.empty() ? "" : ".") + name;
                problems.push_back({std::move(wrong), std::move(where)});
            }
        }
        return params;
    }

    Json dump(const P& params) const {
        Json result = Json::object();
        for (const Field& field : fields_) result[field.parameter.name] = field.write(params);
        return result;
    }

    struct Field {
        Parameter parameter;
        std::function<std::string(const Json&, P&)> read;
        std::function<Json(const P&)> write;
    };
    const std::vector<Field>& fields() const { return fields_; }

  private:
    Schema with(Field field) const {
        Schema copy = *this;
        copy.fields_.push_back(std::move(field));
        return copy;
    }

    std::vector<Field> fields_;
};

}  // namespace lethe
