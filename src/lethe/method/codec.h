// How a value is read from JSON and written to it, for each type that a parameter may have
// (method/parameter.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

// How a member of some type is read and written, whatever struct it is a member of.
struct Codec {
    std::string type;
    std::function<std::string(const Json& given, const Range&, void* member)> read;
    std::function<Json(const void* member)> write;
};

template <class T>
std::string read_member(const Json& given, const Range& range, void* member) {
    T value{};
    if (std::string wrong = read(given, value); !wrong.empty()) return wrong;
    if (!range.empty()) {
        if (std::string wrong = outside(write(value), range); !wrong.empty()) return wrong;
    }
    *static_cast<T*>(member) = std::move(value);
    return {};
}

template <class T>
Json write_member(const void* member) {
    return write(*static_cast<const T*>(member));
}

template <class T>
Codec codec_of() {
    return {type_name(static_cast<const T*>(nullptr)), &read_member<T>, &write_member<T>};
}

// By labels: `set` gives the member the value at a place of the list, `place` tells the place of
// its value (one behind the end: none of them).
Codec choice_codec(std::vector<std::string> labels,
                   std::function<void(void* member, std::size_t place)> set,
                   std::function<std::size_t(const void* member)> place);

template <class Enum>
Codec choice_of(const std::vector<std::pair<std::string, Enum>>& choices) {
    std::vector<std::string> labels;
    std::vector<Enum> values;
    for (const auto& [label, value] : choices) {
        labels.push_back(label);
        values.push_back(value);
    }
    return choice_codec(
        std::move(labels),
        [values](void* member, std::size_t place) { *static_cast<Enum*>(member) = values[place]; },
        [values](const void* member) {
            std::size_t place = 0;
            while (place < values.size() && !(values[place] == *static_cast<const Enum*>(member))) {
                ++place;
            }
            return place;
        });
}

// The fields that most methods have are made once.
extern template Codec codec_of<bool>();
extern template Codec codec_of<std::int64_t>();
extern template Codec codec_of<double>();
extern template Codec codec_of<std::string>();
extern template Codec codec_of<Json>();
extern template Codec codec_of<std::vector<std::string>>();
extern template Codec codec_of<std::vector<std::vector<std::string>>>();
extern template Codec codec_of<std::vector<std::int64_t>>();
extern template Codec codec_of<std::vector<double>>();
extern template Codec codec_of<std::map<std::string, std::string>>();
extern template Codec codec_of<std::map<std::string, double>>();
extern template Codec codec_of<std::optional<std::int64_t>>();
extern template Codec codec_of<std::optional<double>>();
extern template Codec codec_of<std::optional<std::string>>();
extern template Codec choice_of(const std::vector<std::pair<std::string, std::string>>&);

}  // namespace detail
}  // namespace lethe
