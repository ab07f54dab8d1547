// A keyed digest in place of an entity: Pers_5bdcc146bf60754e.
#include <fmt/format.h>

#include "lethe/documents/document_method.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

constexpr int kHashDigits = 16;

bool all_figures(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The label goes into the digest, so that one name in two categories does not show. Always with a
// letter, so that no number looks like it.
TreatOutput treat_hash(const TreatInput& input, const NoParams&) {
    const std::string& label = input.info.label;
    std::string whole = label + '\n' + language::plain_letters(input.entity_name);
    std::string digest = keyed_digest(*input.tools.salt, whole, kHashDigits);
    while (all_figures(digest)) {
        whole += '\n';
        digest = keyed_digest(*input.tools.salt, whole, kHashDigits);
    }
    return {fmt::format("{}_{}", label, digest)};
}

std::optional<WrittenPlace> written_hash(const WrittenSearch& search, std::size_t w) {
    const language::Token* behind = search.behind_label(w);
    if (behind == nullptr) return std::nullopt;
    const std::string_view digest = behind->of(search.text);
    if (digest.size() != kHashDigits || all_figures(digest) ||
        digest.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
        return std::nullopt;
    }
    return WrittenPlace{search.words[w].begin, behind->end};
}

}  // namespace

Method hash_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "hash",
            .title = "Hashing",
            .summary = "A digest of the entity's name with a salt: `Pers_5bdcc146bf60754e`.",
            .description =
                "HMAC with SHA-256 of the label and the entity's name with a salt. The same name "
                "has the same digest in every collection that is treated with the same salt, so "
                "that collections which are released one after the other can be joined; one name "
                "in two categories has two digests. Without the salt nobody can try names. Beware: "
                "who has the salt can try all names of a telephone book, so keep it "
                "(`--salt-file`) "
                "as the originals, or let the program make one that is forgotten; and the same "
                "digest tells which documents speak of the same person.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"krawczyk1997hmac"},
            .in_words = "Replaces each entity by a code that only who has the salt can make."},
        TreatmentTraits{.becomes = "hashed",
                        .needs_salt = true,
                        .tells_entities = true,
                        .written_at = written_hash},
        Schema<NoParams>(), treat_hash);
}

}  // namespace lethe::documents
