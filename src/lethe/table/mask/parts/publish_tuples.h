// The second half of the maskings over tuples: what stands for each record is known, and becomes
// columns. Why it is not one with parts/microaggregate.h is said there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/method/method.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_space.h"

namespace lethe::mask {

// The group of each row of the table, from groups of tuples or of the records of the space.
Clusters groups_of_rows(const TupleSpace& space, const Clusters& of_tuples);
Clusters groups_of_rows_from_records(const TupleSpace& space, const Clusters& of_records);

// Each row shows the centre of its group; numbers the mean of those that the group has, where more
// than half of its records have one. The release is checked: Error(internal) where fewer than k
// rows look alike. Facts: groups, their sizes and the taxonomies.
MaskOutput publish_centres(const MaskInput& input, const TupleSpace& space,
                           const Clusters& groups_of_row, const CentreOptions& centre,
                           std::int64_t k);

// Each row shows the tuple that takes the place of its own.
MaskOutput publish_images(const MaskInput& input, const TupleSpace& space,
                          std::span<const std::int32_t> images, std::int64_t k);

// The same for any points, one for each row.
MaskOutput publish_points(const MaskInput& input, const TupleSpace& space,
                          std::span<const TupleSpace::Point> points,
                          std::span<const std::int32_t> point_of_row, std::int64_t k);

}  // namespace lethe::mask
