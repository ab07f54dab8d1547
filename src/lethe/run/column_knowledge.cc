#include "lethe/run/column_knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lethe/knowledge/meaning.h"

namespace lethe {
namespace {

constexpr std::array<std::pair<SensePolicy, std::string_view>, 3> kSensePolicies = {
    {{SensePolicy::attribute_context, "context"},
     {SensePolicy::first, "first"},
     {SensePolicy::fixed, "fixed"}}};
constexpr std::array<std::pair<Unmapped, std::string_view>, 4> kUnmapped = {
    {{Unmapped::fail, "fail"},
     {Unmapped::suppress_record, "missing"},
     {Unmapped::attach_to_root, "root"},
     {Unmapped::exact_match, "exact"}}};

template <class Names, class Value>
std::string_view name_in(const Names& names, Value value) {
    return std::find_if(names.begin(), names.end(),
                        [&](const auto& entry) { return entry.first == value; })
        ->second;
}

template <class Names>
auto value_in(const Names& names, std::string_view name)
    -> std::optional<typename Names::value_type::first_type> {
    for (const auto& [value, known] : names) {
        if (known == name) return value;
    }
    return std::nullopt;
}

template <class Names>
std::vector<std::string_view> all_names(const Names& names) {
    std::vector<std::string_view> result;
    for (const auto& [value, name] : names) result.push_back(name);
    return result;
}

}  // namespace

std::string_view name(SensePolicy policy) { return name_in(kSensePolicies, policy); }
std::string_view name(Unmapped policy) { return name_in(kUnmapped, policy); }
std::optional<SensePolicy> sense_policy_named(std::string_view name) {
    return value_in(kSensePolicies, name);
}
std::optional<Unmapped> unmapped_named(std::string_view name) { return value_in(kUnmapped, name); }
std::vector<std::string_view> sense_policy_names() { return all_names(kSensePolicies); }
std::vector<std::string_view> unmapped_names() { return all_names(kUnmapped); }

TaxonomyPtr KnowledgeShelf::taxonomy(const Context& context, const ColumnKnowledge& knowledge) {
    const std::string key =
        fmt::format("{}\n{}", knowledge.format ? name(*knowledge.format) : "", knowledge.source);
    TaxonomyPtr& known = read_[key];
    if (!known) {
        Knowledge found =
            read_knowledge(context, knowledge.source, {knowledge.format, cache_folder_});
        for (const std::string& note : found.notes) {
            notes_.push_back(fmt::format("{}: {}", knowledge.source, note));
        }
        known = std::move(found.taxonomy);
    }
    return known;
}

MeaningPtr KnowledgeShelf::meaning(const Context& context, const Column& column,
                                   const ColumnKnowledge& knowledge) {
    const TaxonomyPtr source = taxonomy(context, knowledge);
    MapOptions options;
    options.senses = knowledge.senses;
    if (!knowledge.map.empty()) options.overrides = read_map(knowledge.map);
    const ColumnPtr texts = column.as_kind(Kind::semantic);
    const auto mapped = map_values(context, source, texts->dictionary(), options);
    const auto unknown = std::count_if(mapped.begin(), mapped.end(), [](const MappedValue& value) {
        return value.meaning == kNoConcept;
    });
    if (unknown > 0 && knowledge.unmapped == Unmapped::fail) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": {} of its {} values are not in {}; lethe knowledge "
                                "map lists them and writes a table in which you can give them "
                                "concepts (map in a policy, or --map), or say what becomes of them "
                                "(unmapped: missing, root or exact)",
                                column.name(), unknown, mapped.size(), source->name()));
    }
    return std::make_shared<const Meaning>(source, mapped, knowledge.unmapped);
}

std::vector<std::string> KnowledgeShelf::take_notes() { return std::exchange(notes_, {}); }

}  // namespace lethe
