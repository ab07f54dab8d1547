# What `cmake --install` puts into a prefix: the program, the library with its public headers, and
# how others find it (find_package(lethe), pkg-config lethe). DuckDB, which has no package, goes
# along in a folder of our own.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(LETHE_PRIVATE_LIBS ${CMAKE_INSTALL_LIBDIR}/lethe)
set(LETHE_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/lethe)

set_target_properties(lethe_library PROPERTIES OUTPUT_NAME lethe EXPORT_NAME lethe)
set_target_properties(lethe PROPERTIES INSTALL_RPATH "$ORIGIN/../${LETHE_PRIVATE_LIBS}")
install(TARGETS lethe COMPONENT program)
# Whoever has the library or the program starts the reader, from wherever that is.
file(RELATIVE_PATH LETHE_READER_TO_LIBS /${CMAKE_INSTALL_LIBEXECDIR}/lethe /${LETHE_PRIVATE_LIBS})
set_target_properties(lethe_reader PROPERTIES INSTALL_RPATH "$ORIGIN/${LETHE_READER_TO_LIBS};$ORIGIN")
foreach(component program library capi)
    install(TARGETS lethe_reader DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lethe
        COMPONENT ${component})
endforeach()
install(TARGETS lethe_library EXPORT lethe-targets
    ARCHIVE COMPONENT library FILE_SET HEADERS COMPONENT library)
# The C interface stands on its own: its header, and DuckDB beside it or in our folder.
set_target_properties(lethe_c PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/lethe")
install(TARGETS lethe_c LIBRARY COMPONENT capi)
install(FILES include/lethe.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT capi)
install(EXPORT lethe-targets NAMESPACE lethe:: DESTINATION ${LETHE_PACKAGE} COMPONENT library)
install(FILES ${DUCKDB_LIBRARY} DESTINATION ${LETHE_PRIVATE_LIBS} COMPONENT library)

configure_package_config_file(cmake/lethe-config.cmake.in ${CMAKE_BINARY_DIR}/lethe-config.cmake
    INSTALL_DESTINATION ${LETHE_PACKAGE} PATH_VARS LETHE_PRIVATE_LIBS)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/lethe-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/lethe-config.cmake ${CMAKE_BINARY_DIR}/lethe-config-version.cmake
    DESTINATION ${LETHE_PACKAGE} COMPONENT library)

file(RELATIVE_PATH LETHE_PC_UP ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/lethe.pc.in ${CMAKE_BINARY_DIR}/lethe.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/lethe.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT library)
