// lethe-reader: reads one file of a table for Lethe in a process of its own, which may do no harm
// and whose end is not Lethe's. Started by Lethe (data/formats/apart); of no use by hand.
#include <unistd.h>

#include <cstdio>

#include "lethe/data/formats/apart/serve.h"

int main() {
    if (::isatty(STDIN_FILENO) != 0) {
        std::fputs("lethe-reader: is started by Lethe, to read a file in a process of its own\n",
                   stderr);
        return static_cast<int>(lethe::formats::ReaderExit::no_request);
    }
    // Nothing is to be tidied up, and what was made of a hostile file is not to be taken apart.
    ::_exit(static_cast<int>(lethe::formats::serve_reading(STDIN_FILENO)));
}
