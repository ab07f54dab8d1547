#include "lethe/method/codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/core/did_you_mean.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe {
namespace {

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// A text as the command line gives it, read as JSON where it looks like a list or a table.
Json structured(const Json& given) {
    if (!given.is_string()) return given;
    const std::string text = trimmed(given.get<std::string>());
    if (text.empty() || (text[0] != '[' && text[0] != '{')) return given;
    Json parsed = Json::parse(text, nullptr, false);
    return parsed.is_discarded() ? given : parsed;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(trimmed(std::string_view(text).substr(begin, end - begin)));
        if (end == std::string::npos) return parts;
        begin = end + 1;
    }
}

}  // namespace

bool Range::contains(double value) const {
    if (std::isnan(value)) return false;
    if (least && (least_excluded ? value <= *least : value < *least)) return false;
    if (most && (most_excluded ? value >= *most : value > *most)) return false;
    return true;
}

std::string Range::text() const {
    std::string text;
    if (least) text = fmt::format("{} {}", least_excluded ? "above" : "at least", *least);
    if (most) {
        if (!text.empty()) text += " and ";
        text += fmt::format("{} {}", most_excluded ? "below" : "at most", *most);
    }
    return text;
}

Range at_least(double least) { return {least, std::nullopt, false, false}; }
Range above(double least) { return {least, std::nullopt, true, false}; }
Range between(double least, double most) { return {least, most, false, false}; }

namespace detail {

std::string read(const Json& given, bool& value) {
    if (given.is_boolean()) {
        value = given.get<bool>();
        return {};
    }
    if (given == Json("true") || given == Json("false")) {
        value = given == Json("true");
        return {};
    }
    return "must be true or false";
}

std::string read(const Json& given, double& value) {
    if (given.is_number()) {
        value = given.get<double>();
    } else if (const auto parsed = given.is_string()
                                       ? parse_number(trimmed(given.get<std::string>()))
                                       : std::nullopt) {
        value = *parsed;
    } else {
        return "must be a number";
    }
    return std::isfinite(value) ? std::string() : "must be a finite number";
}

// Not beyond 1e15 in size, so that a method may count with multiples of it.
std::string read(const Json& given, std::int64_t& value) {
    double number = 0;
    if (!read(given, number).empty() || number != std::floor(number)) {
        return "must be a whole number";
    }
    if (std::abs(number) > 1e15) return "must be a whole number of at most 15 digits";
    value = static_cast<std::int64_t>(number);
    return {};
}

std::string read(const Json& given, std::string& value) {
    if (given.is_string()) {
        value = given.get<std::string>();
        return {};
    }
    if (given.is_number_float()) {
        value = number_text(given.get<double>());
        return {};
    }
    if (given.is_number() || given.is_boolean()) {
        value = given.dump();
        return {};
    }
    return "must be a text";
}

std::string read(const Json& given, Json& value) {
    Json table = given.is_null() ? Json::object() : table_of(given);
    if (!table.is_object()) return "must be a table of names and values";
    value = std::move(table);
    return {};
}

Json list_of(const Json& given) {
    Json value = structured(given);
    if (value.is_array()) return value;
    if (value.is_null()) return Json::array();
    Json list = Json::array();
    if (value.is_string()) {
        for (const std::string& part : split(value.get<std::string>(), ',')) list.push_back(part);
    } else {
        list.push_back(value);
    }
    return list;
}

Json table_of(const Json& given) {
    Json value = structured(given);
    if (!value.is_string()) return value;
    Json table = Json::object();
    for (const std::string& part : split(value.get<std::string>(), ',')) {
        const auto colon = part.find(':');
        if (colon == std::string::npos) return value;
        table[trimmed(part.substr(0, colon))] = trimmed(part.substr(colon + 1));
    }
    return table;
}

std::string outside(const Json& value, const Range& range) {
    if (range.empty()) return {};
    if (value.is_structured()) {
        for (const Json& item : value) {
            if (std::string wrong = outside(item, range); !wrong.empty()) return wrong;
        }
        return {};
    }
    if (value.is_number() && !range.contains(value.get<double>())) {
        return fmt::format("is {}; it must be {}", number_text(value.get<double>()), range.text());
    }
    return {};
}

std::string not_a_choice(const Json& given, const std::vector<std::string>& choices) {
    const std::string text = given.is_string() ? given.get<std::string>() : given.dump();
    const std::string near = nearest_name(text, choices);
    return fmt::format("is \"{}\"; allowed: {}{}", text, fmt::join(choices, ", "),
                       near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near));
}

template Codec codec_of<bool>();
template Codec codec_of<std::int64_t>();
template Codec codec_of<double>();
template Codec codec_of<std::string>();
template Codec codec_of<Json>();
template Codec codec_of<std::vector<std::string>>();
template Codec codec_of<std::vector<std::vector<std::string>>>();
template Codec codec_of<std::vector<std::int64_t>>();
template Codec codec_of<std::vector<double>>();
template Codec codec_of<std::map<std::string, std::string>>();
template Codec codec_of<std::map<std::string, double>>();
template Codec codec_of<std::optional<std::int64_t>>();
template Codec codec_of<std::optional<double>>();
template Codec codec_of<std::optional<std::string>>();
template Codec choice_of(const std::vector<std::pair<std::string, std::string>>&);

Codec choice_codec(std::vector<std::string> labels,
                   std::function<void(void* member, std::size_t place)> set,
                   std::function<std::size_t(const void* member)> place) {
    Codec codec;
    codec.type = "choice";
    codec.write = [labels, place = std::move(place)](const void* member) {
        const std::size_t at = place(member);
        return at < labels.size() ? Json(labels[at]) : Json(nullptr);
    };
    codec.read = [labels = std::move(labels), set = std::move(set)](const Json& given, const Range&,
                                                                    void* member) {
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (given != Json(labels[i])) continue;
            set(member, i);
            return std::string();
        }
        return not_a_choice(given, labels);
    };
    return codec;
}

}  // namespace detail
}  // namespace lethe
