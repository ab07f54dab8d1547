// A list is a number below N, the product of the radices. With b bits for N - 1, FF1 over b digits
// of radix 2 permutes the numbers below 2^b; it is applied again while what comes out is N or more.
// The cycle through a list leads back to it at the latest, so this ends, and it permutes the
// numbers below N (Black and Rogaway 2002, cycle walking); as 2^b < 2 N, twice on average at most.
// Fewer than a million lists are too few for FF1: the numbers are put in the order of their hashes
// (the prefix cipher of the same work), which needs a table of them all.
#include "lethe/io/secret_lists.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/secret_digits.h"

namespace lethe {
namespace {

void expect_list(bool fine) {
    if (!fine) throw Error(ErrorKind::internal, "this list cannot be sealed");
}

// Numbers to a base of their own for each place, the first place counts most: as bits and back.
// Lists are some dozen places long, so that the plain division does.
std::vector<int> bits_of(std::vector<int> list, const std::vector<int>& radices, std::size_t bits) {
    std::vector<int> result(bits);
    for (std::size_t bit = bits; bit-- > 0;) {
        int carry = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const int value = carry * radices[i] + list[i];
            list[i] = value / 2;
            carry = value % 2;
        }
        result[bit] = carry;
    }
    return result;
}

// None where the number is that of no list.
bool list_of(const std::vector<int>& bits, const std::vector<int>& radices,
             std::vector<int>& list) {
    list.assign(radices.size(), 0);
    for (const int bit : bits) {
        int carry = bit;
        for (std::size_t i = list.size(); i-- > 0;) {
            const int value = list[i] * 2 + carry;
            list[i] = value % radices[i];
            carry = value / radices[i];
        }
        if (carry != 0) return false;
    }
    return true;
}

std::size_t number_of_list(std::span<const int> list, const std::vector<int>& radices) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        number = number * static_cast<std::size_t>(radices[i]) + static_cast<std::size_t>(list[i]);
    }
    return number;
}

std::vector<int> list_at(std::size_t number, const std::vector<int>& radices) {
    std::vector<int> list(radices.size());
    for (std::size_t i = radices.size(); i-- > 0;) {
        const auto radix = static_cast<std::size_t>(radices[i]);
        list[i] = static_cast<int>(number % radix);
        number /= radix;
    }
    return list;
}

// All numbers below `count` in the order of their hashes.
std::vector<std::uint32_t> hashed_order(const Secret& key, const std::string& tweak,
                                        std::size_t count) {
    std::vector<std::pair<std::string, std::uint32_t>> hashes;
    hashes.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        hashes.emplace_back(keyed_digest(key, tweak + '\0' + std::to_string(i), 32), i);
    }
    std::sort(hashes.begin(), hashes.end());
    std::vector<std::uint32_t> order;
    order.reserve(count);
    for (const auto& [hash, number] : hashes) order.push_back(number);
    return order;
}

}  // namespace

struct ListCipher::State {
    std::vector<int> radices;
    double lists = 1;
    std::size_t bits = 0;                 // of the largest number, where FF1 goes over bits
    bool uniform = false;                 // FF1 over the list as it is
    std::unique_ptr<DigitCipher> cipher;  // none: by the tables
    std::vector<std::uint32_t> sealed, opened;
};

ListCipher::ListCipher(const Secret& key, std::vector<int> radices, std::string tweak)
    : state_(std::make_unique<State>()) {
    State& state = *state_;
    state.radices = std::move(radices);
    for (const int radix : state.radices) {
        expect_list(radix >= 1 && radix <= 65536);
        state.lists *= radix;
    }
    if (state.lists < DigitCipher::kLeastLists) {
        const auto count = static_cast<std::size_t>(state.lists);
        state.sealed = hashed_order(key, tweak, count);
        state.opened.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            state.opened[state.sealed[i]] = static_cast<std::uint32_t>(i);
        }
        return;
    }
    const int first = state.radices.front();
    state.uniform = std::all_of(state.radices.begin(), state.radices.end(),
                                [&](int radix) { return radix == first; });
    if (!state.uniform) {
        std::vector<int> largest;
        for (const int radix : state.radices) largest.push_back(radix - 1);
        // As many bits as there can be, of which leading zeros go.
        const std::vector<int> all = bits_of(largest, state.radices, 16 * largest.size() + 1);
        const auto one = std::find(all.begin(), all.end(), 1);
        state.bits = static_cast<std::size_t>(all.end() - one);
    }
    state.cipher = std::make_unique<DigitCipher>(key, state.uniform ? first : 2, std::move(tweak));
}

ListCipher::~ListCipher() = default;

double ListCipher::lists() const { return state_->lists; }

namespace {

void expect_list_of(std::span<const int> list, const std::vector<int>& radices) {
    expect_list(list.size() == radices.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        expect_list(list[i] >= 0 && list[i] < radices[i]);
    }
}

}  // namespace

std::vector<int> ListCipher::seal(std::span<const int> list) const {
    expect_list_of(list, state_->radices);
    if (!state_->cipher) {
        return list_at(state_->sealed[number_of_list(list, state_->radices)], state_->radices);
    }
    if (state_->uniform) return state_->cipher->seal(list);
    std::vector<int> bits = bits_of({list.begin(), list.end()}, state_->radices, state_->bits);
    std::vector<int> result;
    do {
        bits = state_->cipher->seal(bits);
    } while (!list_of(bits, state_->radices, result));
    return result;
}

std::vector<int> ListCipher::open(std::span<const int> sealed) const {
    expect_list_of(sealed, state_->radices);
    if (!state_->cipher) {
        return list_at(state_->opened[number_of_list(sealed, state_->radices)], state_->radices);
    }
    if (state_->uniform) return state_->cipher->open(sealed);
    std::vector<int> bits = bits_of({sealed.begin(), sealed.end()}, state_->radices, state_->bits);
    std::vector<int> result;
    do {
        bits = state_->cipher->open(bits);
    } while (!list_of(bits, state_->radices, result));
    return result;
}

}  // namespace lethe
