# Speex: what it has for microphones (echo, noise, gain), without its codec. Samples are floats here, by our
# speex_types.h in the place of its own: nothing is rounded to 16 bits on the way, and nothing overflows them.
set(sdkpp_speex_sources fftwrap filterbank mdf preprocess smallft)
list(TRANSFORM sdkpp_speex_sources PREPEND ${SDKPP_SPEEX_DIR}/libspeex/)
list(TRANSFORM sdkpp_speex_sources APPEND .c)
add_library(sdkpp_speex STATIC ${sdkpp_speex_sources})
target_include_directories(sdkpp_speex SYSTEM PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/cmake ${SDKPP_SPEEX_DIR}/include)
# its warnings would be printed by the media thread
target_compile_definitions(sdkpp_speex PRIVATE FLOATING_POINT USE_SMALLFT RELEASE EXPORT= DISABLE_WARNINGS
                                               DISABLE_NOTIFICATIONS)
if(MSVC)
  target_compile_definitions(sdkpp_speex PRIVATE _USE_MATH_DEFINES _CRT_SECURE_NO_WARNINGS)
else()
  target_compile_options(sdkpp_speex PRIVATE -w)
  target_link_libraries(sdkpp_speex PUBLIC m)
endif()
