#include "lethe/release/tables/counts/written_models.h"

#include <cstdlib>

namespace lethe::release {
namespace {

// At every `between` outside of quotation marks.
std::vector<std::string> written_pieces(const std::string& text, const std::string& between) {
    std::vector<std::string> parts(1);
    bool open = false;
    for (std::size_t i = 0; i < text.size();) {
        if (!open && text.compare(i, between.size(), between) == 0) {
            parts.emplace_back();
            i += between.size();
            continue;
        }
        if (text[i] == '"') open = !open;
        parts.back() += text[i++];
    }
    return parts;
}

std::string without_quotation_marks(const std::string& text) {
    if (text.empty() || text.front() != '"') return text;
    std::string name;
    bool doubled = false;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const bool second = text[i] == '"' && doubled;
        doubled = text[i] == '"' && !second;
        if (!second) name += text[i];
    }
    return name;
}

}  // namespace

double WrittenModel::value() const { return std::strtod(first.c_str(), nullptr); }

double WrittenModel::number(const std::string& key, double otherwise) const {
    const auto place = named.find(key);
    return place == named.end() ? otherwise : std::strtod(place->second.c_str(), nullptr);
}

std::vector<std::string> WrittenModel::names(const std::string& key) const {
    const auto place = named.find(key);
    if (place == named.end()) return {};
    std::vector<std::string> names;
    for (const std::string& one : written_pieces(place->second, "|")) {
        names.push_back(without_quotation_marks(one));
    }
    return names;
}

bool WrittenModel::has(const std::string& key, const std::string& value) const {
    const auto place = named.find(key);
    return place != named.end() && place->second == value;
}

std::vector<WrittenModel> written_models(const std::string& text) {
    std::vector<WrittenModel> models;
    for (const std::string& part : written_pieces(text, " + ")) {
        WrittenModel& model = models.emplace_back();
        model.text = part;
        const std::size_t colon = part.find(':');
        model.name = part.substr(0, colon);
        if (colon == std::string::npos) continue;
        for (const std::string& parameter : written_pieces(part.substr(colon + 1), ",")) {
            const std::size_t equals = parameter.find('=');
            if (equals == std::string::npos) {
                model.first = parameter;
            } else {
                model.named[parameter.substr(0, equals)] = parameter.substr(equals + 1);
            }
        }
    }
    return models;
}

}  // namespace lethe::release
