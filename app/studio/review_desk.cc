#include "studio/review_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/io/file.h"
#include "lethe/language/characters.h"
#include "studio/http/http_message.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;
using documents::Decision;
using documents::Review;
using documents::ReviewBlock;
using documents::ReviewEntity;

constexpr std::size_t kMostHits = 200;
constexpr std::size_t kAround = 40;  // bytes of a snippet on either side

std::string review_file(const Project& project) { return project.path("review.json"); }

std::string stamp_of(const std::string& path) {
    std::error_code error;
    const auto time = fs::last_write_time(path, error).time_since_epoch().count();
    if (error) {
        throw NotFound("there is no review yet: look for mentions first");
    }
    return fmt::format("{} {}", time, fs::file_size(path, error));
}

Decision decision_named(const std::string& text) {
    for (const Decision one : {Decision::undecided, Decision::accept, Decision::reject}) {
        if (name(one) == text) return one;
    }
    throw Error(ErrorKind::usage, "must be accept, reject or undecided", {{}, 0, 0, "decision"});
}

std::string_view text_of_span(const documents::Documents& documents, std::int64_t document,
                              language::Span span) {
    const std::string& text = documents[static_cast<std::size_t>(document)].text;
    return std::string_view(text).substr(static_cast<std::size_t>(span.begin),
                                         static_cast<std::size_t>(span.end - span.begin));
}

Json undecided_json(const Review& review) {
    const documents::Undecided open = documents::undecided(review);
    return {{"entities", open.entities}, {"blocks", open.blocks}};
}

// Where a place in UTF-16 units, as browsers count, is in a text of UTF-8.
std::optional<std::size_t> byte_of_unit(std::string_view text, std::int64_t units) {
    std::int64_t seen = 0;
    std::size_t at = 0;
    while (at < text.size() && seen < units) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        seen += length == 4 ? 2 : 1;
        at += length;
    }
    if (seen != units || at > text.size()) return std::nullopt;
    return at;
}

// Whole characters around a place.
std::string snippet_of(std::string_view text, std::size_t at, std::size_t length) {
    const auto inside = [&](std::size_t place) {
        return place > 0 && place < text.size() &&
               (static_cast<unsigned char>(text[place]) & 0xc0U) == 0x80U;
    };
    std::size_t begin = at > kAround ? at - kAround : 0;
    std::size_t end = std::min(text.size(), at + length + kAround);
    while (inside(begin)) --begin;
    while (inside(end)) ++end;
    return std::string(text.substr(begin, end - begin));
}

Json entity_json(const ReviewEntity& entity, std::size_t index, std::int64_t same) {
    return {{"index", index},
            {"same", same},
            {"category", entity.category},
            {"number", entity.entity + 1},
            {"source", name(entity.source)},
            {"score", entity.score},
            {"decision", name(entity.decision)}};
}

std::vector<std::size_t> places_of(const Json& list, std::size_t count, const std::string& what) {
    std::vector<std::size_t> places;
    if (list.is_null()) return places;
    if (!list.is_array()) throw Error(ErrorKind::usage, "must be a list", {{}, 0, 0, what});
    for (const Json& one : list) {
        if (!one.is_number_integer() || one.get<std::int64_t>() < 0 ||
            one.get<std::size_t>() >= count) {
            throw Error(ErrorKind::usage, "names something that is not in the review",
                        {{}, 0, 0, what});
        }
        places.push_back(one.get<std::size_t>());
    }
    return places;
}

// What brings back how things stand, as requests to decide().
Json before_json(const Review& review, const std::vector<std::size_t>& entities,
                 const std::vector<std::size_t>& blocks, bool categories) {
    std::map<std::pair<Decision, std::string>, Json> groups;
    for (const std::size_t i : entities) {
        const ReviewEntity& one = review.entities[i];
        Json& group = groups[{one.decision, categories ? one.category : std::string()}];
        group["entities"].push_back(i);
    }
    for (const std::size_t i : blocks)
        groups[{review.blocks[i].decision, {}}]["blocks"].push_back(i);
    Json requests = Json::array();
    for (auto& [state, request] : groups) {
        request["decision"] = name(state.first);
        if (!state.second.empty()) request["category"] = state.second;
        requests.push_back(std::move(request));
    }
    return requests;
}

