// Sanitising free text in the cells of a table: each cell is a document, found and treated as
// `lethe protect` does. The cells of all columns of the step are one collection: what is
// removed in one of them is looked for in all others, and searched again in the result. Equal texts
// are looked at once.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/documents/find/detect.h"
#include "lethe/documents/find/known_lists.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/method.h"

namespace lethe::documents {
namespace {

enum class CellScope { cell, column };

struct SanitizeParams {
    std::string profile = "default";
    Setting setting = Setting::balanced;
    CellScope scope = CellScope::cell;
    std::map<std::string, std::string> treatments;
    bool model = true;
};

Schema<SanitizeParams> sanitize_schema() {
    std::vector<std::pair<std::string, std::string>> profiles;
    for (const std::string& name : profile_names()) profiles.emplace_back(name, name);
    return Schema<SanitizeParams>()
        .choice("profile", &SanitizeParams::profile,
                "what is done where nothing else is said: default keeps countries, well known "
                "places and titles, court titles alone, strict nothing",
                profiles)
        .choice("setting", &SanitizeParams::setting,
                "balanced, or recall: rather too much than too little (always so in the profile "
                "strict)",
                {{"balanced", Setting::balanced}, {"recall", Setting::recall}})
        .choice("scope", &SanitizeParams::scope,
                "where the same entity has the same number: in its cell, or in all cells of the "
                "columns that are masked together, which links their rows",
                {{"cell", CellScope::cell}, {"column", CellScope::column}})
        .field("treatments", &SanitizeParams::treatments,
               "what is done with a category: keep, label, number, generalise, mask, remove, or "
               "replace:TEXT; the profile says it for the others")
        .field("model", &SanitizeParams::model,
               "whether the sequence model is asked beside patterns, lists and rules");
}

TextPolicy cell_policy(const SanitizeParams& params, const Place& place, Problems& problems) {
    TextPolicy policy = profile_policy(params.profile);
    if (params.setting == Setting::recall) policy.setting = Setting::recall;
    policy.model = policy.model && params.model;
    policy.per_document = params.scope == CellScope::cell;
    Place where = place;
    where.parameter += (where.parameter.empty() ? "" : ".") + std::string("treatments");
    for (const auto& [category, treatment] : params.treatments) {
        try {
            set_treatment(policy, category + "=" + treatment);
        } catch (const Error& error) {
            for (const Problem& problem : error.problems()) {
                problems.push_back({problem.message, where});
            }
        }
    }
    if (policy.needs_salt() || policy.needs_cipher()) {
        problems.push_back(
            {"a column of a table cannot be hashed or encrypted, which needs a secret; number, "
             "label, mask, generalise, remove or replace it, or sanitise the texts as documents "
             "(lethe protect)",
             where});
    }
    return policy;
}

void check_sanitize(const Table&, std::span<const std::string>, const SanitizeParams& params,
                    const Place& place, Problems& problems) {
    (void)cell_policy(params, place, problems);
}

// Read once for all tables of a run; null where it is not installed.
TaxonomyPtr wordnet_of_cells(const Context& context) {
    static std::mutex reading;
    static TaxonomyPtr known;
    const std::scoped_lock lock(reading);
    if (known != nullptr) return known;
    try {
        known = read_knowledge(context.silent(), "wordnet").taxonomy;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
    }
    return known;
}

// The different texts of the columns, in the order in which rows show them, and where they stand.
struct CellTexts {
    Documents documents;
    std::vector<std::int64_t> cells;                 // of each text
    std::vector<std::vector<std::int32_t>> numbers;  // of each column and code; -1: not used
    std::int64_t filled = 0;
};

CellTexts cell_texts(const MaskInput& input) {
    CellTexts texts;
    std::map<std::string_view, std::int32_t> known;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        std::vector<std::int32_t>& numbers = texts.numbers.emplace_back();
        numbers.assign(column.dictionary().size(), -1);
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!column.valid(row)) continue;
            const auto code =
                static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)]);
            if (numbers[code] < 0) {
                const auto next = static_cast<std::int32_t>(texts.documents.size());
                const auto [place, added] = known.try_emplace(column.dictionary()[code], next);
                numbers[code] = place->second;
                if (added) {
                    Document& document = texts.documents.emplace_back();
                    document.id = fmt::format("{}, row {}", name, row + 1);
                    document.text = column.dictionary()[code];
                    texts.cells.push_back(0);
                }
            }
            ++texts.cells[static_cast<std::size_t>(numbers[code])];
            ++texts.filled;
        }
    }
    return texts;
}

ColumnPtr sanitized_column(const Column& column, const std::vector<std::int32_t>& numbers,
                           const std::vector<std::string>& texts) {
    Dictionary dictionary;
    std::map<std::string_view, std::int32_t> code_of;
    std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        const auto at = static_cast<std::size_t>(row);
        const auto number = numbers[static_cast<std::size_t>(column.codes()[at])];
        const std::string& text = texts[static_cast<std::size_t>(number)];
        const auto next = static_cast<std::int32_t>(dictionary.size());
        const auto [place, added] = code_of.try_emplace(text, next);
        if (added) dictionary.push_back(text);
        codes[at] = place->second;
    }
    if (dictionary.empty()) dictionary.emplace_back();
    return Column::categories(column.name(), Kind::text, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              column.validity(), column.spelling_of_missing());
}

