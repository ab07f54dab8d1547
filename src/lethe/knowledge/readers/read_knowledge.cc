#include "lethe/knowledge/readers/read_knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/parallel.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/hierarchies/read_level_table.h"
#include "lethe/knowledge/join/crosswalk.h"
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/knowledge/readers/hierarchy_text.h"
#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/readers/taxonomy_cache.h"
#include "lethe/knowledge/readers/wordnet_file.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;
using readers::ReadTaxonomy;
using readers::SourceText;

constexpr std::string_view kWordNet = "wordnet";
constexpr std::string_view kWordNetFolder = "/usr/share/wordnet";

constexpr std::array<std::pair<KnowledgeFormat, std::string_view>, 7> kNames{{
    {KnowledgeFormat::wordnet, "wordnet"},
    {KnowledgeFormat::obo, "obo"},
    {KnowledgeFormat::rdf, "rdf"},
    {KnowledgeFormat::rf2, "rf2"},
    {KnowledgeFormat::icd, "icd"},
    {KnowledgeFormat::parent_table, "parent-table"},
    {KnowledgeFormat::value_hierarchy, "value-hierarchy"},
}};

struct Source {
    KnowledgeFormat format = KnowledgeFormat::value_hierarchy;
    std::vector<std::string> files;
    PartOfSpeech part = PartOfSpeech::noun;  // of WordNet
};

constexpr std::array<std::pair<std::string_view, PartOfSpeech>, 4> kParts{
    {{":noun", PartOfSpeech::noun},
     {":verb", PartOfSpeech::verb},
     {":adjective", PartOfSpeech::adjective},
     {":adverb", PartOfSpeech::adverb}}};

// "wordnet:verb" -> "wordnet" and verbs. Nouns where nothing is said.
std::pair<std::string, PartOfSpeech> parted(const std::string& source) {
    for (const auto& [ending, part] : kParts) {
        if (source.ends_with(ending)) {
            return {source.substr(0, source.size() - ending.size()), part};
        }
    }
    return {source, PartOfSpeech::noun};
}

// What leads from adjectives and adverbs into the nouns comes behind them.
Source wordnet_in(const std::string& folder, PartOfSpeech part) {
    std::vector<PartOfSpeech> parts{part};
    if (part == PartOfSpeech::adverb) parts.push_back(PartOfSpeech::adjective);
    if (parts.back() == PartOfSpeech::adjective) parts.push_back(PartOfSpeech::noun);
    Source source{KnowledgeFormat::wordnet, {}, part};
    for (const PartOfSpeech one : parts) {
        for (const std::string_view kind : {"data", "index"}) {
            source.files.push_back(
                fmt::format("{}/{}.{}", folder, kind, readers::wordnet_ending(one)));
        }
    }
    return source;
}

// Relationships, concepts, then one or more tables of descriptions.
Source rf2_in(const std::string& folder) {
    constexpr int kDeepest = 6;
    std::array<std::vector<std::string>, 3> found;
    constexpr std::array<std::string_view, 3> kStarts{
        "sct2_Relationship_Snapshot", "sct2_Concept_Snapshot", "sct2_Description_Snapshot"};
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (entry.depth() > kDeepest) entry.disable_recursion_pending();
        const std::string file = entry->path().filename().string();
        for (std::size_t i = 0; i < kStarts.size(); ++i) {
            if (file.starts_with(kStarts[i])) found[i].push_back(entry->path().string());
        }
    }
    if (found[0].empty() && found[1].empty() && found[2].empty()) {
        throw Error(
            ErrorKind::input,
            "a folder must be that of WordNet (data.noun and index.noun) or of a release of "
            "SNOMED CT (sct2_*_Snapshot*.txt); this one has neither",
            {folder, 0, 0, {}});
    }
    for (std::size_t i = 0; i < kStarts.size(); ++i) {
        std::sort(found[i].begin(), found[i].end());
        if (found[i].empty() || (i < 2 && found[i].size() > 1)) {
            throw Error(ErrorKind::input,
                        fmt::format("a release of SNOMED CT has {} {}*.txt; {} found",
                                    i < 2 ? "one" : "at least one", kStarts[i],
                                    found[i].empty() ? "none was" : "several were"),
                        {folder, 0, 0, {}});
        }
    }
    Source source{KnowledgeFormat::rf2, {found[0][0], found[1][0]}};
    source.files.insert(source.files.end(), found[2].begin(), found[2].end());
    return source;
}

