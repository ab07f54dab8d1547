#include "lethe/graph/measure/attribute_loss.h"

#include <bit>
#include <cstdlib>
#include <unordered_map>
#include <utility>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::graph {
namespace {

// Of each key, how often it was counted in one table less how often in the other: a hash table with
// open addresses, as a matrix over pairs of categories is mostly empty and is asked once a pair and
// edge.
class Differences {
  public:
    Differences() : slots_(1024) {}

    void add(std::uint64_t key, std::int64_t amount) {
        Slot* slot = find(key);
        if (slot->key == kEmpty) {
            if (2 * ++used_ > slots_.size()) {
                grow();
                slot = find(key);
            }
            slot->key = key;
        }
        slot->difference += amount;
    }
    std::int64_t absolute() const {
        std::int64_t sum = 0;
        for (const Slot& slot : slots_) sum += std::abs(slot.difference);
        return sum;
    }

  private:
    static constexpr std::uint64_t kEmpty = ~0ULL;
    struct Slot {
        std::uint64_t key = kEmpty;
        std::int64_t difference = 0;
    };

    Slot* find(std::uint64_t key) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = (key * 0x9E3779B97F4A7C15ULL) >> (64 - std::bit_width(mask));
        while (slots_[at].key != key && slots_[at].key != kEmpty) at = (at + 1) & mask;
        return &slots_[at];
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.key != kEmpty) *find(slot.key) = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

// The categories of every value of an attribute, looked up once.
class CategoryLists {
  public:
    explicit CategoryLists(const Attribute& attribute) {
        lists_.reserve(static_cast<std::size_t>(attribute.values()));
        for (std::int32_t code = 0; code < attribute.values(); ++code) {
            lists_.push_back(attribute.categories(code));
        }
    }
    const std::vector<std::int32_t>& operator[](std::int32_t code) const {
        return lists_[static_cast<std::size_t>(code)];
    }

  private:
    std::vector<std::vector<std::int32_t>> lists_;
};

double share_in_percent(std::int64_t differences, std::int64_t all) {
    return all == 0 ? 0 : 100 * static_cast<double>(differences) / static_cast<double>(all);
}

std::uint64_t pair_key(std::int32_t a, std::int32_t b) {
    if (b < a) std::swap(a, b);
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 |
           static_cast<std::uint32_t>(b);
}

template <class Code>
std::int64_t count_edges(const CategoryLists& categories, std::span<const Edge> edges,
                         const Code& code, std::int64_t amount, Differences& matrix) {
    std::int64_t counted = 0;
    for (const Edge& edge : edges) {
        const auto& of_from = categories[code(edge.from)];
        const auto& of_to = categories[code(edge.to)];
        for (const std::int32_t a : of_from) {
            for (const std::int32_t b : of_to) matrix.add(pair_key(a, b), amount);
        }
        counted += std::ssize(of_from) * std::ssize(of_to);
    }
    return counted;
}

double aamil(const Attribute& attribute, const CategoryLists& categories,
             std::span<const Edge> original, std::span<const Edge> published) {
    Differences matrix;
    std::int64_t all = count_edges(
        categories, original, [&](Node node) { return attribute.code(node); }, 1, matrix);
    all += count_edges(
        categories, published, [&](Node node) { return attribute.masked_code(node); }, -1, matrix);
    return share_in_percent(matrix.absolute(), all);
}

double cdil(const Attribute& attribute, const CategoryLists& categories, Node nodes) {
    std::unordered_map<std::int32_t, std::int64_t> differences;
    std::int64_t all = 0;
    const auto count = [&](std::int32_t code, std::int64_t amount) {
        for (const std::int32_t category : categories[code]) differences[category] += amount;
        all += std::ssize(categories[code]);
    };
    for (Node node = 0; node < nodes; ++node) {
        count(attribute.code(node), 1);
        count(attribute.masked_code(node), -1);
    }
    std::int64_t absolute = 0;
    for (const auto& [category, difference] : differences) absolute += std::abs(difference);
    return share_in_percent(absolute, all);
}

double dbil(const Attribute& attribute, Node nodes) {
    if (nodes == 0) return 0;
    ExactSum sum;
    for (Node node = 0; node < nodes; ++node) {
        const std::int32_t before = attribute.code(node);
        const std::int32_t after = attribute.masked_code(node);
        if (before != after) sum.add(attribute.climbed(before, after));
    }
    return 100 * sum.value() / nodes;
}

Json three_losses(const AttributeLoss& loss) {
    return {{"aamil", loss.aamil},
            {"cdil", loss.cdil},
            {"dbil", loss.dbil},
            {"average", loss.average()}};
}

}  // namespace

AttributeLosses attribute_loss(const Context& context, const NodeAttributes& attributes,
                               const SocialGraph& original, const SocialGraph& published) {
    AttributeLosses losses;
    losses.attributes.resize(attributes.size());
    parallel_tasks(context, std::ssize(attributes), [&](std::int64_t task) {
        const Attribute& attribute = *attributes[static_cast<std::size_t>(task)];
        const CategoryLists categories(attribute);
        losses.attributes[static_cast<std::size_t>(task)] = {
            attribute.name(), aamil(attribute, categories, original.edges, published.edges),
            cdil(attribute, categories, original.nodes()), dbil(attribute, original.nodes())};
    });
    losses.mean.name = "mean";
    const auto mean_of = [&](double AttributeLoss::*measure) {
        ExactSum sum;
        for (const AttributeLoss& loss : losses.attributes) sum.add(loss.*measure);
        const auto count = static_cast<double>(losses.attributes.size());
        return losses.attributes.empty() ? 0 : sum.value() / count;
    };
    losses.mean.aamil = mean_of(&AttributeLoss::aamil);
    losses.mean.cdil = mean_of(&AttributeLoss::cdil);
    losses.mean.dbil = mean_of(&AttributeLoss::dbil);
    return losses;
}

Json to_json(const AttributeLosses& losses) {
    Json json = three_losses(losses.mean);
    json["attributes"] = Json::array();
    for (const AttributeLoss& loss : losses.attributes) {
        Json each{{"name", loss.name}};
        each.update(three_losses(loss));
        json["attributes"].push_back(std::move(each));
    }
    return json;
}

}  // namespace lethe::graph
