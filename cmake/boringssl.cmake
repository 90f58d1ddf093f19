# BoringSSL's `crypto` as our own target: its own source lists, only the files our primitives need, nothing
# exported. (`add_subdirectory` would want more sources and build without optimization.)
# SDKPP_BORINGSSL_FULL compiles everything, for a tree whose file names have moved.

# Translation units that AES-GCM, ChaCha20-Poly1305, HKDF and SHA-256 pull in at link time.
set(sdkpp_bssl_needed
    asn1_compat bcm bio bn_asn1 cbb cbs chacha convert cpu_intel crypto curve25519
    curve25519_64_adx dsa dsa_asn1 e_chacha20poly1305 ec_asn1 ecdh_extra ecdsa_asn1 engine err
    err_data evp evp_ctx ex_data file forkunsafe mem p_dsa_asn1 p_ec p_ec_asn1 p_ed25519
    p_ed25519_asn1 p_hkdf p_rsa p_rsa_asn1 p_x25519 p_x25519_asn1 poly1305_vec posix_time refcount
    rsa_asn1 rsa_crypt stack thread_pthread cpu_arm_linux cpu_arm_freebsd poly1305 poly1305_arm
    thread_none thread_win getentropy ios windows passive deterministic trusty fips_shared_support
    rand_extra
    cpu_aarch64_[a-z]+)
list(JOIN sdkpp_bssl_needed "|" sdkpp_bssl_needed)
set(sdkpp_bssl_needed "(^|/)(${sdkpp_bssl_needed})\\.c$")

file(READ "${SDKPP_BORINGSSL_DIR}/CMakeLists.txt" text)
string(REGEX MATCH "add_library\\(\n  crypto\n([^)]*)\\)" _ "${text}")
separate_arguments(sources UNIX_COMMAND "${CMAKE_MATCH_1}")
list(FILTER sources EXCLUDE REGEX "CRYPTO_SOURCES_ASM_USED")
string(REGEX MATCH "CRYPTO_SOURCES_ASM\n([^)]*)\\)" _ "${text}")
separate_arguments(assembly UNIX_COMMAND "${CMAKE_MATCH_1}")
string(REGEX MATCH "CRYPTO_SOURCES_NASM\n([^)]*)\\)" _ "${text}")
separate_arguments(nasm UNIX_COMMAND "${CMAKE_MATCH_1}")
if(NOT SDKPP_BORINGSSL_FULL)
  list(FILTER sources INCLUDE REGEX "${sdkpp_bssl_needed}")
endif()

add_library(sdkpp_bssl STATIC)
if(WIN32 AND CMAKE_SYSTEM_PROCESSOR MATCHES "AMD64|x86_64|amd64|x86|i[3-6]86")
  enable_language(ASM_NASM)
  list(APPEND sources ${nasm})
else()
  enable_language(ASM)
  # every file guards itself by architecture and system; taking only ours saves 130 processes
  if(APPLE)
    list(FILTER assembly INCLUDE REGEX "^apple-(aarch64|x86_64)/|^src/third_party/fiat/asm/")
  elseif(WIN32)
    list(FILTER assembly INCLUDE REGEX "^win-aarch64/")
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(FILTER assembly INCLUDE REGEX
         "^linux-x86_64/|^src/crypto/(curve25519/asm/x25519-asm-x|hrss)|^src/third_party/fiat/asm")
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    list(FILTER assembly INCLUDE REGEX "^linux-aarch64/")
  else()
    list(FILTER assembly INCLUDE REGEX "^linux-|^src/")
  endif()
  if(NOT SDKPP_BORINGSSL_FULL)
    list(FILTER assembly EXCLUDE REGEX "/(test|hrss)/")
  endif()
  list(APPEND sources ${assembly})
endif()
list(TRANSFORM sources PREPEND "${SDKPP_BORINGSSL_DIR}/")
target_sources(sdkpp_bssl PRIVATE ${sources})
target_include_directories(sdkpp_bssl SYSTEM PUBLIC ${SDKPP_BORINGSSL_DIR}/src/include)
target_compile_definitions(
  sdkpp_bssl PRIVATE BORINGSSL_IMPLEMENTATION $<$<PLATFORM_ID:Linux>:_XOPEN_SOURCE=700>
                     $<$<PLATFORM_ID:Windows>:WIN32_LEAN_AND_MEAN;NOMINMAX;_CRT_SECURE_NO_WARNINGS>)
if(NOT MSVC)
  target_compile_options(
    sdkpp_bssl PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-fno-common;-w>
                       $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti>
                       $<$<COMPILE_LANGUAGE:ASM>:-Wa,--noexecstack>)
endif()
set_target_properties(sdkpp_bssl PROPERTIES C_STANDARD 11 CXX_STANDARD 17)
target_link_libraries(sdkpp_bssl PUBLIC Threads::Threads $<$<PLATFORM_ID:Windows>:ws2_32>)
if(MINGW)
  # GNU compilers choose an ADX multiplication here whose assembly exists for ELF and Mach-O only
  set_source_files_properties(
    ${SDKPP_BORINGSSL_DIR}/src/crypto/curve25519/curve25519.c
    ${SDKPP_BORINGSSL_DIR}/src/crypto/curve25519/curve25519_64_adx.c PROPERTIES COMPILE_DEFINITIONS OPENSSL_SMALL)
endif()
if(UNIX AND NOT APPLE)
  # mem.c looks up weak symbols that would otherwise bind to the host process (design: dependencies)
  set_source_files_properties(
    ${SDKPP_BORINGSSL_DIR}/src/crypto/mem.c
    PROPERTIES COMPILE_OPTIONS "-include;${CMAKE_CURRENT_LIST_DIR}/hidden_weak.h" OBJECT_DEPENDS
               ${CMAKE_CURRENT_LIST_DIR}/hidden_weak.h)
endif()
