// Which files may be replaced: those that Lethe made. A path that was meant for another file is the
// surest way to lose data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/parameter.h"

namespace lethe::release {

// Error(usage) where there is a file that is not recognised as an earlier output of this kind.
// Empty files, and what is no file at all (a pipe, /dev/null), hold nothing to lose. `header` is
// what that will begin with, for tables. Nothing is asked of kinds that the operation knows itself.
void check_replaceable(const std::string& path, OutputKind kind, std::string_view header = {});

// The same for a file that belongs to a release whose record or private log stands elsewhere: one
// of `lists`, files of JSON, must name it under "files" or "private_files", with its digest.
void check_replaceable(const std::string& path, const std::vector<std::string>& lists);

// What a result says of the files that were written with it, so that the next run knows them:
// [{"file", "sha256"}].
Json listed_files(const std::vector<std::string>& paths);

// Removes the files beside `list`, an earlier result, that it lists under "files" and that are as
// they were written, but for those of `kept` (names). What somebody changed stays.
void remove_listed(const std::string& list, const std::vector<std::string>& kept);

// Error(usage) when `output` is one of the inputs, which it would overwrite, whatever was told.
void refuse_overwrite(const std::string& output, const std::vector<std::string>& inputs);

// The same, and where it stands in a folder that is an input: it would be read there next time, and
// may have the name of an original.
void refuse_among(const std::string& output, const std::vector<std::string>& inputs);

// A page or a drawing by its ending, else a result.
OutputKind page_or_result(std::string_view path);

}  // namespace lethe::release
