// The release record (may be published) and the private log (must not be) of a table. How both
// begin: release/release_envelope.h.
#pragma once

#include <cstdint>
#include <string>

#include "lethe/core/json.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

// What was done, in full, with the digest of the release. Holds no seed, no original value, no
// digest of the input and no row number; but a bound of a column that at least ten people share
// (data/numbers/number_domain.h).
Json release_record(const Plan& plan, const Execution& execution, const std::string& release_file,
                    const std::string& release_digest);

// The record with what the private log has of its steps, as "private_facts" of each: for attacks
// and measures that the owner runs. The intruder is taken to know the masking exactly, which the
// record alone may only let her estimate. As it is where the steps are not those of the log.
Json with_private_facts(Json record, const Json& private_steps);

// Of a release that was just made.
Json owners_record(const Plan& plan, const Execution& execution);

// What is needed to repeat and to audit the run: seed, input with its digest, the rows behind the
// released rows, what the methods keep to themselves.
Json private_log(const Execution& execution, std::uint64_t seed, const std::string& source,
                 const std::string& source_digest);

}  // namespace lethe::release
