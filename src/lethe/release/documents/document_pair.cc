#include "lethe/release/documents/document_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/figures.h"
#include "lethe/release/documents/made_with.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"

namespace lethe::release {
namespace {

documents::Documents read_side(const Context& context, const std::string& path,
                               const documents::JsonlFields& fields,
                               std::vector<std::string>& notes) {
    documents::ReadOptions options;
    options.fields = fields;
    documents::ReadNotes read;
    documents::Documents documents = documents::read_documents(context, path, options, &read);
    for (const Problem& problem : read.skipped) notes.push_back("left out: " + to_string(problem));
    if (!read.empty.empty()) {
        notes.push_back(fmt::format("{}: {} of {} documents hold no word", path, read.empty.size(),
                                    documents.size()));
    }
    return documents;
}

// Each text with its kept fields behind it, in the order of their names. `texts`: the bytes of each
// text alone.
documents::Documents with_fields_behind(documents::Documents read,
                                        std::vector<std::size_t>& texts) {
    documents::Documents joined;
    for (std::size_t d = 0; d < read.size();) {
        documents::Document document = std::move(read[d]);
        texts.push_back(document.text.size());
        std::map<std::string, std::string> fields;
        for (++d; d < read.size() && !read[d].field.empty(); ++d) {
            fields[read[d].field] = std::move(read[d].text);
        }
        for (const auto& [name, value] : fields) {
            if (!value.empty()) document.text += "\n\n" + value;
        }
        joined.push_back(std::move(document));
    }
    return joined;
}

documents::TextCollection texts_alone(const documents::TextCollection& collection,
                                      const std::vector<std::size_t>& sizes) {
    documents::TextCollection texts = collection;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        texts.texts[d] = texts.texts[d].substr(0, sizes[d]);
    return texts;
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

// What the record tells of lists and entities that the policy at hand does not have.
void note_unknown_finders(const Json& record, const documents::TextPolicy& policy, bool named,
                          std::vector<std::string>& notes) {
    if (!record.is_object() || !record.contains("policy")) return;
    const Json& said = record["policy"];
    const auto more = [&](const char* key, std::size_t has) {
        return std::max<std::int64_t>(
            0, figures::count(said, key).value_or(0) - static_cast<std::int64_t>(has));
    };
    const std::int64_t own = more("own_entities", policy.entities.size());
    const std::int64_t lists = more("lists", policy.lists.size());
    if (own + lists == 0) return;
    notes.push_back(fmt::format(
        "the policy of the release has {} and {} which the attacks do not have: what only these "
        "know and sanitising left is not found here ({})",
        own == 1 ? "1 entity of its own" : fmt::format("{} entities of its own", own),
        lists == 1 ? "1 list of names" : fmt::format("{} lists of names", lists),
        named ? "the policy that was named has fewer"
              : "the option policy names its policy, the option log its private log"));
}

// What the policy of the release knew, by the file that was named or by the private log.
MadeWith made_with(const DocumentAssessment& what, const std::optional<PrivateLog>& log,
                   const Json& record, std::vector<std::string>& notes) {
    std::vector<std::string> of_log;
    std::optional<MadeWith> logged;
    if (log) logged = read_made_with(*log, of_log);
    MadeWith made = logged.value_or(MadeWith());
    if (!what.policy.empty()) {
        made.policy = documents::read_text_policy(what.policy);
        of_log.clear();
    }
    notes.insert(notes.end(), of_log.begin(), of_log.end());
    if (of_log.empty()) note_unknown_finders(record, made.policy, !what.policy.empty(), notes);
    const bool chosen = what.finders.no_model || !what.finders.model.empty();
    if (chosen) made.finders = what.finders;
    if (!what.finders.register_name.empty()) {
        made.finders.register_name = what.finders.register_name;
    }
    if (!what.text_field.empty()) made.fields.text = what.text_field;
    if (!what.id_field.empty()) made.fields.id = what.id_field;
    // Who attacks need not look for less than the program can find.
    made.policy.model = true;
    made.policy.countries.clear();
    return made;
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
    const Json record = find_record(what.released, DataKind::documents);
    const MadeWith made = made_with(what, log, record, notes);
    read_sides(context, what, made.fields, record.is_object() || log, notes);
    match_sides(what, renamed, notes);
    if (!what.gold.empty()) gold_ = documents::read_gold(what.gold);
    if (!what.knowledge.empty()) {
        taxonomy_ = read_knowledge(context, what.knowledge, {{}, what.cache}).taxonomy;
    }
    finders_ = make_finders(context, made.policy, made.finders, what.cache, notes);
    mentions_ = documents::detect(context, *finders_->finders, original_);
    categories_ = made.policy.infos();
    for (const documents::Treatment& treatment : made.policy.treatments) {
        may_stand_.push_back(documents::may_stand_of(treatment.traits(), treatment.parameters));
    }
    read_treatments(record);
}

// Every field of the release is looked into; of the originals those that the release has.
void DocumentPair::read_sides(const Context& context, const DocumentAssessment& what,
                              const documents::JsonlFields& fields, bool of_lethe,
                              std::vector<std::string>& notes) {
    documents::JsonlFields of_released;
    of_released.keep_all = true;
    if (!of_lethe) {
        of_released.text = fields.text;
        of_released.id = fields.id;
    }
    documents::Documents released = read_side(context, what.released, of_released, notes);
    std::set<std::string> kept;
    for (const documents::Document& document : released) kept.insert(document.field);
    kept.erase("");
    documents::JsonlFields of_original = fields;
    of_original.keep.assign(kept.begin(), kept.end());
    original_ =
        with_fields_behind(read_side(context, what.original, of_original, notes), original_text_);
    released_ = with_fields_behind(std::move(released), released_text_);
}

void DocumentPair::match_sides(const DocumentAssessment& what,
                               const std::map<std::string, std::string>& renamed,
                               std::vector<std::string>& notes) {
    before_ = documents::collection_of(original_);
    const documents::TextCollection released = documents::collection_of(released_);
    match_ = documents::match_documents(before_.ids, released.ids, renamed);
    if (match_.missing.size() == before_.ids.size()) {
        throw Error(ErrorKind::input,
                    "no document has the id of an original one; documents are matched by their "
                    "paths below the folders, without the ending, or by the option log",
                    {what.released, 0, 0, {}});
    }
    after_ = in_order_of(before_, released, match_);
    texts_before_ = texts_alone(before_, original_text_);
    texts_after_ = in_order_of(before_, texts_alone(released, released_text_), match_);
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
            may_stand_.emplace_back();
            info = std::prev(categories_.end());
        }
        info->label = how.value("label", info->label);
        const Method* method = find_method(how.value("treatment", ""), DataKind::documents);
        if (method == nullptr || method->treatment == nullptr) continue;
        may_stand_[static_cast<std::size_t>(info - categories_.begin())] =
            documents::may_stand_of(*method->treatment, how);
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
            .texts_before = &texts_before_,
            .texts_after = &texts_after_,
            .taxonomy = taxonomy_};
}

bool DocumentPair::has(std::string_view need) const {
    return (need == "queries" && queries_) || (need == "gold" && gold_) ||
           (need == "knowledge" && taxonomy_ != nullptr);
}

}  // namespace lethe::release
