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
    {kAwaitingServer, Input::kJoinRejected, kEndRejected, kEnded},

    {kOpening, Input::kSocketOpened, kIdentify, kIdentifying},
    {kIdentifying, Input::kReady, kOpenMedia, kDiscovering, Guard::kCommonMode},
    {kIdentifying, Input::kReady, kEndNoMode, kEnded},
    {kDiscovering, Input::kAddressFound, kSelectProtocol, kSelecting},
    {kDiscovering, Input::kAddressNotFound, kEndUnreachable, kEnded},
    {kDiscovering, Input::kTimeLimit, kEndUnreachable, kEnded},
    {kDiscovering, Input::kReady, kIgnore, kDiscovering},
    {kSelecting, Input::kSessionDescription, kConnect, kConnected, Guard::kDescriptionFits},
    {kSelecting, Input::kSessionDescription, kEndBadDescription, kEnded},
    {kSelecting, Input::kTimeLimit, kEndUnreachable, kEnded},
    {kSelecting, Input::kReady, kIgnore, kSelecting},
    {kConnected, Input::kReady, kIgnore, kConnected},

    {kConnected, Input::kPathSilent, kReportSilent, kConnected},
    {kConnected, Input::kPathBack, kReportBack, kConnected},
    {kConnected, Input::kPathLost, kRediscover, kConnected, Guard::kNotRediscovered},
    {kConnected, Input::kAddressFound, kSelectAgain, kConnected},
    {kConnected, Input::kSessionDescription, kRekey, kConnected, Guard::kDescriptionFits},
    {kConnected, Input::kSessionDescription, kIgnore, kConnected},

    {kResumePause, Input::kTimeLimit, kOpenToResume, kResumeOpening},
    {kResumeOpening, Input::kSocketOpened, kSendResume, kResuming},
    {kResuming, Input::kResumed, kFinishResume, kConnected},

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

/// After a lost socket, while there is a session that can be resumed.
constexpr State kResumable[] = {kConnected, kResumeOpening, kResuming};
/// While the gateway is being resumed the path is watched on, but nothing can be sent about it.
constexpr State kWithoutGateway[] = {kResumePause, kResumeOpening, kResuming};

/// Collects rows; its size is known once they are counted.
template <std::size_t kCapacity>
struct Rows {
  std::array<Transition, kCapacity> rows{};
  std::size_t size = 0;

  constexpr void Add(Transition row) { rows[size++] = row; }
  constexpr void StartOver(State from, Input input) {
    Add({from, input, kScheduleNewSession, kNewSessionPause, Guard::kMayStartOver});
    Add({from, input, kEndClosed, kEnded});
  }
  constexpr void Resume(State from, Input input) {
    Add({from, input, kScheduleResume, kResumePause, Guard::kMayResume});
    StartOver(from, input);
  }
};

constexpr auto CollectRows() {
  Rows<192> table;
  for (const Transition& row : kTable) table.Add(row);
  // An awaited server that never came: the first time the join failed, later on the service may recover.
  table.Add({kAwaitingServer, Input::kTimeLimit, kScheduleNewSession, kNewSessionPause, Guard::kMayReturn});
  table.Add({kAwaitingServer, Input::kTimeLimit, kEndClosed, kEnded, Guard::kCameBefore});
  table.Add({kAwaitingServer, Input::kTimeLimit, kEndJoinTimeout, kEnded});
  for (const State state : {kOpening, kIdentifying}) table.StartOver(state, Input::kTimeLimit);
  table.StartOver(kConnected, Input::kMediaExhausted);
  for (const Input input : {Input::kPathLost, Input::kAddressNotFound}) {
    table.Add({kConnected, input, kScheduleNewSession, kNewSessionPause, Guard::kMayStartOver});
    table.Add({kConnected, input, kEndUnreachable, kEnded});
  }
  for (const State state : kResumable) table.Resume(state, Input::kCloseResume);
  for (const State state : {kResumeOpening, kResuming}) table.Resume(state, Input::kTimeLimit);
  for (const State state : kWithoutGateway) {
    for (const Input input : {Input::kPathSilent, Input::kPathBack, Input::kPathLost, Input::kAddressFound,
                              Input::kAddressNotFound}) {
      table.Add({state, input, kIgnore, state});
    }
  }
  for (const State state : kLive) table.Add({state, Input::kLeave, kEndLeave, kEnded});
  for (const State state : kLive) table.Add({state, Input::kEncryptionLost, kEndUnencrypted, kEnded});
  for (const State state : kLive) {
    if (state != kAwaitingServer) table.Add({state, Input::kServerUpdate, kStartSession, kOpening});
    table.Add({state, Input::kServerGone, kDropServer, kServerGone, Guard::kFullRecovery});
    table.Add({state, Input::kServerGone, kEndServerGone, kEnded});
  }
  for (const State state : kWithSocket) {
    table.StartOver(state, Input::kCloseNewSession);
    table.Add({state, Input::kCloseWait, kHold, kDisconnectWait});
    table.Add({state, Input::kCloseStop, kEndClosed, kEnded});
  }
  for (const State state : kBeforeKey) table.StartOver(state, Input::kCloseResume);
  return table;
}