// Counts of cells and mentions, and what the search in the result found; no text.
Json cell_facts(const CellTexts& texts, const Sanitised& result, const TextPolicy& policy) {
    std::vector<std::int64_t> mentions(result.counts.size()), repeats(result.counts.size());
    std::int64_t changed = 0;
    for (std::size_t d = 0; d < texts.documents.size(); ++d) {
        if (result.texts[d] != texts.documents[d].text) changed += texts.cells[d];
        for (const Mention& mention : result.mentions[d]) {
            const auto category = static_cast<std::size_t>(mention.category);
            mentions[category] += texts.cells[d];
            if (mention.source == MentionSource::repeat) repeats[category] += texts.cells[d];
        }
    }
    Json categories = Json::array();
    for (std::size_t c = 0; c < mentions.size(); ++c) {
        if (mentions[c] == 0) continue;
        const auto category = static_cast<CategoryId>(c);
        Json row = {{"category", policy.categories[category].name},
                    {"treatment", name(policy.treatment(category))},
                    {"mentions", mentions[c]},
                    {"repeats", repeats[c]}};
        if (result.counts[c].fallen_back > 0) row["numbered_instead"] = true;
        categories.push_back(std::move(row));
    }
    std::int64_t kept = 0, judged = 0, near = 0, common = 0;
    for (const Survivor& survivor : result.survivors) {
        const std::int64_t cells = texts.cells[static_cast<std::size_t>(survivor.document)];
        (survivor.kept ? kept : survivor.judged ? judged : survivor.near ? near : common) += cells;
    }
    return {{"cells", texts.filled},
            {"cells_changed", changed},
            {"categories", std::move(categories)},
            {"proof",
             {{"texts_searched", result.searched},
              {"kept_as_something_else", kept},
              {"judged_harmless_there", judged},
              {"near_spellings_left", near},
              {"common_words_left", common}}}};
}

// Who is who, and what of the removed still stands where; for the owner.
Json private_cell_facts(const CellTexts& texts, const Sanitised& result, const TextPolicy& policy) {
    Json entities = Json::array(), survivors = Json::array();
    for (const Entity& entity : result.entities) {
        Json row = {{"category", policy.categories[entity.category].name},
                    {"number", entity.number + 1},
                    {"name", entity.name},
                    {"mentions", entity.mentions}};
        if (entity.document >= 0) {
            row["cell"] = texts.documents[static_cast<std::size_t>(entity.document)].id;
        }
        entities.push_back(std::move(row));
    }
    for (const Survivor& survivor : result.survivors) {
        const auto d = static_cast<std::size_t>(survivor.document);
        survivors.push_back({{"cell", texts.documents[d].id},
                             {"begin", survivor.span.begin},
                             {"end", survivor.span.end},
                             {"text", survivor.span.of(result.texts[d])}});
    }
    return {{"entities", std::move(entities)}, {"survivors", std::move(survivors)}};
}

MaskOutput apply_sanitize(const MaskInput& input, const SanitizeParams& params) {
    Problems problems;
    const TextPolicy policy = cell_policy(params, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    const TaxonomyPtr wordnet = wordnet_of_cells(input.context);
    const Finders finders{policy.categories,
                          PatternFinder(PatternOptions{}),
                          ListFinder(usual_lists(wordnet)),
                          true,
                          policy.model ? &SequenceModel::shipped() : nullptr,
                          {},
                          policy.setting};
    SanitiseOptions options;
    options.wordnet = wordnet;
    if (wordnet != nullptr) options.knowledge["wordnet"] = wordnet;
    const CellTexts texts = cell_texts(input);
    const Sanitised result =
        sanitise(input.context, texts.documents, detect(input.context, finders, texts.documents),
                 policy, options);
    MaskOutput output;
    for (std::size_t i = 0; i < input.columns.size(); ++i) {
        output.changed.push_back(
            sanitized_column(input.table.column(input.columns[i]), texts.numbers[i], result.texts));
    }
    output.facts = cell_facts(texts, result, policy);
    output.private_facts = private_cell_facts(texts, result, policy);
    output.warnings.push_back(fmt::format(
        "free text stays free text: what is not found stays in {}, people can be told by what a "
        "text says without a name, and no attack reads it, so no figure counts it; read a good "
        "part of it before it is published",
        fmt::join(input.columns, ", ")));
    if (wordnet == nullptr) {
        output.warnings.emplace_back(
            "WordNet is not there, so no place is known to be well known and no word to be common "
            "(Debian: wordnet-base)");
    }
    return output;
}

}  // namespace

Method sanitize() {
    return make_mask(
        MethodInfo{
            .name = "sanitize",
            .title = "Sanitising free text",
            .summary = "Finds what names people in columns of free text, and replaces it.",
            .description =
                "Each cell is treated as a document: patterns (numbers, addresses, dates), lists, "
                "rules and a sequence model look for what names or identifies people, and each "
                "category is treated as the profile or `treatments` says: numbered (`Pers_1`), "
                "labelled, generalised, masked, removed or replaced. What is removed in one cell "
                "is looked for in all other cells of the columns, and at the end everything that "
                "was removed is searched again in the result; the record says how often which "
                "category was found and what the search gave, never a word of the text.\n\n"
                "By default numbers count within a cell. With `scope` column the same person has "
                "the same number in all rows, which is useful where letters answer each other, "
                "and tells whoever reads it which rows speak of the same person.\n\n"
                "Beware: a text can tell who somebody is without naming anybody, and a name that "
                "no finder knows stays. No attack of this program reads text, so the figures of a "
                "release say nothing about it. Where the text is not needed, drop the column: "
                "give it the role identifier.",
            .kinds = {Kind::text},
            .missing = Missing::kept,
            .properties = {},
            .cites = {"abril2014privacy"},
            .example = {{"setting", "recall"}},
            .example_use = {.original = "examples/visits/visits.csv", .columns = {"note"}},
            .in_words = "Looks for names, numbers, addresses, dates and other marks of people in "
                        "free text and replaces them. What it does not find stays."},
        sanitize_schema(), apply_sanitize, check_sanitize);
}

}  // namespace lethe::documents
