#pragma once

namespace sdkpp::crypto {

/// Makes what BoringSSL keeps per thread to note failures, which it would otherwise allocate with the first
/// packet or frame that does not open. Call once at the start of a thread that must not allocate.
void PrepareThread() noexcept;

}  // namespace sdkpp::crypto
