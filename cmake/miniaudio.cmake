# miniaudio: one compilation of its header. It finds the audio libraries of the system when they are first needed
# (dlopen, LoadLibrary), so that neither their headers nor the libraries are there when this is built or loaded.
add_library(sdkpp_miniaudio STATIC ${CMAKE_CURRENT_SOURCE_DIR}/native/device/miniaudio_library.c)
target_include_directories(sdkpp_miniaudio SYSTEM PUBLIC ${SDKPP_MINIAUDIO_DIR})
target_include_directories(sdkpp_miniaudio PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/native)
if(NOT MSVC)
  target_compile_options(sdkpp_miniaudio PRIVATE -w)
  target_link_libraries(sdkpp_miniaudio PUBLIC Threads::Threads m ${CMAKE_DL_LIBS})
endif()

# The decoder of MPEG reads a little further than the bytes of a damaged frame reach, into memory of the stack that
# nothing was written to: what was there before would be heard.
include(CheckCCompilerFlag)
set(SDKPP_ZEROED -ftrivial-auto-var-init=zero)
check_c_compiler_flag("${SDKPP_ZEROED}" SDKPP_HAS_ZEROED)
if(NOT SDKPP_HAS_ZEROED)
  list(APPEND SDKPP_ZEROED -enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang)
  list(JOIN SDKPP_ZEROED " " zeroed)
  check_c_compiler_flag("${zeroed}" SDKPP_HAS_OLD_ZEROED)
endif()

# Its decoders of single MPEG and FLAC frames, each compiled with other switches and nothing exported.
foreach(codec mp3 flac)
  add_library(sdkpp_${codec} STATIC ${CMAKE_CURRENT_SOURCE_DIR}/native/decoder/${codec}_library.c)
  target_include_directories(sdkpp_${codec} SYSTEM PRIVATE ${SDKPP_MINIAUDIO_DIR})
  target_include_directories(sdkpp_${codec} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/native)
  if(NOT MSVC)
    target_compile_options(sdkpp_${codec} PRIVATE -w)
    target_link_libraries(sdkpp_${codec} PUBLIC m)
  endif()
  if(SDKPP_HAS_ZEROED OR SDKPP_HAS_OLD_ZEROED)
    target_compile_options(sdkpp_${codec} PRIVATE ${SDKPP_ZEROED})
  endif()
endforeach()
