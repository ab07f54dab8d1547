#include "lethe/vectors/protect/semantic_matching.h"

#include <algorithm>
#include <numeric>

namespace lethe::vectors {

// Of a thread; grows to the longest lists that it met.
struct SemanticMatching::Scratch {
    std::vector<Term> from, to;
    std::vector<double> costs;     // [i * n + j]: f * dst of term i of the one, j of the other
    std::vector<double> turned;    // [j * m + i]
    std::vector<int> forth, back;  // the partner of each term, in both directions

    static Scratch& of_thread() {
        thread_local Scratch scratch;
        return scratch;
    }
};

void sort_by_weight(TermList& list) {
    std::stable_sort(list.begin(), list.end(), [](const WeightedTerm& a, const WeightedTerm& b) {
        return a.weight > b.weight;
    });
}

void SemanticMatching::fill(const TermList& a, const TermList& b, Scratch& scratch) const {
    const auto terms_of = [](const TermList& list, std::vector<Term>& out) {
        out.resize(list.size());
        std::transform(list.begin(), list.end(), out.begin(),
                       [](const WeightedTerm& term) { return term.term; });
    };
    terms_of(a, scratch.from);
    terms_of(b, scratch.to);
    scratch.costs.resize(a.size() * b.size());
    scratch.turned.resize(a.size() * b.size());
    terms_.between(scratch.from, scratch.to, scratch.costs.data());
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            double& cost = scratch.costs[i * b.size() + j];
            if (pair_weight_ == SemanticOptions::PairWeight::mean) {
                cost *= (a[i].weight + b[j].weight) / 2;
            }
            scratch.turned[j * a.size() + i] = cost;
        }
    }
}

// The directed dissimilarity; `taken`: the partner of each term of `from` that has one.
double SemanticMatching::greedy(const TermList& from, std::size_t to, const double* costs,
                                std::vector<int>& taken) const {
    constexpr std::size_t kFew = 128;
    int few[kFew];
    std::vector<int> many(to > kFew ? to : 0);
    int* left = to > kFew ? many.data() : few;  // not taken yet, in their order
    std::iota(left, left + to, 0);
    const std::size_t pairs = std::min(from.size(), to);
    taken.resize(pairs);
    double total = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        const double* cost = costs + i * to;
        const std::size_t count = to - i;
        std::size_t best = 0;
        double least = cost[left[0]];
        for (std::size_t j = 1; j < count; ++j) {
            const double here = cost[left[j]];
            best = here < least ? j : best;
            least = std::min(here, least);
        }
        taken[i] = left[best];
        std::copy(left + best + 1, left + count, left + best);
        total += least;
    }
    if (unmatched_ == SemanticOptions::Unmatched::whole) {
        for (std::size_t i = pairs; i < from.size(); ++i) {
            total += pair_weight_ == SemanticOptions::PairWeight::mean ? from[i].weight / 2 : 1;
        }
    }
    return total / static_cast<double>(from.size());
}

double SemanticMatching::directed(const TermList& from, const TermList& to) const {
    Scratch& scratch = Scratch::of_thread();
    fill(from, to, scratch);
    return greedy(from, to.size(), scratch.costs.data(), scratch.forth);
}

double SemanticMatching::distance(const TermList& a, const TermList& b) const {
    Scratch& scratch = Scratch::of_thread();
    fill(a, b, scratch);
    return std::min(greedy(a, b.size(), scratch.costs.data(), scratch.forth),
                    greedy(b, a.size(), scratch.turned.data(), scratch.back));
}

TermList SemanticMatching::aggregate(const TermList& a, const TermList& b) const {
    Scratch& scratch = Scratch::of_thread();
    fill(a, b, scratch);
    const bool forward = greedy(a, b.size(), scratch.costs.data(), scratch.forth) <=
                         greedy(b, a.size(), scratch.turned.data(), scratch.back);
    const TermList& from = forward ? a : b;
    const TermList& to = forward ? b : a;
    const std::vector<int>& partner = forward ? scratch.forth : scratch.back;
    TermList list;
    list.reserve(partner.size());
    for (std::size_t i = 0; i < partner.size(); ++i) {
        const WeightedTerm& other = to[static_cast<std::size_t>(partner[i])];
        list.push_back(
            {terms_.generalised(from[i].term, other.term), (from[i].weight + other.weight) / 2});
    }
    sort_by_weight(list);
    return list;
}

}  // namespace lethe::vectors
