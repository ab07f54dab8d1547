#include "lethe/space/attribute/topic_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"

namespace lethe {

std::vector<std::string> topics_of_list(std::string_view text, const std::string& column) {
    constexpr std::size_t kMostTopics = 1000;
    std::vector<std::string> topics;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        std::size_t first = begin;
        std::size_t last = end;
        while (first < last && text[first] == ' ') ++first;
        while (first < last && text[last - 1] == ' ') --last;
        if (first < last) topics.emplace_back(text.substr(first, last - first));
        if (topics.size() > kMostTopics) {
            throw Error(ErrorKind::input,
                        fmt::format("the column \"{}\" has a list of more than {} topics", column,
                                    kMostTopics));
        }
        begin = end + 1;
    }
    return topics;
}

}  // namespace lethe
