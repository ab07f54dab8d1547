#include "lethe/algo/lattice/notation.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace lethe::lattice {
namespace {

std::string_view stripped(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// A plus sign joins terms where a space is beside it or a name with a colon follows; in 1e+5 and in
// lists of columns it does not.
bool joins_terms(std::string_view text, std::size_t plus) {
    if (plus > 0 && text[plus - 1] == ' ') return true;
    if (plus + 1 < text.size() && text[plus + 1] == ' ') return true;
    std::size_t end = plus + 1;
    while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || text[end] == '-')) ++end;
    return end > plus + 1 && end < text.size() && text[end] == ':';
}

std::vector<std::string_view> split_terms(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '+' || !joins_terms(text, i)) continue;
        parts.push_back(stripped(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    parts.push_back(stripped(text.substr(begin)));
    return parts;
}

void read_parameter(std::string_view part, bool is_first, std::string_view what, Term& term,
                    Problems& problems) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
        if (is_first && !part.empty()) {
            term.first = part;
        } else if (!part.empty()) {
            term.named[std::string(part)] = "";
        }
        return;
    }
    const std::string key(stripped(part.substr(0, equals)));
    const bool is_new =
        term.named.emplace(key, std::string(stripped(part.substr(equals + 1)))).second;
    if (is_new) return;
    problems.push_back({fmt::format("{} {}: {} is given twice", what, term.text, key)});
}

}  // namespace

std::vector<Term> terms_of(std::string_view text, std::string_view what, Problems& problems) {
    std::vector<Term> terms;
    for (const std::string_view part : split_terms(text)) {
        if (part.empty()) {
            problems.push_back(
                {fmt::format("a {} is missing: write them as NAME:NUMBER, joined "
                             "by +",
                             what)});
            continue;
        }
        Term& term = terms.emplace_back();
        term.text = part;
        const std::size_t colon = part.find(':');
        term.name = stripped(part.substr(0, colon));
        if (colon == std::string_view::npos) continue;
        std::string_view rest = part.substr(colon + 1);
        for (bool is_first = true; !rest.empty(); is_first = false) {
            const std::size_t comma = rest.find(',');
            read_parameter(stripped(rest.substr(0, comma)), is_first, what, term, problems);
            rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
        }
    }
    return terms;
}

std::optional<double> number_in(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

}  // namespace lethe::lattice
