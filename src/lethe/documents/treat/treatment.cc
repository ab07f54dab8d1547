#include "lethe/documents/treat/treatment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/language/token.h"
#include "lethe/method/catalogue.h"

namespace lethe::documents {
namespace {

using FindWritten = std::optional<WrittenPlace> (*)(const WrittenSearch&, std::size_t);

const std::vector<FindWritten>& written_finders() {
    static const std::vector<FindWritten> finders = [] {
        std::vector<FindWritten> found;
        for (const Method* method : methods_of(Family::mask, DataKind::documents)) {
            if (method->treatment->written_at != nullptr) {
                found.push_back(method->treatment->written_at);
            }
        }
        return found;
    }();
    return finders;
}

}  // namespace

std::string numbered_entity(const TreatInput& input) {
    return fmt::format("{}_{}", input.info.label, input.number);
}

MayStand may_stand_of(const TreatmentTraits& traits, Json parameters) {
    return {traits.keeps, traits.may_repeat ? &traits : nullptr, std::move(parameters)};
}

bool MayStand::operator()(std::string_view text, CategoryId category) const {
    if (all || wider == nullptr) return all;
    return wider->may_write == nullptr || wider->may_write(text, category, parameters);
}

const language::Token* WrittenSearch::behind_label(std::size_t w) const {
    const language::Token& token = words[w];
    const bool joined =
        w + 1 < words.size() && words[w + 1].begin == token.end + 1 && text[token.end] == '_';
    if (!joined) return nullptr;
    const std::string_view label = token.of(text);
    return std::ranges::any_of(categories,
                               [&](const CategoryInfo& info) { return info.label == label; })
               ? &words[w + 1]
               : nullptr;
}

Treatment::Treatment() : Treatment(method_for(Purpose::numbering, DataKind::documents)) {}

Treatment::Treatment(const Method& treatment, Json given)
    : method(&treatment), parameters(Json::object()) {
    Problems problems;
    parameters = treatment.bind(given, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
}

std::string Treatment::taxonomy() const {
    const std::string& parameter = traits().taxonomy_parameter;
    return parameter.empty() ? std::string() : parameters.value(parameter, std::string());
}

const std::string& name(const Treatment& treatment) { return treatment.method->info.name; }

std::vector<std::string> treatment_names() {
    return method_names(Family::mask, DataKind::documents);
}

Json to_json(const Treatment& treatment) {
    Json json{{"treatment", name(treatment)}};
    for (const std::string& parameter : treatment.traits().published) {
        json[parameter] = treatment.parameters.at(parameter);
    }
    return json;
}

Treatment bound_treatment(const Method& method, const Json& given, const CategoryInfo& info,
                          CategoryId category, const Place& place, Problems& problems) {
    Treatment treatment;
    treatment.method = &method;
    Problems found;
    treatment.parameters = method.bind(given, {}, found);
    if (method.treatment->complete != nullptr) {
        method.treatment->complete(treatment.parameters, info, category, found);
    }
    for (Problem& problem : found) {
        Place where = place;
        if (!problem.place.parameter.empty()) where.parameter = problem.place.parameter;
        problems.push_back({std::move(problem.message), std::move(where)});
    }
    return treatment;
}

TreatOutput treat(const Treatment& treatment, const TreatInput& input) {
    return treatment.method->treat(input, treatment.parameters);
}

std::vector<language::Span> treated_places(std::string_view text,
                                           const std::vector<CategoryInfo>& categories,
                                           std::vector<std::int64_t>& highest) {
    highest.resize(categories.size());
    std::vector<language::Span> places;
    const std::vector<language::Token> words = language::words_of(text);
    const WrittenSearch search{text, words, categories};
    for (std::size_t w = 0; w < words.size(); ++w) {
        for (const FindWritten written_at : written_finders()) {
            const auto found = written_at(search, w);
            if (!found) continue;
            const language::Span span{static_cast<std::int64_t>(found->begin),
                                      static_cast<std::int64_t>(found->end)};
            if (!places.empty() && places.back().end >= span.begin) {
                places.back().end = std::max(places.back().end, span.end);
            } else {
                places.push_back(span);
            }
            for (std::size_t c = 0; found->number > 0 && c < categories.size(); ++c) {
                if (categories[c].label != words[w].of(text)) continue;
                highest[c] = std::max(highest[c], found->number);
            }
            break;
        }
    }
    return places;
}

}  // namespace lethe::documents
