#include "lethe/data/formats/arrow/write_arrow.h"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "lethe/data/formats/arrow/arrow_column.h"

namespace lethe::formats {
namespace {

// What the stream holds, and the arrays and schemas that it gives after it is gone.
struct Held {
    std::vector<ArrowColumn> columns;
    std::int64_t rows = 0;
};
using HeldPtr = std::shared_ptr<const Held>;

struct GivenSchema {
    HeldPtr held;
    std::vector<ArrowSchema> own;
    std::vector<ArrowSchema*> pointers;
    std::vector<ArrowSchema> dictionaries;
};

struct GivenArray {
    HeldPtr held;
    std::vector<ArrowArray> own;
    std::vector<ArrowArray*> pointers;
    std::vector<ArrowArray> dictionaries;
    const void* no_mask = nullptr;
};

// Children belong to their parent: what a reader moved out of it is released there.
template <class T>
void release_child(T* child) {
    child->release = nullptr;
}

// A child that is moved out holds all of it, as cheap as a pointer.
template <class T, class Given>
void give_child(T& child, const std::shared_ptr<Given>& given) {
    child.private_data = new std::shared_ptr<Given>(given);
    child.release = [](T* self) {
        delete static_cast<std::shared_ptr<Given>*>(self->private_data);
        self->release = nullptr;
    };
}

template <class T, class Given>
void release_parent(T* self) {
    for (std::int64_t i = 0; i < self->n_children; ++i) {
        if (self->children[i]->release != nullptr) self->children[i]->release(self->children[i]);
    }
    delete static_cast<std::shared_ptr<Given>*>(self->private_data);
    self->release = nullptr;
}

constexpr std::int64_t kNullableFlag = 2;

void give_schema(const HeldPtr& held, ArrowSchema* out) {
    const auto given = std::make_shared<GivenSchema>();
    given->held = held;
    given->own.resize(held->columns.size());
    given->dictionaries.resize(held->columns.size());
    given->pointers.reserve(held->columns.size());
    auto parent = std::make_unique<std::shared_ptr<GivenSchema>>(given);
    for (std::size_t i = 0; i < held->columns.size(); ++i) {
        const ArrowColumn& made = held->columns[i];
        ArrowSchema& child = given->own[i];
        child.format = made.format.c_str();
        child.name = made.name.c_str();
        child.flags = kNullableFlag;
        if (made.dictionary) {
            ArrowSchema& values = given->dictionaries[i];
            values.format = made.dictionary->format.c_str();
            values.name = "";
            values.flags = kNullableFlag;
            values.release = &release_child<ArrowSchema>;
            child.dictionary = &values;
        }
        give_child(child, given);
        given->pointers.push_back(&child);
    }
    *out = {};
    out->format = "+s";
    out->name = "";
    out->n_children = std::ssize(given->pointers);
    out->children = given->pointers.data();
    out->private_data = parent.release();
    out->release = &release_parent<ArrowSchema, GivenSchema>;
}

void fill_array(const ArrowColumn& made, ArrowArray& array) {
    array.length = made.length;
    array.null_count = made.nulls;
    array.n_buffers = std::ssize(made.buffers);
    array.buffers = const_cast<const void**>(made.buffers.data());
}

void give_array(const HeldPtr& held, ArrowArray* out) {
    const auto given = std::make_shared<GivenArray>();
    given->held = held;
    given->own.resize(held->columns.size());
    given->dictionaries.resize(held->columns.size());
    given->pointers.reserve(held->columns.size());
    auto parent = std::make_unique<std::shared_ptr<GivenArray>>(given);
    for (std::size_t i = 0; i < held->columns.size(); ++i) {
        const ArrowColumn& made = held->columns[i];
        ArrowArray& child = given->own[i];
        fill_array(made, child);
        if (made.dictionary) {
            ArrowArray& values = given->dictionaries[i];
            fill_array(*made.dictionary, values);
            values.release = &release_child<ArrowArray>;
            child.dictionary = &values;
        }
        give_child(child, given);
        given->pointers.push_back(&child);
    }
    *out = {};
    out->length = held->rows;
    out->n_buffers = 1;
    out->buffers = &given->no_mask;
    out->n_children = std::ssize(given->pointers);
    out->children = given->pointers.data();
    out->private_data = parent.release();
    out->release = &release_parent<ArrowArray, GivenArray>;
}

struct StreamState {
    HeldPtr held;
    bool given = false;
};

template <class Body>
int out_of_memory_told(const Body& body) {
    try {
        body();
        return 0;
    } catch (const std::bad_alloc&) {
        return 12;  // ENOMEM
    }
}

}  // namespace

std::vector<ChangedType> write_arrow(const Table& table, const std::vector<ArrowType>& types,
                                     ArrowArrayStream& out) {
    auto held = std::make_shared<Held>();
    held->rows = table.rows();
    std::vector<ChangedType> changed;
    for (const ColumnPtr& column : table.columns()) {
        const auto type = std::ranges::find(types, column->name(), &ArrowType::name);
        std::optional<ArrowColumn> made;
        if (type != types.end()) made = arrow_column_of_type(column, *type);
        if (!made) {
            made = arrow_column(column);
            if (type != types.end()) {
                changed.push_back(
                    {column->name(), arrow_type_text(*type), arrow_type_text({{}, made->format})});
            }
        }
        held->columns.push_back(*std::move(made));
    }
    auto state = std::make_unique<StreamState>();
    state->held = std::move(held);
    out = {};
    out.get_schema = [](ArrowArrayStream* self, ArrowSchema* schema) {
        const auto* const here = static_cast<StreamState*>(self->private_data);
        return out_of_memory_told([&] { give_schema(here->held, schema); });
    };
    out.get_next = [](ArrowArrayStream* self, ArrowArray* array) {
        auto* const here = static_cast<StreamState*>(self->private_data);
        *array = {};
        if (here->given) return 0;
        const int failed = out_of_memory_told([&] { give_array(here->held, array); });
        here->given = failed == 0;
        return failed;
    };
    out.get_last_error = [](ArrowArrayStream*) -> const char* { return "not enough memory"; };
    out.release = [](ArrowArrayStream* self) {
        delete static_cast<StreamState*>(self->private_data);
        self->release = nullptr;
    };
    out.private_data = state.release();
    return changed;
}

}  // namespace lethe::formats
