#include "lethe/data/label_codes.h"

#include <string_view>
#include <unordered_map>

namespace lethe {

std::vector<std::int32_t> label_codes(const Dictionary& labels, const Dictionary& known) {
    std::unordered_map<std::string_view, std::int32_t> code_of;
    for (std::size_t i = 0; i < known.size(); ++i) {
        code_of.emplace(known[i], static_cast<std::int32_t>(i));
    }
    std::vector<std::int32_t> codes;
    for (const std::string& label : labels) {
        const auto found = code_of.find(label);
        codes.push_back(found == code_of.end() ? kUnknownLabel : found->second);
    }
    return codes;
}

}  // namespace lethe
