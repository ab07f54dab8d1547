// The source clusters the positions of risk terms in each file and does not say how. Here, as its
// specification recommends: positions in order, cut where a gap is wider than three times the
// median gap and wider than a paragraph (the mean one of the document); so a document in which
// terms are evenly rare is one long cluster, and terms that crowd stand apart from the rest.
//
// The density of a cluster alone would make every lone hit the densest of all, one word out of one.
// A block is therefore the cluster widened to whole paragraphs, which is also what a reviewer
// deletes, and its density is that of its paragraphs together.
#include "lethe/documents/review/risky_blocks.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/documents/index/search_index.h"

namespace lethe::documents {
namespace {

constexpr std::int64_t kLongLine = 200;
constexpr std::int64_t kDocumentsATask = 64;

bool is_blank_sign(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

language::Span trimmed(std::string_view text, language::Span span) {
    const auto blank = [&](std::int64_t at) {
        const char c = text[static_cast<std::size_t>(at)];
        return is_blank_sign(c) || c == '\n';
    };
    while (!span.empty() && blank(span.begin)) ++span.begin;
    while (!span.empty() && blank(span.end - 1)) --span.end;
    return span;
}

std::vector<language::Span> lines_of(std::string_view text) {
    std::vector<language::Span> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(
            trimmed(text, {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)}));
        begin = end + 1;
    }
    return lines;
}

double median(std::vector<std::int64_t> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return static_cast<double>(*middle);
    const std::int64_t below = *std::max_element(values.begin(), middle);
    return (static_cast<double>(*middle) + static_cast<double>(below)) / 2;
}

double mean_size(const std::vector<language::Span>& spans) {
    std::int64_t total = 0;
    for (const language::Span& span : spans) total += span.size();
    return spans.empty() ? 0 : static_cast<double>(total) / static_cast<double>(spans.size());
}

// Numbers of hits [first, last) of each cluster.
std::vector<std::pair<std::size_t, std::size_t>> clusters(
    const TermHits& hits, const std::vector<language::Span>& paragraphs, double gap_factor) {
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < hits.size(); ++i) {
        gaps.push_back(hits[i].span.begin - hits[i - 1].span.begin);
    }
    const double widest = std::max(gap_factor * median(gaps), mean_size(paragraphs));
    std::vector<std::pair<std::size_t, std::size_t>> result;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        if (i == 0 || static_cast<double>(gaps[i - 1]) > widest) result.emplace_back(i, i);
        result.back().second = i + 1;
    }
    return result;
}

template <class Item>
std::size_t first_not_before(const std::vector<Item>& items, std::int64_t at) {
    return static_cast<std::size_t>(
        std::partition_point(
            items.begin(), items.end(),
            [&](const Item& item) { return static_cast<std::int64_t>(item.end) <= at; }) -
        items.begin());
}

std::int64_t words_within(const std::vector<language::Token>& words, language::Span span) {
    const auto first = first_not_before(words, span.begin);
    const auto last = static_cast<std::size_t>(
        std::partition_point(words.begin(), words.end(),
                             [&](const language::Token& word) {
                                 return static_cast<std::int64_t>(word.begin) < span.end;
                             }) -
        words.begin());
    return static_cast<std::int64_t>(last) - static_cast<std::int64_t>(first);
}

// Paragraphs [first, last) as a block.
RiskyBlock make_block(std::int64_t document, const std::vector<language::Token>& words,
                      const TermHits& hits, const std::vector<language::Span>& paragraphs,
                      std::size_t first, std::size_t last) {
    RiskyBlock block;
    block.document = document;
    block.span = {paragraphs[first].begin, paragraphs[last - 1].end};
    std::set<std::int32_t> terms;
    for (std::size_t i = first; i < last; ++i) {
        block.paragraphs.push_back({paragraphs[i], words_within(words, paragraphs[i]), 0});
        block.words += block.paragraphs.back().words;
    }
    const auto from = std::partition_point(hits.begin(), hits.end(), [&](const TermHit& hit) {
        return hit.span.begin < block.span.begin;
    });
    for (auto hit = from; hit != hits.end() && hit->span.begin < block.span.end; ++hit) {
        block.hits.push_back(*hit);
        terms.insert(hit->term);
        const auto at = std::partition_point(
            block.paragraphs.begin(), block.paragraphs.end(),
            [&](const RiskyParagraph& paragraph) { return paragraph.span.end <= hit->span.begin; });
        ++at->hits;
    }
    block.distinct_terms = std::ssize(terms);
    return block;
}

}  // namespace

