// Published users with equal profiles form a class; an original profile is compared with each class
// once. Of every attribute the distances from the original value to the published values are looked
// up in a row that is filled once a value. Attributes with many published values (lists of topics)
// are left for last and asked only where the others do not exceed the nearest so far: sums of
// distances only grow.
#include "lethe/graph/measure/profile_linkage.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"

namespace lethe::graph {
namespace {

constexpr std::int32_t kNothing = -1;  // the neighbours' value of a node without any
constexpr std::size_t kFewValues = 4096;
constexpr double kRounding = 1e-9;  // sums in another order may differ by less
constexpr std::int64_t kProfilesAtOnce = 32;

// One of the things that profiles are compared in.
struct ProfileField {
    const Attribute* attribute = nullptr;     // null: the number of neighbours
    std::vector<std::int32_t> before, after;  // codes of each node, or the numbers
    double range = 1;                         // of the numbers

    double distance(std::int32_t known, std::int32_t published) const {
        if (attribute == nullptr) return std::min(1.0, std::abs(known - published) / range);
        if (known == kNothing || published == kNothing) return known == published ? 0 : 1;
        return attribute->climbed(known, published);
    }
};

using Codes = std::vector<std::int32_t> ProfileField::*;

// Users in classes of equal profiles.
struct Profiles {
    std::vector<Node> users;         // class after class
    std::vector<std::size_t> begin;  // of each class, and the end

    Profiles(const Context& context, const std::vector<ProfileField>& fields, Codes codes,
             std::vector<Node> of_users)
        : users(std::move(of_users)) {
        const auto compare = [&](Node a, Node b) {
            for (const ProfileField& field : fields) {
                const std::int32_t of_a = (field.*codes)[static_cast<std::size_t>(a)];
                const std::int32_t of_b = (field.*codes)[static_cast<std::size_t>(b)];
                if (of_a != of_b) return of_a < of_b ? -1 : 1;
            }
            return 0;
        };
        parallel_sort(context, users.begin(), users.end(), [&](Node a, Node b) {
            const int order = compare(a, b);
            return order < 0 || (order == 0 && a < b);
        });
        for (std::size_t i = 0; i < users.size(); ++i) {
            if (i == 0 || compare(users[i - 1], users[i]) != 0) begin.push_back(i);
        }
        begin.push_back(users.size());
    }
    std::size_t size() const { return begin.size() - 1; }
    Node first(std::size_t profile) const { return users[begin[profile]]; }
    std::span<const Node> members(std::size_t profile) const {
        return std::span(users).subspan(begin[profile], begin[profile + 1] - begin[profile]);
    }
};

// The published values of a field: each once, and which of them each class has.
struct Published {
    std::vector<std::int32_t> values;
    std::vector<std::uint32_t> of_class;

    Published(const ProfileField& field, const Profiles& classes) {
        for (std::size_t i = 0; i < classes.size(); ++i) {
            values.push_back(field.after[static_cast<std::size_t>(classes.first(i))]);
        }
        const std::vector<std::int32_t> of = values;
        std::ranges::sort(values);
        values.erase(std::ranges::unique(values).begin(), values.end());
        for (const std::int32_t value : of) {
            const auto at = std::ranges::lower_bound(values, value) - values.begin();
            of_class.push_back(static_cast<std::uint32_t>(at));
        }
    }
};

// Distances from one known value to the published values of a field, each when it is first asked.
class DistanceRow {
  public:
    DistanceRow(const ProfileField& field, const Published& published)
        : field_(field), published_(published), distances_(published.values.size(), -1.0) {}

    void know(std::int32_t value) {
        if (known_ && value == value_) return;
        known_ = true;
        value_ = value;
        std::ranges::fill(distances_, -1.0);
    }
    double to_class(std::size_t profile) {
        const std::uint32_t at = published_.of_class[profile];
        double& distance = distances_[at];
        if (distance < 0) distance = field_.distance(value_, published_.values[at]);
        return distance;
    }

