// Keyed pseudonyms: an identifier is replaced by a text that follows from it, a label and a key.
//
// What follows from them is in people/pseudonym_maker; `serial` is the place of the value in a
// random order, by the seed, and linked to no other release.
//
// A hash without a key is not offered: whoever knows what identifiers look like tries them all. All
// but serial give the same pseudonym for the same value, label and key in every table and run, and
// under another label one that cannot be linked to it.
//
// Two values with one pseudonym would be one person. Of N values and b bits that happens with
// probability below N^2 / 2^(b + 1), so b >= 2 log2 N + 20 is asked for, and what was made is
// compared besides.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/parallel.h"
#include "lethe/language/composed.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/people/keyed.h"
#include "lethe/table/mask/people/pseudonym_maker.h"

namespace lethe::mask {
namespace {

// Below which a pseudonym is hardly one: a person's own number would often be hers.
constexpr double kFewestNumbers = 1000;

std::string_view identity_of(std::string_view value, IdentityForm form) {
    constexpr std::string_view kBlanks = " \t\r\n";
    if (form == IdentityForm::as_is) return value;
    const std::size_t begin = value.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    value = value.substr(begin, value.find_last_not_of(kBlanks) - begin + 1);
    if (form == IdentityForm::trimmed) return value;
    const std::size_t first = std::min(value.find_first_not_of('0'), value.size() - 1);
    return value.substr(first);
}

// How many bits tell N values apart but for one chance in two millions.
double needed_bits(std::size_t values) {
    return 2 * std::log2(static_cast<double>(std::max<std::size_t>(values, 1))) + 20;
}

bool is_number_of_digits(std::string_view value, const PseudonymParams& params) {
    const std::size_t check = params.check_digit == CheckDigit::none ? 0 : 1;
    const bool digits =
        std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits && value.size() >= 6 + check && value.size() <= 64;
}

// The identities of a column, each once: its value and those of the parts, as far as they count.
struct Identities {
    std::vector<std::vector<std::string>> values;
    std::vector<std::int32_t> of_row;  // -1: none, where a value is missing
};

// A column's values, each once, by which rows are told apart.
struct ValuesThatCount {
    std::vector<std::string> values;
    std::vector<std::int32_t> of_row;
};

ValuesThatCount values_that_count(const Column& column, IdentityForm form) {
    const ColumnPtr written = column.as_written(Kind::nominal);
    ValuesThatCount result;
    std::map<std::string, std::int32_t, std::less<>> known;
    std::vector<std::int32_t> value_of;
    for (const std::string& text : written->dictionary()) {
        const std::string whole = language::composed(text);
        const std::string_view value = identity_of(whole, form);
        const auto next = static_cast<std::int32_t>(result.values.size());
        const auto [place, added] = known.emplace(value, next);
        if (added) result.values.emplace_back(value);
        value_of.push_back(place->second);
    }
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto code = written->codes()[static_cast<std::size_t>(row)];
        result.of_row.push_back(column.valid(row) ? value_of[static_cast<std::size_t>(code)] : -1);
    }
    return result;
}

// Each identity that occurs, joined with the value of one more column, in the order of rows.
void join_part(const ValuesThatCount& part, Identities& identities) {
    std::unordered_map<std::uint64_t, std::int32_t> known;
    std::vector<std::vector<std::string>> values;
    for (std::size_t row = 0; row < part.of_row.size(); ++row) {
        std::int32_t& own = identities.of_row[row];
        if (own < 0 || part.of_row[row] < 0) {
            own = -1;
            continue;
        }
        const auto before = static_cast<std::size_t>(own);
        const auto value = static_cast<std::uint64_t>(part.of_row[row]);
        const auto [place, added] =
            known.emplace(before << 32U | value, static_cast<std::int32_t>(values.size()));
        if (added) {
            values.push_back(identities.values[before]);
            values.back().push_back(part.values[static_cast<std::size_t>(value)]);
        }
        own = place->second;
    }
    identities.values = std::move(values);
}

Identities identities_of(const Table& table, const std::string& name,
                         const PseudonymParams& params) {
    ValuesThatCount own = values_that_count(table.column(name), params.identity);
    Identities identities{{}, std::move(own.of_row)};
    for (std::string& value : own.values) identities.values.push_back({std::move(value)});
    for (const std::string& part : params.parts) {
        join_part(values_that_count(table.column(part), params.identity), identities);
    }
    return identities;
}

// Of the numbers of a column, each counted once.
struct NumbersOfColumn {
    std::size_t invalid = 0;
    double fewest = std::numeric_limits<double>::infinity();  // like one of them
};

NumbersOfColumn numbers_of(const std::vector<std::vector<std::string>>& values,
                           const PseudonymParams& params) {
    // How many there are follows from their form alone: any key does.
    const Secret any(std::string(32, '\0'));
    const PseudonymMaker maker(any, params);
    NumbersOfColumn result;
    for (const std::vector<std::string>& value : values) {
        const std::optional<double> like = maker.numbers()->numbers_like(value.front());
        if (!like) ++result.invalid;
        result.fewest = std::min(result.fewest, like.value_or(result.fewest));
    }
    return result;
}

// Numbers from 1 in a random order, all of the same length.
std::vector<std::string> serial_numbers(const MaskInput& input, const std::string& column,
                                        std::size_t count) {
    const auto order = random_permutation(input.random.stream(column + "/serial"),
                                          static_cast<std::int64_t>(count));
    const std::size_t width = std::to_string(count).size();
    std::vector<std::string> numbers;
    for (const std::int64_t place : order) {
        numbers.push_back(fmt::format("{:0{}}", place + 1, width));
    }
    return numbers;
}

// Of each identity; "" for one that gets none.
std::vector<std::string> keyed_pseudonyms(const MaskInput& input, const Secret& key,
                                          const std::vector<std::vector<std::string>>& values,
                                          const PseudonymParams& params) {
    std::vector<std::string> made(values.size());
    const PseudonymMaker maker(key, params);
    parallel_chunks(input.context, std::ssize(values), 1024,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (auto i = static_cast<std::size_t>(begin);
                             i < static_cast<std::size_t>(end); ++i) {
                            made[i] = maker.pseudonym(values[i]).value_or("");
                        }
                    });
    return made;
}

