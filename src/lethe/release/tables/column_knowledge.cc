#include "lethe/release/tables/column_knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "lethe/data/item_sets.h"
#include "lethe/knowledge/hierarchies/read_level_table.h"
#include "lethe/knowledge/join/crosswalk.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/phrases/lexicon.h"
#include "lethe/knowledge/readers/combined_source.h"

namespace lethe::release {
namespace {

// The different texts of a column, the most frequent first.
std::vector<std::string> by_frequency(const Column& column) {
    std::vector<std::int64_t> counts(column.dictionary().size(), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) {
            ++counts[static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)])];
        }
    }
    std::vector<std::pair<std::int64_t, std::string>> order;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] > 0) order.emplace_back(-counts[code], column.dictionary()[code]);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::string> values;
    for (auto& [count, value] : order) values.push_back(std::move(value));
    return values;
}

// The different items of a column of sets, likewise.
std::vector<std::string> items_by_frequency(const Column& column, const std::string& separator) {
    std::vector<std::int64_t> counts(column.dictionary().size(), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) {
            ++counts[static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)])];
        }
    }
    std::map<std::string_view, std::int64_t> sets;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] == 0) continue;
        for (const std::string_view item : set_items(column.dictionary()[code], separator)) {
            sets[item] += counts[code];
        }
    }
    std::vector<std::pair<std::int64_t, std::string>> order;
    for (const auto& [item, count] : sets) order.emplace_back(-count, item);
    std::sort(order.begin(), order.end());
    std::vector<std::string> items;
    for (auto& [count, item] : order) items.push_back(std::move(item));
    return items;
}

// The library's messages name the values, which an error of a run must not.
std::vector<MappedValue> map_quietly(const Context& context, const TaxonomyPtr& taxonomy,
                                     const std::vector<std::string>& values,
                                     const MapOptions& options, const std::string& column,
                                     const ColumnKnowledge& knowledge) {
    try {
        return map_values(context, taxonomy, values, options);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(
            ErrorKind::usage,
            fmt::format("column \"{0}\": {1} of its values cannot be given a concept: they "
                        "have several senses, or the map names what {2} does not know; "
                        "lethe knowledge map DATA --column {0} --source {3} lists them",
                        column, error.problems().size(), taxonomy->name(), knowledge.source),
            {knowledge.map, 0, 0, {}});
    }
}

void refuse_foreign_map(const std::string& column, const std::vector<std::string>& values,
                        const std::string& path, const std::map<std::string, std::string>& map) {
    std::set<std::string> keys;
    for (const std::string& value : values) keys.insert(look_up_key(value));
    const bool any = std::any_of(map.begin(), map.end(), [&](const auto& entry) {
        return keys.contains(look_up_key(entry.first));
    });
    if (any || map.empty() || values.empty()) return;
    throw Error(ErrorKind::usage,
                fmt::format("none of its {} values is in column \"{}\": is it the map of another "
                            "column?",
                            map.size(), column),
                {path, 0, 0, {}});
}

}  // namespace

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
    return meaning_of(context, column.name(), by_frequency(*column.as_written(Kind::semantic)),
                      knowledge, knowledge.unmapped);
}

MeaningPtr KnowledgeShelf::meaning_of_items(const Context& context, const Column& column,
                                            const ColumnKnowledge& knowledge,
                                            const std::string& separator) {
    return meaning_of(context, column.name(),
                      items_by_frequency(*column.as_written(Kind::semantic), separator), knowledge,
                      Unmapped::exact_match);
}

// `unmapped`: what the meaning says of texts without a concept, once they were let pass.
MeaningPtr KnowledgeShelf::meaning_of(const Context& context, const std::string& column,
                                      const std::vector<std::string>& values,
                                      const ColumnKnowledge& knowledge, Unmapped unmapped) {
    const TaxonomyPtr source = taxonomy(context, knowledge);
    MapOptions options;
    options.senses = knowledge.senses;
    if (knowledge.phrases) {
        if (!lexicon_) lexicon_ = phrases::read_lexicon();
        options.phrases = knowledge.phrases;
        options.lexicon = lexicon_;
    }
    if (!knowledge.map.empty()) {
        options.overrides = concepts_by_map(knowledge.map, *source, values, notes_);
        refuse_foreign_map(column, values, knowledge.map, options.overrides);
    }
    const auto mapped = map_quietly(context, source, values, options, column, knowledge);
    note_guesses(column, knowledge, *source, mapped);
    const auto unknown = std::count_if(mapped.begin(), mapped.end(), [](const MappedValue& value) {
        return value.meaning == kNoConcept;
    });
    if (unknown > 0 && knowledge.unmapped == Unmapped::fail) {
        throw Error(
            ErrorKind::input,
            fmt::format(
                "column \"{0}\": {1} of its {2} values are not in {3}; lethe "
                "knowledge map DATA --column {0} --source {4} lists them and writes a "
                "table in which you can give them "
                "concepts (map in a policy, or the option map), or say what becomes of them "
                "(unmapped: missing, root or exact)",
                column, unknown, mapped.size(), source->name(), knowledge.source));
    }
    return std::make_shared<const Meaning>(
        source, mapped, unmapped,
        knowledge.content.empty() ? nullptr : content(source, knowledge.content),
        read_level_table(knowledge.source, knowledge.format));
}

void KnowledgeShelf::note_guesses(const std::string& column, const ColumnKnowledge& knowledge,
                                  const Taxonomy& taxonomy,
                                  const std::vector<MappedValue>& mapped) {
    const auto chosen = std::count_if(mapped.begin(), mapped.end(), [](const MappedValue& value) {
        return value.senses > 1 && value.found != MappedValue::How::override_table;
    });
    if (chosen > 0) {
        notes_.push_back(fmt::format(
            "column \"{}\": {} of {} values have several senses in {}, and one was chosen by {}; "
            "lethe knowledge map shows which",
            column, chosen, mapped.size(), taxonomy.name(),
            knowledge.senses == SensePolicy::first ? "how usual it is" : "context"));
    }
    const auto guessed = std::count_if(mapped.begin(), mapped.end(),
                                       [](const MappedValue& value) { return value.is_guess(); });
    if (guessed > 0) {
        notes_.push_back(fmt::format(
            "column \"{0}\": what {1} of {2} values are about was guessed; lethe knowledge map "
            "DATA "
            "--column {0} --source {3} --phrases {4} shows each with its confidence",
            column, guessed, mapped.size(), knowledge.source, *knowledge.phrases));
    }
}

std::shared_ptr<const InformationContent> KnowledgeShelf::content(const TaxonomyPtr& taxonomy,
                                                                  const std::string& path) {
    auto& known = contents_[{taxonomy.get(), path}];
    if (!known) {
        known = std::make_shared<const InformationContent>(corpus_content(*taxonomy, path));
    }
    return known;
}

void ColumnKnowledge::move_paths(const std::function<void(std::string& path)>& move) {
    source = with_paths(source, [&](std::string path) {
        move(path);
        return path;
    });
    move(map);
    move(content);
}

std::vector<std::string> ColumnKnowledge::files() const {
    std::vector<std::string> all = source_paths(source);
    if (!map.empty()) all.push_back(map);
    if (!content.empty()) all.push_back(content);
    return all;
}

std::vector<std::string> KnowledgeShelf::take_notes() { return std::exchange(notes_, {}); }

}  // namespace lethe::release
