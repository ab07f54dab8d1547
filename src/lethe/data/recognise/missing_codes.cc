#include "lethe/data/recognise/missing_codes.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "lethe/data/numbers/number_text.h"
#include "lethe/data/recognise/value_form.h"

namespace lethe::recognise {
namespace {

constexpr std::array<std::string_view, 19> kCertain{
    "?",    "??",   "???", "-",  "--",     "---", ".",      "..",   "n/a",      "#n/a",
    "<na>", "null", "nil", "na", "(null)", "nan", "#null!", "n.a.", "(missing)"};

constexpr std::array<std::string_view, 42> kAnswers{"unknown",
                                                    "unk",
                                                    "missing",
                                                    "not stated",
                                                    "not_stated",
                                                    "notstated",
                                                    "not available",
                                                    "not_available",
                                                    "not applicable",
                                                    "not_applicable",
                                                    "not known",
                                                    "not_known",
                                                    "not reported",
                                                    "not recorded",
                                                    "not specified",
                                                    "unspecified",
                                                    "undetermined",
                                                    "refused",
                                                    "declined",
                                                    "don't know",
                                                    "dont know",

                                                    "no answer",
                                                    "no response",
                                                    "unavailable",
                                                    "none given",
                                                    "unbekannt",
                                                    "keine angabe",
                                                    "k.a.",
                                                    "k. a.",
                                                    "inconnu",
                                                    "non renseigné",
                                                    "desconocido",
                                                    "no consta",
                                                    "ns/nc",
                                                    "sconosciuto",
                                                    "onbekend",
                                                    "desconhecido",
                                                    "desconegut",
                                                    "-9",
                                                    "-99",
                                                    "-999",
                                                    "-9999"};

constexpr std::array<double, 8> kNegative{-1, -7, -8, -9, -88, -99, -999, -9999};
constexpr std::array<double, 5> kNines{99, 999, 9999, 99999, 999999};

template <std::size_t N>
bool listed(const std::array<std::string_view, N>& list, std::string_view text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

MissingText missing_text(std::string_view text) {
    const std::string_view plain = trimmed(text);
    if (plain.empty()) return MissingText::certain;  // blanks
    if (plain.size() > 16) return MissingText::none;
    std::string lower;
    for (const char c : plain) {
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (listed(kCertain, lower)) return MissingText::certain;
    return listed(kAnswers, lower) ? MissingText::answer : MissingText::none;
}

std::vector<MissingCode> missing_numbers(const std::vector<double>& values,
                                         const std::vector<std::int64_t>& rows) {
    std::vector<MissingCode> codes;
    const auto add = [&](std::size_t i) {
        codes.push_back({number_text(values[i]), rows[i], false});
    };
    const auto first = static_cast<std::size_t>(
        std::lower_bound(values.begin(), values.end(), 0.0) - values.begin());
    const bool all_listed = std::all_of(
        values.begin(), values.begin() + static_cast<std::ptrdiff_t>(first), [](double value) {
            return std::find(kNegative.begin(), kNegative.end(), value) != kNegative.end();
        });
    // With -1 or several of its kind among few numbers they may well be numbers: -1, 0, 1.
    if (first > 0 && first <= 4 && all_listed && values.size() >= first + 3) {
        for (std::size_t i = 0; i < first; ++i) add(i);
    }
    if (values.size() < 4) return codes;
    const double largest = values.back(), next = values[values.size() - 2];
    const bool nines = std::find(kNines.begin(), kNines.end(), largest) != kNines.end();
    if (nines && next < 0.9 * largest && next >= 0.0 && rows.back() >= 2) add(values.size() - 1);
    return codes;
}

}  // namespace lethe::recognise
