// Class lists that others can be made from.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "lethe/algo/lattice/classes.h"

namespace lethe::lattice {

// The tuples, and some of the lists that were made last.
class ClassCache {
  public:
    explicit ClassCache(const Classes& classes) : classes_(classes) {}

    std::shared_ptr<const ClassList> make(const Node& node, bool with_values) const;
    void keep(std::shared_ptr<const ClassList> list);

  private:
    const Classes& classes_;
    std::vector<std::shared_ptr<const ClassList>> lists_;  // a ring
    std::size_t next_ = 0;
    std::size_t kept_ = 0;  // classes in them
};

}  // namespace lethe::lattice
