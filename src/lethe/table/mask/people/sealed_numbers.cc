// The free characters of a number are a list that is sealed (io/secret_lists), and the check
// characters follow from the result. Where no number has these free characters (a rest of ten by
// 11, a 30th of February), the list is sealed again until one has: the cycle through a valid number
// leads back to it, so this ends, and it permutes the valid ones.
#include "lethe/table/mask/people/sealed_numbers.h"

#include <algorithm>
#include <span>

namespace lethe::mask {

using identifiers::alphabet_of;
using identifiers::is_check;

struct NumberCipher::Number {
    std::vector<std::size_t> places;  // of the letters and digits in the text
    std::string signs;                // these, in upper case
    std::string layout;               // with what is kept as '='
    std::vector<std::size_t> free;    // places in signs

    std::vector<int> list() const {
        std::vector<int> digits;
        for (const std::size_t at : free) {
            digits.push_back(static_cast<int>(alphabet_of(layout[at]).find(signs[at])));
        }
        return digits;
    }
    void take(std::span<const int> digits) {
        for (std::size_t i = 0; i < free.size(); ++i) {
            signs[free[i]] = alphabet_of(layout[free[i]])[static_cast<std::size_t>(digits[i])];
        }
    }
};

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_sign(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || is_lower(c); }
// What people put between the digits of a number.
bool is_separator(char c) { return std::string_view(" -./").find(c) != std::string_view::npos; }

}  // namespace

NumberCipher::NumberCipher(const Secret& key, std::string label,
                           const identifiers::NumberForm& form, std::size_t kept)
    : key_(std::string(derived_key(key, "lethe/number/v1").bytes())),
      label_(std::move(label)),
      form_(form),
      kept_(kept) {}

std::optional<NumberCipher::Number> NumberCipher::read(std::string_view text) const {
    Number number;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!is_sign(c)) {
            if (is_separator(c)) continue;
            return std::nullopt;
        }
        number.places.push_back(i);
        number.signs += is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
    }
    if (number.signs.size() > 64 || !identifiers::is_valid(form_, number.signs)) {
        return std::nullopt;
    }
    number.layout = *identifiers::layout_of(form_, number.signs);
    for (std::size_t i = 0; i < number.layout.size(); ++i) {
        char& sign = number.layout[i];
        if (i < kept_ && !is_check(sign)) sign = '=';
        if (sign != '=' && !is_check(sign)) number.free.push_back(i);
    }
    return number;
}

const ListCipher& NumberCipher::cipher_of(const Number& number) const {
    std::string shape = label_ + '\0' + std::string(form_.name) + '\0' + number.layout + '\0';
    std::vector<int> radices;
    for (std::size_t i = 0; i < number.layout.size(); ++i) {
        if (number.layout[i] == '=') shape += number.signs[i];
    }
    for (const std::size_t at : number.free) {
        radices.push_back(static_cast<int>(alphabet_of(number.layout[at]).size()));
    }
    const std::lock_guard<std::mutex> alone(making_);
    std::unique_ptr<ListCipher>& cipher = ciphers_[shape];
    if (!cipher) cipher = std::make_unique<ListCipher>(key_, std::move(radices), shape);
    return *cipher;
}

std::optional<std::string> NumberCipher::moved(std::string_view text, bool sealing) const {
    std::optional<Number> number = read(text);
    if (!number) return std::nullopt;
    const ListCipher& cipher = cipher_of(*number);
    std::vector<int> list = number->list();
    std::optional<std::string> whole;
    do {
        list = sealing ? cipher.seal(list) : cipher.open(list);
        number->take(list);
        whole = identifiers::completed(form_, number->signs, number->layout);
    } while (!whole);
    std::string made(text);
    for (std::size_t i = 0; i < number->places.size(); ++i) {
        char& c = made[number->places[i]];
        const char sign = (*whole)[i];
        c = is_lower(c) && sign >= 'A' ? static_cast<char>(sign - 'A' + 'a') : sign;
    }
    return made;
}

std::optional<std::string> NumberCipher::seal(std::string_view text) const {
    return moved(text, true);
}
std::optional<std::string> NumberCipher::open(std::string_view text) const {
    return moved(text, false);
}

std::optional<double> NumberCipher::numbers_like(std::string_view text) const {
    const std::optional<Number> number = read(text);
    if (!number) return std::nullopt;
    double count = 1;
    for (const std::size_t at : number->free) {
        count *= static_cast<double>(alphabet_of(number->layout[at]).size());
    }
    return count;
}

}  // namespace lethe::mask
