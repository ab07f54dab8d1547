// Any bytes are a model or an error of ours, and a model tags any text. For libFuzzer and for the
// replay test.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/documents/find/model/model_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        lethe::documents::ModelParts parts = lethe::documents::parse_model(bytes, "model");
        const lethe::documents::SequenceModel model(std::move(parts.lists),
                                                    std::move(parts.registers));
        const std::string text = "Dear Mrs Zobel,\nwe met in Brenn (no. 5) on 3 May 2001.";
        const auto tokens = lethe::language::tokenise(text);
        for (const lethe::documents::Register& in : model.registers()) {
            for (const lethe::documents::Mention& mention :
                 model.find(in, text, tokens, lethe::documents::Setting::recall)) {
                const bool inside = mention.span.begin < mention.span.end &&
                                    mention.span.end <= static_cast<std::int64_t>(text.size());
                if (!inside || std::isnan(mention.score)) std::abort();
            }
        }
        model.register_of(text, tokens);
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
    return 0;
}
