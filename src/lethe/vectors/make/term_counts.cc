// The documents are cut into chunks. A chunk looks up a word as it stands in the
// text, so that case, stop words, WordNet and stems are worked out once for each distinct word, and
// counts it under its own number of the term. Then the terms of all chunks are put together and in
// order, and each chunk writes its rows again by the numbers of the collection. The result is made
// of whole numbers and of the order of terms, which depend neither on chunks nor on threads.
#include "lethe/vectors/make/term_counts.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/knowledge/noun_form.h"
#include "lethe/language/characters.h"
#include "lethe/language/index_terms.h"
#include "lethe/language/stem.h"
#include "lethe/language/stop_words.h"
#include "lethe/language/token.h"

namespace lethe::vectors {
namespace {

constexpr std::int32_t kNoTerm = -1;
constexpr std::size_t kLongestText = 0xFFFF'FFFF;

struct DocumentRange {
    std::size_t begin;
    std::size_t end;
};

// About 16 chunks at most, since each works out its words anew, of half a megabyte at least.
std::vector<DocumentRange> chunks_of(const std::vector<std::string_view>& texts) {
    constexpr std::size_t kSmallest = std::size_t{1} << 19;
    constexpr std::size_t kDocument = 64;  // what a document costs besides its bytes
    std::size_t all = 0;
    for (const std::string_view text : texts) all += text.size() + kDocument;
    const std::size_t most = std::max(kSmallest, all / 16);
    std::vector<DocumentRange> chunks;
    std::size_t begin = 0;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        bytes += texts[i].size() + kDocument;
        if (bytes >= most || i + 1 == texts.size()) {
            chunks.push_back({begin, i + 1});
            begin = i + 1;
            bytes = 0;
        }
    }
    return chunks;
}

struct Count {
    std::int32_t term;
    std::uint32_t times;
};

class Chunk {
  public:
    explicit Chunk(const VectorOptions& options) : options_(options) {}

    void add(std::string_view text) {
        counts_.clear();
        for (const language::Token& word : language::words_of(text)) {
            const std::int32_t term = term_of(word.of(text));
            if (term == kNoTerm) continue;
            const auto t = static_cast<std::size_t>(term);
            if (last_row_[t] != row_) {
                last_row_[t] = row_;
                place_[t] = counts_.size();
                counts_.push_back({term, 0});
            }
            ++counts_[place_[t]].times;
        }
        all_.insert(all_.end(), counts_.begin(), counts_.end());
        ends_.push_back(all_.size());
        ++row_;
    }

    // What was only needed for adding goes.
    void finish() {
        raw_ = {};
        last_row_ = {};
        place_ = {};
        counts_ = {};
    }

    const std::unordered_map<std::string, WordFate>& words() const { return words_; }
    const std::unordered_map<std::string, std::int32_t>& terms() const { return terms_; }

    // Its rows by the numbers of the collection, which `number` gives for its own.
    SparseRows rows(const std::vector<std::int32_t>& number, std::int32_t columns) const {
        SparseRows rows(columns);
        rows.reserve(std::ssize(ends_), std::ssize(all_));
        std::vector<Count> row;
        std::size_t begin = 0;
        for (const std::size_t end : ends_) {
            row.clear();
            for (; begin < end; ++begin) {
                row.push_back(
                    {number[static_cast<std::size_t>(all_[begin].term)], all_[begin].times});
            }
            std::ranges::sort(row, {}, &Count::term);
            for (const Count& count : row) rows.add(count.term, count.times);
            rows.end_row();
        }
        return rows;
    }

  private:
    std::int32_t term_of(std::string_view word) {
        const auto [known, is_new] = raw_.try_emplace(word, kNoTerm);
        if (!is_new) return known->second;
        const std::string lower = language::lower_case(word);
        std::string_view term = lower;
        std::string noun;
        WordFate fate = fate_of(lower);
        if (fate == WordFate::term && options_.wordnet) {
            if (options_.nouns) noun = noun_form(*options_.wordnet, lower);
            for (const WordForms& other : options_.others) {
                if (!noun.empty()) break;
                noun = other.form(lower);
            }
            term = noun;
            if (noun.empty()) fate = WordFate::unknown;
        }
        words_.try_emplace(lower, fate);
        if (fate != WordFate::term) return kNoTerm;
        if (options_.stems) term = stemmer_.stem(term);
        const auto [place, new_term] =
            terms_.try_emplace(std::string(term), static_cast<std::int32_t>(terms_.size()));
        if (new_term) {
            last_row_.push_back(-1);
            place_.push_back(0);
        }
        return known->second = place->second;
    }

