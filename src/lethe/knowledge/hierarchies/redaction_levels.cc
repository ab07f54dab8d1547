// Codes of one width, masked from one side. A value shorter than the longest stands at the left or
// the right of the width; the places beside it are padding, which is the mask itself unless another
// character is given, and which is masked in its turn.
#include <algorithm>

#include "lethe/knowledge/hierarchies/build_levels.h"
#include "lethe/knowledge/hierarchies/character_ends.h"

namespace lethe {
namespace {

using Characters = std::vector<std::string_view>;

Characters characters_of(std::string_view text) {
    Characters characters;
    std::size_t begin = 0;
    for (const std::size_t end : character_ends(text)) {
        characters.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return characters;
}

std::string masked(const Characters& padded, std::size_t kept, const Redaction& options) {
    std::string text;
    for (std::size_t i = 0; i < padded.size(); ++i) {
        const bool keeps = options.from == TextSide::right ? i < kept : i >= padded.size() - kept;
        text += keeps ? padded[i] : std::string_view(options.mask);
    }
    return text;
}

}  // namespace

LevelTable levels_by_redaction(std::span<const std::string> values, const Redaction& options) {
    std::vector<Characters> padded;
    std::size_t longest = 0;
    for (const std::string& value : values) {
        padded.push_back(characters_of(value));
        longest = std::max(longest, padded.back().size());
    }
    const std::string_view pad = options.pad.empty() ? options.mask : options.pad;
    for (Characters& characters : padded) {
        characters.insert(options.align == TextSide::left ? characters.end() : characters.begin(),
                          longest - characters.size(), pad);
    }
    std::vector<std::int64_t> lengths = options.lengths;
    for (auto length = static_cast<std::int64_t>(longest) - 1;
         options.lengths.empty() && length > 0; --length) {
        lengths.push_back(length);
    }
    std::vector<std::vector<std::string>> labels;
    for (const std::int64_t length : lengths) {
        // Nothing is cut where no value is longer.
        if (length >= static_cast<std::int64_t>(longest)) continue;
        std::vector<std::string>& level = labels.emplace_back();
        for (const Characters& characters : padded) {
            level.push_back(masked(characters, static_cast<std::size_t>(length), options));
        }
    }
    return level_table(values, std::move(labels));
}

}  // namespace lethe
