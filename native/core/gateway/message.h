#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/crypto/aead.h"

namespace sdkpp::gateway {

/// `Call::Status` of the SDK, same numbers.
enum class CallStatus : std::uint8_t {
  kDisconnected = 0,
  kJoining = 1,
  kConnecting = 2,
  kSignalingConnected = 3,
  kConnected = 4,
  kReconnecting = 5,
  kDisconnecting = 6,
};

/// `Call::Error` of the SDK, same numbers.
enum class CallError : std::uint8_t {
  kNone = 0,
  kSignalingConnectionFailed = 1,
  kSignalingUnexpectedClose = 2,
  kVoiceConnectionFailed = 3,
  kJoinTimeout = 4,
  kForbidden = 5,
};

/// What a line of the phase log is about.
enum class PhaseName : std::uint8_t {
#define PHASE(id, name) id,
#include "core/gateway/phases.def"
};

/// As JavaScript has it.
[[nodiscard]] constexpr std::string_view Name(PhaseName phase) noexcept {
  switch (phase) {
#define PHASE(id, name) \
  case PhaseName::id:   \
    return name;
#include "core/gateway/phases.def"
  }
  return "unexpected";
}

using SecretKey = std::array<std::uint8_t, crypto::kAeadKeySize>;

/// Op 2, checked.
struct Ready {
  Ssrc ssrc;
  std::string ip;
  std::uint16_t port = 0;
  std::vector<std::string> modes;
};

namespace output {

struct RequestSession {};
struct OpenSocket {};
struct CloseSocket {
  int code;
};
struct Identify {};
struct Resume {
  int seq_ack;
};
struct SelectProtocol {
  std::string address;
  std::uint16_t port;
  std::string mode;
};
struct SendHeartbeat {
  std::int64_t t;
  int seq_ack;
};
/// Op 5 is due again: after op 4 (registers the SSRC) and after a resume.
struct AnnounceSpeaking {};
struct StatusChanged {
  CallStatus status;
  CallError error;
  int error_detail;
};
/// One line of the phase log.
struct Phase {
  PhaseName phase;
  std::string detail;
};
/// The voice gateway's socket closed. Comes before every output that follows from it.
struct Closed {
  int code;
  /// Whether the call goes on by itself: a resume or a new session follows.
  bool will_retry;
  /// Until that begins. Without a retry: until the call ends, unless a server update comes before.
  Duration in;
};
/// For the media side: open a UDP path and find out its public address.
struct OpenMedia {
  Ssrc ssrc;
  std::string ip;
  std::uint16_t port;
};
/// For the media side: packets may flow from now on.
struct KeyMedia {
  crypto::AeadAlgorithm algorithm;
  SecretKey key;
};
/// For the media side: find the public address of the present path again.
struct RediscoverMedia {};
/// For the media side: the gateway was away; find out whether the path still answers.
struct CheckMedia {};
/// For the media side: this voice session is over.
struct CloseMedia {};

}  // namespace output

using Output =
    std::variant<output::RequestSession, output::OpenSocket, output::CloseSocket, output::Identify,
                 output::Resume, output::SelectProtocol, output::SendHeartbeat, output::AnnounceSpeaking,
                 output::StatusChanged, output::Phase, output::Closed, output::OpenMedia, output::KeyMedia,
                 output::RediscoverMedia, output::CheckMedia, output::CloseMedia>;

}  // namespace sdkpp::gateway
