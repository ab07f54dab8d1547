#include "lethe/documents/treat/treatment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

using TreatmentKind = Treatment::Kind;

struct Named {
    TreatmentKind kind;
    std::string_view name;
};

constexpr std::array<Named, 9> kTreatmentNames{{{TreatmentKind::keep, "keep"},
                                                {TreatmentKind::label, "label"},
                                                {TreatmentKind::number, "number"},
                                                {TreatmentKind::generalise, "generalise"},
                                                {TreatmentKind::mask, "mask"},
                                                {TreatmentKind::hash, "hash"},
                                                {TreatmentKind::encrypt, "encrypt"},
                                                {TreatmentKind::remove, "remove"},
                                                {TreatmentKind::replace, "replace"}}};

constexpr int kHashDigits = 16;
constexpr std::size_t kNumberDigits = 6;  // of a number that is taken for an earlier one
constexpr std::size_t kLongestTitle = 40;
constexpr std::string_view kEncrypted = "_enc:";
// Where letters follow a token directly its end is not known: every length up to the one is tried,
// and of a longer token the other, so that the time does not grow with the square.
constexpr std::size_t kBlocksTried = 192;
constexpr std::size_t kLastBlocksTried = 8;

// "Credit card" of "credit-card".
std::string category_title(std::string name) {
    std::replace(name.begin(), name.end(), '-', ' ');
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') {
        name[0] = static_cast<char>(name[0] - 'a' + 'A');
    }
    return name;
}

std::string sealed(std::string_view text, const std::string& label, const Cipher& cipher) {
    // The label goes with the text, so that opening knows where the token begins.
    const std::string whole = label + '\n' + std::string(text);
    return fmt::format("{}{}{}", label, kEncrypted, base64url(cipher.seal(whole)));
}