// What is said of a column of numbers: how many are none, and whether they could all be tried.
void tell_of_numbers(const std::string& name, const Identities& identities,
                     const PseudonymParams& params, MaskOutput& output) {
    const NumbersOfColumn numbers = numbers_of(identities.values, params);
    if (numbers.invalid > 0) {
        output.facts["invalid"][name] = numbers.invalid;
        output.warnings.push_back(fmt::format(
            "column \"{}\": {} of {} different values are no valid numbers ({}); {}", name,
            numbers.invalid, identities.values.size(), params.number,
            params.invalid == InvalidNumber::hash ? "they get a hash with an x before it"
                                                  : "they are missing in the release"));
    }
    if (numbers.fewest < DigitCipher::kLeastLists) {
        output.warnings.push_back(fmt::format(
            "column \"{}\": numbers of this form are fewer than a million: whoever knows which of "
            "them are in use is told much by how often each pseudonym stands there",
            name));
    }
}

void refuse_equal(const std::string& column, const std::vector<std::string>& pseudonyms) {
    std::unordered_set<std::string_view> different;
    for (const std::string& one : pseudonyms) {
        if (one.empty() || different.insert(one).second) continue;
        throw Error(
            ErrorKind::unmet,
            fmt::format("column \"{}\": different values have the same pseudonym: is the last "
                        "digit a check digit in all of them?",
                        column));
    }
}

// Bits of a pseudonym that are too few for so many values.
void refuse_short(const std::string& column, std::size_t values, const PseudonymParams& params) {
    const bool hashes =
        params.form == PseudonymForm::hash ||
        (params.form == PseudonymForm::number && params.invalid == InvalidNumber::hash);
    if (!hashes) return;
    const int bits = params.letters == PseudonymLetters::hex ? 4 : 6;
    const auto least = static_cast<std::int64_t>(std::ceil(needed_bits(values) / bits));
    const std::int64_t most = params.letters == PseudonymLetters::hex ? 64 : 43;
    if (params.length >= least && params.length <= most) return;
    throw Error(ErrorKind::usage,
                fmt::format("column \"{}\" has so many values that pseudonyms of {} characters "
                            "could be the same by chance: length must be from {} to {}",
                            column, params.length, least, most));
}

