// An encrypted text in place of a mention: Pers_enc:...
#include "lethe/documents/document_method.h"
#include "lethe/documents/treat/sealed_mentions.h"

namespace lethe::documents {
namespace {

TreatOutput treat_encrypt(const TreatInput& input, const NoParams&) {
    return {sealed_mention(input.text, input.info.label, *input.tools.cipher)};
}

std::optional<WrittenPlace> written_encrypted(const WrittenSearch& search, std::size_t w) {
    if (search.behind_label(w) == nullptr) return std::nullopt;
    const language::Token& label = search.words[w];
    if (!search.text.substr(label.end).starts_with(kSealedMark)) return std::nullopt;
    const auto end = sealed_end(search.text, label.end + kSealedMark.size());
    if (!end) return std::nullopt;
    return WrittenPlace{label.begin, *end};
}

}  // namespace

Method encrypt_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "encrypt",
            .title = "Encrypting",
            .summary = "The text encrypted with a key, from which it can be restored exactly.",
            .description =
                "AES-SIV of the text with a key (`lethe key make` makes one). `lethe text decrypt` "
                "with the same key restores the documents byte for byte: for documents that go to "
                "a processor and come back. Equal texts stay equal, and the length shows in steps "
                "of 16 bytes. Beware: this is pseudonymisation. Who has the key has the original, "
                "so the key must be kept apart from the release and as safe as the original; which "
                "mentions are equal, and how often each stands, is told to everybody.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"harkins2008siv"},
            .in_words = "Encrypts each mention; who has the key can restore it."},
        TreatmentTraits{
            .becomes = "encrypted", .needs_cipher = true, .written_at = written_encrypted},
        Schema<NoParams>(), treat_encrypt);
}

}  // namespace lethe::documents