  private:
    const ProfileField& field_;
    const Published& published_;
    std::vector<double> distances_;
    std::int32_t value_ = 0;
    bool known_ = false;
};

struct Found {
    std::int64_t nearest = 0;  // published users
    std::int64_t right = 0;    // of the users with the known profile, those that are among them
};

class Linker {
  public:
    Linker(const std::vector<ProfileField>& fields, const std::vector<Published>& published,
           const Profiles& classes, const std::vector<std::size_t>& class_of)
        : fields_(fields),
          published_(published),
          classes_(classes),
          class_of_(class_of),
          sums_(classes.size()),
          is_nearest_(classes.size(), 0) {
        for (std::size_t f = 0; f < fields.size(); ++f) rows_.emplace_back(fields[f], published[f]);
    }

    Found link(std::span<const Node> users) {
        const auto user = static_cast<std::size_t>(users.front());
        for (std::size_t f = 0; f < rows_.size(); ++f) rows_[f].know(fields_[f].before[user]);
        add_up();
        const auto start = std::ranges::min_element(sums_) - sums_.begin();
        double best = whole(static_cast<std::size_t>(start)) + kRounding;
        nearest_.clear();
        for (std::size_t c = 0; c < sums_.size(); ++c) {
            if (sums_[c] > best) continue;
            const double distance = whole(c);
            if (distance > best) continue;
            nearest_.emplace_back(distance, c);
            best = std::min(best, distance + kRounding);
        }
        std::erase_if(nearest_, [&](const auto& near) { return near.first > best; });
        return count(users);
    }

  private:
    bool is_cheap(std::size_t field) const { return published_[field].values.size() <= kFewValues; }

    void add_up() {
        std::ranges::fill(sums_, 0.0);
        for (std::size_t f = 0; f < rows_.size(); ++f) {
            if (!is_cheap(f)) continue;
            for (std::size_t c = 0; c < sums_.size(); ++c) sums_[c] += rows_[f].to_class(c);
        }
    }
    double whole(std::size_t profile) {
        double sum = sums_[profile];
        for (std::size_t f = 0; f < rows_.size(); ++f) {
            if (!is_cheap(f)) sum += rows_[f].to_class(profile);
        }
        return sum;
    }
    Found count(std::span<const Node> users) {
        Found found;
        for (const auto& [distance, c] : nearest_) {
            is_nearest_[c] = 1;
            found.nearest += std::ssize(classes_.members(c));
        }
        for (const Node user : users) {
            found.right += is_nearest_[class_of_[static_cast<std::size_t>(user)]];
        }
        for (const auto& [distance, c] : nearest_) is_nearest_[c] = 0;
        return found;
    }

