#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sdkpp::gateway {

enum class State : std::uint8_t {
  kIdle,
  kAwaitingServer,  ///< op 4 or op 17 sent, waiting for voice state and server update
  kOpening,         ///< socket opening, to identify
  kIdentifying,     ///< op 0 sent
  kDiscovering,     ///< op 2 received, finding the public UDP address
  kSelecting,       ///< op 1 sent
  kConnected,
  kResumePause,      ///< waiting before the next try to resume
  kResumeOpening,    ///< socket opening, to resume
  kResuming,         ///< op 7 sent
  kNewSessionPause,  ///< waiting before asking for a new session
  kServerGone,       ///< endpoint null: waiting for the next server
  kDisconnectWait,   ///< 4014 or 4022: waiting 5 s for a server update
  kEnded,
};

enum class Input : std::uint8_t {
  kJoin,
  kLeave,
  kJoinRejected,
  kServerUpdate,
  kServerGone,
  kSocketOpened,
  kReady,
  kAddressFound,
  kAddressNotFound,
  kSessionDescription,
  kResumed,
  kTimeLimit,
  kMediaExhausted,
  kPathSilent,       ///< nothing came over the UDP path for a while, and a new one does not answer yet
  kPathBack,         ///< the UDP path answers again
  kPathLost,         ///< no new UDP path answered for long
  kEncryptionLost,   ///< the call may not go on without end-to-end encryption
  kCloseResume,      ///< socket closed, class resume
  kCloseNewSession,  ///< socket closed, class new session
  kCloseWait,        ///< socket closed, class wait
  kCloseStop,        ///< socket closed, class stop
};

/// Conditions of a transition beside state and input. Of several rows for one pair the first whose guard
/// holds is taken.
enum class Guard : std::uint8_t {
  kAlways,
  kCommonMode,       ///< op 2 offers an AEAD mode of ours
  kDescriptionFits,  ///< op 4 names the mode that op 1 chose, and a key of 32 bytes
  kMayResume,        ///< tries to resume are left
  kMayStartOver,     ///< kFullRecovery, and tries for a new session are left
  kCameBefore,       ///< a voice server was known before: this is not the first join
  kMayReturn,        ///< kCameBefore and kMayStartOver
  kFullRecovery,     ///< Recovery::kFull
  kNotRediscovered,  ///< op 1 was not yet sent again for the present trouble with the path
};

enum class Action : std::uint8_t {
  kRequestSession,
  kStartSession,  ///< drop the old voice session, open a socket
  kIdentify,
  kOpenMedia,
  kSelectProtocol,
  kConnect,  ///< give the key to the media side
  kScheduleResume,
  kOpenToResume,
  kSendResume,
  kFinishResume,
  kScheduleNewSession,
  kDropServer,  ///< endpoint null
  kHold,        ///< 4014 or 4022
  kReportSilent,
  kReportBack,
  kRediscover,   ///< find the public address of the new path
  kSelectAgain,  ///< op 1 once more, with that address
  kRekey,        ///< op 4 once more
  kEndNoMode,
  kEndBadDescription,
  kEndJoinTimeout,
  kEndServerGone,
  kEndRejected,
  kEndUnreachable,  ///< no media path
  kEndUnencrypted,  ///< no end-to-end encryption where it is required
  kEndClosed,       ///< ended by a close code
  kEndLeave,
  kIgnore,
};

/// One row of the machine. A pair without a row is a protocol error and changes nothing.
struct Transition {
  State from;
  Input input;
  Action action;
  State to;
  Guard guard = Guard::kAlways;
};

[[nodiscard]] std::span<const Transition> Transitions() noexcept;

/// The first row of (state, input) whose guard `holds`, or nullptr.
template <class Holds>
[[nodiscard]] const Transition* FindTransition(State state, Input input, Holds&& holds) noexcept {
  for (const Transition& row : Transitions()) {
    if (row.from == state && row.input == input && holds(row.guard)) return &row;
  }
  return nullptr;
}

[[nodiscard]] std::string_view Name(State state) noexcept;
[[nodiscard]] std::string_view Name(Guard guard) noexcept;
[[nodiscard]] std::string_view Name(Input input) noexcept;
[[nodiscard]] std::string_view Name(Action action) noexcept;

/// The table as a Mermaid state diagram, for docs/protocol.
[[nodiscard]] std::string TransitionDiagram();

}  // namespace sdkpp::gateway