// All entities that are like one: by the same words, or of the same category.
std::vector<std::size_t> like(const Json& rule, const Review& review,
                              const documents::Documents& documents) {
    const std::size_t model =
        places_of(Json::array({rule.value("entity", Json())}), review.entities.size(), "like")
            .front();
    const bool by_text = rule.value("same", "text") == "text";
    const ReviewEntity& sought = review.entities[model];
    const std::string words =
        language::lower_case(std::string(text_of_span(documents, sought.document, sought.span)));
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < review.entities.size(); ++i) {
        const ReviewEntity& one = review.entities[i];
        const bool same = by_text ? language::lower_case(std::string(
                                        text_of_span(documents, one.document, one.span))) == words
                                  : one.category == sought.category;
        if (same) places.push_back(i);
    }
    return places;
}

}  // namespace

std::shared_ptr<ReviewDesk::Open> ReviewDesk::open(const Project& project, const Context& context) {
    std::shared_ptr<Open> held;
    {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Open>& place = open_[project.folder()];
        if (!place) place = std::make_shared<Open>();
        held = place;
    }
    const std::lock_guard lock(held->mutex);
    const std::string path = review_file(project);
    const std::string stamp = stamp_of(path);
    if (held->stamp == stamp) return held;
    Review review = documents::parse_review(read_file(path), path);
    documents::Documents all =
        documents::read_documents(context, project.data.front(), {}, nullptr);
    const std::vector<std::int64_t> matched = documents::match_documents(review, all);
    held->documents.clear();
    for (const std::int64_t place : matched) {
        held->documents.push_back(std::move(all[static_cast<std::size_t>(place)]));
    }
    held->review = std::move(review);
    held->stamp = stamp;
    return held;
}

void ReviewDesk::save(const Project& project, Open& open) {
    const std::string path = review_file(project);
    write_file(path, documents::review_json(open.review), true);
    open.stamp = stamp_of(path);
}

Json ReviewDesk::summary(const Project& project, const Context& context) {
    const auto held = open(project, context);
    const std::lock_guard lock(held->mutex);
    const Review& review = held->review;
    Json list = Json::array();
    for (std::size_t i = 0; i < review.documents.size(); ++i) {
        list.push_back({{"index", i},
                        {"name", review.documents[i].id},
                        {"size", review.documents[i].size},
                        {"entities", 0},
                        {"undecided", 0},
                        {"blocks", 0},
                        {"undecided_blocks", 0},
                        {"categories", Json::object()}});
    }
    std::map<std::string, std::int64_t> counts;
    for (const ReviewEntity& one : review.entities) {
        Json& document = list[static_cast<std::size_t>(one.document)];
        document["entities"] = document["entities"].get<int>() + 1;
        if (one.decision == Decision::undecided) {
            document["undecided"] = document["undecided"].get<int>() + 1;
        }
        ++counts[one.category];
        Json& of_category = document["categories"][one.category];
        of_category = of_category.is_null() ? 1 : of_category.get<int>() + 1;
    }
    for (const ReviewBlock& one : review.blocks) {
        Json& document = list[static_cast<std::size_t>(one.document)];
        document["blocks"] = document["blocks"].get<int>() + 1;
        if (one.decision == Decision::undecided) {
            document["undecided_blocks"] = document["undecided_blocks"].get<int>() + 1;
        }
    }
    Json categories = Json::array();
    Problems problems;  // the review was made by this policy: apply says what is wrong with it
    const documents::TextPolicy policy =
        documents::parse_text_policy(review.policy, review_file(project), problems);
    const documents::Categories& known = policy.categories;
    for (documents::CategoryId c = 0; c < known.size(); ++c) {
        categories.push_back({{"name", known[c].name},
                              {"text", known[c].text},
                              {"treatment", documents::name(policy.treatment(c))},
                              {"becomes", policy.treatment(c).traits().becomes},
                              {"keeps", policy.treatment(c).keeps()},
                              {"count", counts[known[c].name]}});
        counts.erase(known[c].name);
    }
    for (const auto& [category, count] : counts) {
        categories.push_back(
            {{"name", category}, {"text", ""}, {"treatment", ""}, {"count", count}});
    }
    return {{"documents", std::move(list)},
            {"categories", std::move(categories)},
            {"undecided", undecided_json(review)},
            {"total", {{"entities", review.entities.size()}, {"blocks", review.blocks.size()}}}};
}