    const std::vector<ProfileField>& fields_;
    const std::vector<Published>& published_;
    const Profiles& classes_;
    const std::vector<std::size_t>& class_of_;
    std::vector<DistanceRow> rows_;
    std::vector<double> sums_;  // over the attributes with few values
    std::vector<std::pair<double, std::size_t>> nearest_;
    std::vector<char> is_nearest_;
};

ProfileLinkage summed(const Profiles& known, const std::vector<Found>& found) {
    ProfileLinkage result;
    ExactSum expected, squares;
    std::int64_t strict = 0, lax = 0;
    for (const Found& each : found) {
        const double share = 1 / static_cast<double>(each.nearest);
        expected.add(static_cast<double>(each.right) * share);
        squares.add(static_cast<double>(each.right) * share * share);
        strict += each.nearest == 1 ? each.right : 0;
        lax += each.right;
    }
    const auto users = static_cast<double>(known.users.size());
    const double mean = expected.value() / users;
    result.linked = std::ssize(known.users);
    result.expected = 100 * mean;
    result.strict = 100 * static_cast<double>(strict) / users;
    result.lax = 100 * static_cast<double>(lax) / users;
    const double variance = std::max(0.0, squares.value() / users - mean * mean);
    result.standard_error = 100 * std::sqrt(variance / users);
    return result;
}

ProfileLinkage link(const Context& context, const std::vector<ProfileField>& fields, Node nodes,
                    const Random& random, const LinkageLimits& limits) {
    if (nodes == 0 || fields.empty()) return {};
    std::vector<Node> all(static_cast<std::size_t>(nodes));
    std::iota(all.begin(), all.end(), 0);
    const Profiles classes(context, fields, &ProfileField::after, all);
    std::vector<std::size_t> class_of(all.size());
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (const Node user : classes.members(c)) class_of[static_cast<std::size_t>(user)] = c;
    }
    Profiles known(context, fields, &ProfileField::before, all);
    const auto most = std::max(limits.fewest_users,
                               limits.most_comparisons / static_cast<std::int64_t>(classes.size()));
    const bool sampled = static_cast<std::int64_t>(known.size()) > most && nodes > most;
    if (sampled) {
        std::vector<Node> users;
        for (const std::int64_t user : random_subset(random.stream("linkage"), nodes, most)) {
            users.push_back(static_cast<Node>(user));
        }
        known = Profiles(context, fields, &ProfileField::before, std::move(users));
    }
    std::vector<Published> published;
    for (const ProfileField& field : fields) published.emplace_back(field, classes);
    std::vector<Found> found(known.size());
    Progress progress(context, "linking profiles", std::ssize(found));
    parallel_chunks(context, std::ssize(found), kProfilesAtOnce,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        Linker linker(fields, published, classes, class_of);
                        for (auto i = static_cast<std::size_t>(begin);
                             i < static_cast<std::size_t>(end); ++i) {
                            found[i] = linker.link(known.members(i));
                        }
                        progress.add(end - begin);
                    });
    ProfileLinkage result = summed(known, found);
    result.sampled = sampled;
    if (!sampled) result.standard_error = 0;
    result.profiles = static_cast<std::int64_t>(classes.size());
    result.smallest = nodes;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        result.smallest = std::min(result.smallest, std::ssize(classes.members(c)));
    }
    return result;
}

ProfileField own(const Attribute& attribute, Node nodes) {
    ProfileField field{&attribute, {}, {}, 1};
    for (Node node = 0; node < nodes; ++node) {
        field.before.push_back(attribute.code(node));
        field.after.push_back(attribute.masked_code(node));
    }
    return field;
}

ProfileField numbers_field(std::span<const std::int64_t> before,
                           std::span<const std::int64_t> after) {
    ProfileField field;
    for (const std::int64_t number : before) {
        field.before.push_back(static_cast<std::int32_t>(number));
        field.range = std::max(field.range, static_cast<double>(number));
    }
    for (const std::int64_t number : after) {
        field.after.push_back(static_cast<std::int32_t>(number));
    }
    return field;
}

// Whether its values are categories, each of its own: neither lists nor intervals.
bool is_plain(const Attribute& attribute) {
    for (std::int32_t code = 0; code < attribute.values(); ++code) {
        if (attribute.categories(code) != std::vector{code}) return false;
    }
    return !attribute.ordered();
}

std::int32_t most_frequent(const Attribute& attribute, std::vector<std::int32_t>& codes) {
    std::ranges::sort(codes);
    std::int32_t best = codes.front();
    std::size_t most = 0;
    for (std::size_t begin = 0, end = 0; begin < codes.size(); begin = end) {
        while (end < codes.size() && codes[end] == codes[begin]) ++end;
        const std::size_t count = end - begin;
        if (count < most) continue;
        if (count > most || attribute.text(codes[begin]) < attribute.text(best)) {
            best = codes[begin];
        }
        most = count;
    }
    return best;
}

template <class Code>
std::vector<std::int32_t> of_neighbours(const Context& context, Attribute& attribute,
                                        const Adjacency& adjacency, const Code& code) {
    const bool plain = is_plain(attribute);
    std::vector<std::int32_t> result, codes;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        if (node % 4096 == 0) context.check_stop();
        codes.clear();
        for (const Node other : adjacency[node]) codes.push_back(code(other));
        if (codes.empty()) {
            result.push_back(kNothing);
        } else {
            result.push_back(plain ? most_frequent(attribute, codes) : attribute.centre(codes));
        }
    }
    return result;
}