[[noreturn]] void tell_unknown(const std::string& source) {
    throw Error(
        ErrorKind::usage,
        fmt::format("the format of this taxonomy cannot be recognised; allowed are WordNet's "
                    "folder, OBO, OWL or RDF, SNOMED CT (RF2), ICD tables, tables with columns id "
                    "and parent, and value hierarchies (value;level 1;level 2); name one of {} as "
                    "its format to see what is wrong with it",
                    fmt::join(knowledge_format_names(), ", ")),
        {source, 0, 0, {}});
}

KnowledgeFormat format_of_text(const SourceText& source) {
    if (readers::looks_like_obo(source.text)) return KnowledgeFormat::obo;
    if (readers::looks_like_rdf(source.text)) return KnowledgeFormat::rdf;
    if (readers::looks_like_icd(source)) return KnowledgeFormat::icd;
    if (readers::looks_like_parent_table(source)) return KnowledgeFormat::parent_table;
    if (readers::likely_separator(source.text) == '\0') tell_unknown(source.file);
    return KnowledgeFormat::value_hierarchy;
}

std::string ending(const fs::path& path) {
    const fs::path plain = path.extension() == ".gz" ? path.stem() : path;
    return plain.extension().string();
}

std::string folder_of(const std::string& file) {
    const fs::path folder = fs::path(file).parent_path();
    return folder.empty() ? "." : folder.string();
}

Source recognised(const std::string& given) {
    auto [source, part] = parted(given);
    if (source == kWordNet) {
        if (!fs::exists(fmt::format("{}/data.noun", kWordNetFolder))) {
            throw Error(ErrorKind::io,
                        fmt::format("WordNet is not in {}; install the package wordnet-base, or "
                                    "give the folder that holds data.noun and index.noun",
                                    kWordNetFolder));
        }
        return wordnet_in(std::string(kWordNetFolder), part);
    }
    if (fs::exists(given)) source = given;
    if (fs::is_directory(source)) {
        if (fs::exists(source + "/data.noun")) return wordnet_in(source, part);
        return rf2_in(source);
    }
    const std::string file = fs::path(source).filename().string();
    if (file == "data.noun" || file == "index.noun") return wordnet_in(folder_of(source), part);
    if (file.starts_with("sct2_")) return rf2_in(folder_of(source));
    const std::string end = ending(source);
    if (end == ".obo") return {KnowledgeFormat::obo, {source}};
    if (end == ".owl" || end == ".rdf" || end == ".ttl" || end == ".nt") {
        return {KnowledgeFormat::rdf, {source}};
    }
    return {format_of_text(readers::read_source_head(source)), {source}};
}

Source as_told(const std::string& source, KnowledgeFormat format) {
    if (format == KnowledgeFormat::wordnet && !is_named_source(source)) {
        const auto [path, part] =
            fs::exists(source) ? std::pair(source, PartOfSpeech::noun) : parted(source);
        return wordnet_in(fs::is_directory(path) ? path : folder_of(path), part);
    }
    if (format == KnowledgeFormat::wordnet) return recognised(source);
    if (format == KnowledgeFormat::rf2) {
        return rf2_in(fs::is_directory(source) ? source : folder_of(source));
    }
    return {format, {source}};
}

ReadTaxonomy read_part(const Context& context, std::vector<SourceText> texts, PartOfSpeech part) {
    std::vector<readers::WordnetTexts> parts;
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
        parts.push_back({std::move(texts[i]), std::move(texts[i + 1])});
    }
    switch (part) {
        case PartOfSpeech::verb:
            return readers::read_wordnet_verbs(context, parts[0]);
        case PartOfSpeech::adjective:
            return readers::read_wordnet_adjectives(context, parts[0], parts[1]);
        case PartOfSpeech::adverb:
            return readers::read_wordnet_adverbs(context, parts[0], parts[1], parts[2]);
        case PartOfSpeech::noun:
            break;
    }
    return readers::read_wordnet(context, parts[0]);
}

