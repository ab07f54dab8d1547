// What every command shares: the global options, progress, printing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/operation/operation.h"

namespace lethe::cli {

// What programs are told of an error: {"kind", "message", "problems"}.
Json error_json(const Error& error);

// The command line as a door to operations: progress and messages go to standard error, answers to
// standard output.
class Session : public operation::Door {
  public:
    bool json = false;
    bool answered = false;  // an object is on standard output: there is one, whatever comes after
    bool quiet = false;
    int threads = 0;                     // 0: as many as the machine has
    std::function<void()> run;           // set by the command that was chosen
    std::vector<std::string> arguments;  // of that command: its options that are given by place

    Session();
    ~Session() override;

    const Context& context() override;           // ready after the options were read
    void say(const std::string& line) override;  // unless quiet
    void show(const Json& result) override;      // for people; nothing where JSON is wanted
    bool structured() const override { return json; }
    std::shared_ptr<const std::string> input_copy() override;
    std::string cache_folder() const override;
    std::string data_folder() const override;  // LETHE_DATA
    std::string time() const override;
    std::optional<std::string> ask_passphrase(const std::string& prompt) override;
    std::string option_name(const std::string& name) const override;
    std::optional<std::uint64_t>& seed() { return seed_; }

    // One JSON object, or the text for people, on standard output.
    // Where the answer has a failure, the object has it as "error".
    void answer(const operation::Answer& answer);

  protected:
    std::uint64_t random_seed() override;

  private:
    struct Sink;
    std::unique_ptr<Sink> sink_;
    std::optional<Context> context_;
};

}  // namespace lethe::cli
