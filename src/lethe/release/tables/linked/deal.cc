#include "lethe/release/tables/linked/deal.h"

#include <algorithm>

namespace lethe::release {

std::vector<std::int64_t> dealt_owners(std::span<const std::int64_t> owner_of_unit,
                                       std::span<const std::int32_t> class_of,
                                       const Random& random) {
    const std::int32_t classes =
        class_of.empty() ? 0 : *std::max_element(class_of.begin(), class_of.end()) + 1;
    std::vector<std::vector<std::int64_t>> members(static_cast<std::size_t>(classes));
    std::vector<std::vector<std::int64_t>> units(members.size());
    for (std::size_t person = 0; person < class_of.size(); ++person) {
        members[static_cast<std::size_t>(class_of[person])].push_back(
            static_cast<std::int64_t>(person));
    }
    for (std::size_t unit = 0; unit < owner_of_unit.size(); ++unit) {
        const auto owner = static_cast<std::size_t>(owner_of_unit[unit]);
        units[static_cast<std::size_t>(class_of[owner])].push_back(static_cast<std::int64_t>(unit));
    }

    // Each member takes the place of another, with the number of units that she had; then the
    // places of all units are shuffled.
    std::vector<std::int64_t> stands_for(class_of.size());
    std::vector<std::int64_t> owners(owner_of_unit.size());
    for (std::size_t c = 0; c < members.size(); ++c) {
        const Random own = random.part(c);
        const std::vector<std::int64_t>& people = members[c];
        const auto places = random_permutation(own.stream("people"), std::ssize(people));
        for (std::size_t i = 0; i < people.size(); ++i) {
            stands_for[static_cast<std::size_t>(people[i])] =
                people[static_cast<std::size_t>(places[i])];
        }
        const auto order = random_permutation(own.stream("rows"), std::ssize(units[c]));
        for (std::size_t i = 0; i < units[c].size(); ++i) {
            const std::int64_t other = units[c][static_cast<std::size_t>(order[i])];
            const std::int64_t owner = owner_of_unit[static_cast<std::size_t>(other)];
            owners[static_cast<std::size_t>(units[c][i])] =
                stands_for[static_cast<std::size_t>(owner)];
        }
    }
    return owners;
}

}  // namespace lethe::release
