// The two tables of attack, measure and assess, with what lies beside the release: its record and
// its private log.
#pragma once

#include <string>
#include <vector>

#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/assess/assessed_pair.h"

namespace lethe::operation {

struct PairOptions {
    std::string original;
    std::string masked;
    std::vector<std::string> columns;
    PolicyColumns::Options policy;
    std::string release;
    std::string log;
    bool method_unknown = false;
    bool aligned = false;
    TableReading read;

    // `alone`: the masked table may be left out.
    static Schema<PairOptions> schema(bool alone = false);
    // Every file that is read, for refuse_overwrite.
    std::vector<std::string> inputs() const;
};

// Whom the intruder knows.
struct KnownPeople {
    double known = 100;
    double train = 0;

    static Schema<KnownPeople> schema();
};

// Whether people are told that the intruder has the release record.
enum class RecordNote { said, silent };

// The release record beside a release; null where there is none, or it is of another version of it.
Json record_beside(Door& door, const std::string& release, RecordNote note = RecordNote::said);

// The same with what the private log that was named, or lies beside, has of its steps.
Json owners_record_beside(Door& door, const std::string& release, const std::string& log);

// The tables, what the columns are, the record and where rows came from; the rest of the request is
// as by default.
release::PairRequest load_request(Door& door, const PairOptions& options,
                                  RecordNote note = RecordNote::said);

// `settings`: those of the method, where --set confidential=... names columns.
release::AssessedPair load_pair(Door& door, const PairOptions& options, const KnownPeople& people,
                                const Json& settings);

// Where the rows of a release came from: by the log that was named, or that lies beside it and is
// of it; empty: row by row. Error(input) where they are in an order that nothing tells.
std::vector<std::int64_t> origin_of(const Door& door, const std::string& release,
                                    const std::string& named, std::int64_t rows);

// Error(input) where the record beside a release says that its rows are in a random order.
void check_order_kept(const Door& door, const std::string& release);

}  // namespace lethe::operation
