// hash         HMAC-SHA-256(key, message), its first digits; the message is purpose, label and
//              value, or the values of all its parts (people/keyed.h)
// reversible   AES-SIV of label and value, in base 64: the key opens it
// digits       FF1 over the digits of the value, the label as tweak, under a key of its own that
//              follows from the key: a number of the same length
// number       the same for numbers with check digits (people/sealed_numbers.h). What is no valid
//              number can get a hash, with an x before it, which no number begins with
#include "lethe/table/mask/people/pseudonym_maker.h"

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/recognise/check_digits.h"
#include "lethe/table/mask/people/keyed.h"

namespace lethe::mask {
namespace {

constexpr std::string_view kReversible = "reversible/v1";

// The digits with the one behind them that makes them pass Luhn's check.
std::string with_luhn_digit(std::string digits) {
    digits += '0';
    while (!recognise::passes_luhn(digits)) ++digits.back();
    return digits;
}

// The check digit is made anew, or made wrong, behind digits that are sealed or opened. Whether the
// last digit of an original was its check digit nobody knows, so such ones are not opened.
std::string moved_digits(const DigitCipher& cipher, std::string_view value, CheckDigit check,
                         bool sealing) {
    if (check != CheckDigit::none) value.remove_suffix(1);
    std::vector<int> digits;
    for (const char c : value) digits.push_back(c - '0');
    digits = sealing ? cipher.seal(digits) : cipher.open(digits);
    std::string text;
    for (const int digit : digits) text += static_cast<char>('0' + digit);
    if (check == CheckDigit::none) return text;
    text = with_luhn_digit(std::move(text));
    if (check == CheckDigit::broken) {
        text.back() = static_cast<char>('0' + (text.back() - '0' + 5) % 10);
    }
    return text;
}

std::string hashed(const Secret& key, std::span<const std::string> parts,
                   const PseudonymParams& params) {
    const std::string hex =
        keyed_digest(key, keyed_message("pseudonym/v1", params.label, parts), 64);
    const auto length = static_cast<std::size_t>(params.length);
    if (params.letters == PseudonymLetters::hex) return hex.substr(0, length);
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    return base64url(bytes).substr(0, length);
}

bool all_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Schema<PseudonymParams> pseudonym_schema() {
    using P = PseudonymParams;
    return Schema<P>()
        .field("label", &P::label,
               "whose identifiers these are, such as patient: under the same label and key a value "
               "has the same pseudonym in every table")
        .required()
        .choice("form", &P::form, "what a pseudonym is",
                {{"hash", PseudonymForm::hash},
                 {"reversible", PseudonymForm::reversible},
                 {"digits", PseudonymForm::digits},
                 {"number", PseudonymForm::number},
                 {"serial", PseudonymForm::serial}})
        .field("length", &P::length, "characters of a hash", Range{4, 64})
        .choice("letters", &P::letters, "how a hash is written",
                {{"hex", PseudonymLetters::hex}, {"base64url", PseudonymLetters::base64}})
        .choice("identity", &P::identity,
                "what of a value counts: all of it, without blanks around it, or without leading "
                "zeros either",
                {{"as-is", IdentityForm::as_is},
                 {"trimmed", IdentityForm::trimmed},
                 {"without-zeros", IdentityForm::without_zeros}})
        .choice("check_digit", &P::check_digit,
                "of digits: whether the last one is a check digit (Luhn), which is made anew, or "
                "made wrong so that nobody takes the pseudonym for a real number",
                {{"none", CheckDigit::none},
                 {"luhn", CheckDigit::luhn},
                 {"broken", CheckDigit::broken}})
        .field("number", &P::number,
               "of the form number: which numbers these are, such as iban, card, uk-nhs or es-dni; "
               "their check digits are right in the pseudonyms")
        .field("keep", &P::keep,
               "of the form number: so many characters from the first on stay as they are",
               Range{0, 32})
        .choice("invalid", &P::invalid,
                "of the form number: what becomes of a value that is no valid number",
                {{"refuse", InvalidNumber::refuse},
                 {"missing", InvalidNumber::missing},
                 {"hash", InvalidNumber::hash}})
        .field("parts", &P::parts,
               "other columns that say together with the column whose identifier it is, such as "
               "the clinic that numbered its patients itself");
}

bool opens_by_key(const PseudonymParams& params) {
    return params.form == PseudonymForm::reversible || params.form == PseudonymForm::number ||
           (params.form == PseudonymForm::digits && params.check_digit == CheckDigit::none);
}

PseudonymMaker::PseudonymMaker(const Secret& key, const PseudonymParams& params)
    : key_(key),
      params_(params),
      cipher_(key),
      digits_(derived_key(key, "lethe/digits/v1"), 10, params.label) {
    if (params.form != PseudonymForm::number) return;
    if (const auto* form = identifiers::find_number_form(params.number)) {
        numbers_.emplace(key, params.label, *form, static_cast<std::size_t>(params.keep));
    }
}

std::optional<std::string> PseudonymMaker::pseudonym(std::span<const std::string> values) const {
    if (numbers_) {
        if (auto sealed = numbers_->seal(values.front())) return sealed;
        if (params_.invalid != InvalidNumber::hash) return std::nullopt;
        return 'x' + hashed(key_, values, params_);
    }
    if (params_.form == PseudonymForm::digits) {
        return moved_digits(digits_, values.front(), params_.check_digit, true);
    }
    if (params_.form == PseudonymForm::hash) return hashed(key_, values, params_);
    return base64url(cipher_.seal(keyed_message(kReversible, params_.label, values) + '\1'));
}

std::optional<std::vector<std::string>> PseudonymMaker::original(
    const std::string& pseudonym) const {
    if (numbers_) {
        if (auto opened = numbers_->open(pseudonym)) return std::vector{std::move(*opened)};
        return std::nullopt;
    }
    if (params_.form == PseudonymForm::digits && opens_by_key(params_)) {
        if (pseudonym.size() < 6 || pseudonym.size() > 64 || !all_digits(pseudonym)) {
            return std::nullopt;
        }
        return std::vector{moved_digits(digits_, pseudonym, CheckDigit::none, false)};
    }
    if (params_.form != PseudonymForm::reversible) return std::nullopt;
    const auto bytes = from_base64url(pseudonym);
    const auto message = bytes ? cipher_.open(*bytes) : std::nullopt;
    if (!message || !message->ends_with('\1')) return std::nullopt;
    return parts_of_message(std::string_view(*message).substr(0, message->size() - 1), kReversible,
                            params_.label);
}

}  // namespace lethe::mask
