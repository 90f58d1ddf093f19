#include "support/allocation_guard.h"

#include <cstddef>
#include <cstdlib>
#include <new>

#ifdef _WIN32
#include <malloc.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SDKPP_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SDKPP_SANITIZED 1
#endif
#endif

namespace {
thread_local std::uint64_t operations = 0;
}  // namespace

namespace sdkpp::test {

#if defined(__linux__) && !defined(SDKPP_SANITIZED)
const bool kSeesBoringSsl = true;
#else
const bool kSeesBoringSsl = false;
#endif

AllocationGuard::AllocationGuard() noexcept : start_(operations) {}

std::uint64_t AllocationGuard::count() const noexcept { return operations - start_; }

}  // namespace sdkpp::test

#ifndef SDKPP_SANITIZED

namespace {

void* Allocate(std::size_t size) {
  ++operations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (!memory) std::abort();
  return memory;
}

// Windows has no std::aligned_alloc, and frees what it has instead by another function.
#ifdef _WIN32
void* AlignedMemory(std::size_t size, std::size_t step) {
  return _aligned_malloc(size == 0 ? 1 : size, step);
}
void FreeAlignedMemory(void* memory) noexcept { _aligned_free(memory); }
#else
void* AlignedMemory(std::size_t size, std::size_t step) {
  return std::aligned_alloc(step, (size + step - 1) / step * step);
}
void FreeAlignedMemory(void* memory) noexcept { std::free(memory); }
#endif

void* AllocateAligned(std::size_t size, std::align_val_t alignment) {
  ++operations;
  void* memory = AlignedMemory(size, static_cast<std::size_t>(alignment));
  if (!memory) std::abort();
  return memory;
}

void Release(void* memory) noexcept {
  if (memory) ++operations;
  std::free(memory);
}

void ReleaseAligned(void* memory) noexcept {
  if (memory) ++operations;
  FreeAlignedMemory(memory);
}

}  // namespace

void* operator new(std::size_t size) { return Allocate(size); }
void* operator new[](std::size_t size) { return Allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return AllocateAligned(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return AllocateAligned(size, alignment);
}
void operator delete(void* memory) noexcept { Release(memory); }
void operator delete[](void* memory) noexcept { Release(memory); }
void operator delete(void* memory, std::size_t) noexcept { Release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { Release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { ReleaseAligned(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { ReleaseAligned(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { ReleaseAligned(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { ReleaseAligned(memory); }

#ifdef __linux__
/// BoringSSL looks these up as weak symbols. The size is stored in front of the memory.
extern "C" {
void* OPENSSL_memory_alloc(std::size_t size) {
  auto* memory = static_cast<std::max_align_t*>(Allocate(size + sizeof(std::max_align_t)));
  *reinterpret_cast<std::size_t*>(memory) = size;
  return memory + 1;
}
std::size_t OPENSSL_memory_get_size(void* memory) {
  return *reinterpret_cast<std::size_t*>(static_cast<std::max_align_t*>(memory) - 1);
}
void OPENSSL_memory_free(void* memory) { Release(static_cast<std::max_align_t*>(memory) - 1); }
}
#endif

#endif