std::vector<language::Span> paragraphs_of(std::string_view text) {
    const std::vector<language::Span> lines = lines_of(text);
    // The last line's own end is not an empty line.
    const bool has_empty = std::any_of(lines.begin(), lines.end(),
                                       [](const language::Span& line) { return line.empty(); });
    std::vector<language::Span> paragraphs;
    bool open = false;
    for (const language::Span& line : lines) {
        if (line.empty()) {
            open = false;
            continue;
        }
        if (open) {
            paragraphs.back().end = line.end;
        } else {
            paragraphs.push_back(line);
        }
        open = has_empty && line.size() <= kLongLine;
    }
    return paragraphs;
}

RiskyBlocks risky_blocks(std::int64_t document, std::string_view text,
                         const std::vector<language::Token>& words, const TermHits& hits,
                         const BlockOptions& options) {
    const std::vector<language::Span> paragraphs = paragraphs_of(text);
    RiskyBlocks blocks;
    std::size_t taken = 0;  // paragraphs before it belong to blocks already
    const auto add = [&](std::size_t first, std::size_t last) {
        RiskyBlock block = make_block(document, words, hits, paragraphs, first, last);
        block.density = static_cast<double>(block.hits.size()) /
                        static_cast<double>(std::max(block.words, options.least_words));
        if (std::ssize(block.hits) >= options.least_hits) blocks.push_back(std::move(block));
    };
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    for (const auto& [from, to] : clusters(hits, paragraphs, options.gap_factor)) {
        const std::size_t first =
            std::max(taken, first_not_before(paragraphs, hits[from].span.begin));
        const std::size_t last = first_not_before(paragraphs, hits[to - 1].span.end - 1) + 1;
        if (!ranges.empty() && last <= taken) continue;
        // Two clusters of one paragraph are one block.
        if (!ranges.empty() && first_not_before(paragraphs, hits[from].span.begin) < taken) {
            ranges.back().second = last;
        } else {
            ranges.emplace_back(first, last);
        }
        taken = last;
    }
    for (const auto& [first, last] : ranges) {
        if (!options.by_paragraph) add(first, last);
        for (std::size_t i = first; options.by_paragraph && i < last; ++i) add(i, i + 1);
    }
    return blocks;
}

RiskyBlocks find_risky_blocks(const Context& context, const Documents& documents,
                              const TermMatcher& matcher, const BlockOptions& options) {
    Progress progress(context, "risk terms", std::ssize(documents));
    const std::int64_t count = std::ssize(documents);
    std::vector<RiskyBlocks> parts(static_cast<std::size_t>(chunk_count(count, kDocumentsATask)));
    parallel_chunks(context, count, kDocumentsATask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t task) {
                        TermReader reader(matcher);
                        RiskyBlocks& part = parts[static_cast<std::size_t>(task)];
                        for (std::int64_t i = begin; i < end; ++i) {
                            const std::string& text = documents[static_cast<std::size_t>(i)].text;
                            const std::vector<language::Token> words = language::words_of(text);
                            const TermHits hits = reader.find(text, words);
                            for (RiskyBlock& block : risky_blocks(i, text, words, hits, options)) {
                                part.push_back(std::move(block));
                            }
                            progress.add();
                        }
                    });
    RiskyBlocks all;
    for (RiskyBlocks& part : parts) {
        std::move(part.begin(), part.end(), std::back_inserter(all));
    }
    rank_by_density(all);
    return all;
}

