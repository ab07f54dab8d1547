# The engine, the program that reads some files for it and DuckDB go along with the package, which
# finds them beside itself ($ORIGIN), so that an installed package needs neither the repository nor
# LETHE_HOME. DuckDB is a library of the package's own shared object too, first: so the engine gets
# this one, wherever it was built.
to <- file.path(R_PACKAGE_DIR, paste0("libs", R_ARCH))
dir.create(to, recursive = TRUE, showWarnings = FALSE)
files <- c(paste0(R_PACKAGE_NAME, SHLIB_EXT), readLines("engine.txt"))
if (!all(file.copy(files, to, overwrite = TRUE))) stop("the engine could not be copied")
Sys.chmod(file.path(to, basename(files)), "0755")