/// The rows of the table plus those that many states share.
constexpr auto BuildTable() {
  constexpr auto kCollected = CollectRows();
  std::array<Transition, kCollected.size> rows{};
  std::ranges::copy_n(kCollected.rows.begin(), kCollected.size, rows.begin());
  return rows;
}

constexpr auto kTransitions = BuildTable();

constexpr std::string_view kStateNames[] = {
    "Idle",           "AwaitingServer", "Opening",       "Identifying", "Discovering",     "Selecting",
    "Connected",      "ResumePause",    "ResumeOpening", "Resuming",    "NewSessionPause", "ServerGone",
    "DisconnectWait", "Ended"};
constexpr std::string_view kInputNames[] = {
    "join",         "leave",          "joinRejected",   "serverUpdate",    "serverGone",
    "socketOpened", "ready",          "addressFound",   "addressNotFound", "sessionDescription",
    "resumed",      "timeLimit",      "mediaExhausted", "pathSilent",      "pathBack",
    "pathLost",     "encryptionLost", "closeResume",    "closeNewSession", "closeWait",
    "closeStop"};
constexpr std::string_view kGuardNames[] = {"always",    "commonMode",   "descriptionFits",
                                            "mayResume", "mayStartOver", "cameBefore",
                                            "mayReturn", "fullRecovery", "notRediscovered"};
constexpr std::string_view kActionNames[] = {
    "requestSession", "startSession",  "identify",           "openMedia",
    "selectProtocol", "connect",       "scheduleResume",     "openToResume",
    "sendResume",     "finishResume",  "scheduleNewSession", "dropServer",
    "hold",           "reportSilent",  "reportBack",         "rediscover",
    "selectAgain",    "rekey",         "endNoMode",          "endBadDescription",
    "endJoinTimeout", "endServerGone", "endRejected",        "endUnreachable",
    "endUnencrypted", "endClosed",     "endLeave",           "ignore"};

template <class Enum, std::size_t kCount>
std::string_view NameIn(const std::string_view (&names)[kCount], Enum value) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < kCount ? names[index] : "unknown";
}

}  // namespace

std::span<const Transition> Transitions() noexcept { return kTransitions; }

std::string_view Name(State state) noexcept { return NameIn(kStateNames, state); }
std::string_view Name(Guard guard) noexcept { return NameIn(kGuardNames, guard); }
std::string_view Name(Input input) noexcept { return NameIn(kInputNames, input); }
std::string_view Name(Action action) noexcept { return NameIn(kActionNames, action); }

std::string TransitionDiagram() {
  std::string text = "stateDiagram-v2\n  [*] --> Idle\n";
  for (const Transition& row : kTransitions) {
    text.append("  ").append(Name(row.from)).append(" --> ").append(Name(row.to));
    text.append(" : ").append(Name(row.input));
    if (row.guard != Guard::kAlways) text.append(" [").append(Name(row.guard)).append("]");
    text.append(" / ").append(Name(row.action)).append("\n");
  }
  return text.append("  Ended --> [*]\n");
}

}  // namespace sdkpp::gateway