Json one_linkage(const ProfileLinkage& linkage) {
    Json json{{"expected", linkage.expected},
              {"strict", linkage.strict},
              {"lax", linkage.lax},
              {"linked", linkage.linked},
              {"sampled", linkage.sampled}};
    if (linkage.sampled) json["standard_error"] = linkage.standard_error;
    return json;
}

}  // namespace

ProfileLinkage link_profiles(const Context& context, const NodeAttributes& attributes, Node nodes,
                             const Random& random, const LinkageLimits& limits) {
    std::vector<ProfileField> fields;
    for (const auto& attribute : attributes) fields.push_back(own(*attribute, nodes));
    return link(context, fields, nodes, random, limits);
}

ProfileLinkage link_with_degree(const Context& context, const NodeAttributes& attributes,
                                const Adjacency& original, const Adjacency& published,
                                const Random& random, const LinkageLimits& limits) {
    std::vector<ProfileField> fields;
    for (const auto& attribute : attributes) fields.push_back(own(*attribute, original.nodes()));
    std::vector<std::int64_t> before, after;
    for (Node node = 0; node < original.nodes(); ++node) {
        before.push_back(original.degree(node));
        after.push_back(published.degree(node));
    }
    fields.push_back(numbers_field(before, after));
    return link(context, fields, original.nodes(), random, limits);
}

ProfileLinkage link_with_directions(const Context& context, const NodeAttributes& attributes,
                                    const DirectedDegrees& original,
                                    const DirectedDegrees& published, const Random& random,
                                    const LinkageLimits& limits) {
    const auto nodes = static_cast<Node>(original.out.size());
    std::vector<ProfileField> fields;
    for (const auto& attribute : attributes) fields.push_back(own(*attribute, nodes));
    fields.push_back(numbers_field(original.out, published.out));
    fields.push_back(numbers_field(original.in, published.in));
    return link(context, fields, nodes, random, limits);
}

ProfileLinkage link_with_neighbours(const Context& context, NodeAttributes& attributes,
                                    const Adjacency& original, const Adjacency& published,
                                    const Random& random, const LinkageLimits& limits) {
    std::vector<ProfileField> fields;
    for (const auto& attribute : attributes) {
        Attribute& its = *attribute;
        fields.push_back(own(its, original.nodes()));
        fields.push_back(
            {&its, of_neighbours(context, its, original, [&](Node node) { return its.code(node); }),
             of_neighbours(context, its, published,
                           [&](Node node) { return its.masked_code(node); }),
             1});
    }
    return link(context, fields, original.nodes(), random, limits);
}

const ProfileLinkage& ProfileLinkages::worst() const {
    const ProfileLinkage* worst = &own;
    for (const ProfileLinkage* each : {&with_degree, &with_neighbours}) {
        if (each->expected > worst->expected) worst = each;
    }
    if (with_directions && with_directions->expected > worst->expected) worst = &*with_directions;
    return *worst;
}

ProfileLinkages link_in_every_way(const Context& context, NodeAttributes& attributes,
                                  const SocialGraph& original, const SocialGraph& published,
                                  const Random& random) {
    const Adjacency before(original), after(published);
    ProfileLinkages linkages;
    linkages.own = link_profiles(context, attributes, original.nodes(), random);
    linkages.with_degree = link_with_degree(context, attributes, before, after, random);
    if (original.directed && published.directed) {
        linkages.with_directions = link_with_directions(
            context, attributes, directed_degrees(original), directed_degrees(published), random);
    }
    linkages.with_neighbours = link_with_neighbours(context, attributes, before, after, random);
    return linkages;
}

Json to_json(const ProfileLinkages& linkages) {
    Json json{{"own", one_linkage(linkages.own)},
              {"with_degree", one_linkage(linkages.with_degree)}};
    if (linkages.with_directions) {
        json["with_directions"] = one_linkage(*linkages.with_directions);
    }
    json["with_neighbours"] = one_linkage(linkages.with_neighbours);
    return json;
}

}  // namespace lethe::graph
