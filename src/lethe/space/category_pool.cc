// Which search is faster depends on the data. The tree visits some tens of nodes for a question
// where records are told apart by few columns; where there are many columns, or categories that
// hardly repeat, most pairs are equally far, and it visits nearly all of them, each at the price of
// many rows of a scan. So the pool begins with the tree, counts its visits, and takes to scanning
// when that would have been cheaper; small pools are scanned from the start. The choice depends on
// counts alone, and changes no answer.
//
// When half of the records have gone the tree is made again of what is left.
#include "lethe/space/category_pool.h"

#include <numeric>

#include "lethe/core/index.h"

namespace lethe {
namespace {

// A node that is visited costs about as much as so many rows of a scan.
constexpr std::int64_t kRowsPerVisit = 50;
constexpr std::int64_t kQuestions = 256;   // after which the tree is judged
constexpr std::int64_t kSmallPool = 2048;  // rows that are scanned in any case

}  // namespace

CategorySpace::Pool::Pool(const Context& context, const CategorySpace& space, Search search)
    : space_(space), search_(search), running_(space), size_(space.rows()) {
    if (search == Search::scan || (search == Search::fastest && size_ <= kSmallPool)) {
        make_scan();
        return;
    }
    Groups equal = equal_records(context, space);
    record_of_ = std::move(equal.class_of);
    first_row_.assign(equal.sizes.size(), -1);
    next_row_.assign(record_of_.size(), -1);
    std::vector<std::int32_t> last(equal.sizes.size(), -1);
    for (std::int32_t row = 0; row < std::ssize(record_of_); ++row) {
        const auto record = at(record_of_[at(row)]);
        (last[record] < 0 ? first_row_[record] : next_row_[at(last[record])]) = row;
        last[record] = row;
    }
    make_tree();
}

void CategorySpace::Pool::make_tree() {
    std::vector<CategoryTree::Record> records;
    for (std::size_t i = 0; i < first_row_.size(); ++i) {
        if (first_row_[i] >= 0) records.push_back({static_cast<std::int32_t>(i), first_row_[i]});
    }
    records_of_tree_ = std::ssize(records);
    tree_.emplace(space_, records, std::ssize(first_row_));
    questions_ = visits_ = 0;
}

void CategorySpace::Pool::make_scan() {
    std::vector<std::int32_t> rows;
    rows.reserve(at(size_));
    if (tree_) {
        std::vector<bool> left(record_of_.size(), false);
        for (std::int32_t row : first_row_) {
            for (; row >= 0; row = next_row_[at(row)]) left[at(row)] = true;
        }
        for (std::int32_t row = 0; row < std::ssize(left); ++row) {
            if (left[at(row)]) rows.push_back(row);
        }
        tree_.reset();
    } else {
        rows.resize(at(size_));
        std::iota(rows.begin(), rows.end(), 0);
    }
    scan_.emplace(space_, std::move(rows));
}

void CategorySpace::Pool::reconsider() {
    if (!tree_ || search_ != Search::fastest || ++questions_ < kQuestions) return;
    const std::int64_t visits = tree_->visits() - visits_;
    if (visits * kRowsPerVisit > size_ * questions_ || size_ < kSmallPool / 2) {
        make_scan();
        return;
    }
    visits_ = tree_->visits();
    questions_ = 0;
}

std::int64_t CategorySpace::Pool::farthest(const Point& from) {
    reconsider();
    return tree_ ? tree_->farthest(from) : scan_->farthest(from);
}

void CategorySpace::Pool::nearest(std::int64_t row, std::int64_t count,
                                  std::vector<std::int64_t>& found) {
    reconsider();
    const Point from = space_.point(row);
    if (tree_) {
        tree_->nearest(from, count, next_row_, found);
    } else {
        scan_->nearest(from, count, found);
    }
}

void CategorySpace::Pool::remove(std::int64_t row) {
    running_.remove(row);
    --size_;
    if (scan_) {
        scan_->remove(row);
        return;
    }
    const std::int32_t record = record_of_[at(row)];
    std::int32_t* link = &first_row_[at(record)];
    const bool was_first = *link == row;
    while (*link != row) link = &next_row_[at(*link)];
    *link = next_row_[at(row)];
    if (!was_first) return;
    if (*link >= 0) {
        tree_->set_row(record, *link);
        return;
    }
    tree_->remove(record);
    if (2 * tree_->size() < records_of_tree_) make_tree();
}

}  // namespace lethe
