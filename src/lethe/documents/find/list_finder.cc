// Names of lists. A phrase is a path of words; the paths of all phrases share their beginnings, and
// an edge is one entry of a hash table, keyed by the node it leaves and the hash of its word in
// lower case. From each word of a text the walk goes on as long as there is an edge. A filter of
// one bit for the first word of any phrase ends nearly all walks before they begin.
//
// Words are compared by their hashes of 64 bits; the spelling of a whole match is compared by a
// second hash, of what the phrase says letter by letter, unless its list takes any case.
#include "lethe/documents/find/list_finder.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "lethe/io/file.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

constexpr std::uint64_t kListPrime = 1099511628211ULL;
constexpr std::uint64_t kBasis = 1469598103934665603ULL;
constexpr std::size_t kListFilterBits = std::size_t{1} << 20;
constexpr std::size_t kLongestEntry = 24;  // tokens of a phrase

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = a * 0x9E3779B97F4A7C15ULL ^ b;
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93ULL;
    return h ^ h >> 32;
}

std::uint64_t exact_hash(std::uint64_t hash, std::string_view word) {
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * kListPrime;
    return (hash ^ 0x1F) * kListPrime;
}

std::uint64_t lower_hash(std::string_view word) {
    std::uint64_t hash = kBasis;
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) return exact_hash(kBasis, language::lower_case(word));
        const unsigned lower = byte >= 'A' && byte <= 'Z' ? byte + 32U : byte;
        hash = (hash ^ lower) * kListPrime;
    }
    return (hash ^ 0x1F) * kListPrime;
}

struct Entry {
    std::int32_t list = 0;
    std::uint64_t exact = 0;
};

}  // namespace

struct ListFinder::State {
    struct List {
        CategoryId category;
        std::string name;
        bool any_case;
        float score;
    };
    std::vector<List> lists;
    std::vector<bool> first = std::vector<bool>(kListFilterBits);
    std::array<std::uint64_t, 256> starts{};                // by first byte: lengths of first words
    std::unordered_map<std::uint64_t, std::int32_t> edges;  // (node, word) -> node
    std::vector<std::vector<Entry>> ends{1};                // by node

    void add(std::int32_t list, std::string_view phrase);
    void note_start(std::string_view word, bool any_case);
    bool may_start(std::string_view word) const {
        return (starts[static_cast<unsigned char>(word[0])] >>
                    std::min<std::size_t>(word.size(), 63) &
                1U) != 0;
    }
    const List* best_of(std::int32_t node, std::uint64_t exact) const;
};

void ListFinder::State::add(std::int32_t list, std::string_view phrase) {
    const std::vector<language::Token> tokens = language::tokenise(phrase);
    if (tokens.empty() || tokens.size() > kLongestEntry) return;
    std::int32_t node = 0;
    std::uint64_t exact = kBasis;
    for (const language::Token& token : tokens) {
        const std::uint64_t word = lower_hash(token.of(phrase));
        if (node == 0) {
            first[word % kListFilterBits] = true;
            note_start(token.of(phrase), lists[static_cast<std::size_t>(list)].any_case);
        }
        const auto next = static_cast<std::int32_t>(ends.size());
        const auto [edge, added] =
            edges.emplace(mixed(static_cast<std::uint64_t>(node) + 1, word), next);
        if (added) ends.emplace_back();
        node = edge->second;
        exact = exact_hash(exact, token.of(phrase));
    }
    ends[static_cast<std::size_t>(node)].push_back({list, exact});
}

// Folding may change the first byte and the length of words beyond ASCII, so these pass always.
void ListFinder::State::note_start(std::string_view word, bool any_case) {
    const auto first_byte = static_cast<unsigned char>(word[0]);
    const std::uint64_t length = std::uint64_t{1} << std::min<std::size_t>(word.size(), 63);
    const bool letter = (first_byte | 32U) >= 'a' && (first_byte | 32U) <= 'z';
    const bool plain = std::all_of(word.begin(), word.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!any_case) {
        starts[first_byte] |= length;
    } else if (plain) {
        starts[first_byte] |= length;
        if (letter) starts[first_byte ^ 32U] |= length;
        for (std::size_t byte = 0x80; byte < 256; ++byte) starts[byte] = ~std::uint64_t{0};
    } else {
        starts.fill(~std::uint64_t{0});
    }
}

const ListFinder::State::List* ListFinder::State::best_of(std::int32_t node,
                                                          std::uint64_t exact) const {
    const List* best = nullptr;
    for (const Entry& entry : ends[static_cast<std::size_t>(node)]) {
        const List& list = lists[static_cast<std::size_t>(entry.list)];
        if (!list.any_case && entry.exact != exact) continue;
        if (best == nullptr || list.score > best->score) best = &list;
    }
    return best;
}

ListFinder::ListFinder(const std::vector<NameList>& lists) : state_(std::make_unique<State>()) {
    for (const NameList& list : lists) {
        state_->lists.push_back({list.category, list.name, list.any_case, list.score});
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
        for (const std::string& phrase : lists[i].phrases) {
            state_->add(static_cast<std::int32_t>(i), phrase);
        }
    }
}

ListFinder::~ListFinder() = default;
ListFinder::ListFinder(ListFinder&&) noexcept = default;

Mentions ListFinder::find(std::string_view text, const std::vector<language::Token>& tokens) const {
    Mentions found;
    for (std::size_t i = 0; i < tokens.size();) {
        if (!state_->may_start(tokens[i].of(text))) {
            ++i;
            continue;
        }
        const std::uint64_t word = lower_hash(tokens[i].of(text));
        if (!state_->first[word % kListFilterBits]) {
            ++i;
            continue;
        }
        std::int32_t node = 0;
        std::uint64_t exact = kBasis;
        const State::List* best = nullptr;
        std::size_t best_end = i;
        for (std::size_t j = i; j < tokens.size() && j - i < kLongestEntry; ++j) {
            const std::uint64_t next = j == i ? word : lower_hash(tokens[j].of(text));
            const auto edge = state_->edges.find(mixed(static_cast<std::uint64_t>(node) + 1, next));
            if (edge == state_->edges.end()) break;
            node = edge->second;
            exact = exact_hash(exact, tokens[j].of(text));
            if (const State::List* list = state_->best_of(node, exact)) {
                best = list;
                best_end = j + 1;
            }
        }
        if (best == nullptr) {
            ++i;
            continue;
        }
        Mention mention;
        mention.span = {tokens[i].begin, tokens[best_end - 1].end};
        mention.category = best->category;
        mention.source = MentionSource::list;
        mention.score = best->score;
        mention.pattern = best->name;
        found.push_back(mention);
        i = best_end;
    }
    return found;
}

NameList read_name_list(const std::string& path, CategoryId category) {
    NameList list;
    list.category = category;
    list.name = path.substr(path.find_last_of('/') + 1);
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        const auto begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos || line[begin] == '#') continue;
        list.phrases.push_back(line.substr(begin));
    }
    return list;
}

}  // namespace lethe::documents
