#pragma once

#include <cstdint>

namespace sdkpp::gateway {

/// The client's reaction when the voice gateway's socket closes (voice transport 2.9).
enum class CloseClass : std::uint8_t {
  kResume,               ///< the same session goes on over a new socket
  kResumeOnce,           ///< resume; if that close comes again, a new session
  kNewSession,           ///< ask the main gateway again
  kNewSessionOnce,       ///< the same, but a second time ends the call
  kNewSessionOtherMode,  ///< once, with the other AEAD mode; then stop
  kWait,                 ///< no retry; a server update within 5 s begins a new session
  kStop,                 ///< no retry
};

/// How much the machine mends by itself.
enum class Recovery : std::uint8_t {
  kFull,     ///< resumes, asks for new sessions, waits for another server
  kSession,  ///< only resumes; whatever else ends the session ends the call at once
  kGiven,    ///< as kSession; where kFull waits for a server update, which somebody else brings, so does this
};

inline constexpr int kCloseNormal = 1000;
inline constexpr int kCloseLost = 1006;
/// The TLS handshake failed; never sent on the wire (RFC 6455 section 7.4.1).
inline constexpr int kCloseUntrusted = 1015;
inline constexpr int kCloseAuthenticationFailed = 4004;
inline constexpr int kCloseDisconnected = 4014;
inline constexpr int kCloseServerCrashed = 4015;
inline constexpr int kCloseE2eeRequired = 4017;
/// Ours, when the server stopped answering: keeps the session resumable.
inline constexpr int kCloseUnresponsive = 4900;

[[nodiscard]] CloseClass ClassifyClose(int code) noexcept;

/// Whether the session goes on over a new socket under Recovery::kSession and kGiven.
[[nodiscard]] bool KeepsSession(int code) noexcept;

/// True when the code says that this client may not take part (the call ends with Forbidden).
[[nodiscard]] bool IsForbidden(int code) noexcept;

}  // namespace sdkpp::gateway