ColumnPtr pseudonym_column(const MaskInput& input, const std::string& name,
                           const PseudonymParams& params, MaskOutput& output) {
    const Identities identities = identities_of(input.table, name, params);
    refuse_short(name, identities.values.size(), params);
    const Secret& key = key_of_step(input.key);
    const std::vector<std::string> made =
        params.form == PseudonymForm::serial
            ? serial_numbers(input, name, identities.values.size())
            : keyed_pseudonyms(input, key, identities.values, params);
    refuse_equal(name, made);
    output.facts["values"][name] = identities.values.size();
    if (params.form == PseudonymForm::number) tell_of_numbers(name, identities, params, output);
    if (params.form == PseudonymForm::serial) {
        Json pairs = Json::array();
        for (std::size_t i = 0; i < made.size(); ++i) {
            const auto& value = identities.values[i];
            pairs.push_back({params.parts.empty() ? Json(value.front()) : Json(value), made[i]});
        }
        output.private_facts["vault"][name] = base64url(Cipher(key).seal(pairs.dump()));
    }
    // In the order of pseudonyms, so that a dictionary tells nothing about the order of rows.
    std::vector<std::string> dictionary = made;
    std::erase(dictionary, "");
    std::sort(dictionary.begin(), dictionary.end());
    std::vector<std::int32_t> code_of;
    for (const std::string& one : made) {
        code_of.push_back(static_cast<std::int32_t>(
            std::lower_bound(dictionary.begin(), dictionary.end(), one) - dictionary.begin()));
    }
    const Column& before = input.table.column(name);
    Validity validity(before.size());
    std::vector<std::int32_t> codes(static_cast<std::size_t>(before.size()), 0);
    for (std::int64_t row = 0; row < before.size(); ++row) {
        const std::int32_t own = identities.of_row[static_cast<std::size_t>(row)];
        if (own < 0 || made[static_cast<std::size_t>(own)].empty()) {
            validity.set_missing(row);
        } else {
            codes[static_cast<std::size_t>(row)] = code_of[static_cast<std::size_t>(own)];
        }
    }
    return Column::categories(name, Kind::nominal, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              std::move(validity), before.spelling_of_missing());
}

MaskOutput apply_pseudonyms(const MaskInput& input, const PseudonymParams& params) {
    MaskOutput output;
    output.private_facts["key_id"] = key_id(key_of_step(input.key));
    for (const std::string& name : input.columns) {
        output.changed.push_back(pseudonym_column(input, name, params, output));
    }
    output.warnings.push_back(
        params.form == PseudonymForm::serial
            ? "rows of one person can still be told to be of one person"
            : "the release is pseudonymous: whoever has the key, or learns whose pseudonym one "
              "is, knows the person in every table with it");
    return output;
}

void check_parts(const Table& table, std::span<const std::string> columns,
                 const PseudonymParams& params, const Place& place, Problems& problems) {
    const Place here = within(place, "parts");
    for (const std::string& part : params.parts) {
        if (table.find(part) == nullptr) {
            problems.push_back({unknown_name("column", part, table.names()), here});
        } else if (std::find(columns.begin(), columns.end(), part) != columns.end()) {
            problems.push_back(
                {fmt::format("column \"{}\" gets pseudonyms itself in this step: a part of other "
                             "identifiers is another column",
                             part),
                 here});
        }
    }
    if (!params.parts.empty() &&
        (params.form == PseudonymForm::digits || params.form == PseudonymForm::number)) {
        problems.push_back(
            {"digits are made of one number: an identifier of several parts takes "
             "the form hash, reversible or serial",
             within(place, "form")});
    }
}

