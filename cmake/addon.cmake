# The Node addon: one file for every Node version (Node-API 8), two exported symbols, C++ runtime linked in.
if(SDKPP_LTO AND CMAKE_CROSSCOMPILING)
  # the compilers of cmake/toolchains have it; the check would link, which costs zig minutes
  set(sdkpp_ipo ON)
elseif(SDKPP_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT sdkpp_ipo OUTPUT sdkpp_ipo_why LANGUAGES C CXX)
endif()

find_program(NODE_EXE NAMES node nodejs REQUIRED)
function(sdkpp_node_dir out expression)
  execute_process(
    COMMAND ${NODE_EXE} -p "${expression}"
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE value
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(TO_CMAKE_PATH "${value}" value)
  set(${out} "${value}" PARENT_SCOPE)
endfunction()
if(NOT CMAKE_JS_INC)
  sdkpp_node_dir(CMAKE_JS_INC "require('node-api-headers').include_dir")
endif()
sdkpp_node_dir(SDKPP_NODE_ADDON_API "require('node-addon-api').include_dir")

file(GLOB addon_sources CONFIGURE_DEPENDS native/addon/*.cc)
list(FILTER addon_sources EXCLUDE REGEX "${sdkpp_other_systems}")
add_library(sdkpp MODULE ${addon_sources})
set_target_properties(sdkpp PROPERTIES PREFIX "" SUFFIX ".node")
if(CMAKE_BUILD_TYPE AND NOT CMAKE_LIBRARY_OUTPUT_DIRECTORY)
  set_target_properties(sdkpp PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${CMAKE_BUILD_TYPE})
endif()
target_include_directories(sdkpp SYSTEM PRIVATE ${CMAKE_JS_INC} ${SDKPP_NODE_ADDON_API})
# A worker may be terminated at any moment: from then on nothing can be thrown into it, and that is no reason to abort.
target_compile_definitions(
  sdkpp
  PRIVATE NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS
          NAPI_VERSION=8 NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED NODE_ADDON_API_DISABLE_CPP_EXCEPTIONS
          NAPI_DISABLE_CPP_EXCEPTIONS NODE_ADDON_API_DISABLE_DEPRECATED BUILDING_NODE_EXTENSION
          SDKPP_BUILD_TYPE="$<IF:$<CONFIG:Debug>,debug,release>")
target_link_libraries(sdkpp PRIVATE sdkpp_engine sdkpp_flags ${CMAKE_JS_LIB})
if(sdkpp_ipo)
  set_target_properties(sdkpp sdkpp_core sdkpp_engine PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
endif()
if(APPLE)
  target_link_options(sdkpp PRIVATE -undefined dynamic_lookup -Wl,-dead_strip)
elseif(WIN32)
  include(${CMAKE_CURRENT_LIST_DIR}/delay_load.cmake)
else()
  target_link_options(
    sdkpp PRIVATE -Wl,--gc-sections -Wl,-z,relro,-z,now -static-libgcc -static-libstdc++
    "-Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/native/exports.map")
  set_property(TARGET sdkpp APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/native/exports.map)
endif()