void add_learnt_blocks(const Context& context, const Documents& documents, const RiskModel& model,
                       double least, RiskyBlocks& blocks) {
    std::vector<std::vector<RiskyBlock*>> of_document(documents.size());
    for (RiskyBlock& block : blocks) {
        of_document[static_cast<std::size_t>(block.document)].push_back(&block);
    }
    std::vector<RiskyBlocks> more(documents.size());
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t i) {
        const auto d = static_cast<std::size_t>(i);
        const std::string& text = documents[d].text;
        const std::vector<language::Token> words = language::words_of(text);
        const std::vector<language::Span> paragraphs = paragraphs_of(text);
        const std::vector<float> probabilities = model.probabilities(text, paragraphs);
        for (std::size_t p = 0; p < paragraphs.size(); ++p) {
            const auto probability = static_cast<double>(probabilities[p]);
            const auto within = std::find_if(
                of_document[d].begin(), of_document[d].end(),
                [&](const RiskyBlock* block) { return block->span.covers(paragraphs[p]); });
            if (within != of_document[d].end()) {
                (*within)->probability = std::max((*within)->probability, probability);
            } else if (probability >= least) {
                more[d].push_back(make_block(i, words, {}, paragraphs, p, p + 1));
                more[d].back().probability = probability;
            }
        }
    });
    for (RiskyBlocks& part : more) std::move(part.begin(), part.end(), std::back_inserter(blocks));
    rank_by_density(blocks);
    std::stable_sort(blocks.begin(), blocks.end(), [](const RiskyBlock& a, const RiskyBlock& b) {
        return a.probability > b.probability;
    });
}

void rank_by_density(RiskyBlocks& blocks) {
    std::sort(blocks.begin(), blocks.end(), [](const RiskyBlock& a, const RiskyBlock& b) {
        return std::tuple(-a.density, -a.distinct_terms, a.document, a.span.begin) <
               std::tuple(-b.density, -b.distinct_terms, b.document, b.span.begin);
    });
}

void set_relevance(const Context& context, const Documents& documents, RiskyBlocks& blocks,
                   const std::vector<std::string>& queries) {
    std::vector<std::string> ids;
    std::vector<std::string_view> texts;
    for (const RiskyBlock& block : blocks) {
        ids.push_back(std::to_string(ids.size()));
        texts.push_back(block.span.of(documents[static_cast<std::size_t>(block.document)].text));
    }
    SearchIndex index;
    index.add(context, ids, texts);
    for (RiskyBlock& block : blocks) block.relevance = 0;
    for (const std::string& query : queries) {
        for (const Hit& hit : index.search(query)) {
            double& relevance = blocks[static_cast<std::size_t>(hit.document)].relevance;
            relevance = std::max(relevance, hit.relevance);
        }
    }
}

void rank_by_relevance(RiskyBlocks& blocks) {
    rank_by_density(blocks);
    std::stable_sort(blocks.begin(), blocks.end(), [](const RiskyBlock& a, const RiskyBlock& b) {
        return a.relevance > b.relevance;
    });
}

std::vector<std::vector<language::Span>> blocks_above(const RiskyBlocks& blocks, double threshold,
                                                      std::int64_t documents) {
    std::vector<std::vector<language::Span>> spans(static_cast<std::size_t>(documents));
    for (const RiskyBlock& block : blocks) {
        if (block.density >= threshold) {
            spans[static_cast<std::size_t>(block.document)].push_back(block.span);
        }
    }
    for (std::vector<language::Span>& of_document : spans)
        std::sort(of_document.begin(), of_document.end());
    return spans;
}

double relative_position(const TermHit& hit, std::string_view text) {
    return text.empty() ? 0.0
                        : static_cast<double>(hit.span.begin) / static_cast<double>(text.size());
}

}  // namespace lethe::documents
