// A running lethe-reader, seen from Lethe. Only for data/formats.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "lethe/core/context.h"

namespace lethe::formats {

// Where the program lies: beside the file that holds this code (a program, or a shared library),
// or in libexec/lethe of the prefix where that is installed; empty where it is in none of these.
std::string reader_program();

// How it ended: one of the two.
struct ReaderEnd {
    int status = 0;  // the exit status
    int signal = 0;  // that ended it
};

class ReaderProcess {
  public:
    // Started without a shell, with a socket to here as its standard input and nothing else.
    // Error(io) naming the program where it does not start.
    ReaderProcess(const Context& context, const std::string& program);
    ~ReaderProcess();  // kills it if it still runs
    ReaderProcess(const ReaderProcess&) = delete;
    ReaderProcess& operator=(const ReaderProcess&) = delete;

    void send(std::string_view bytes);  // what cannot be sent is lost: the process has ended
    // Waits for bytes; 0 when no more come. Error(stopped) when a stop is asked for meanwhile.
    std::size_t receive(char* out, std::size_t size);
    // After its last byte; waits for it, or ends it.
    ReaderEnd end();

  private:
    void kill_and_wait(bool kill);

    const Context& context_;
    int socket_ = -1;
    pid_t process_ = -1;
    ReaderEnd end_;
};

}  // namespace lethe::formats
