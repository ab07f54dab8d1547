#include "lethe/graph/extract/extract_network.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <utility>

namespace lethe::graph {
namespace {

using TopicsByNumber = std::map<std::int32_t, UserTopic>;
using EdgeWeights = std::map<std::pair<Node, Node>, std::int64_t>;

class Extraction {
  public:
    Extraction(const Context& context, const Posts& posts, TopicFinder& topics,
               const Places& places)
        : context_(context), posts_(posts), topics_(topics), places_(places) {}

    Extracted run(int most_topics) {
        read_posts();
        rank_topics(topics_of_, topics_, most_topics);
        for (const User& user : posts_.users) {
            resolved_.push_back(user.location ? places_.resolve(*user.location) : ResolvedPlace{});
        }
        made_.graph.directed = true;
        for (const User& user : posts_.users) made_.graph.ids.push_back(user.name);
        for (const auto& [ends, weight] : edges_) {
            made_.graph.edges.push_back({ends.first, ends.second});
            made_.graph.weights.push_back(static_cast<double>(weight));
        }
        made_.graph.attributes = attributes();
        made_.places = hierarchy();
        made_.explanations = Json::array();
        for (std::size_t i = 0; i < posts_.users.size(); ++i) {
            made_.explanations.push_back(explanation(i));
        }
        return std::move(made_);
    }

  private:
    void read_posts() {
        topics_of_.resize(posts_.users.size());
        std::vector<TopicsByNumber> found(posts_.users.size());
        std::vector<std::map<std::string, std::int64_t>> phrases(posts_.users.size());
        for (const Post& post : posts_.posts) {
            context_.check_stop();
            auto& own = found[static_cast<std::size_t>(post.user)];
            auto& said = phrases[static_cast<std::size_t>(post.user)];
            topics_.find(without_mentions(post.text),
                         [&](const std::string& words, const TopicHit& hit) {
                             if (topics_.by_context()) {
                                 ++said[words];
                             } else {
                                 add_topic(own, words, hit, 1);
                             }
                         });
            const std::vector<std::string> mentioned =
                post.mentions ? *post.mentions : mentions_in(post.text);
            for (const std::string& name : mentioned) add_edge(post.user, name);
            if (!post.reply_to.empty()) add_edge(post.user, post.reply_to);
        }
        for (std::size_t i = 0; i < phrases.size(); ++i) {
            context_.check_stop();
            if (phrases[i].empty()) continue;
            for (const auto& [words, hit] : topics_.in_context(phrases[i])) {
                add_topic(found[i], words, hit, phrases[i][words]);
            }
        }
        add_follows();
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (auto& [number, topic] : found[i]) topics_of_[i].push_back(std::move(topic));
        }
    }

    static void add_topic(TopicsByNumber& own, const std::string& words, const TopicHit& hit,
                          std::int64_t times) {
        UserTopic& topic = own[hit.topic];
        topic.topic = hit.topic;
        topic.sum += static_cast<double>(times) * hit.weight;
        topic.words[words] += times;
    }

    // Each once, whoever says it.
    void add_follows() {
        std::set<std::pair<Node, Node>> follows;
        for (const auto& [from, to] : posts_.follows) {
            const std::pair<Node, Node> ends{posts_.find(from), posts_.find(to)};
            if (ends.first < 0 || ends.second < 0) {
                ++made_.follows_of_others;
            } else if (ends.first != ends.second && follows.insert(ends).second) {
                ++edges_[ends];
            }
        }
        made_.follows = std::ssize(follows);
    }

    void add_edge(Node from, const std::string& name) {
        const Node to = posts_.find(name);
        if (to < 0) {
            ++made_.outside;
        } else if (to == from) {
            ++made_.to_self;
        } else {
            ++edges_[{from, to}];
        }
    }

    std::string topic_list(std::size_t user) const {
        std::string list;
        for (const UserTopic& topic : topics_of_[user]) {
            list += (list.empty() ? "" : ";") + topics_.name(topic.topic);
        }
        return list;
    }

    Table attributes() {
        const auto size = posts_.users.size();
        std::vector<std::string> places, topics;
        std::vector<double> levels;
        Validity declared(static_cast<std::int64_t>(size));
        Validity interested(static_cast<std::int64_t>(size));
        for (std::size_t i = 0; i < size; ++i) {
            const bool has_place = posts_.users[i].location.has_value();
            if (!has_place) declared.set_missing(static_cast<std::int64_t>(i));
            made_.unknown += has_place && resolved_[i].place == kNoPlace ? 1 : 0;
            places.push_back(has_place ? places_.name(resolved_[i].place) : std::string());
            levels.push_back(has_place ? places_.level(resolved_[i].place) : 0);
            topics.push_back(topic_list(i));
            if (topics.back().empty()) interested.set_missing(static_cast<std::int64_t>(i));
        }
        return Table({categories("location", places, declared),
                      Column::numeric("location_level", std::move(levels), declared),
                      categories("topics", topics, interested)});
    }

    static ColumnPtr categories(std::string name, const std::vector<std::string>& texts,
                                const Validity& validity) {
        std::map<std::string, std::int32_t> numbers;
        Dictionary dictionary;
        std::vector<std::int32_t> codes(texts.size(), 0);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (!validity[static_cast<std::int64_t>(i)]) continue;
            const auto [found, is_new] =
                numbers.try_emplace(texts[i], static_cast<std::int32_t>(dictionary.size()));
            if (is_new) dictionary.push_back(texts[i]);
            codes[i] = found->second;
        }
        return Column::categories(std::move(name), Kind::nominal, std::move(codes),
                                  std::make_shared<const Dictionary>(std::move(dictionary)),
                                  validity);
    }

    // A path for each place, those of the users in their order.
    std::string hierarchy() const {
        std::set<std::int32_t> written;
        std::string text;
        for (std::size_t i = 0; i < resolved_.size(); ++i) {
            const std::int32_t place = resolved_[i].place;
            if (!posts_.users[i].location || !written.insert(place).second) continue;
            const std::vector<std::string> path = places_.path(place);
            if (path.size() > 1) text += fmt::format("{}\n", fmt::join(path, ";"));
        }
        return text;
    }

    Json explanation(std::size_t user) const {
        Json topics = Json::array();
        for (const UserTopic& topic : topics_of_[user]) {
            topics.push_back({{"topic", topics_.name(topic.topic)},
                              {"score", topic.score},
                              {"weight", topic.sum},
                              {"words", topic.words}});
        }
        Json location;
        if (posts_.users[user].location) {
            const ResolvedPlace& found = resolved_[user];
            location = {{"declared", *posts_.users[user].location},
                        {"resolved", places_.name(found.place)},
                        {"level", places_.level(found.place)},
                        {"how", found.how}};
        }
        return {{"user", posts_.users[user].name},
                {"topics", std::move(topics)},
                {"location", std::move(location)}};
    }

    const Context& context_;
    const Posts& posts_;
    TopicFinder& topics_;
    const Places& places_;
    EdgeWeights edges_;
    std::vector<std::vector<UserTopic>> topics_of_;
    std::vector<ResolvedPlace> resolved_;
    Extracted made_;
};

}  // namespace

Extracted extract_network(const Context& context, const Posts& posts, TopicFinder& topics,
                          const Places& places, int most_topics) {
    return Extraction(context, posts, topics, places).run(most_topics);
}

}  // namespace lethe::graph
