// Any bytes are a model or an error of ours, and a model tags any text.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/documents/find/model/model_file.h"

namespace lethe::fuzz::text_model {

void run(std::string_view bytes) {
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
}

}  // namespace lethe::fuzz::text_model
