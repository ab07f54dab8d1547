#include "lethe/documents/measure/term_anonymity.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace lethe::documents {
namespace {

constexpr std::size_t kMostRare = 20;

}  // namespace

TermAnonymity term_anonymity(const Context& context,
                             const std::vector<std::vector<std::string>>& terms, std::int64_t k,
                             std::int64_t m) {
    TermAnonymity result;
    result.documents = std::ssize(terms);
    result.k = k;
    std::unordered_map<std::string_view, Item> numbers;
    std::vector<TermAnonymity::RareTerm> counted;
    ItemLists lists(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        for (const std::string& term : terms[i]) {
            const auto [known, is_new] =
                numbers.try_emplace(term, static_cast<Item>(numbers.size()));
            if (is_new) counted.push_back({term, 0});
            lists[i].push_back(known->second);
        }
        std::sort(lists[i].begin(), lists[i].end());
        lists[i].erase(std::unique(lists[i].begin(), lists[i].end()), lists[i].end());
        for (const Item item : lists[i]) ++counted[item].documents;
        result.occurrences += std::ssize(lists[i]);
    }
    result.terms = std::ssize(counted);
    std::vector<bool> exposed(terms.size());
    for (std::int64_t size = 1; size <= m; ++size) {
        result.by_size.push_back(count_combinations(context, lists, size, k, exposed));
        const CombinationSupport& support = result.by_size.back();
        result.violating += support.violating;
        if (support.combinations == 0) continue;
        result.smallest =
            result.smallest == 0 ? support.smallest : std::min(result.smallest, support.smallest);
    }
    result.exposed = std::count(exposed.begin(), exposed.end(), true);
    std::erase_if(counted, [&](const auto& term) { return term.documents >= k; });
    std::sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) {
        return a.documents != b.documents ? a.documents < b.documents : a.term < b.term;
    });
    if (counted.size() > kMostRare) counted.resize(kMostRare);
    result.rarest = std::move(counted);
    return result;
}

Json to_json(const TermAnonymity& anonymity) {
    Json by_size = Json::array();
    for (const CombinationSupport& support : anonymity.by_size) {
        by_size.push_back({{"terms", by_size.size() + 1},
                           {"combinations", support.combinations},
                           {"violating", support.violating},
                           {"smallest", support.smallest}});
    }
    Json rarest = Json::array();
    for (const auto& term : anonymity.rarest) {
        rarest.push_back(
            {{"about", "original"}, {"term", term.term}, {"documents", term.documents}});
    }
    return {{"k", anonymity.k},
            {"documents", anonymity.documents},
            {"terms", anonymity.terms},
            {"occurrences", anonymity.occurrences},
            {"smallest", anonymity.smallest},
            {"violating", anonymity.violating},
            {"exposed", anonymity.exposed},
            {"by_size", std::move(by_size)},
            {"rarest", std::move(rarest)}};
}

}  // namespace lethe::documents
