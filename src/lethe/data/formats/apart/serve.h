// The process that reads files apart: the whole of the program lethe-reader.
#pragma once

namespace lethe::formats {

// How it ends. After an answer, also one that says what is wrong with the file, it is `done`.
enum class ReaderExit { done = 0, no_request = 3, not_confined = 4, lost = 5, no_memory = 6 };

// Takes a request from `descriptor`, confines itself, reads the file, and answers there.
ReaderExit serve_reading(int descriptor);

}  // namespace lethe::formats
