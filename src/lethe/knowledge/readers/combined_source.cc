#include "lethe/knowledge/readers/combined_source.h"

#include <fmt/format.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe {
namespace {

using Joined = SourcePart::How;

using IsThere = std::function<bool(const std::string&)>;

bool exists(const std::string& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

std::vector<std::string> pieces(const std::string& text, char separator) {
    std::vector<std::string> all;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text.find(separator, begin);
        all.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) return all;
        begin = end + 1;
    }
}

[[noreturn]] void tell_empty(const std::string& source) {
    throw Error(ErrorKind::usage,
                fmt::format("a taxonomy without a name in \"{}\"; write A,B (B for what A does not "
                            "know), A+B (joined at equal names) or A+B@FILE (joined at the pairs "
                            "of a file)",
                            source));
}

// What stands between two commas.
void add_joined(const std::string& text, const std::string& source, Joined first,
                const IsThere& is_there, std::vector<SourcePart>& parts) {
    const std::vector<std::string> all =
        is_there(text) ? std::vector<std::string>{text} : pieces(text, '+');
    for (std::size_t i = 0; i < all.size(); ++i) {
        SourcePart part{i == 0 ? first : Joined::by_label, all[i], {}};
        const std::size_t mark = is_there(part.path) ? std::string::npos : part.path.rfind('@');
        if (mark != std::string::npos && i > 0) {
            part = {Joined::by_pairs, all[i].substr(0, mark), all[i].substr(mark + 1)};
        }
        if (part.path.empty() || (part.how == Joined::by_pairs && part.pairs.empty())) {
            tell_empty(source);
        }
        parts.push_back(std::move(part));
    }
}

std::vector<SourcePart> parts_of(const std::string& source, const IsThere& is_there) {
    std::vector<SourcePart> parts;
    if (is_there(source) || source.find_first_of(",+") == std::string::npos) {
        return {{Joined::first, source, {}}};
    }
    for (const std::string& text : pieces(source, ',')) {
        add_joined(text, source, parts.empty() ? Joined::first : Joined::in_turn, is_there, parts);
    }
    return parts;
}

}  // namespace

std::vector<SourcePart> source_parts(const std::string& source) { return parts_of(source, exists); }

std::vector<std::string> source_paths(const std::string& source) {
    std::vector<std::string> paths;
    for (const SourcePart& part : source_parts(source)) {
        if (!is_named_source(part.path)) paths.push_back(part.path);
        if (!part.pairs.empty()) paths.push_back(part.pairs);
    }
    return paths;
}

std::string with_paths(const std::string& source,
                       const std::function<std::string(const std::string&)>& change) {
    if (source.empty() || is_named_source(source)) return source;
    std::string changed;
    const auto is_there = [&](const std::string& path) { return exists(change(path)); };
    for (const SourcePart& part : parts_of(source, is_there)) {
        if (part.how != Joined::first) changed += part.how == Joined::in_turn ? ',' : '+';
        changed += is_named_source(part.path) ? part.path : change(part.path);
        if (part.how == Joined::by_pairs) changed += "@" + change(part.pairs);
    }
    return changed;
}

}  // namespace lethe