Json ReviewDesk::document(const Project& project, const Context& context, std::int64_t index) {
    const auto held = open(project, context);
    const std::lock_guard lock(held->mutex);
    const Review& review = held->review;
    if (index < 0 || static_cast<std::size_t>(index) >= review.documents.size()) {
        throw NotFound("there is no such document in the review");
    }
    const std::string& text = held->documents[static_cast<std::size_t>(index)].text;
    const auto words_of = [&](const ReviewEntity& one) {
        return language::lower_case(
            std::string(text_of_span(held->documents, one.document, one.span)));
    };
    std::map<std::string, std::int64_t> same;  // mentions of these words, in all documents
    for (const ReviewEntity& one : review.entities) ++same[words_of(one)];
    Json segments = Json::array(), blocks = Json::array();
    std::size_t at = 0;
    for (std::size_t i = 0; i < review.entities.size(); ++i) {
        const ReviewEntity& one = review.entities[i];
        if (one.document != index) continue;
        const auto begin = static_cast<std::size_t>(one.span.begin);
        const auto end = static_cast<std::size_t>(one.span.end);
        if (begin < at) continue;  // within the one before
        if (begin > at) segments.push_back({{"text", text.substr(at, begin - at)}});
        segments.push_back({{"text", text.substr(begin, end - begin)},
                            {"entity", entity_json(one, i, same[words_of(one)])}});
        at = end;
    }
    if (at < text.size()) segments.push_back({{"text", text.substr(at)}});
    for (std::size_t i = 0; i < review.blocks.size(); ++i) {
        const ReviewBlock& one = review.blocks[i];
        if (one.document != index) continue;
        std::set<std::string> terms;
        for (const documents::ReviewHit& hit : one.hits) terms.insert(hit.term);
        blocks.push_back({{"index", i},
                          {"score", one.score},
                          {"decision", name(one.decision)},
                          {"text", std::string(text_of_span(held->documents, index, one.span))},
                          {"terms", terms}});
    }
    return {{"index", index},
            {"name", review.documents[static_cast<std::size_t>(index)].id},
            {"of", review.entities.size()},
            {"segments", std::move(segments)},
            {"blocks", std::move(blocks)}};
}

Json ReviewDesk::decide(const Project& project, const Context& context, const Json& request) {
    const auto held = open(project, context);
    const std::lock_guard lock(held->mutex);
    Review& review = held->review;
    if (request.contains("of") && request["of"] != review.entities.size()) {
        throw Error(ErrorKind::unmet,
                    "mentions were added or looked for again in another window meanwhile; look at "
                    "them, then decide");
    }
    std::vector<std::size_t> entities =
        request.contains("like")
            ? like(request["like"], review, held->documents)
            : places_of(request.value("entities", Json()), review.entities.size(), "entities");
    const std::vector<std::size_t> blocks =
        places_of(request.value("blocks", Json()), review.blocks.size(), "blocks");
    const bool decides = request.contains("decision");
    const Decision decision =
        decides ? decision_named(request.value("decision", "")) : Decision::undecided;
    const std::string category = request.value("category", "");
    Json before = before_json(review, entities, blocks, !category.empty());
    for (const std::size_t i : entities) {
        if (decides) review.entities[i].decision = decision;
        if (!category.empty() && review.entities[i].category != category) {
            review.entities[i].category = category;
            review.entities[i].entity = -1;
        }
    }
    for (const std::size_t i : blocks) {
        if (decides) review.blocks[i].decision = decision;
    }
    save(project, *held);
    return {{"changed", entities.size() + blocks.size()},
            {"undecided", undecided_json(review)},
            {"before", std::move(before)}};
}

