// Which pairs of records are compared. Several passes, each a set of keys that two records must
// share (a value, the sound or the beginning of a name, the year of a date, a number nearly equal);
// a pair that some pass finds is compared once.
//
// Passes are chosen by how many pairs they make and by how many true pairs they would find if a
// value of a true pair were missing or wrong about as often as it is in practice: a pass that
// finds most new ones for its pairs comes first, until hardly any is missed or the pairs are too
// many.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/table/linkage/prepared_files.h"

namespace lethe::linkage {

enum class KeyKind {
    value,
    sound,  // Soundex
    start,  // the first characters
    end,    // the other ones
    year,
    day,     // month and day
    near,    // numbers: within about a tenth of the spread
    about,   // within about half of it
    inside,  // the label of the other file holds the value
};

struct Key {
    std::size_t field = 0;
    KeyKind kind = KeyKind::value;
    std::vector<std::int32_t> of_value = {};  // kMissing: none
    double collisions = 1;                    // share of all pairs that share it
    // Of the kind `inside`: the right values that hold each left value.
    std::vector<std::vector<std::int32_t>> holders = {};

    std::string name(const Field& of) const;  // "sound of surname"
    bool has_bands() const { return kind == KeyKind::near || kind == KeyKind::about; }
};

// All keys that the fields offer, those that hardly tell records apart left out.
std::vector<Key> possible_keys(const PreparedFiles& files);

struct BlockingOptions {
    double pairs_for_all = 2e6;    // so many pairs are compared without any blocking
    double pairs_per_record = 60;  // most pairs, for each record of both files
    double least_pairs = 5e6;      // or so many, where that is more
    double block_share = 0.01;     // largest block, as a share of the most pairs
    // Where passes would miss more than this, all pairs are compared, if they are not too many.
    double most_missed = 0.1;
    double pairs_at_worst = 4e8;
};

struct Pass {
    std::vector<std::size_t> keys;
    double expected = 0;         // pairs that it makes, as estimated
    std::int64_t blocks = 0;     // that hold records of both files
    std::int64_t too_large = 0;  // blocks that were left out
    double pairs = 0;            // without those
};

class Blocking {
  public:
    // With no passes: every record with every other.
    Blocking(const Context& context, const PreparedFiles& files, std::vector<Key> keys,
             std::vector<std::vector<std::size_t>> passes, double largest_block);

    const std::vector<Key>& keys() const { return keys_; }
    const std::vector<Pass>& passes() const { return passes_; }
    double pairs() const;  // an upper bound: pairs of several passes count more than once

    // Calls take(right row) for every record of the other file that is to be compared with a left
    // one, each once, in an order that depends on the files alone. Safe from several threads.
    template <class Take>
    void candidates(std::int64_t left, Take&& take) const {
        if (passes_.empty()) {
            for (std::int64_t r = files().self ? left + 1 : 0; r < files().other().rows; ++r)
                take(r);
            return;
        }
        std::vector<std::span<const std::int32_t>> blocks;
        for (std::size_t p = 0; p < passes_.size(); ++p) {
            blocks.clear();
            find_blocks(p, left, blocks);
            for (const auto block : blocks) {
                for (const std::int32_t r : block) {
                    if (files().self && r <= left) continue;
                    if (shares(p, left, r) && !found_before(p, left, r)) take(r);
                }
            }
        }
    }

    // In how many passes a pair is found.
    int times_found(std::int64_t left, std::int64_t right) const;

  private:
    const PreparedFiles& files() const { return files_; }

    struct Index {
        std::vector<std::uint64_t> slots;  // hashes, 0 for an empty slot
        std::vector<std::int32_t> block;   // of each slot
        std::vector<std::int64_t> begin;   // of each block
        std::vector<std::int32_t> rows;
        std::vector<char> left_out;  // of each block
        std::int64_t blocks() const { return static_cast<std::int64_t>(begin.size()) - 1; }
        std::int32_t find(std::uint64_t hash) const;
    };

    void fill_keys(const Context& context);
    Index make_index(const Context& context, const Pass& pass) const;
    void count_pairs(const Context& context, std::size_t p, double largest);
    // The hashes under which the right records that share a pass with a left one are kept.
    void probes(const Pass& pass, std::int64_t left, std::vector<std::uint64_t>& hashes) const;
    void find_blocks(std::size_t p, std::int64_t left,
                     std::vector<std::span<const std::int32_t>>& blocks) const;
    bool shares(std::size_t p, std::int64_t left, std::int64_t right) const;
    bool found_before(std::size_t p, std::int64_t left, std::int64_t right) const;
    std::uint64_t right_hash(const Pass& pass, std::int64_t right) const;
    std::int32_t left_key(std::size_t key, std::int64_t row) const {
        return left_keys_[static_cast<std::size_t>(row) * keys_.size() + key];
    }
    std::int32_t right_key(std::size_t key, std::int64_t row) const {
        const auto& keys = files().self ? left_keys_ : right_keys_;
        return keys[static_cast<std::size_t>(row) * keys_.size() + key];
    }

    std::reference_wrapper<const PreparedFiles> files_;
    std::vector<Key> keys_;
    std::vector<Pass> passes_;
    std::vector<Index> indices_;
    std::vector<std::int32_t> left_keys_, right_keys_;  // rows x keys
    std::vector<std::vector<char>> large_;  // by pass and right row: in a block that is left out
};

// Chooses the passes; none where there are few pairs.
Blocking make_blocking(const Context& context, const PreparedFiles& files,
                       const BlockingOptions& options = {});

}  // namespace lethe::linkage
