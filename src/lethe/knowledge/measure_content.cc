// Measures of information content. Of several common subsumers the one that says most counts.
#include <algorithm>
#include <cmath>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/knowledge/measure_by_subsumers.h"

namespace lethe {
namespace {

class GreatestContent {
  public:
    using Found = double;

    explicit GreatestContent(std::shared_ptr<const InformationContent> content)
        : content_(std::move(content)) {}

    Found start() const { return 0; }
    void add(Found& greatest, ConceptId x, int, int) const {
        greatest = std::max(greatest, (*content_)(x));
    }

  protected:
    double of_both(ConceptId a, ConceptId b) const { return (*content_)(a) + (*content_)(b); }

    std::shared_ptr<const InformationContent> content_;
};

// Resnik 1995.
struct Resnik : GreatestContent {
    using GreatestContent::GreatestContent;

    double published(ConceptId, ConceptId, Found shared) const { return shared; }
    double distance(ConceptId, ConceptId, Found shared) const {
        return content_->greatest - shared;
    }
};

// Lin 1998.
struct Lin : GreatestContent {
    using GreatestContent::GreatestContent;

    double published(ConceptId a, ConceptId b, Found shared) const {
        const double both = of_both(a, b);
        if (both == 0) return a == b ? 1 : 0;
        return 2 * shared / both;
    }
    double distance(ConceptId a, ConceptId b, Found shared) const {
        return 1 - published(a, b, shared);
    }
};

// Jiang and Conrath 1997.
struct JiangConrath : GreatestContent {
    using GreatestContent::GreatestContent;

    double published(ConceptId a, ConceptId b, Found shared) const {
        return of_both(a, b) - 2 * shared;
    }
    double distance(ConceptId a, ConceptId b, Found shared) const {
        return published(a, b, shared);
    }
};

}  // namespace

std::unique_ptr<Measure> make_content_measure(TaxonomyPtr taxonomy, const MeasureOptions& options) {
    auto content = options.content
                       ? options.content
                       : std::make_shared<const InformationContent>(intrinsic_content(*taxonomy));
    switch (options.kind) {
        case MeasureKind::resnik:
            return std::make_unique<MeasureBySubsumers<Resnik>>(std::move(taxonomy),
                                                                Resnik(std::move(content)));
        case MeasureKind::lin:
            return std::make_unique<MeasureBySubsumers<Lin>>(std::move(taxonomy),
                                                             Lin(std::move(content)));
        case MeasureKind::jiang_conrath:
            return std::make_unique<MeasureBySubsumers<JiangConrath>>(
                std::move(taxonomy), JiangConrath(std::move(content)));
        default:
            throw Error(ErrorKind::internal, "not a measure of information content");
    }
}

}  // namespace lethe
