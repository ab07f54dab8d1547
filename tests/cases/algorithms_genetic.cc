// Cases of the genetic operators.

#include <algorithm>
#include <bitset>

#include "algorithms.h"
#include "lethe/algo/evolve/genetic_operators.h"

namespace lethe::test {

Json gray_code(const Json& input) {
    const auto text = input["bits"].get<std::string>();
    const std::uint64_t bits = std::stoull(text, nullptr, 2);
    const std::uint64_t number = from_gray(bits);
    const std::string back = std::bitset<64>(to_gray(number)).to_string();
    return {{"binary", bits}, {"gray", number}, {"bits", back.substr(64 - text.size())}};
}

Json crossover(const Json& input) {
    auto first = input["first"].get<std::vector<std::string>>();
    auto second = input["second"].get<std::vector<std::string>>();
    std::vector<Segment> segments;
    if (input.contains("mask")) {
        std::vector<std::uint8_t> mask;
        for (const char bit : input["mask"].get<std::string>()) mask.push_back(bit == '1' ? 1 : 0);
        segments = mask_segments(mask);
    } else {
        segments =
            crossover_segments(input["points"].get<std::vector<std::int64_t>>(), std::ssize(first));
    }
    for (const Segment& segment : segments) {
        std::swap_ranges(first.begin() + segment.begin, first.begin() + segment.end,
                         second.begin() + segment.begin);
    }
    return {{"first", first}, {"second", second}};
}

Json roulette(const Json& input) {
    const auto scores = input["scores"].get<std::vector<double>>();
    const Roulette wheel(scores);
    Json result = {{"probability", Json::array()}};
    for (std::int64_t i = 0; i < std::ssize(scores); ++i) {
        result["probability"].push_back(wheel.probability(i));
    }
    return result;
}

}  // namespace lethe::test
