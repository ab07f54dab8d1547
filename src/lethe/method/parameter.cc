#include "lethe/method/parameter.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/did_you_mean.h"

namespace lethe {
namespace {

// Of a text or a list of texts; no name at all is none that is wrong.
std::vector<std::string> unknown_names(const Json& value, const Parameter& parameter) {
    std::vector<std::string> wrongs;
    const Json items = value.is_array() ? value : Json::array({value});
    for (const Json& item : items) {
        if (!item.is_string() || parameter.names.empty()) continue;
        const std::string name = item.get<std::string>();
        if (name.empty() || std::ranges::find(parameter.names, name) != parameter.names.end()) {
            continue;
        }
        wrongs.push_back(unknown_name(parameter.named, name, parameter.names));
    }
    return wrongs;
}

}  // namespace

Json to_json(const Parameter& parameter) {
    Json json;
    json["name"] = parameter.name;
    json["type"] = parameter.type;
    json["text"] = parameter.text;
    json["default"] = parameter.fallback;
    json["required"] = parameter.required;
    if (parameter.range.least) json["least"] = *parameter.range.least;
    if (parameter.range.most) json["most"] = *parameter.range.most;
    if (!parameter.range.empty()) json["allowed"] = parameter.range.text();
    if (!parameter.choices.empty()) json["choices"] = parameter.choices;
    if (!parameter.names.empty()) json["names"] = parameter.names;
    for (const std::vector<Companion>& any : parameter.goes_with) {
        Json alternatives = Json::array();
        for (const Companion& one : any) {
            alternatives.push_back({{"option", one.option}});
            if (!one.values.empty()) alternatives.back()["values"] = one.values;
            if (one.or_absent) alternatives.back()["or_absent"] = true;
        }
        json["goes_with"].push_back(std::move(alternatives));
    }
    if (!parameter.excludes.empty()) json["excludes"] = parameter.excludes;
    if (!parameter.settings_of.empty()) json["settings_of"] = parameter.settings_of;
    return json;
}

namespace detail {

Fields::Fields() = default;
Fields::~Fields() = default;
Fields::Fields(const Fields&) = default;
Fields& Fields::operator=(const Fields&) = default;

void Fields::add(std::string name, std::string text, Range range, std::vector<std::string> choices,
                 std::ptrdiff_t offset, Codec codec, const void* usual) {
    Field field;
    field.parameter.name = std::move(name);
    field.parameter.text = std::move(text);
    field.parameter.type = codec.type;
    field.parameter.range = range;
    field.parameter.choices = std::move(choices);
    field.parameter.fallback = codec.write(static_cast<const char*>(usual) + offset);
    field.offset = offset;
    field.codec = std::move(codec);
    fields_.push_back(std::move(field));
}

void Fields::include(std::ptrdiff_t offset, const Fields& part) {
    for (Field field : part.fields_) {
        field.offset += offset;
        if (field.noted) *field.noted += offset;
        fields_.push_back(std::move(field));
    }
}

void Fields::note(const std::string& name, std::ptrdiff_t offset) {
    for (Field& field : fields_) {
        if (field.parameter.name == name) field.noted = offset;
    }
}

std::vector<Parameter> Fields::parameters() const {
    std::vector<Parameter> result;
    for (const Field& field : fields_) result.push_back(field.parameter);
    return result;
}

void Fields::bind(const Json& given, const Place& place, Problems& problems, void* params) const {
    check_names(given, parameters(), place, problems);
    if (!given.is_object()) return;
    char* const begin = static_cast<char*>(params);
    for (const Field& field : fields_) {
        const Parameter& parameter = field.parameter;
        const auto value = given.find(parameter.name);
        if (value == given.end()) continue;
        if (field.noted) *reinterpret_cast<bool*>(begin + *field.noted) = true;
        void* const member = begin + field.offset;
        std::vector<std::string> wrongs;
        if (std::string wrong = field.codec.read(*value, parameter.range, member); !wrong.empty()) {
            wrongs.push_back(std::move(wrong));
        } else if (!parameter.names.empty() || field.must) {
            const Json read = field.codec.write(member);
            wrongs = unknown_names(read, parameter);
            if (std::string bad = field.must ? field.must(read) : std::string(); !bad.empty()) {
                wrongs.push_back(std::move(bad));
            }
        }
        Place where = place;
        where.parameter += (where.parameter.empty() ? "" : ".") + parameter.name;
        for (std::string& wrong : wrongs) problems.push_back({std::move(wrong), where});
    }
}

Json Fields::dump(const void* params) const {
    Json result = Json::object();
    for (const Field& field : fields_) {
        result[field.parameter.name] =
            field.codec.write(static_cast<const char*>(params) + field.offset);
    }
    return result;
}

void check_names(const Json& given, const std::vector<Parameter>& parameters, const Place& place,
                 Problems& problems) {
    if (!given.is_object() && !given.is_null()) {
        problems.push_back({"the parameters must be a table of names and values", place});
        return;
    }
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters) names.push_back(parameter.name);
    for (const auto& [name, value] : given.items()) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            Place where = place;
            where.parameter += (where.parameter.empty() ? "" : ".") + name;
            problems.push_back({unknown_name("parameter", name, names), where});
        }
    }
    for (const Parameter& parameter : parameters) {
        if (parameter.required && !given.contains(parameter.name)) {
            problems.push_back({fmt::format("the parameter \"{}\" ({}) must be given",
                                            parameter.name, parameter.text),
                                place});
        }
    }
}

}  // namespace detail
}  // namespace lethe
