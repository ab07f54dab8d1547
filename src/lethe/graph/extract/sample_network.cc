// Every user has a pull, drawn from a Pareto distribution, and belongs to a city and to the circle
// of a first topic. An edge begins at a user and ends at another one of the same city, of the same
// circle, or of anywhere, both drawn in proportion to their pulls by a search in running sums; so
// degrees follow the pulls. Repeats are dropped and drawn again.
#include "lethe/graph/extract/sample_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "lethe/core/parallel.h"
#include "lethe/graph/extract/sample_places.h"

namespace lethe::graph {
namespace {

// Users and the running sums of their pulls.
struct Circle {
    std::vector<Node> users;
    std::vector<double> sums;

    Node drawn(Draws& draws) const {
        const double at = draws.uniform() * sums.back();
        const auto found = std::upper_bound(sums.begin(), sums.end() - 1, at);
        return users[static_cast<std::size_t>(found - sums.begin())];
    }
    void add(Node user, double pull) {
        users.push_back(user);
        sums.push_back((sums.empty() ? 0.0 : sums.back()) + pull);
    }
};

struct People {
    std::vector<std::int32_t> city;
    std::vector<std::array<std::int32_t, 3>> topics;
    std::vector<double> age;
    std::vector<std::int32_t> gender;
    std::vector<double> pull;
};

// The earlier ones of a list more often.
std::int32_t skewed(Draws& draws, std::size_t size) {
    const double u = draws.uniform();
    return static_cast<std::int32_t>(u * std::sqrt(u) * static_cast<double>(size));
}

std::array<std::int32_t, 3> own_topics(Draws& draws) {
    std::array<std::int32_t, 3> topics{};
    topics[0] = skewed(draws, kSampleTopics.size());
    for (std::size_t i = 1; i < topics.size();) {
        const auto next = skewed(draws, kSampleTopics.size());
        const bool same_field = kSampleTopics[static_cast<std::size_t>(next)].field ==
                                kSampleTopics[static_cast<std::size_t>(topics[0])].field;
        const bool taken =
            std::find(topics.begin(), topics.begin() + static_cast<std::ptrdiff_t>(i), next) !=
            topics.begin() + static_cast<std::ptrdiff_t>(i);
        if (taken || (!same_field && draws.uniform() < 0.6)) continue;
        topics[i++] = next;
    }
    return topics;
}

People made_up(const Context& context, const Random& random, std::int64_t users) {
    const auto size = static_cast<std::size_t>(users);
    People people{std::vector<std::int32_t>(size),
                  {},
                  std::vector<double>(size),
                  std::vector<std::int32_t>(size),
                  std::vector<double>(size)};
    people.topics.resize(size);
    const Stream stream = random.stream("users");
    const double greatest = std::sqrt(static_cast<double>(users)) + 1;
    parallel_chunks(context, users, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t user = begin; user < end; ++user) {
            const auto i = static_cast<std::size_t>(user);
            Draws draws = stream.at(user);
            people.city[i] = skewed(draws, kSamplePlaces.size());
            people.topics[i] = own_topics(draws);
            const double years = 35 + 14 * draws.normal();
            people.age[i] = std::clamp(std::round(years), 13.0, 95.0);
            const double u = draws.uniform();
            people.gender[i] = u < 0.49 ? 0 : u < 0.98 ? 1 : 2;
            people.pull[i] = std::min(greatest, std::pow(draws.uniform_open(), -1 / 1.8));
        }
    });
    return people;
}

