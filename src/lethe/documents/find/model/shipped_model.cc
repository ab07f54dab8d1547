// The model that is part of the program: src/lethe/documents/find/model/shipped.model, made by
// `lethe text train`.
#include "lethe/documents/find/model/model_file.h"

asm(R"(
    .section .rodata
    .global lethe_shipped_model
    .global lethe_shipped_model_end
    .balign 16
lethe_shipped_model:
    .incbin ")" LETHE_SHIPPED_MODEL R"("
lethe_shipped_model_end:
    .byte 0
    .previous
)");

extern "C" {
extern const char lethe_shipped_model[];
extern const char lethe_shipped_model_end[];
}

namespace lethe::documents {

std::string_view shipped_model_bytes() {
    return {lethe_shipped_model,
            static_cast<std::size_t>(lethe_shipped_model_end - lethe_shipped_model)};
}

}  // namespace lethe::documents
