// Any bytes are a review, or an error of ours that says what is wrong; and a review that was read
// is written and read again as the same, with all its places inside of its documents. The same
// bytes as a file of decisions.
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/documents/review/review.h"

namespace lethe::fuzz::review {

using namespace lethe::documents;

void read_review(std::string_view bytes) {
    const Review review = parse_review(bytes, "review.json");
    const std::string json = review_json(review);
    if (review_json(parse_review(json, "review.json")) != json) std::abort();
    const auto inside = [&](std::int64_t document, lethe::language::Span span) {
        if (document < 0 || document >= std::ssize(review.documents)) std::abort();
        const auto end = review.documents[static_cast<std::size_t>(document)].size;
        if (span.begin < 0 || span.empty() || span.end > end) std::abort();
    };
    for (const ReviewEntity& entity : review.entities) inside(entity.document, entity.span);
    for (const ReviewBlock& block : review.blocks) {
        inside(block.document, block.span);
        for (const ReviewHit& hit : block.hits) inside(block.document, hit.span);
    }
}

// Of a review with two entities and a block, whose fingerprint is in the corpus.
void read_decisions(std::string_view bytes) {
    Review review;
    review.documents.push_back({"a", "a", 4, std::string(64, '0')});
    review.entities.resize(2);
    review.blocks.resize(1);
    take_decisions(review, bytes, "decisions.json");
    if (review.entities.size() != 2 || review.blocks.size() != 1) std::abort();
}

void expect_our_error(const std::function<void()>& act) {
    try {
        act();
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
}

void run(std::string_view bytes) {
    expect_our_error([&] { read_review(bytes); });
    expect_our_error([&] { read_decisions(bytes); });
}

}  // namespace lethe::fuzz::review
