#include "lethe/documents/review/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/documents/review/review_json.h"
#include "lethe/io/file_digest.h"

namespace lethe::documents {
namespace {

// Documents of further fields of a line share its id.
std::string review_id(const Document& document) {
    return document.field.empty() ? document.id : document.id + " " + document.field;
}

}  // namespace

std::string_view name(Decision decision) {
    constexpr std::array<std::string_view, 3> kNames = {"undecided", "accept", "reject"};
    return kNames[static_cast<std::size_t>(decision)];
}

Review make_review(const Documents& documents, const std::vector<Mentions>& mentions,
                   const Categories& categories, const RiskyBlocks& blocks, const RiskTerms& terms,
                   std::string policy) {
    Review review;
    review.policy = std::move(policy);
    for (const Document& document : documents) {
        review.documents.push_back(
            {review_id(document), document.file, std::ssize(document.text), sha256(document.text)});
    }
    for (std::size_t i = 0; i < mentions.size(); ++i) {
        for (const Mention& mention : mentions[i]) {
            review.entities.push_back({static_cast<std::int64_t>(i), mention.span,
                                       categories[mention.category].name, mention.entity,
                                       mention.source, std::string(mention.pattern),
                                       static_cast<double>(mention.score), Decision::accept});
        }
    }
    for (const RiskyBlock& block : blocks) {
        ReviewBlock reviewed{block.document,  block.span, block.density,       block.words,
                             block.relevance, {},         Decision::undecided, block.probability};
        for (const TermHit& hit : block.hits) {
            reviewed.hits.push_back(
                {hit.span, terms.terms[static_cast<std::size_t>(hit.term)].text, hit.kind});
        }
        review.blocks.push_back(std::move(reviewed));
    }
    return review;
}

std::string fingerprint(const Review& review) {
    Review plain = review;
    for (ReviewEntity& entity : plain.entities) entity.decision = Decision::undecided;
    for (ReviewBlock& block : plain.blocks) block.decision = Decision::undecided;
    return sha256(review_json(plain));
}

std::vector<std::int64_t> match_documents(const Review& review, const Documents& documents) {
    std::unordered_map<std::string, std::int64_t> numbers;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        numbers.emplace(review_id(documents[i]), static_cast<std::int64_t>(i));
    }
    Problems problems;
    std::vector<std::int64_t> matched;
    for (const ReviewDocument& reviewed : review.documents) {
        const auto found = numbers.find(reviewed.id);
        if (found == numbers.end()) {
            problems.push_back({"was reviewed, and is not there", {reviewed.id, 0, 0, {}}});
            continue;
        }
        const std::string& text = documents[static_cast<std::size_t>(found->second)].text;
        if (std::ssize(text) != reviewed.size || sha256(text) != reviewed.digest) {
            problems.push_back({"has changed since it was reviewed", {reviewed.id, 0, 0, {}}});
        }
        matched.push_back(found->second);
        numbers.erase(found);
    }
    for (const Document& document : documents) {
        if (numbers.contains(review_id(document))) {
            problems.push_back({"was not reviewed", {review_id(document), 0, 0, {}}});
        }
    }
    throw_if_any(ErrorKind::input, few_of(std::move(problems)));
    return matched;
}

Undecided undecided(const Review& review) {
    const auto open = [](const auto& item) { return item.decision == Decision::undecided; };
    return {std::count_if(review.entities.begin(), review.entities.end(), open),
            std::count_if(review.blocks.begin(), review.blocks.end(), open)};
}

}  // namespace lethe::documents
