#include "lethe/release/documents/document_assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/find/plausibility.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/measure/assess_gold.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"

namespace lethe::release {
namespace {

documents::Documents read_side(const Context& context, const std::string& path,
                               std::vector<std::string>& notes) {
    documents::ReadNotes read;
    documents::Documents documents = documents::read_documents(context, path, {}, &read);
    for (const Problem& problem : read.skipped) notes.push_back("left out: " + to_string(problem));
    if (!read.empty.empty()) {
        notes.push_back(fmt::format("{}: {} of {} documents hold no word", path, read.empty.size(),
                                    documents.size()));
    }
    return documents;
}

// The released documents in the order of the originals; of one that is gone the text is empty.
documents::TextCollection in_order_of(const documents::TextCollection& original,
                                      const documents::TextCollection& released,
                                      const documents::DocumentMatch& match) {
    documents::TextCollection result{original.ids, {}};
    for (const std::int64_t at : match.sanitised) {
        result.texts.push_back(at < 0 ? std::string_view()
                                      : released.texts[static_cast<std::size_t>(at)]);
    }
    return result;
}

Json document_result(const Method& method, const Json& parameters, Measurement measured) {
    Json result{{"name", method.info.name},
                {"title", method.info.title},
                {"parameters", parameters},
                {"value", measured.value},
                {"unit", measured.unit},
                {"details", with_about_original(std::move(measured.details),
                                                std::move(measured.about_original))}};
    const std::string& knows = measured.knows.empty() ? method.info.knows : measured.knows;
    if (!knows.empty()) result["knows"] = knows;
    if (measured.interval) result["interval"] = *measured.interval;
    if (!measured.warnings.empty()) result["warnings"] = measured.warnings;
    return result;
}

Json worst_document_attack(const Json& results) {
    Json worst = nullptr;
    for (const Json& result : results) {
        const auto name = result["name"].get<std::string>();
        const Method& method = find_method(name, Family::attack, DataKind::documents);
        if (!method.info.finds_people || result["value"].is_null()) continue;
        if (worst.is_null() || result["value"] > worst["value"]) {
            worst = {{"name", name}, {"title", result["title"]}, {"value", result["value"]}};
        }
    }
    return worst;
}

// The attacks look with the finders of every release: what only this one's policy knew, they do
// not.
void note_own_finders(const Json& record, std::vector<std::string>& notes) {
    if (!record.is_object() || !record.contains("policy")) return;
    const Json& policy = record["policy"];
    const auto own = policy.value("own_entities", std::int64_t{0});
    const auto lists = policy.value("lists", std::int64_t{0});
    if (own + lists == 0) return;
    notes.push_back(
        fmt::format("the policy of the release has {} entities of its own and {} lists of names, "
                    "which the attacks do not have: what only these know and sanitising left is "
                    "not found here",
                    own, lists));
}

std::int64_t released_documents(const DocumentPair& pair) {
    return pair.size() - std::ssize(pair.match().missing);
}

}  // namespace

DocumentPair::DocumentPair(const Context& context, const DocumentAssessment& what,
                           std::vector<std::string>& notes) {
    if (!what.queries.empty()) {
        queries_ = documents::parse_queries(read_file(what.queries), what.queries);
    }
    const auto log = find_private_log(what.released, what.log, DataKind::documents);
    const auto renamed = log ? original_ids(*log) : std::map<std::string, std::string>();
    if (std::string note = note_of_changes(what.released, DataKind::documents); !note.empty()) {
        notes.push_back(std::move(note));
    }
    original_ = read_side(context, what.original, notes);
    released_ = read_side(context, what.released, notes);
    before_ = documents::collection_of(original_);
    const documents::TextCollection released = documents::collection_of(released_);
    match_ = documents::match_documents(before_.ids, released.ids, renamed);
    if (match_.missing.size() == before_.ids.size()) {
        throw Error(ErrorKind::input,
                    "no document has the id of an original one; documents are matched by their "
                    "paths below the folders, without the ending, or by --log",
                    {what.released, 0, 0, {}});
    }
    after_ = in_order_of(before_, released, match_);
    if (!match_.missing.empty()) {
        notes.push_back(
            fmt::format("{} of {} originals have no released document and count as "
                        "documents that are gone",
                        match_.missing.size(), before_.ids.size()));
    }
    if (!match_.unexplained.empty()) {
        notes.push_back(fmt::format(
            "{} released documents have no original and were NOT looked at: nothing that is said "
            "of the others holds for them (--log names the private log, where documents were "
            "renamed)",
            match_.unexplained.size()));
    }
    if (!what.gold.empty()) gold_ = documents::read_gold(what.gold);
    if (!what.knowledge.empty()) {
        taxonomy_ = read_knowledge(context, what.knowledge, {{}, what.cache}).taxonomy;
    }
    const documents::TextPolicy policy = documents::profile_policy("default");
    finders_ = make_finders(context, policy, what.finders, what.cache, notes);
    mentions_ = documents::detect(context, *finders_->finders, original_);
    categories_ = policy.infos();
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        may_stand_.push_back(!policy.removes(static_cast<documents::CategoryId>(c)));
    }
    const Json record = find_record(what.released, DataKind::documents);
    read_treatments(record);
    note_own_finders(record, notes);
}

// Labels, and what may stand in the release, as its record tells.
void DocumentPair::read_treatments(const Json& record) {
    if (!record.is_object() || !record.contains("policy")) return;
    const Json categories = record["policy"].value("categories", Json::object());
    for (const auto& [name, how] : categories.items()) {
        if (!how.is_object()) continue;
        auto info = std::ranges::find(categories_, name, &documents::CategoryInfo::name);
        if (info == categories_.end()) {
            categories_.push_back({name, {}, {}});
            may_stand_.push_back(false);
            info = std::prev(categories_.end());
        }
        info->label = how.value("label", info->label);
        const Method* method = find_method(how.value("treatment", ""), DataKind::documents);
        if (method == nullptr || method->treatment == nullptr) continue;
        may_stand_[static_cast<std::size_t>(info - categories_.begin())] =
            method->treatment->keeps || method->treatment->may_repeat;
    }
}

