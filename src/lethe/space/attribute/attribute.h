// One column as its values are compared, summarised and generalised: the columns of a table and the
// attributes of the nodes of a graph alike.
//
//   kind of the column   distance of two values                       value of a group
//   semantic             1 - 2 depth(lca) / (depth(x) + depth(y)),    lowest common ancestor
//                        or by a measure
//   topics (a list)      1 - overlap of the ordered lists             best by points for places
//     with a hierarchy   1 - overlap by the most alike topics         generalised, see there
//   nominal              0 or 1                                       most frequent, ties by text
//   ordinal              difference of places, see OrdinalScale       lower median
//   numeric              difference, see NumberScale                  mean
//
// How far a missing value is from others says MissingDistance; a group publishes missing where most
// of its values are. A column of topics holds a list in each cell, the best first, with semicolons
// between ("sport;music;travel"). The overlap of two lists is the mean over t = 1 .. m of |first t
// of both in common| / t, where m is the length of the longest list of the column; lists that are
// shorter just end, and a list is at distance 0 from itself. Where the column has a meaning, it is
// that of the topics, and lists are compared and summarised by it (attribute_topic_meaning.cc).
//
// A generalised value is compared with an original one by the levels that were climbed: climbed
// levels / depth of the original value where the one is an ancestor of the other, and by their
// distance where neither is (this is the DBIL of graphs, and their intruder's distance).
//
// A new kind of attribute is one class (attribute_kinds.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/knowledge/measure.h"
#include "lethe/space/attribute/category_centre.h"
#include "lethe/space/attribute/conventions.h"

namespace lethe {

// What becomes of a text of a semantic column that has no concept, where its meaning does not say
// that such texts stand for themselves.
enum class WithoutConcept {
    refused,  // Error(input)
    apart,    // it is as far from all others as can be
};

// As the nodes of graphs have them.
struct AttributeOptions {
    bool topics = false;  // each cell is a list; whatever the kind of the column
    OrdinalScale ordinal = OrdinalScale::steps_over_last;
    MissingDistance missing = MissingDistance::own_value;
    NumberScale numbers = NumberScale::share_of_range;
    std::optional<MeasureOptions> measure = {};  // of concepts; none: by depths, as above
    WithoutConcept without_concept = WithoutConcept::refused;
};

// What an attribute knows about its values. Values are numbered by `code`; code(row) of the
// original and of the masked column (where one was given) are of one numbering.
class Attribute {
  public:
    virtual ~Attribute() = default;
    const std::string& name() const { return name_; }

    std::int32_t code(std::int64_t row) const { return codes_[static_cast<std::size_t>(row)]; }
    std::int32_t masked_code(std::int64_t row) const {
        return masked_codes_[static_cast<std::size_t>(row)];
    }
    const std::vector<std::int32_t>& masked_codes() const { return masked_codes_; }
    std::int32_t values() const { return static_cast<std::int32_t>(texts_.size()); }
    const std::string& text(std::int32_t code) const {  // as written; empty where missing
        return texts_[static_cast<std::size_t>(code)];
    }

    virtual double distance(std::int32_t a, std::int32_t b) const = 0;
    // Whether both have a place of their own, or are the same: where not, 1 is as far as can be. Of
    // missing values, labels that the order lacks and texts without a concept they have none.
    virtual bool comparable(std::int32_t a, std::int32_t b) const = 0;
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
    // Where a value stands, for cutting records into parts that are alike. Kinds with an order: its
    // place or number; nothing where it is missing. Others: its way from the top of a hierarchy,
    // which is the concepts below the root, the topics of a list, or the category alone; missing is
    // a category.
    virtual bool ordered() const { return false; }
    virtual std::optional<double> place(std::int32_t) const { return std::nullopt; }
    virtual std::vector<std::int32_t> path(std::int32_t) const { return {}; }
    // The categories that a value belongs to, for tables of categories: itself, the topics of a
    // list, or the interval of a number (ten of about the same number of rows).
    virtual std::vector<std::int32_t> categories(std::int32_t code) const = 0;
    // The column with these codes in place of the values.
    virtual ColumnPtr column(std::span<const std::int32_t> codes) const = 0;

  protected:
    std::string name_;
    std::vector<std::int32_t> codes_;
    std::vector<std::int32_t> masked_codes_;
    std::vector<std::string> texts_;
};

// `masked` may be null; where it is not it has values of the same sort, numbers or texts, and any
// number of rows. A column of text, and a semantic one without meaning, are categories.
// Error(input) for a value that the column's taxonomy lacks, unless it may stand apart, and for
// lists of more than 1000 topics.
std::unique_ptr<Attribute> make_attribute(const Column& original, const Column* masked,
                                          const AttributeOptions& options = {});

}  // namespace lethe
