// Disassociation of sets: items stay as they are, but which of them were together in a record is
// shown only where k records share it (Terrovitis, Liagouris, Mamoulis, Skiadopoulos: Privacy
// preservation by disassociation, 2012; without its refining step, which joins chunks of several
// clusters).
//
// Records are parted into clusters, and the items of a cluster into record chunks and one term
// chunk. A record chunk shows the subrecords that the records of the cluster have of its items, as
// often as they occur, in no order. The term chunk shows items alone: neither in which records they
// are nor in how many. Nothing connects one chunk with the next.
//
// What is guaranteed. A possible original of a cluster of n records is any list of n records, none
// of them empty, that has the same subrecords in every record chunk and, beside these, each item of
// the term chunk in one record at least. For every combination of up to m items that a record of
// the cluster has there is a possible original in which at least k of its records have it. That is
// the definition of the paper: it speaks of what the chunks leave possible, not of how likely it
// is, and who knows how the chunks were found can exclude some possible originals: that an item of
// the term chunk was in fewer than k records of its cluster (or was put there for the reason
// below), and that items of two chunks did not fit into one. Nothing is promised of what all
// records of a cluster share.
//
// When it holds. Let n >= k, let c be the subrecords of all record chunks together, empty ones not
// counted, and h the number of record chunks that the combination has items of. Each chunk is
// k^m-anonymous, so k subrecords of each of the h chunks have the combination's part of it; they
// can be put into the same k records, and items of the term chunk into any. What can stand against
// it is that no record may be empty: the c - h k subrecords that are left have to fill the other n
// - k records. A chunk of the h has at most n - k left, which go to a record each; another chunk
// that has more than n - k fills them alone. So they can be filled if there are n - k subrecords
// left, and not otherwise. That is: it holds if the term chunk has an item, which may be in all
// records, and else if and only if c >= n + k (h - 1). (The paper's Lemma 2 asks it of h = m or the
// number of chunks; here h is the most chunks of which a record has something, up to m.) Where it
// does not hold, the least frequent item of the record chunks becomes a term chunk.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/sets/item_forest.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe::sets {

struct DisassociationLimits {
    std::int64_t k = 2;
    std::int64_t m = 2;
    std::int64_t largest_cluster = 30;  // at least 2 k - 1, so that parts of k can always be made
};

struct DisassociatedCluster {
    std::vector<std::int32_t> rows;         // ascending; k to largest_cluster of them
    std::vector<std::vector<Node>> chunks;  // items of each record chunk, ascending; none is empty
    std::vector<Node> terms;                // items of the term chunk, ascending
};

// Whether the subrecords of a cluster without a term chunk leave a possible original in which k
// records have items of so many chunks together.
inline bool enough_subrecords(std::int64_t records, std::int64_t subrecords, std::int64_t chunks,
                              std::int64_t k) {
    return subrecords >= records + k * (chunks - 1);
}

// Records without items are in no cluster. Error(unmet) where there are fewer than k others, but
// not none.
std::vector<DisassociatedCluster> disassociate(const Context& context, const SetRecords& records,
                                               const DisassociationLimits& limits);

// One random reconstruction: each chunk's subrecords, the empty ones too, at random rows of their
// cluster, independently of other chunks, and each item of a term chunk at one random row. It is
// made from the chunks and the stream alone, so it tells no more than the chunks do. Rows can be
// empty that were not; those that were stay so.
SetRecords reconstruct(const Context& context, const SetRecords& records,
                       const std::vector<DisassociatedCluster>& clusters, const Stream& stream);

}  // namespace lethe::sets
