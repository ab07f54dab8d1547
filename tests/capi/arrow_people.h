// A table of made-up people as a stream of Arrow data: an age (int64) and an income (float64).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lethe.h"

namespace lethe::test {

class ArrowPeople {
  public:
    explicit ArrowPeople(int rows) : shared_(std::make_shared<Shared>()) {
        for (int i = 0; i < rows; ++i) {
            shared_->ages.push_back(18 + (i * 37) % 60);
            shared_->incomes.push_back(20000 + (i * 7919) % 50000 + 0.25);
        }
        shared_->age_buffers[1] = shared_->ages.data();
        shared_->income_buffers[1] = shared_->incomes.data();
    }

    // Each stream is read once; it keeps the people.
    ArrowArrayStream stream() const {
        ArrowArrayStream stream{};
        stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
            auto* const here = static_cast<State*>(self->private_data);
            const auto keep = [](ArrowSchema* schema) { schema->release = nullptr; };
            here->types[0] = {"l", "age", nullptr, 0, 0, nullptr, nullptr, keep, nullptr};
            here->types[1] = {"g", "income", nullptr, 0, 0, nullptr, nullptr, keep, nullptr};
            *out = {"+s", "", nullptr, 0, 2, here->type_pointers, nullptr, keep, nullptr};
            return 0;
        };
        stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
            auto* const here = static_cast<State*>(self->private_data);
            *out = {};
            if (here->given) return 0;
            here->given = true;
            const auto keep = [](ArrowArray* array) { array->release = nullptr; };
            const auto rows = static_cast<std::int64_t>(here->shared->ages.size());
            here->age = {rows,    0,       0,    2,      0, here->shared->age_buffers,
                         nullptr, nullptr, keep, nullptr};
            here->income = {rows,    0,       0,    2,      0, here->shared->income_buffers,
                            nullptr, nullptr, keep, nullptr};
            *out = {rows,           0,       0,    1,      2, here->shared->no_buffers,
                    here->children, nullptr, keep, nullptr};
            return 0;
        };
        stream.get_last_error = [](ArrowArrayStream*) -> const char* { return ""; };
        stream.release = [](ArrowArrayStream* self) {
            delete static_cast<State*>(self->private_data);
            self->release = nullptr;
        };
        stream.private_data = new State(shared_);
        return stream;
    }

  private:
    struct Shared {
        std::vector<std::int64_t> ages;
        std::vector<double> incomes;
        const void* age_buffers[2] = {nullptr, nullptr};
        const void* income_buffers[2] = {nullptr, nullptr};
        const void* no_buffers[1] = {nullptr};
    };
    struct State {
        explicit State(std::shared_ptr<Shared> given_people) : shared(std::move(given_people)) {}
        std::shared_ptr<Shared> shared;
        ArrowSchema types[2] = {};
        ArrowSchema* type_pointers[2] = {&types[0], &types[1]};
        ArrowArray age{}, income{};
        ArrowArray* children[2] = {&age, &income};
        bool given = false;
    };
    std::shared_ptr<Shared> shared_;
};

}  // namespace lethe::test
