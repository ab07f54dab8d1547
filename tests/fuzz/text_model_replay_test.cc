// Replays a small model, and thousands of small changes of it, through the fuzz target.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "fuzz_replay.h"
#include "lethe/core/random.h"
#include "lethe/documents/find/model/model_file.h"

namespace lethe::documents {
namespace {

std::string small_model() {
    Register in;
    in.name = "letters";
    in.labels = {{}, {kPerson, false, true, true}, {kPerson, false, true, false}};
    in.transitions = {3, std::vector<float>(9, 0.5F), {0, 0, CrfTransitions::kForbidden}};
    const std::string text = "Dear Mrs Zobel";
    for_each_feature(make_features(text, lethe::language::tokenise(text), {}), 2,
                     [&](std::uint32_t feature) { in.features.push_back(feature); });
    std::sort(in.features.begin(), in.features.end());
    in.features.erase(std::unique(in.features.begin(), in.features.end()), in.features.end());
    in.weights.assign(in.features.size() * 3, 40);
    in.scale.assign(in.features.size(), 0.01F);
    in.cues = {1, 5, 900};
    in.cue_weights = {0.5F, -1, 2};
    WordList list{"given", {3, 70, 500}};
    return model_bytes({list}, {in});
}

TEST(TextModelFuzz, corpus_and_its_changes) {
    const std::string model = small_model();
    ASSERT_EQ(parse_model(model, "model").registers.size(), 1U);
    test::fuzz_once("text_model", model);
    test::fuzz_once("text_model", "");
    const Stream stream = Random(5).stream("changes");
    for (int round = 0; round < 20000; ++round) {
        Draws draws = stream.at(round);
        std::string changed = model;
        for (std::uint64_t n = 1 + draws.below(3); n > 0; --n) {
            changed[draws.below(changed.size())] = static_cast<char>(draws.below(256));
        }
        if (draws.below(8) == 0) changed.resize(draws.below(changed.size()));
        test::fuzz_once("text_model", changed);
    }
}

}  // namespace
}  // namespace lethe::documents