ReadTaxonomy read(const Context& context, const Source& source) {
    std::vector<SourceText> texts(source.files.size());
    parallel_tasks(context, std::ssize(texts), [&](std::int64_t i) {
        const auto n = static_cast<std::size_t>(i);
        texts[n] = readers::read_source_text(source.files[n]);
    });
    switch (source.format) {
        case KnowledgeFormat::wordnet:
            return read_part(context, std::move(texts), source.part);
        case KnowledgeFormat::obo:
            return readers::read_obo(context, texts[0]);
        case KnowledgeFormat::rdf:
            return readers::read_rdf(context, texts[0]);
        case KnowledgeFormat::rf2: {
            readers::Rf2Texts parts{std::move(texts[1]), {}, std::move(texts[0])};
            for (std::size_t i = 2; i < texts.size(); ++i) {
                parts.descriptions.push_back(std::move(texts[i]));
            }
            return readers::read_rf2(context, parts);
        }
        case KnowledgeFormat::icd:
            return readers::read_icd(context, std::move(texts[0]));
        case KnowledgeFormat::parent_table:
            return readers::read_parent_table(context, std::move(texts[0]));
        case KnowledgeFormat::value_hierarchy:
            break;
    }
    return readers::read_value_hierarchy(context, std::move(texts[0]));
}

// What the cache holds under this key, if it is whole.
std::optional<Knowledge> from_cache(const std::string& file, const std::string& key,
                                    KnowledgeFormat format) {
    try {
        if (!readers::is_own_file(file)) return std::nullopt;
        auto cached = readers::decode_taxonomy(read_file(file), key);
        if (!cached) return std::nullopt;
        return Knowledge{std::make_shared<Taxonomy>(std::move(cached->parts)), format, true,
                         std::move(cached->notes)};
    } catch (const std::exception&) {
        return std::nullopt;  // unreadable, absurdly large, or parts that contradict each other
    }
}

void to_cache(const std::string& file, const std::string& key, Knowledge& read_now) {
    try {
        fs::create_directories(folder_of(file));
        fs::permissions(folder_of(file), fs::perms::owner_all);
        write_file(file,
                   readers::encode_taxonomy(key, read_now.taxonomy->parts_of_it(), read_now.notes),
                   true);
    } catch (const std::exception& error) {
        read_now.notes.push_back(fmt::format("it was not cached: {}", error.what()));
    }
}

}  // namespace

bool is_named_source(std::string_view source) {
    return parted(std::string(source)).first == kWordNet;
}

std::string_view name(KnowledgeFormat format) {
    return kNames[static_cast<std::size_t>(format)].second;
}

std::optional<KnowledgeFormat> knowledge_format_named(std::string_view name) {
    for (const auto& [format, known] : kNames) {
        if (known == name) return format;
    }
    return std::nullopt;
}

std::vector<std::string_view> knowledge_format_names() {
    std::vector<std::string_view> names;
    for (const auto& [format, known] : kNames) names.push_back(known);
    return names;
}

