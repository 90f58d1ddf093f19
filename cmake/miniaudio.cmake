# miniaudio: one compilation of its header. It finds the audio libraries of the system when they are first needed
# (dlopen, LoadLibrary), so that neither their headers nor the libraries are there when this is built or loaded.
add_library(sdkpp_miniaudio STATIC ${CMAKE_CURRENT_SOURCE_DIR}/native/device/miniaudio_library.c)
target_include_directories(sdkpp_miniaudio SYSTEM PUBLIC ${SDKPP_MINIAUDIO_DIR})
target_include_directories(sdkpp_miniaudio PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/native)
if(NOT MSVC)
  target_compile_options(sdkpp_miniaudio PRIVATE -w)
  target_link_libraries(sdkpp_miniaudio PUBLIC Threads::Threads m ${CMAKE_DL_LIBS})
endif()

# Its decoder of single MPEG frames, compiled with other switches and nothing exported.
add_library(sdkpp_mp3 STATIC ${CMAKE_CURRENT_SOURCE_DIR}/native/decoder/mp3_library.c)
target_include_directories(sdkpp_mp3 SYSTEM PRIVATE ${SDKPP_MINIAUDIO_DIR})
target_include_directories(sdkpp_mp3 PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/native)
if(NOT MSVC)
  target_compile_options(sdkpp_mp3 PRIVATE -w)
  target_link_libraries(sdkpp_mp3 PUBLIC m)
endif()
