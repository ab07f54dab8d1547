// The category in place of a mention: <Person>.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/documents/document_method.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kLongestTitle = 40;

// "Credit card" of "credit-card".
std::string category_title(std::string name) {
    std::ranges::replace(name, '-', ' ');
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') {
        name[0] = static_cast<char>(name[0] - 'a' + 'A');
    }
    return name;
}

TreatOutput treat_label(const TreatInput& input, const NoParams&) {
    return {fmt::format("<{}>", category_title(input.info.name))};
}

std::optional<WrittenPlace> written_label(const WrittenSearch& search, std::size_t w) {
    const std::size_t begin = search.words[w].begin;
    if (begin == 0 || search.text[begin - 1] != '<') return std::nullopt;
    const std::size_t size = search.text.substr(begin, kLongestTitle + 1).find('>');
    if (size == std::string_view::npos) return std::nullopt;
    const std::string_view title = search.text.substr(begin, size);
    const bool known = std::ranges::any_of(search.categories, [&](const CategoryInfo& info) {
        return category_title(info.name) == title;
    });
    if (!known) return std::nullopt;
    return WrittenPlace{begin - 1, begin + size + 1};
}

}  // namespace

Method label_treatment() {
    return make_treatment(
        MethodInfo{
            .name = "label",
            .title = "Labelling",
            .summary = "The category stands in its place: `<Person>`.",
            .description =
                "All mentions of a category become the same text, so that nobody can tell which of "
                "them are the same person, in a document or across documents. It is the safest "
                "treatment that still says what stood there; the profile `strict` uses it for "
                "everything. Beware: who did what to whom is lost where several people appear. "
                "Numbers (`number`) keep it.",
            .kinds = {Kind::text},
            .properties = {},
            .cites = {"abril2014privacy"},
            .in_words = "Replaces each mention by what kind of thing it is.",
            .purposes = {Purpose::labelling}},
        TreatmentTraits{.becomes = "its category", .written_at = written_label}, Schema<NoParams>(),
        treat_label);
}

}  // namespace lethe::documents