documents::AssessInput DocumentPair::input(const Random& random, const Context& context) const {
    return {.original = before_,
            .released = after_,
            .finders = *finders_->finders,
            .random = random,
            .context = context,
            .wordnet = finders_->wordnet,
            .categories = categories_,
            .may_stand = may_stand_,
            .mentions = &mentions_,
            .queries = queries_ ? &*queries_ : nullptr,
            .gold = gold_ ? &*gold_ : nullptr,
            .taxonomy = taxonomy_};
}

bool DocumentPair::has(std::string_view need) const {
    return (need == "queries" && queries_) || (need == "gold" && gold_) ||
           (need == "knowledge" && taxonomy_ != nullptr);
}

std::vector<Choice> default_document_choices(Family family, const DocumentPair& pair) {
    std::vector<Choice> choices;
    for (const Method* method : methods_of(family, DataKind::documents)) {
        for (const Json& parameters : method->info.assessed_with) {
            choices.push_back({method->info.name, parameters});
        }
        const std::string& needs = method->info.needs;
        if (method->info.by_default || (!needs.empty() && pair.has(needs))) {
            choices.push_back({method->info.name});
        }
    }
    return choices;
}

Json run_document_assessments(Family family, std::span<const Choice> choices,
                              const DocumentPair& pair, const Random& random,
                              const Context& context) {
    Problems problems;
    std::vector<std::pair<const Method*, Json>> chosen;
    for (const Choice& choice : choices) {
        const Method& method = find_method(choice.method, family, DataKind::documents);
        const Place place{{}, 0, 0, choice.method};
        chosen.emplace_back(&method, method.bind(choice.parameters, place, problems));
    }
    throw_if_any(std::move(problems));
    Json results = Json::array();
    for (const auto& [method, parameters] : chosen) {
        try {
            results.push_back(
                document_result(*method, parameters,
                                method->assess_documents(pair.input(random, context), parameters)));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unmet || chosen.size() == 1) throw;
            Measurement nothing;
            nothing.warnings = {error.what()};
            results.push_back(document_result(*method, parameters, std::move(nothing)));
            results.back()["value"] = nullptr;
        }
    }
    return results;
}

Json assess_document_methods(const Context& context, const DocumentAssessment& what, Family family,
                             std::span<const Choice> choices, const Random& random,
                             std::vector<std::string>& notes) {
    const DocumentPair pair(context, what, notes);
    const std::vector<Choice> usual = default_document_choices(family, pair);
    Json results =
        run_document_assessments(family, choices.empty() ? usual : choices, pair, random, context);
    Json result{{"kind", "assessment"},
                {"data", name(DataKind::documents)},
                {"original", {{"documents", pair.size()}, {"private", {{"file", what.original}}}}},
                {"masked",
                 {{"file", std::filesystem::path(what.released).filename().string()},
                  {"documents", released_documents(pair)},
                  {"without_original", pair.match().unexplained.size()}}}};
    if (family == Family::attack) result["worst"] = worst_document_attack(results);
    result[family == Family::attack ? "attacks" : "measures"] = std::move(results);
    return result;
}

Json assess_documents(const Context& context, const DocumentAssessment& what,
                      const DocumentParts& parts, const Random& random,
                      std::vector<std::string>& notes) {
    const DocumentPair pair(context, what, notes);
    std::vector<Choice> attacks = default_document_choices(Family::attack, pair);
    std::vector<Choice> losses = default_document_choices(Family::loss, pair);
    const Method& terms = method_for(Purpose::term_anonymity, DataKind::documents);
    if (parts.terms) attacks.push_back({terms.info.name, *parts.terms});
    for (std::vector<Choice>* choices : {&attacks, &losses}) {
        for (Choice& choice : *choices) {
            if (find_method(choice.method, DataKind::documents)->has_parameter("round")) {
                choice.parameters["round"] = parts.round;
            }
        }
    }
    Json result{{"kind", "document-assessment"},   {"data", name(DataKind::documents)},
                {"documents", pair.size()},        {"matched", released_documents(pair)},
                {"missing", pair.match().missing}, {"unexplained", pair.match().unexplained}};
    Json found = run_document_assessments(Family::attack, attacks, pair, random, context);
    result["worst"] = worst_document_attack(found);
    const documents::AssessInput input = pair.input(random, context);
    if (pair.has("queries")) {
        const auto round = parts.round == "integer" ? documents::RoundComponents::integer
                                                    : documents::RoundComponents::none;
        result["round_components"] = parts.round;
        result.update(to_json(documents::assess_queries(context, input.original, input.released,
                                                        *input.queries, round)));
    }
    if (pair.has("gold")) {
        result["gold"] =
            to_json(documents::assess_gold(context, input.original, input.released, *input.gold));
    }
    for (const Json& attack : found) {
        if (attack["name"] != terms.info.name) continue;
        if (attack["value"].is_null()) {  // what was asked for could not be counted
            throw Error(ErrorKind::unmet, attack["warnings"][0].get<std::string>());
        }
        result["term_anonymity"] = attack["details"];
    }
    if (pair.has("knowledge")) {
        result["plausibility"] = to_json(documents::plausibility(
            context, *input.taxonomy, input.original.texts, input.released.texts));
    }
    result["attacks"] = std::move(found);
    result["measures"] = run_document_assessments(Family::loss, losses, pair, random, context);
    return result;
}

}  // namespace lethe::release
