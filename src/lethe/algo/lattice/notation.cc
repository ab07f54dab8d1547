#include "lethe/algo/lattice/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lethe::lattice {
namespace {

std::string_view stripped(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// The first place of a character from `begin` on that is not between quotation marks.
std::size_t find_unquoted(std::string_view text, char wanted, std::size_t begin = 0) {
    bool within = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') within = !within;
        if (!within && i >= begin && text[i] == wanted) return i;
    }
    return std::string_view::npos;
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
    for (std::size_t i = find_unquoted(text, '+'); i != std::string_view::npos;
         i = find_unquoted(text, '+', i + 1)) {
        if (!joins_terms(text, i)) continue;
        parts.push_back(stripped(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    parts.push_back(stripped(text.substr(begin)));
    return parts;
}

void read_parameter(std::string_view part, bool is_first, std::string_view what, Term& term,
                    Problems& problems) {
    const std::size_t equals = find_unquoted(part, '=');
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
    if (std::count(text.begin(), text.end(), '"') % 2 != 0) {
        problems.push_back({fmt::format("a {} has a quotation mark that is not closed", what)});
        return terms;
    }
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
        const std::size_t colon = find_unquoted(part, ':');
        term.name = stripped(part.substr(0, colon));
        if (colon == std::string_view::npos) continue;
        std::string_view rest = part.substr(colon + 1);
        for (bool is_first = true; !rest.empty(); is_first = false) {
            const std::size_t comma = find_unquoted(rest, ',');
            read_parameter(stripped(rest.substr(0, comma)), is_first, what, term, problems);
            rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
        }
    }
    return terms;
}

std::string quoted(const std::string& name) {
    const bool plain = !name.empty() && name.find_first_of(",+|=\"") == std::string::npos &&
                       name.front() != ' ' && name.back() != ' ';
    if (plain) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

std::string unquoted(std::string_view text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
    std::string name;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        name += text[i];
        if (text[i] == '"' && text[i + 1] == '"' && i + 2 < text.size()) ++i;
    }
    return name;
}

std::vector<std::string> names_in(std::string_view text, char between) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(find_unquoted(text, between, begin), text.size());
        names.push_back(unquoted(stripped(text.substr(begin, end - begin))));
        begin = end + 1;
    }
    return names;
}

std::string joined_names(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : "|") + quoted(name);
    return text;
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
