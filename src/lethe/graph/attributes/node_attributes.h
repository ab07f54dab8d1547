// The attributes of the nodes of a graph as they are compared and generalised.
//
//   kind of the column   distance of two values                       value of a group
//   semantic             1 - 2 depth(lca) / (depth(x) + depth(y))     lowest common ancestor
//   topics (a list)      1 - overlap of the ordered lists             best by points for places
//   nominal              0 or 1                                       most frequent, ties by text
//   ordinal              difference of places / (categories - 1)      lower median
//   numeric              difference / range                           mean
//
// A missing value is at distance 0 from a missing one and 1 from others; a group publishes missing
// where most of its values are. A column of topics holds a list in each cell, the best first, with
// semicolons between ("sport;music;travel"); its name is given by the user, or starts with
// "topics". The overlap of two lists is the mean over t = 1 .. m of |first t of both in common| /
// t, where m is the length of the longest list of the column; lists that are shorter just end, and
// a list is at distance 0 from itself.
//
// A generalised value is compared with an original one by the levels that were climbed: climbed
// levels / depth of the original value where the one is an ancestor of the other, and by their
// distance where neither is (this is DBIL's and the intruder's distance).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::graph {

struct AttributeChoice {
    std::vector<std::string> columns;  // empty: all but text
    std::vector<std::string> topics;   // which of them hold lists; besides those called topics*
};

// So many values of a group.
struct CountedCode {
    std::int32_t code = 0;
    std::int64_t count = 1;
};

// What one attribute knows about its values. Values are numbered by `code`; code(row) of the
// original and of the masked table (where one was given) are of one numbering.
class NodeAttribute {
  public:
    virtual ~NodeAttribute() = default;
    const std::string& name() const { return name_; }

    std::int32_t code(std::int64_t row) const { return codes_[static_cast<std::size_t>(row)]; }
    std::int32_t masked_code(std::int64_t row) const {
        return masked_codes_[static_cast<std::size_t>(row)];
    }
    std::int32_t values() const { return static_cast<std::int32_t>(texts_.size()); }
    const std::string& text(std::int32_t code) const {  // as written; empty where missing
        return texts_[static_cast<std::size_t>(code)];
    }

    virtual double distance(std::int32_t a, std::int32_t b) const = 0;
    // From an original value to a published one, see above; distance() where nothing is climbed.
    virtual double climbed(std::int32_t original, std::int32_t published) const {
        return distance(original, published);
    }
    // The value of a group of at least one code; may be a new code, so that it is not for several
    // threads at once.
    virtual std::int32_t centre(std::span<const std::int32_t> codes) = 0;
    // The distance of each of `values` to the value of a group, without making it a code: for any
    // number of threads at once.
    virtual void distances_to_centre(std::span<const CountedCode> group,
                                     std::span<const std::int32_t> values, double* out) const = 0;
    // Where a value stands, for cutting nodes into parts that are alike. Kinds with an order: its
    // place or number; nothing where it is missing. Others: its way from the top of a hierarchy,
    // which is the concepts below the root, the topics of a list, or the category alone; missing is
    // a category.
    virtual bool ordered() const { return false; }
    virtual std::optional<double> place(std::int32_t) const { return std::nullopt; }
    virtual std::vector<std::int32_t> path(std::int32_t) const { return {}; }
    // The categories that a value belongs to, for tables of categories: itself, the topics of a
    // list, or the interval of a number (ten of about the same number of nodes).
    virtual std::vector<std::int32_t> categories(std::int32_t code) const = 0;
    // The column with these codes in place of the values.
    virtual ColumnPtr column(std::span<const std::int32_t> codes) const = 0;

  protected:
    std::string name_;
    std::vector<std::int32_t> codes_;
    std::vector<std::int32_t> masked_codes_;
    std::vector<std::string> texts_;
};

using NodeAttributes = std::vector<std::unique_ptr<NodeAttribute>>;

// Error(usage) for an unknown column or none; Error(input) where `masked` has another number of
// rows or a value that the column's taxonomy lacks.
NodeAttributes node_attributes(const Context& context, const Table& attributes,
                               const AttributeChoice& choice, const Table* masked = nullptr);

// The mean over the attributes.
double node_distance(const NodeAttributes& attributes, std::int64_t a, std::int64_t b);

}  // namespace lethe::graph
