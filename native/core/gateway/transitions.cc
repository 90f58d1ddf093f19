#include "core/gateway/transitions.h"

#include <algorithm>
#include <array>

namespace sdkpp::gateway {

namespace {

using enum State;
using enum Action;

constexpr Transition kTable[] = {
    {kIdle, Input::kJoin, kRequestSession, kAwaitingServer},

    {kAwaitingServer, Input::kServerUpdate, kStartSession, kOpening},
    {kAwaitingServer, Input::kServerGone, kDropServer, kServerGone},
    {kAwaitingServer, Input::kRefused, kEndRefused, kEnded},
    {kAwaitingServer, Input::kTimeLimit, kEndJoinTimeout, kEnded},

    {kOpening, Input::kSocketOpened, kIdentify, kIdentifying},
    {kOpening, Input::kTimeLimit, kScheduleNewSession, kNewSessionPause},
    {kIdentifying, Input::kReady, kOpenMedia, kDiscovering},
    {kIdentifying, Input::kTimeLimit, kScheduleNewSession, kNewSessionPause},
    {kDiscovering, Input::kAddressFound, kSelectProtocol, kSelecting},
    {kDiscovering, Input::kAddressNotFound, kEndUnreachable, kEnded},
    {kDiscovering, Input::kTimeLimit, kEndUnreachable, kEnded},
    {kDiscovering, Input::kReady, kIgnore, kDiscovering},
    {kSelecting, Input::kSessionDescription, kConnect, kConnected},
    {kSelecting, Input::kTimeLimit, kEndUnreachable, kEnded},
    {kSelecting, Input::kReady, kIgnore, kSelecting},
    {kConnected, Input::kReady, kIgnore, kConnected},
    {kConnected, Input::kMediaExhausted, kScheduleNewSession, kNewSessionPause},

    {kConnected, Input::kCloseResume, kScheduleResume, kResumePause},
    {kResumePause, Input::kTimeLimit, kOpenToResume, kResumeOpening},
    {kResumeOpening, Input::kSocketOpened, kSendResume, kResuming},
    {kResumeOpening, Input::kCloseResume, kScheduleResume, kResumePause},
    {kResumeOpening, Input::kTimeLimit, kScheduleResume, kResumePause},
    {kResuming, Input::kResumed, kFinishResume, kConnected},
    {kResuming, Input::kCloseResume, kScheduleResume, kResumePause},
    {kResuming, Input::kTimeLimit, kScheduleResume, kResumePause},

    {kNewSessionPause, Input::kTimeLimit, kRequestSession, kAwaitingServer},
    {kDisconnectWait, Input::kTimeLimit, kEndClosed, kEnded},
};

/// States in which a voice session is wanted.
constexpr State kLive[] = {kAwaitingServer, kOpening,         kIdentifying, kDiscovering,
                           kSelecting,      kConnected,       kResumePause, kResumeOpening,
                           kResuming,       kNewSessionPause, kServerGone,  kDisconnectWait};
constexpr State kWithSocket[] = {kOpening,   kIdentifying, kDiscovering,   kSelecting,
                                 kConnected, kResumePause, kResumeOpening, kResuming};
/// With a socket but before op 4: there is no session that could be resumed.
constexpr State kBeforeKey[] = {kOpening, kIdentifying, kDiscovering, kSelecting};

/// The rows of the table plus those that many states share.
constexpr auto BuildTable() {
  constexpr std::size_t kSize = std::size(kTable) + std::size(kLive) + 2 * (std::size(kLive) - 1) +
                                3 * std::size(kWithSocket) + std::size(kBeforeKey);
  std::array<Transition, kSize> rows{};
  std::size_t at = 0;
  for (const Transition& row : kTable) rows[at++] = row;
  for (const State state : kLive) rows[at++] = {state, Input::kLeave, kEndLeave, kEnded};
  for (const State state : kLive) {
    if (state == kAwaitingServer) continue;
    rows[at++] = {state, Input::kServerUpdate, kStartSession, kOpening};
    rows[at++] = {state, Input::kServerGone, kDropServer, kServerGone};
  }
  for (const State state : kWithSocket) {
    rows[at++] = {state, Input::kCloseNewSession, kScheduleNewSession, kNewSessionPause};
    rows[at++] = {state, Input::kCloseWait, kHold, kDisconnectWait};
    rows[at++] = {state, Input::kCloseStop, kEndClosed, kEnded};
  }
  for (const State state : kBeforeKey) {
    rows[at++] = {state, Input::kCloseResume, kScheduleNewSession, kNewSessionPause};
  }
  return rows;
}

constexpr auto kTransitions = BuildTable();

constexpr std::string_view kStateNames[] = {
    "Idle",           "AwaitingServer", "Opening",       "Identifying", "Discovering",     "Selecting",
    "Connected",      "ResumePause",    "ResumeOpening", "Resuming",    "NewSessionPause", "ServerGone",
    "DisconnectWait", "Ended"};
constexpr std::string_view kInputNames[] = {
    "join",           "leave",        "refused",         "serverUpdate",       "serverGone", "socketOpened",
    "ready",          "addressFound", "addressNotFound", "sessionDescription", "resumed",    "timeLimit",
    "mediaExhausted", "closeResume",  "closeNewSession", "closeWait",          "closeStop"};
constexpr std::string_view kActionNames[] = {
    "requestSession", "startSession",   "identify",   "openMedia",      "selectProtocol",     "connect",
    "scheduleResume", "openToResume",   "sendResume", "finishResume",   "scheduleNewSession", "dropServer",
    "hold",           "endJoinTimeout", "endRefused", "endUnreachable", "endClosed",          "endLeave",
    "ignore"};

template <class Enum, std::size_t kCount>
std::string_view NameIn(const std::string_view (&names)[kCount], Enum value) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < kCount ? names[index] : "unknown";
}

}  // namespace

std::span<const Transition> Transitions() noexcept { return kTransitions; }

const Transition* FindTransition(State state, Input input) noexcept {
  const auto row = std::ranges::find_if(
      kTransitions, [&](const Transition& each) { return each.from == state && each.input == input; });
  return row == kTransitions.end() ? nullptr : &*row;
}

std::string_view Name(State state) noexcept { return NameIn(kStateNames, state); }
std::string_view Name(Input input) noexcept { return NameIn(kInputNames, input); }
std::string_view Name(Action action) noexcept { return NameIn(kActionNames, action); }

std::string TransitionDiagram() {
  std::string text = "stateDiagram-v2\n  [*] --> Idle\n";
  for (const Transition& row : kTransitions) {
    text.append("  ").append(Name(row.from)).append(" --> ").append(Name(row.to));
    text.append(" : ").append(Name(row.input)).append(" / ").append(Name(row.action)).append("\n");
  }
  return text.append("  Ended --> [*]\n");
}

}  // namespace sdkpp::gateway