namespace {

Knowledge read_one(const Context& context, const std::string& source,
                   const KnowledgeOptions& options) {
    if (std::error_code error; !is_named_source(source) && !fs::exists(source, error) &&
                               !fs::is_directory(parted(source).first, error)) {
        throw Error(ErrorKind::io,
                    "there is no such file, and the only taxonomies that are known by name are "
                    "wordnet, wordnet:verb, wordnet:adjective and wordnet:adverb",
                    {source, 0, 0, {}});
    }
    const Source found = options.format ? as_told(source, *options.format) : recognised(source);
    std::string key;
    std::string file;
    if (!options.cache_folder.empty()) key = readers::source_key(found.format, found.files);
    if (!key.empty()) {
        file = readers::cache_file(options.cache_folder, key);
        if (auto cached = from_cache(file, key, found.format)) return std::move(*cached);
    }
    ReadTaxonomy read_now = read(context, found);
    Knowledge result{std::make_shared<Taxonomy>(std::move(read_now.taxonomy)), found.format, false,
                     std::move(read_now.notes)};
    if (result.taxonomy->has_virtual_root()) {
        const ConceptId root = result.taxonomy->root();
        result.notes.push_back(fmt::format("it has {} tops; a root \"{}\" was put above them",
                                           result.taxonomy->children(root).size(),
                                           result.taxonomy->id(root)));
    }
    if (!key.empty()) to_cache(file, key, result);
    return result;
}

// What a part is joined with what stands before it by, and what is to be said of that.
std::vector<Anchor> anchors_of(const SourcePart& part, const Taxonomy& before,
                               const Taxonomy& taxonomy, std::vector<std::string>& notes) {
    if (part.how == SourcePart::How::by_pairs) {
        return anchors_by_file(part.pairs, before, taxonomy, notes);
    }
    LabelAnchors anchors = anchors_by_label(before, taxonomy);
    if (anchors.found.empty()) {
        throw Error(ErrorKind::input,
                    fmt::format("{} and {} have no name in common that means one concept in both: "
                                "nothing joins them; name pairs in a file (+{}@FILE), or let it "
                                "stand for what is not found before (,{})",
                                before.name(), taxonomy.name(), part.path, part.path),
                    {part.path, 0, 0, {}});
    }
    notes.push_back(
        fmt::format("{} and {} are joined at {} concepts of the same name; {} names mean several "
                    "concepts in one of them and {} pairs exclude each other: these join nothing",
                    before.name(), taxonomy.name(), anchors.found.size(), anchors.ambiguous,
                    anchors.contested));
    if (!anchors.cyclic.empty()) {
        notes.push_back(fmt::format(
            "{} concepts of the same name, such as {}, are not joined: the two taxonomies order "
            "them differently, and a concept would be above itself",
            anchors.cyclic.size(), before.label(anchors.cyclic.front().first)));
    }
    return std::move(anchors.found);
}

// Adds a taxonomy to what was read before; takes over its notes.
void join_with(const Context& context, Knowledge& before, Knowledge added, const SourcePart& part,
               const std::string& source) {
    before.notes.insert(before.notes.end(), added.notes.begin(), added.notes.end());
    before.from_cache = before.from_cache && added.from_cache;
    const bool in_turn = part.how == SourcePart::How::in_turn;
    const std::vector<Anchor> anchors =
        in_turn ? std::vector<Anchor>()
                : anchors_of(part, *before.taxonomy, *added.taxonomy, before.notes);
    before.taxonomy = std::make_shared<Taxonomy>(
        join_taxonomies(context, *before.taxonomy, *added.taxonomy, anchors,
                        in_turn ? LookUp::in_turn : LookUp::together, source));
}

Knowledge read_combined(const Context& context, const std::string& source,
                        const std::vector<SourcePart>& parts, const KnowledgeOptions& options) {
    if (options.format) {
        throw Error(ErrorKind::usage,
                    "a format is that of one taxonomy; those of several are recognised",
                    {source, 0, 0, "format"});
    }
    std::vector<Knowledge> groups;  // what stands between commas
    std::vector<SourcePart> heads;
    for (const SourcePart& part : parts) {
        Knowledge read_now = read_one(context, part.path, options);
        for (std::string& note : read_now.notes) note = fmt::format("{}: {}", part.path, note);
        if (part.how == SourcePart::How::first || part.how == SourcePart::How::in_turn) {
            groups.push_back(std::move(read_now));
            heads.push_back(part);
        } else {
            join_with(context, groups.back(), std::move(read_now), part, source);
        }
    }
    Knowledge all = std::move(groups.front());
    for (std::size_t i = 1; i < groups.size(); ++i) {
        join_with(context, all, std::move(groups[i]), heads[i], source);
    }
    return all;
}

}  // namespace

Knowledge read_knowledge(const Context& context, const std::string& source,
                         const KnowledgeOptions& options) {
    const std::vector<SourcePart> parts = source_parts(source);
    if (parts.size() == 1) return read_one(context, source, options);
    return read_combined(context, source, parts, options);
}

Knowledge read_hierarchy_text(const Context& context, const std::string& file, std::string text) {
    SourceText source = readers::checked_text(file, std::move(text));
    const KnowledgeFormat format = format_of_text(source);
    ReadTaxonomy read_now = readers::read_value_hierarchy(context, std::move(source));
    return {std::make_shared<Taxonomy>(std::move(read_now.taxonomy)), format, false,
            std::move(read_now.notes)};
}

std::shared_ptr<const LevelTable> read_level_table(const std::string& source,
                                                   std::optional<KnowledgeFormat> format) {
    std::error_code error;
    if (is_named_source(source) || !fs::is_regular_file(source, error)) return nullptr;
    const Source found = format ? as_told(source, *format) : recognised(source);
    if (found.format != KnowledgeFormat::value_hierarchy) return nullptr;
    SourceText text = readers::read_source_text(found.files.front());
    const char separator = readers::likely_separator(text.text);
    if (separator == '\0') return nullptr;
    auto table = std::make_shared<LevelTable>();
    readers::Records records(std::move(text), separator);
    while (records.next()) {
        auto& line = table->lines.emplace_back();
        for (std::size_t i = 0; i < records.size(); ++i) line.emplace_back(records.as_written(i));
    }
    return table;
}

}  // namespace lethe
