#include "lethe/text/detect.h"

#include <algorithm>

#include "lethe/core/parallel.h"
#include "lethe/text/rule_finder.h"

namespace lethe::text {
namespace {

// What a model's category stands for among the finer ones of patterns and lists.
CategoryId learnt_as(CategoryId category) {
    switch (category) {
        case kCountry:
        case kLocation:
            return kPlace;
        case kMoney:
            return kQuantity;
        case kTime:
            return kDate;
        default:
            return category;
    }
}

// Names: their form says little, and where the model has learnt the category, its word counts.
bool is_name(CategoryId category) {
    switch (category) {
        case kPerson:
        case kOrganisation:
        case kCountry:
        case kPlace:
        case kLocation:
        case kDemographic:
        case kOther:
            return true;
        default:
            return false;
    }
}

// Numbers and the like, whose form is plain; but not all of them identify. The model's word counts
// where it has learnt to tell those that do from those that do not.
bool is_measure(CategoryId category) {
    switch (category) {
        case kDate:
        case kTime:
        case kMoney:
        case kQuantity:
        case kAge:
        case kTitle:
            return true;
        default:
            return false;
    }
}

constexpr float kSure = 0.85F;

// A mention of the model takes the finer category of what patterns and lists see in its place. A
// place that no list holds is not well known: it counts as a location.
void refine(Mention& mention, const Mentions& others) {
    const auto first = std::lower_bound(
        others.begin(), others.end(), mention.span.begin,
        [](const Mention& other, std::int64_t begin) { return other.span.end <= begin; });
    const bool place = mention.category == kPlace;
    for (auto other = first; other != others.end() && other->span.begin < mention.span.end;
         ++other) {
        if (learnt_as(other->category) != mention.category || other->category == kLocation)
            continue;
        if (place && other->source != MentionSource::list) continue;
        mention.category = other->category;
        return;
    }
    if (place) mention.category = kLocation;
}

}  // namespace

Mentions detect(const Finders& finders, std::string_view text) {
    return detect(finders, finders.model, finders.setting, text);
}

Mentions detect(const Finders& finders, const SequenceModel* model, Setting setting,
                std::string_view text) {
    const std::vector<Token> tokens = tokenise(text);
    Mentions by_form = finders.patterns.find(text);
    const auto append = [&](const Mentions& more) {
        by_form.insert(by_form.end(), more.begin(), more.end());
    };
    if (finders.lists) append(finders.lists->find(text, tokens));
    if (finders.rules) append(find_by_rules(text, tokens));
    by_form = without_overlaps(text, std::move(by_form));
    if (model == nullptr) return by_form;

    const Register& in = finders.register_name.empty()
                             ? model->register_of(text, tokens)
                             : model->register_named(finders.register_name);
    Mentions mentions = model->find(in, text, tokens, setting);
    for (Mention& mention : mentions) refine(mention, by_form);
    for (const Mention& mention : by_form) {
        const bool users = mention.category >= kFixedCategories ||
                           (mention.source == MentionSource::list && mention.score >= kSure);
        const CategoryId learnt = learnt_as(mention.category);
        const bool decided =
            in.knows(learnt) &&
            (is_name(mention.category) ||
             (is_measure(mention.category) ? in.tells_apart(learnt) : mention.score < kSure));
        if (users || !decided) mentions.push_back(mention);
    }
    return without_overlaps(text, std::move(mentions));
}

std::vector<Mentions> detect(const Context& context, const Finders& finders,
                             const Documents& documents) {
    std::vector<Mentions> mentions(documents.size());
    Progress progress(context, "looking for entities", std::ssize(documents));
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t i) {
        const auto at = static_cast<std::size_t>(i);
        mentions[at] = detect(finders, documents[at].text);
        progress.add();
    });
    return mentions;
}

}  // namespace lethe::text
