#include "lethe/data/formats/databases/texts_of_dates.h"

#include <algorithm>
#include <string>
#include <vector>

#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

std::vector<std::string> patterns_of(Quantity quantity) {
    if (quantity == Quantity::date) return {"%Y-%m-%d"};
    std::vector<std::string> patterns;
    for (const char* fraction : {"", ".%3f", ".%6f", ".%1f", ".%2f", ".%4f", ".%5f"}) {
        const std::string time = std::string("%H:%M:%S") + fraction;
        if (quantity != Quantity::moment) {
            patterns.push_back(time);
            continue;
        }
        for (const char* between : {" ", "T"}) {
            for (const char* zone : {"", "Z", "+00", "+00:00"}) {
                patterns.push_back(std::string("%Y-%m-%d") + between + time + zone);
            }
        }
    }
    return patterns;
}

}  // namespace

ColumnPtr dates_of_texts(const ColumnPtr& texts, Quantity quantity) {
    if (quantity == Quantity::number || texts->is_numeric() || texts->dictionary().empty())
        return nullptr;
    for (const std::string& pattern : patterns_of(quantity)) {
        NotationPtr notation = Notation::of_dates(pattern, quantity);
        const bool all = std::ranges::all_of(texts->dictionary(), [&](const std::string& text) {
            const auto value = notation->parse(text);
            return value && notation->text(*value) == text;
        });
        if (all) return texts->as_numbers(std::move(notation));
    }
    return nullptr;
}

}  // namespace lethe::formats