    WordFate fate_of(std::string_view lower) const {
        if (lower.size() > language::kLongestWord) return WordFate::too_long;
        std::int64_t letters = 0;
        bool digits = false;
        for (std::size_t at = 0; at < lower.size(); ++letters) {
            const language::Character c = language::character_at(lower, at);
            digits = digits || language::is_digit(c.code);
            at += static_cast<std::size_t>(c.length);
        }
        if (letters < options_.shortest) return WordFate::too_short;
        if (digits && !options_.numbers) return WordFate::number;
        if (options_.stop_words && language::is_stop_word(lower)) return WordFate::stop_word;
        return WordFate::term;
    }

    const VectorOptions& options_;
    language::Stemmer stemmer_;
    std::unordered_map<std::string_view, std::int32_t> raw_;  // words as written, to terms
    std::unordered_map<std::string, WordFate> words_;         // in lower case
    std::unordered_map<std::string, std::int32_t> terms_;
    std::vector<std::int64_t> last_row_;  // of each term: which had it last
    std::vector<std::size_t> place_;      // and where it is counted there
    std::vector<Count> counts_;           // of the document being read
    std::int64_t row_ = 0;
    std::vector<Count> all_;
    std::vector<std::size_t> ends_;
};

std::vector<std::string> all_terms(const std::vector<Chunk>& chunks) {
    std::unordered_map<std::string_view, bool> known;
    for (const Chunk& chunk : chunks) {
        for (const auto& [term, number] : chunk.terms()) known.try_emplace(term, true);
    }
    if (std::ssize(known) > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::input, "the documents have more than two thousand million terms");
    }
    std::vector<std::string> terms;
    terms.reserve(known.size());
    for (const auto& [term, unused] : known) terms.emplace_back(term);
    std::ranges::sort(terms);
    return terms;
}

std::array<std::int64_t, kWordFates> fates_of(const std::vector<Chunk>& chunks) {
    std::unordered_map<std::string_view, WordFate> known;
    for (const Chunk& chunk : chunks) {
        for (const auto& [word, fate] : chunk.words()) known.try_emplace(word, fate);
    }
    std::array<std::int64_t, kWordFates> counts = {};
    for (const auto& [word, fate] : known) ++counts[static_cast<std::size_t>(fate)];
    return counts;
}

// Of each of the chunk's own numbers the number of the collection.
std::vector<std::int32_t> numbers_of(const Chunk& chunk, const std::vector<std::string>& terms) {
    std::vector<std::int32_t> numbers(chunk.terms().size());
    for (const auto& [term, own] : chunk.terms()) {
        const auto place = std::ranges::lower_bound(terms, term);
        numbers[static_cast<std::size_t>(own)] = static_cast<std::int32_t>(place - terms.begin());
    }
    return numbers;
}

}  // namespace

TermCounts count_terms(const Context& context, const std::vector<std::string_view>& texts,
                       const VectorOptions& options) {
    for (const std::string_view text : texts) {
        if (text.size() >= kLongestText) {
            throw Error(ErrorKind::input, "a document of 4 GiB or more cannot be a vector");
        }
    }
    const std::vector<DocumentRange> ranges = chunks_of(texts);
    std::vector<Chunk> chunks;
    chunks.reserve(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i) chunks.emplace_back(options);
    {
        Progress progress(context, "Counting terms", std::ssize(texts));
        parallel_tasks(context, std::ssize(ranges), [&](std::int64_t i) {
            const DocumentRange& range = ranges[static_cast<std::size_t>(i)];
            Chunk& chunk = chunks[static_cast<std::size_t>(i)];
            for (std::size_t at = range.begin; at < range.end; ++at) chunk.add(texts[at]);
            chunk.finish();
            progress.add(static_cast<std::int64_t>(range.end - range.begin));
        });
    }
    TermCounts result;
    result.terms = all_terms(chunks);
    result.words = fates_of(chunks);
    const auto columns = static_cast<std::int32_t>(result.terms.size());
    std::vector<SparseRows> parts(chunks.size());
    parallel_tasks(context, std::ssize(chunks), [&](std::int64_t i) {
        const Chunk& chunk = chunks[static_cast<std::size_t>(i)];
        parts[static_cast<std::size_t>(i)] = chunk.rows(numbers_of(chunk, result.terms), columns);
    });
    std::int64_t entries = 0;
    for (const SparseRows& part : parts) entries += part.entries();
    result.rows = SparseRows(columns);
    result.rows.reserve(std::ssize(texts), entries);
    result.documents.assign(result.terms.size(), 0);
    for (SparseRows& part : parts) {
        for (std::int64_t r = 0; r < part.rows(); ++r) {
            const SparseRow row = part[r];
            for (const std::int32_t c : row.columns) {
                ++result.documents[static_cast<std::size_t>(c)];
            }
            result.rows.append(row);
        }
        part = SparseRows();
    }
    return result;
}

}  // namespace lethe::vectors
