// What methods of documents take and give: treatments of mentions, and attacks and losses of whole
// collections. Each is one file of treat/treatments/ or measure/ and one line of methods.def.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/documents/find/category.h"
#include "lethe/documents/find/mention.h"
#include "lethe/documents/read/text_collection.h"
#include "lethe/io/secret.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/language/token.h"
#include "lethe/method/method.h"

namespace lethe::documents {

struct Finders;
struct QueryFile;
struct GoldDocument;

// What treating a mention may need; TreatmentTraits says of each treatment what it does.
struct Tools {
    const Secret* salt = nullptr;
    const Cipher* cipher = nullptr;
    const Taxonomy* knowledge = nullptr;
};

struct TreatInput {
    std::string_view text;
    CategoryId category = kOther;
    const CategoryInfo& info;      // with the policy's label
    std::string_view entity_name;  // stands for the entity where its mentions differ
    std::int64_t number = 1;       // of the entity, from 1
    Tools tools = {};
};

struct TreatOutput {
    std::string text;
    bool fallen_back = false;  // could not be made wider, and was numbered
};

// "Pers_3"
std::string numbered_entity(const TreatInput& input);

// A text among whose words something is looked for that an earlier treatment wrote.
struct WrittenSearch {
    std::string_view text;
    std::span<const language::Token> words;
    std::span<const CategoryInfo> categories;

    // The word directly behind word `w` and an underscore (the 1 of Pers_1), if word `w` is the
    // label of a category; else null.
    const language::Token* behind_label(std::size_t w) const;
};

struct WrittenPlace {
    std::size_t begin = 0, end = 0;  // in the text
    std::int64_t number = 0;         // of the entity, where it is numbered
};

// What others must know of a treatment beside its MethodInfo.
struct TreatmentTraits {
    std::string becomes = {};  // what a mention becomes, in a word or three
    bool keeps = false;        // the text stays
    bool needs_salt = false;
    bool needs_cipher = false;
    // What it writes may be what was removed elsewhere (2004 for a date): searching the release for
    // it proves nothing.
    bool may_repeat = false;
    // Of one that may repeat: whether it can have written this, or written something of which this
    // is a part; parameters that are missing may have been any. Null: any text.
    bool (*may_write)(std::string_view text, CategoryId category, const Json& parameters) = nullptr;
    // The parameter that names a taxonomy, "wordnet" or a file: Tools::knowledge is that one.
    std::string taxonomy_parameter = {};
    // The parameter that stands behind a colon in category=replace:TEXT.
    std::string short_parameter = {};
    // A category that examples treat.
    std::string example_category = "person";
    // Parameters that a record may hold; others may repeat what was removed.
    std::vector<std::string> published = {};
    // Checks bound parameters for a category beyond their schema, and fills in what follows from
    // it. A problem's place names the parameter where it is about one.
    void (*complete)(Json& parameters, const CategoryInfo& info, CategoryId category,
                     Problems& problems) = nullptr;
    // Mentions of one entity become one text and those of others another, so that the release
    // shows how many entities there are. Where it does not, their number is not published.
    bool tells_entities = false;
    // What it wrote in an earlier run, if it begins with word `w`: not to be treated again.
    std::optional<WrittenPlace> (*written_at)(const WrittenSearch& search, std::size_t w) = nullptr;
};

// Whether mentions of a category may stand in a release: because its policy keeps them, or because
// a treatment may have made something wider of others, and then only what it can have written.
struct MayStand {
    bool all = false;
    const TreatmentTraits* wider = nullptr;
    Json parameters = Json::object();  // of the treatment, as far as they are known

    bool operator()(std::string_view text, CategoryId category) const;
};
MayStand may_stand_of(const TreatmentTraits& traits, Json parameters);

template <class P>
using TreatFunction = TreatOutput (*)(const TreatInput&, const P&);

template <class P>
Method make_treatment(MethodInfo info, TreatmentTraits traits, const Schema<P>& schema,
                      TreatFunction<P> apply) {
    Method method = lethe::detail::bare_method(std::move(info), schema);
    method.info.family = Family::mask;
    method.info.data = DataKind::documents;
    method.treatment = std::make_shared<const TreatmentTraits>(std::move(traits));
    method.treat = [schema, apply](const TreatInput& input, const Json& params) {
        return apply(input, lethe::detail::rebind(schema, params));
    };
    return method;
}

// An attack on released documents, or what they lost. Document i of `released` was made of document
// i of `original`; of one that is gone the text is empty.
struct AssessInput {
    const TextCollection& original;
    const TextCollection& released;
    const Finders& finders;  // that look for mentions in both
    Random random;
    const Context& context;
    TaxonomyPtr wordnet = nullptr;  // knows common words; may be missing
    // Of each category: its label in the release, and whether its mentions may stand there. Empty:
    // those of the profile `default`.
    std::vector<CategoryInfo> categories = {};
    std::vector<MayStand> may_stand = {};
    // The mentions of the originals where they were found before; null: they are looked for.
    const std::vector<Mentions>* mentions = nullptr;

    // What a method may need beside documents, see MethodInfo::needs; null where it is not given.
    const QueryFile* queries = nullptr;
    const std::vector<GoldDocument>* gold = nullptr;
    // The two collections as gold has them, without fields that stand behind the texts; null: as
    // they are.
    const TextCollection* texts_before = nullptr;
    const TextCollection* texts_after = nullptr;
    TaxonomyPtr taxonomy = nullptr;
};

template <class P>
using AssessFunction = Measurement (*)(const AssessInput&, const P&);

template <class P>
Method make_assessment(Family family, MethodInfo info, const Schema<P>& schema,
                       AssessFunction<P> apply) {
    Method method = lethe::detail::bare_method(std::move(info), schema);
    method.info.family = family;
    method.info.data = DataKind::documents;
    method.assess_documents = [schema, apply](const AssessInput& input, const Json& params) {
        return apply(input, lethe::detail::rebind(schema, params));
    };
    return method;
}

// Error(usage): the method needs what was not given.
[[noreturn]] void throw_missing_need(const MethodInfo& info);

}  // namespace lethe::documents
