# libopus as our own target over the .mk source lists of its tree (float build; no configure step, no
# run-time dispatch: SSE2 on x86-64 and NEON on arm64 are the baseline of these architectures).
# A newer tree drops in by SDKPP_OPUS_DIR.

# Sets `out` to the absolute source paths that `file` lists under the make variable `variable`.
function(sdkpp_opus_list out file variable)
  file(READ "${SDKPP_OPUS_DIR}/${file}" text)
  string(REPLACE "\\\n" " " text "${text}")
  set(sources)
  if("${text}" MATCHES "(^|\n)${variable}[ ]*=[ ]*([^\n]*)")
    separate_arguments(listed UNIX_COMMAND "${CMAKE_MATCH_2}")
    foreach(source ${listed})
      if(EXISTS "${SDKPP_OPUS_DIR}/${source}")
        list(APPEND sources "${SDKPP_OPUS_DIR}/${source}")
      endif()
    endforeach()
  endif()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

add_library(sdkpp_opus STATIC)
foreach(pair "opus_sources.mk;OPUS_SOURCES" "opus_sources.mk;OPUS_SOURCES_FLOAT" "celt_sources.mk;CELT_SOURCES"
             "silk_sources.mk;SILK_SOURCES" "silk_sources.mk;SILK_SOURCES_FLOAT")
  list(GET pair 0 file)
  list(GET pair 1 variable)
  sdkpp_opus_list(sources ${file} ${variable})
  target_sources(sdkpp_opus PRIVATE ${sources})
endforeach()
target_include_directories(sdkpp_opus SYSTEM PUBLIC ${SDKPP_OPUS_DIR}/include)
target_include_directories(sdkpp_opus PRIVATE ${SDKPP_OPUS_DIR} ${SDKPP_OPUS_DIR}/celt ${SDKPP_OPUS_DIR}/silk
                                              ${SDKPP_OPUS_DIR}/silk/float ${SDKPP_OPUS_DIR}/dnn)
target_compile_definitions(sdkpp_opus PRIVATE OPUS_BUILD HAVE_LRINT HAVE_LRINTF ENABLE_HARDENING PACKAGE_VERSION="1.3.1")
if(MSVC)
  target_compile_definitions(sdkpp_opus PRIVATE USE_ALLOCA _CRT_SECURE_NO_WARNINGS)
else()
  # -ffast-math is a tenth of an encoder's time. Opus allows it together with FLOAT_APPROX, which finds NaN by its bits.
  target_compile_definitions(sdkpp_opus PRIVATE VAR_ARRAYS restrict=__restrict FLOAT_APPROX)
  target_compile_options(sdkpp_opus PRIVATE -w -ffast-math)
  if(SDKPP_SANITIZE MATCHES "undefined")
    # its fast exp2 shifts negative numbers to the left, which C leaves open and every compiler does alike
    target_compile_options(sdkpp_opus PRIVATE -fno-sanitize=shift)
  endif()
  target_link_libraries(sdkpp_opus PUBLIC m)
endif()

if(CMAKE_OSX_ARCHITECTURES)
  set(sdkpp_arch "${CMAKE_OSX_ARCHITECTURES}")
else()
  set(sdkpp_arch "${CMAKE_SYSTEM_PROCESSOR}")
endif()
if(sdkpp_arch MATCHES "^(x86_64|AMD64|amd64|x64)$")
  foreach(variable CELT_SOURCES_SSE CELT_SOURCES_SSE2)
    sdkpp_opus_list(sources celt_sources.mk ${variable})
    target_sources(sdkpp_opus PRIVATE ${sources})
  endforeach()
  target_compile_definitions(sdkpp_opus PRIVATE OPUS_X86_MAY_HAVE_SSE OPUS_X86_MAY_HAVE_SSE2 OPUS_X86_PRESUME_SSE
                                                OPUS_X86_PRESUME_SSE2)
elseif(sdkpp_arch MATCHES "^(aarch64|arm64|ARM64)$")
  foreach(pair "celt_sources.mk;CELT_SOURCES_ARM_NEON_INTR" "silk_sources.mk;SILK_SOURCES_ARM_NEON_INTR")
    list(GET pair 0 file)
    list(GET pair 1 variable)
    sdkpp_opus_list(sources ${file} ${variable})
    target_sources(sdkpp_opus PRIVATE ${sources})
  endforeach()
  # the NEON sources include a header of the fixed-point build
  target_include_directories(sdkpp_opus PRIVATE ${SDKPP_OPUS_DIR}/silk/fixed)
  target_compile_definitions(
    sdkpp_opus PRIVATE OPUS_ARM_MAY_HAVE_NEON OPUS_ARM_MAY_HAVE_NEON_INTR OPUS_ARM_PRESUME_NEON
                       OPUS_ARM_PRESUME_NEON_INTR OPUS_ARM_PRESUME_AARCH64_NEON_INTR)
endif()
