#include "lethe/documents/find/detect.h"

#include <algorithm>
#include <array>

#include "lethe/core/parallel.h"
#include "lethe/documents/find/rule_finder.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
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
bool is_learnt_name(CategoryId category) {
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

// Whether what was found by form needs the word of the model: where the model has learnt to tell
// what identifies from what does not. A person with a title always identifies.
bool model_decides(const Register& in, const Mention& mention) {
    if (!in.tells_apart(learnt_as(mention.category)) || mention.category == kPerson) return false;
    return is_learnt_name(mention.category) || is_measure(mention.category) ||
           mention.score < kSure;
}

bool by_rule(const Mention& mention) { return mention.pattern.starts_with("RULE_"); }

// A mention of the model takes the finer category of what patterns and lists see in its place.
// Where a telling word gives away an organisation, a person or a location, that is the category,
// and the mention reaches as far as the name does. A place that no list holds is not well known: it
// counts as a location.
void refine(Mention& mention, const Mentions& others) {
    const auto first = std::lower_bound(
        others.begin(), others.end(), mention.span.begin,
        [](const Mention& other, std::int64_t begin) { return other.span.end <= begin; });
    const bool place = mention.category == kPlace;
    const bool name = is_learnt_name(mention.category);
    for (auto other = first; other != others.end() && other->span.begin < mention.span.end;
         ++other) {
        if (name && by_rule(*other) && other->span.covers(mention.span)) {
            mention.category = other->category;
            mention.span = other->span;
            return;
        }
        if (learnt_as(other->category) != mention.category || other->category == kLocation)
            continue;
        if (place && other->source != MentionSource::list) continue;
        mention.category = other->category;
        return;
    }
    if (place) mention.category = kLocation;
}

bool is_particle(std::string_view word) {
    static constexpr std::array<std::string_view, 20> kParticles{
        "de",  "da",  "do",  "dos", "del", "della", "di",  "la", "le", "van",
        "von", "der", "den", "ter", "zu",  "bin",   "ibn", "al", "el", "y"};
    return std::find(kParticles.begin(), kParticles.end(), word) != kParticles.end();
}

// Cuts a name at line breaks, brackets and bars, and at words in small letters between capitalised
// ones ("John Smith met Mary Jones"), unless these belong to names.
void add_names(std::string_view text, const Mention& mention, Mentions& out) {
    const std::string_view part = mention.span.of(text);
    const std::vector<language::Token> tokens = language::tokenise(part);
    const auto capital = [&](const language::Token& token) {
        return language::is_upper(language::character_at(part, token.begin).code);
    };
    const bool any_capital = std::any_of(tokens.begin(), tokens.end(), capital);
    Mention open = mention;
    bool is_open = false;
    const auto close = [&] {
        if (is_open && !open.span.empty()) out.push_back(open);
        is_open = false;
    };
    std::size_t before = 0;
    for (const language::Token& token : tokens) {
        const std::string_view word = token.of(part);
        const bool letter = language::is_word(language::character_at(part, token.begin).code);
        const std::string_view gap = part.substr(before, token.begin - before);
        const bool small = letter && any_capital && !capital(token) &&
                           mention.category == kPerson && !is_particle(word) &&
                           !language::is_digit(language::character_at(part, token.begin).code);
        if (gap.find('\n') != std::string_view::npos || word == "|" || word == "<" || word == ">" ||
            word == "‹" || word == "›" || word == "*") {
            close();
        }
        before = token.end;
        if (small) {
            close();
            continue;
        }
        const bool sign = !letter;
        if (!is_open && sign) continue;
        if (!is_open) {
            open.span.begin = mention.span.begin + token.begin;
            is_open = true;
        }
        const bool full_stop = word == "." || word == ")";
        if (!sign || full_stop) open.span.end = mention.span.begin + token.end;
    }
    close();
}

// What the model found, as it can be: names in one line, addresses with a number in them.
Mentions plausible(std::string_view text, Mentions by_model) {
    Mentions result;
    for (const Mention& mention : by_model) {
        const std::string_view part = mention.span.of(text);
        if (mention.category == kAddress) {
            const bool number =
                std::any_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
            const bool greeting = part.starts_with("Dear ") || part.find('|') != part.npos;
            if (number && !greeting) result.push_back(mention);
        } else if (mention.category == kPerson || mention.category == kOrganisation) {
            add_names(text, mention, result);
        } else {
            result.push_back(mention);
        }
    }
    return result;
}

}  // namespace

Mentions find_by_form(const Finders& finders, std::string_view text,
                      const std::vector<language::Token>& tokens) {
    Mentions mentions = finders.patterns.find(text);
    const auto append = [&](const Mentions& more) {
        mentions.insert(mentions.end(), more.begin(), more.end());
    };
    if (finders.lists) append(finders.lists->find(text, tokens));
    if (finders.rules) append(find_by_rules(text, tokens));
    return without_overlaps(text, std::move(mentions));
}

Mentions combined(std::string_view text, const Mentions& by_form, const Register& in,
                  Mentions by_model) {
    by_model = plausible(text, std::move(by_model));
    for (Mention& mention : by_model) {
        mention.judged = in.tells_apart(mention.category);
        refine(mention, by_form);
    }
    for (const Mention& mention : by_form) {
        const bool users = mention.category >= kFixedCategories ||
                           (mention.source == MentionSource::list && mention.score >= kSure);
        const bool decided = !users && model_decides(in, mention);
        if (decided) continue;
        by_model.push_back(mention);
        // What has a form of its own is that, whatever the model takes it for.
        if (!is_learnt_name(mention.category) && !is_measure(mention.category))
            by_model.back().score += 1;
    }
    Mentions all = without_overlaps(text, std::move(by_model));
    for (Mention& mention : all) mention.score -= mention.score > 1 ? 1 : 0;
    return all;
}

Mentions detect(const Finders& finders, std::string_view text) {
    return detect(finders, finders.model, finders.setting, text);
}

Mentions detect(const Finders& finders, const SequenceModel* model, Setting setting,
                std::string_view text) {
    const std::vector<language::Token> tokens = language::tokenise(text);
    Mentions by_form = find_by_form(finders, text, tokens);
    if (model == nullptr) return by_form;
    const Register& in = finders.register_name.empty()
                             ? model->register_of(text, tokens)
                             : model->register_named(finders.register_name);
    return combined(text, by_form, in, model->find(in, text, tokens, setting));
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

}  // namespace lethe::documents