bool is_number_text(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_base64(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
}

// Characters that 16 + 16 n bytes take.
std::size_t token_size(std::size_t blocks) { return ((16 + 16 * blocks) * 4 + 2) / 3; }

// Blocks of the longest token that can begin here; 0 where none can.
std::size_t most_blocks(std::string_view text, std::size_t first) {
    std::size_t end = first;
    while (end < text.size() && is_base64(text[end])) ++end;
    std::size_t blocks = 0;
    while (token_size(blocks + 1) <= end - first) ++blocks;
    return blocks;
}

// The label goes into the digest, so that one name in two categories does not show. Always with a
// letter, so that no number looks like it.
std::string hashed(std::string_view entity_name, const std::string& label, const Secret& salt) {
    std::string whole = label + '\n' + language::plain_letters(entity_name);
    std::string digest = keyed_digest(salt, whole, kHashDigits);
    while (is_number_text(digest)) {
        whole += '\n';
        digest = keyed_digest(salt, whole, kHashDigits);
    }
    return fmt::format("{}_{}", label, digest);
}

// The number of Pers_12, as this program writes it.
std::optional<std::int64_t> written_number(std::string_view digits) {
    if (digits.size() > kNumberDigits || !is_number_text(digits) || digits[0] == '0') {
        return std::nullopt;
    }
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

bool is_hash(std::string_view text) {
    return text.size() == kHashDigits && !is_number_text(text) &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string_view name(TreatmentKind kind) {
    for (const Named& named : kTreatmentNames) {
        if (named.kind == kind) return named.name;
    }
    return "";
}

std::optional<TreatmentKind> treatment_named(std::string_view text) {
    for (const Named& named : kTreatmentNames) {
        if (named.name == text) return named.kind;
    }
    return std::nullopt;
}

std::vector<std::string> treatment_names() {
    std::vector<std::string> names;
    for (const Named& named : kTreatmentNames) names.emplace_back(named.name);
    return names;
}

Json to_json(const Treatment& treatment) {
    Json json;
    json["treatment"] = name(treatment.kind);
    if (treatment.kind == TreatmentKind::mask) {
        json["character"] = treatment.character;
        json["keep_first"] = treatment.keep_first;
        json["keep_last"] = treatment.keep_last;
    }
    return json;
}

std::string masked(std::string_view text, const Treatment& treatment) {
    const auto is_masked = [&](std::size_t at) {
        return language::is_word(language::character_at(text, at).code) && text[at] != '_';
    };
    std::int64_t total = 0;
    for (std::size_t at = 0; at < text.size();) {
        total += is_masked(at) ? 1 : 0;
        at += static_cast<std::size_t>(language::character_at(text, at).length);
    }
    // Something is always masked: a short text keeps nothing.
    const bool keeps = treatment.keep_first + treatment.keep_last < total;
    std::string result;
    std::int64_t seen = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto length = static_cast<std::size_t>(language::character_at(text, at).length);
        const bool word = is_masked(at);
        const bool kept =
            !word ||
            (keeps && (seen < treatment.keep_first || seen >= total - treatment.keep_last));
        result += kept ? text.substr(at, length) : std::string_view(treatment.character);
        seen += word ? 1 : 0;
        at += length;
    }
    return result;
}

Treated treat(const Treatment& treatment, std::string_view text, CategoryId category,
              const CategoryInfo& info, std::string_view entity_name, std::int64_t number,
              const Tools& tools) {
    const std::string numbered = fmt::format("{}_{}", info.label, number);
    switch (treatment.kind) {
        case TreatmentKind::keep:
            return {std::string(text)};
        case TreatmentKind::label:
            return {fmt::format("<{}>", category_title(info.name))};
        case TreatmentKind::number:
            return {numbered};
        case TreatmentKind::generalise:
            if (auto wider = generalise(text, category, treatment.to, tools.knowledge)) {
                return {std::move(*wider)};
            }
            return {numbered, true};
        case TreatmentKind::mask:
            return {masked(text, treatment)};
        case TreatmentKind::hash:
            return {hashed(entity_name, info.label, *tools.salt)};
        case TreatmentKind::encrypt:
            return {sealed(text, info.label, *tools.cipher)};
        case TreatmentKind::remove:
            return {};
        case TreatmentKind::replace:
            return {treatment.text};
    }
    return {};
}

std::vector<language::Span> treated_places(std::string_view text,
                                           const std::vector<CategoryInfo>& categories,
                                           std::vector<std::int64_t>& highest) {
    highest.resize(categories.size());
    std::vector<language::Span> places;
    const auto add = [&](std::size_t begin, std::size_t end) {
        const language::Span span{static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
        if (!places.empty() && places.back().end >= span.begin) {
            places.back().end = std::max(places.back().end, span.end);
        } else {
            places.push_back(span);
        }
    };
    const std::vector<language::Token> words = language::words_of(text);
    for (std::size_t w = 0; w < words.size(); ++w) {
        const language::Token& token = words[w];
        const bool joined =
            w + 1 < words.size() && words[w + 1].begin == token.end + 1 && text[token.end] == '_';
        if (joined) {
            const std::string_view label = token.of(text);
            const std::string_view rest = words[w + 1].of(text);
            const auto number = written_number(rest);
            bool known = false;
            for (std::size_t c = 0; c < categories.size(); ++c) {
                if (categories[c].label != label) continue;
                known = true;
                if (number) highest[c] = std::max(highest[c], *number);
            }
            if (!known) continue;
            if (number || is_hash(rest)) {
                add(token.begin, words[w + 1].end);
            } else if (text.substr(token.end).starts_with(kEncrypted)) {
                const std::size_t first = token.end + kEncrypted.size();
                const std::size_t blocks = most_blocks(text, first);
                if (blocks > 0) add(token.begin, first + token_size(blocks));
            }
        } else if (token.begin > 0 && text[token.begin - 1] == '<') {
            const std::size_t size = text.substr(token.begin, kLongestTitle + 1).find('>');
            if (size == std::string_view::npos) continue;
            const std::size_t close = token.begin + size;
            const std::string_view title = text.substr(token.begin, size);
            if (std::any_of(categories.begin(), categories.end(), [&](const CategoryInfo& info) {
                    return category_title(info.name) == title;
                })) {
                add(token.begin - 1, close + 1);
            }
        }
    }
    return places;
}

Decrypted decrypt(std::string_view text, const Cipher& cipher, bool json) {
    Decrypted result;
    std::size_t copied = 0;
    for (std::size_t mark = text.find(kEncrypted); mark != std::string_view::npos;
         mark = text.find(kEncrypted, mark + 1)) {
        if (mark < copied) continue;
        const std::size_t first = mark + kEncrypted.size();
        const std::size_t most = most_blocks(text, first);
        if (most == 0) continue;
        // Letters may follow the token directly: the key tells where it ends.
        std::optional<std::string> whole;
        std::size_t blocks = most;
        for (; blocks > 0 && !whole; blocks -= whole ? 0 : 1) {
            if (most - blocks >= kLastBlocksTried) blocks = std::min(blocks, kBlocksTried);
            const auto bytes = from_base64url(text.substr(first, token_size(blocks)));
            if (bytes) whole = cipher.open(*bytes);
        }
        const std::size_t line = whole ? whole->find('\n') : std::string::npos;
        const bool labelled = line != std::string::npos && line <= mark - copied &&
                              text.substr(mark - line, line) == whole->substr(0, line);
        if (!labelled) {
            ++result.closed;
            continue;
        }
        std::string restored = whole->substr(line + 1);
        if (json) {
            const std::string quoted = Json(restored).dump();
            restored = quoted.substr(1, quoted.size() - 2);
        }
        result.text += text.substr(copied, mark - line - copied);
        result.text += restored;
        copied = first + token_size(blocks);
        ++result.opened;
    }
    result.text += text.substr(copied);
    return result;
}

}  // namespace lethe::documents
