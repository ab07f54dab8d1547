// MDAV makes two clusters a round: one around the record farthest from the mean of what is left,
// one around the record farthest from that one; each takes its k - 1 nearest. It stops when fewer
// than 3k records are left, and makes one or two more clusters of them.
//
// The answer is fully determined, which is what lets two implementations be compared: ties go to
// the lowest row, and the mean does not depend on the order in which records left (see
// RunningMean).
//
// Each round asks the pool four questions: two farthest, two nearest. The plain pool looks at every
// record for each, O(n^2 / k) distances in all. The pool of a numeric space answers from a tree
// (see box_tree.cc) that looks at some tens of leaves for a question in five dimensions. Measured
// for n = 10^4 .. 10^6 normal records of five columns and k = 3, the time grows as about n^1.3.
// Numbers and categories together have a tree of their own (see category_tree.cc): a census of six
// columns and k = 5 takes time that grows as about n^1.1.
//
// With the mean of the whole file kept all along (MdavMean::file) half of the farthest records come
// from a list that is sorted once: 0.2 s for 20,000 such records where the mean of what is left
// takes 0.3 s, and 2 s either way for 100,000.
#include "lethe/algo/partition/mdav.h"

namespace lethe {

template Clusters mdav<NumericSpace>(const Context&, const NumericSpace&, std::int64_t, MdavMean);
template Clusters mdav<CategorySpace>(const Context&, const CategorySpace&, std::int64_t, MdavMean);

}  // namespace lethe