// What is wrong with the numbers of the form of that name.
void check_numbers(const Table& table, std::span<const std::string> columns,
                   const PseudonymParams& params, const Place& place, Problems& problems) {
    const bool numbers = params.form == PseudonymForm::number;
    if (numbers && identifiers::find_number_form(params.number) == nullptr) {
        const std::vector<std::string> names = identifiers::number_form_names();
        problems.push_back({params.number.empty()
                                ? fmt::format("the form number needs to know which: one of {}",
                                              fmt::join(names, ", "))
                                : unknown_name("number", params.number, names),
                            within(place, "number")});
        return;
    }
    if (!numbers) {
        if (params.number.empty() && params.keep == 0) return;
        problems.push_back({"number and keep are for the form number",
                            within(place, params.number.empty() ? "keep" : "number")});
        return;
    }
    for (const std::string& name : columns) {
        if (table.find(name) == nullptr) continue;
        const Identities identities = identities_of(table, name, params);
        const NumbersOfColumn found = numbers_of(identities.values, params);
        if (found.invalid > 0 && params.invalid == InvalidNumber::refuse) {
            problems.push_back(
                {fmt::format("column \"{}\" has {} different values (of {}) that are no valid "
                             "numbers ({}): invalid = \"missing\" or \"hash\" says what becomes "
                             "of them",
                             name, found.invalid, identities.values.size(), params.number),
                 within(place, "invalid")});
        }
        if (found.fewest < kFewestNumbers) {
            problems.push_back({fmt::format("column \"{}\": so few characters are not kept that "
                                            "hardly a number could become another",
                                            name),
                                within(place, "keep")});
        }
    }
}

void check_pseudonyms(const Table& table, std::span<const std::string> columns,
                      const PseudonymParams& params, const Place& place, Problems& problems) {
    if (params.label.empty() || params.label.find('\0') != std::string::npos) {
        problems.push_back({"a label is a word or some", within(place, "label")});
    }
    check_parts(table, columns, params, place, problems);
    check_numbers(table, columns, params, place, problems);
    if (params.form != PseudonymForm::digits) return;
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr) continue;
        const std::vector<std::string> values = values_that_count(*column, params.identity).values;
        const auto wrong = std::count_if(values.begin(), values.end(), [&](const auto& one) {
            return !is_number_of_digits(one, params);
        });
        if (wrong == 0) continue;
        problems.push_back(
            {fmt::format("column \"{}\" has {} values that are no numbers of {} to 64 digits; "
                         "shorter ones could all be tried",
                         name, wrong, params.check_digit == CheckDigit::none ? 6 : 7),
             within(place, "form")});
    }
}

}  // namespace

Method pseudonyms() {
    return make_mask(
        MethodInfo{
            .name = "pseudonyms",
            .title = "Keyed pseudonyms",
            .summary = "Replaces identifiers by pseudonyms that follow from a key.",
            .description =
                "An identifier column stays in the release with a pseudonym in place of each "
                "value. With the same key file and `label` the same person has the same pseudonym "
                "in every table and every run; under another label or key nothing links them. "
                "`hash` cannot be undone; `reversible` is opened by whoever has the key; `digits` "
                "gives numbers of the same length (FF1, from six digits on), whose check digit is "
                "made anew or broken on request; `number` gives valid numbers of the same kind "
                "(`number`: iban, card, uk-nhs, us-ssn, de-tax, es-dni and thirty others), with "
                "right check digits, separators where they were and the first `keep` characters "
                "as they were; whoever has the key can open them. `serial` numbers are drawn at "
                "random and fit no "
                "other release (the table of them is kept in the private log, sealed by the key). "
                "The key is a file of at least 32 bytes, given as `--key-file` and made by `lethe "
                "key make`; the private log has its fingerprint, and the record neither "
                "key nor pairs. Use it where records must stay linkable. Beware: the release is "
                "pseudonymous, not anonymous: all other columns are as telling as they were, and "
                "the more rows a person has under one pseudonym the easier she is recognised, and "
                "how often a "
                "value stands there is not hidden. Keep "
                "the key away from whoever gets the release. Values are taken as they are written: "
                "007 and 7 are two unless `identity` says otherwise. Only texts that are "
                "canonically equal in Unicode are one in every case: an accented letter may be one "
                "character or two (NFC is what the pseudonym follows from). Where a number means a "
                "person "
                "only "
                "together with other columns (the clinic that gave it), these are `parts`: one "
                "pseudonym for all of them together. Missing values stay missing, and an "
                "identifier "
                "with a missing part is missing.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::random, Property::makes_missing},
            .cites = {"dworkin2016ff1", "krawczyk1997hmac", "harkins2008siv"},
            .example = {{"label", "patient"}},
            .example_use = {.original = "examples/visits/visits.csv", .columns = {"person"}},
            .purposes = {Purpose::pseudonyms},
            .needs = "key_file"},
        pseudonym_schema(), apply_pseudonyms, check_pseudonyms);
}

}  // namespace lethe::mask