Table attributes_of(const People& people) {
    static const auto genders =
        std::make_shared<const Dictionary>(Dictionary{"female", "male", "other"});
    Dictionary cities;
    for (const SamplePlace& place : kSamplePlaces) cities.emplace_back(place.city);
    // Lists of topics are numbered as they come up.
    Dictionary lists;
    std::vector<std::int32_t> list_of_three(
        kSampleTopics.size() * kSampleTopics.size() * kSampleTopics.size(), -1);
    std::vector<std::int32_t> topics;
    topics.reserve(people.topics.size());
    for (const auto& three : people.topics) {
        std::size_t key = 0;
        for (const auto topic : three) {
            key = key * kSampleTopics.size() + static_cast<std::size_t>(topic);
        }
        if (list_of_three[key] < 0) {
            list_of_three[key] = static_cast<std::int32_t>(lists.size());
            const auto text = [&](std::size_t i) {
                return kSampleTopics[static_cast<std::size_t>(three[i])].topic;
            };
            lists.push_back(fmt::format("{};{};{}", text(0), text(1), text(2)));
        }
        topics.push_back(list_of_three[key]);
    }
    return Table({Column::categories("location", Kind::nominal, people.city,
                                     std::make_shared<const Dictionary>(std::move(cities))),
                  Column::numeric("age", people.age),
                  Column::categories("gender", Kind::nominal, people.gender, genders),
                  Column::categories("topics", Kind::nominal, std::move(topics),
                                     std::make_shared<const Dictionary>(std::move(lists)))});
}

class EdgeDraws {
  public:
    explicit EdgeDraws(const People& people)
        : people_(people), cities_(kSamplePlaces.size()), circles_(kSampleTopics.size()) {
        for (std::size_t i = 0; i < people.city.size(); ++i) {
            const auto user = static_cast<Node>(i);
            all_.add(user, people.pull[i]);
            cities_[static_cast<std::size_t>(people.city[i])].add(user, people.pull[i]);
            circles_[static_cast<std::size_t>(people.topics[i][0])].add(user, people.pull[i]);
        }
    }
    Edge operator()(Draws draws) const {
        const Node from = all_.drawn(draws);
        const auto i = static_cast<std::size_t>(from);
        const double u = draws.uniform();
        const Circle& circle = u < 0.5   ? cities_[static_cast<std::size_t>(people_.city[i])]
                               : u < 0.8 ? circles_[static_cast<std::size_t>(people_.topics[i][0])]
                                         : all_;
        const auto [low, high] = std::minmax({from, circle.drawn(draws)});
        return {low, high};
    }

  private:
    const People& people_;
    Circle all_;
    std::vector<Circle> cities_;
    std::vector<Circle> circles_;
};

std::vector<Edge> drawn_edges(const Context& context, const Random& random, const People& people,
                              double mean_degree) {
    constexpr int kMostRounds = 12;
    const auto users = static_cast<double>(people.city.size());
    const auto wanted =
        static_cast<std::size_t>(std::min(users * mean_degree / 2, users * (users - 1) / 2));
    const EdgeDraws draw(people);
    const Stream stream = random.stream("edges");
    std::vector<Edge> edges;
    std::int64_t position = 0;
    for (int round = 0; round < kMostRounds && edges.size() < wanted; ++round) {
        const std::size_t had = edges.size();
        edges.resize(wanted);
        parallel_chunks(context, static_cast<std::int64_t>(wanted - had),
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            for (std::int64_t i = begin; i < end; ++i) {
                                edges[had + static_cast<std::size_t>(i)] =
                                    draw(stream.at(position + i));
                            }
                        });
        position += static_cast<std::int64_t>(wanted - had);
        std::erase_if(edges, [](const Edge& edge) { return edge.from == edge.to; });
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        context.check_stop();
    }
    return edges;
}

}  // namespace

SocialGraph sample_network(const Context& context, const Random& random,
                           const SampleNetworkOptions& options) {
    const People people = made_up(context, random, options.users);
    SocialGraph network;
    network.ids.reserve(people.city.size());
    for (std::size_t i = 0; i < people.city.size(); ++i) {
        network.ids.push_back(fmt::format("user{}", i + 1));
    }
    network.attributes = attributes_of(people);
    network.edges = drawn_edges(context, random, people, options.mean_degree);
    return network;
}

std::string sample_places() {
    std::string text;
    for (const SamplePlace& place : kSamplePlaces) {
        text += fmt::format("{};{};{};{};World\n", place.city, place.region, place.country,
                            place.continent);
    }
    return text;
}

std::string sample_topics() {
    std::string text;
    for (const SampleTopic& topic : kSampleTopics) {
        text += fmt::format("{};{};Interests\n", topic.topic, topic.field);
    }
    return text;
}

}  // namespace lethe::graph
