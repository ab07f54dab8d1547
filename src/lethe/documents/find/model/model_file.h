// The file of a sequence model: packed by zlib, checked when it is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/model/sequence_model.h"

namespace lethe::documents {

struct ModelParts {
    std::vector<WordList> lists;
    std::vector<Register> registers;
};

// The parts as plain bytes, and back; a model file is these, packed.
std::string model_bytes(const std::vector<WordList>& lists, const std::vector<Register>& registers);
ModelParts parse_model(std::string_view bytes, const std::string& file);

// What a file begins with, and who makes it.
struct ModelKind {
    std::string_view magic;
    std::string_view maker;
};
constexpr ModelKind kSequenceModel{"lethe text model 1\n", "lethe text train"};
constexpr ModelKind kRiskModel{"lethe risk model 1\n", "lethe text train-risk"};

std::string pack_model(const std::vector<WordList>& lists, const std::vector<Register>& registers,
                       ModelKind kind = kSequenceModel);
// Error(input): not a model, of another version, cut short, or contradicting itself.
ModelParts unpack_model(std::string_view bytes, const std::string& file,
                        ModelKind kind = kSequenceModel);

// The bytes of the model that is part of the program.
std::string_view shipped_model_bytes();

}  // namespace lethe::documents
