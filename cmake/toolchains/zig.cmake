# A target of zig, built on Linux. Included by the toolchain file that scripts/targets/compilers.mjs writes for the target:
# it sets SDKPP_SYSTEM, SDKPP_PROCESSOR, and SDKPP_COMPILERS, the folder of the programs below.
set(CMAKE_SYSTEM_NAME ${SDKPP_SYSTEM})
set(CMAKE_SYSTEM_PROCESSOR ${SDKPP_PROCESSOR})
set(CMAKE_C_COMPILER ${SDKPP_COMPILERS}/clang)
set(CMAKE_CXX_COMPILER ${SDKPP_COMPILERS}/clang++)
set(CMAKE_ASM_COMPILER ${SDKPP_COMPILERS}/clang)
set(CMAKE_AR ${SDKPP_COMPILERS}/ar)
set(CMAKE_RANLIB ${SDKPP_COMPILERS}/ranlib)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# for objects of link-time optimization
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_AR ${CMAKE_AR})
  set(CMAKE_${language}_COMPILER_RANLIB ${CMAKE_RANLIB})
endforeach()
# CMake insists on one for macOS; nothing is installed
set(CMAKE_INSTALL_NAME_TOOL true)
# For a link zig first compiles its C and C++ libraries, once for each set of options. CMake's checks need no link.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
