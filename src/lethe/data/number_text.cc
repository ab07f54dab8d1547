#include "lethe/data/number_text.h"

#include <charconv>
#include <system_error>

namespace lethe {

std::string number_text(double value) {
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return std::string(buffer, end);
}

std::optional<double> parse_number(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        return std::nullopt;
    }
    if (error != std::errc()) return std::nullopt;
    return value;
}

bool is_canonical_number(std::string_view text, double value) {
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return text == std::string_view(buffer, static_cast<std::size_t>(end - buffer));
}

}  // namespace lethe