Json ReviewDesk::add(const Project& project, const Context& context, const Json& request) {
    const auto held = open(project, context);
    const std::lock_guard lock(held->mutex);
    Review& review = held->review;
    const std::size_t document = places_of(Json::array({request.value("document", Json())}),
                                           review.documents.size(), "document")
                                     .front();
    const std::string& text = held->documents[document].text;
    const auto before = byte_of_unit(text, request.value("before", std::int64_t{-1}));
    const auto end = before ? byte_of_unit(std::string_view(text).substr(*before),
                                           request.value("length", std::int64_t{0}))
                            : std::nullopt;
    if (!before || !end || *end == 0) {
        throw Error(ErrorKind::usage, "the piece of text is not one of whole characters");
    }
    ReviewEntity added;
    added.document = static_cast<std::int64_t>(document);
    added.span = {static_cast<std::int64_t>(*before), static_cast<std::int64_t>(*before + *end)};
    added.category = request.value("category", "person");
    added.source = documents::MentionSource::user;
    added.score = 1;
    added.decision = Decision::accept;
    const auto overlaps = [&](const ReviewEntity& one) {
        return one.document == added.document && one.span.begin < added.span.end &&
               added.span.begin < one.span.end;
    };
    if (std::ranges::any_of(review.entities, overlaps)) {
        throw Error(ErrorKind::usage,
                    "a mention stands there already; change that one, or reject it first");
    }
    const auto after = std::ranges::find_if(review.entities, [&](const ReviewEntity& one) {
        return std::pair(one.document, one.span.begin) >
               std::pair(added.document, added.span.begin);
    });
    review.entities.insert(after, added);
    save(project, *held);
    return {{"changed", 1}, {"undecided", undecided_json(review)}};
}

Json ReviewDesk::search(const Project& project, const Context& context, const std::string& words) {
    if (words.find_first_not_of(" \t\n") == std::string::npos) return {{"hits", Json::array()}};
    const auto held = open(project, context);
    const std::lock_guard lock(held->mutex);
    const std::string sought = language::lower_case(words);
    Json hits = Json::array();
    std::int64_t total = 0;
    for (std::size_t d = 0; d < held->documents.size(); ++d) {
        const std::string& text = held->documents[d].text;
        const std::string lower = language::lower_case(text);
        const bool same_size = lower.size() == text.size();
        const std::string& looked_at = same_size ? lower : text;
        for (std::size_t at = looked_at.find(sought); at != std::string::npos;
             at = looked_at.find(sought, at + sought.size())) {
            ++total;
            if (hits.size() >= kMostHits) continue;
            Json entity = nullptr;
            for (std::size_t i = 0; i < held->review.entities.size(); ++i) {
                const ReviewEntity& one = held->review.entities[i];
                if (one.document == static_cast<std::int64_t>(d) &&
                    static_cast<std::size_t>(one.span.begin) < at + sought.size() &&
                    at < static_cast<std::size_t>(one.span.end)) {
                    entity = i;
                    break;
                }
            }
            hits.push_back({{"document", d},
                            {"name", held->review.documents[d].id},
                            {"entity", std::move(entity)},
                            {"snippet", snippet_of(text, at, sought.size())}});
        }
    }
    return {{"hits", std::move(hits)}, {"total", total}};
}

}  // namespace lethe::studio
