#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/core/json.h"
#include "lethe/graph/extract/sample_network.h"
#include "lethe/graph/extract/sample_places.h"

namespace lethe::graph {
namespace {

constexpr std::array<std::string_view, 6> kSentences{
    "Spent the whole evening with {0}.",       "Who else cares about {0}?",
    "{0} again, and I do not regret it.",      "There is nothing like {0} on a Sunday.",
    "Reading everything about {0} right now.", "My week was all {0}."};
constexpr std::array<std::string_view, 4> kNowhere{"somewhere", "the moon", "here and there",
                                                   "in my head"};

template <class List>
const auto& one_of(const List& list, Draws& draws) {
    return list[draws.below(list.size())];
}

// As people declare where they live.
std::string declared(std::string_view city, Draws& draws) {
    if (draws.below(20) == 0) return std::string(one_of(kNowhere, draws));
    const auto place = std::ranges::find(kSamplePlaces, city, &SamplePlace::city);
    if (place == kSamplePlaces.end()) return std::string(city);
    switch (draws.below(6)) {
        case 0:
            return fmt::format("{}, {}", city, place->country);
        case 1:
            return fmt::format("{}, {}", city, place->region);
        case 2: {
            std::string lower(city);
            for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
            return lower;
        }
        case 3:
            return draws.below(2) == 0 ? std::string(place->country) : std::string(place->region);
        default:
            return std::string(city);
    }
}

std::vector<std::string> parts_of(const std::string& list) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(';', begin), list.size());
        parts.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

// The first topic most often.
const std::string& chosen(const std::vector<std::string>& topics, Draws& draws) {
    const double u = draws.uniform();
    const std::size_t i = u < 0.5 ? 0 : u < 0.8 ? 1 : 2;
    return topics[std::min(i, topics.size() - 1)];
}

std::string post(const SocialGraph& network, const std::string& user,
                 const std::vector<std::string>& topics, std::span<const Node> friends,
                 Draws& draws) {
    // One draw a statement: in which order the arguments of a call are drawn is the compiler's
    // choice.
    const std::string& topic = chosen(topics, draws);
    std::string text = fmt::format(fmt::runtime(one_of(kSentences, draws)), topic);
    Json line{{"user", user}};
    if (!friends.empty()) {
        const auto other = [&] {
            return network.ids[static_cast<std::size_t>(one_of(friends, draws))];
        };
        const auto kind = draws.below(4);
        if (kind == 0) text += fmt::format(" Right, @{}?", other());
        if (kind == 1) line["reply_to"] = other();
    }
    line["text"] = std::move(text);
    const std::uint64_t minute = draws.below(60);
    const std::uint64_t hour = draws.below(24);
    const std::uint64_t day = 1 + draws.below(28);
    const std::uint64_t month = 1 + draws.below(12);
    line["time"] = fmt::format("2024-{:02}-{:02}T{:02}:{:02}:00Z", month, day, hour, minute);
    return line.dump() + "\n";
}

}  // namespace

SamplePosts sample_posts(const Context& context, const Random& random, const SocialGraph& network) {
    constexpr std::uint64_t kMostPosts = 6;
    const Adjacency adjacency(network);
    const Column& location = network.attributes.column("location");
    const Column& topics = network.attributes.column("topics");
    const Stream stream = random.stream("posts");
    SamplePosts made;
    for (Node user = 0; user < network.nodes(); ++user) {
        context.check_stop();
        Draws draws = stream.at(user);
        const std::string& id = network.ids[static_cast<std::size_t>(user)];
        made.users +=
            Json{{"username", id}, {"location", declared(location.text(user), draws)}}.dump() +
            "\n";
        const std::vector<std::string> own = parts_of(topics.text(user));
        for (std::uint64_t n = 2 + draws.below(kMostPosts - 1); n > 0; --n) {
            made.posts += post(network, id, own, adjacency[user], draws);
        }
    }
    return made;
}

}  // namespace lethe::graph
