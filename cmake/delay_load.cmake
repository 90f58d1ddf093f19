# Windows: Node-API comes from the program that hosts the addon, whatever its file is called. Its functions are loaded on
# first use; native/addon/delay_load_windows.cc says from where.
if(MSVC)
  target_link_options(sdkpp PRIVATE /DELAYLOAD:NODE.EXE)
  target_link_libraries(sdkpp PRIVATE delayimp)
  if(CMAKE_JS_NODELIB_DEF AND CMAKE_JS_NODELIB_TARGET)
    execute_process(COMMAND ${CMAKE_AR} /def:${CMAKE_JS_NODELIB_DEF} /out:${CMAKE_JS_NODELIB_TARGET}
                            ${CMAKE_STATIC_LINKER_FLAGS})
  endif()
else()
  # GNU ld has no /DELAYLOAD: dlltool writes an import library that does the same
  find_program(DLLTOOL NAMES ${CMAKE_DLLTOOL} dlltool REQUIRED)
  sdkpp_node_dir(sdkpp_node_def "require('node-api-headers').def_paths.node_api_def")
  set(sdkpp_node_library ${CMAKE_CURRENT_BINARY_DIR}/libnode_delayed.a)
  execute_process(COMMAND ${DLLTOOL} --dllname node.exe --input-def ${sdkpp_node_def}
                          --output-delaylib ${sdkpp_node_library} COMMAND_ERROR_IS_FATAL ANY)
  # no DLL of the compiler beside the addon
  target_link_options(sdkpp PRIVATE -static -Wl,--gc-sections)
  target_link_libraries(sdkpp PRIVATE ${sdkpp_node_library})
endif()
