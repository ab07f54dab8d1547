// The whole public interface of Lethe, in namespace lethe::api. Everything else that the library
// contains, in namespace lethe, is its own and changes without notice.
#pragma once

#include "lethe/advise.h"
#include "lethe/call.h"
#include "lethe/catalogue.h"
#include "lethe/context.h"
#include "lethe/error.h"
#include "lethe/release.h"
#include "lethe/report.h"
#include "lethe/table.h"
#include "lethe/version.h"
