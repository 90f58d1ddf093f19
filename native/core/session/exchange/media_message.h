#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/dave/frame_sealer.h"
#include "core/dave/receive_ratchet.h"
#include "core/dave/retired_ratchets.h"
#include "core/gateway/message.h"
#include "core/opus/encoder.h"
#include "core/player/source.h"
#include "core/rtp/control.h"
#include "core/rtp/sealer.h"
#include "core/session/exchange/callback_exchange.h"
#include "core/session/exchange/number_range.h"
#include "core/session/exchange/snapshot.h"
#include "core/session/exchange/tide_slot.h"
#include "core/session/listening/listening.h"
#include "core/session/listening/turn_policies.h"
#include "core/session/settings/settings.h"
#include "core/session/settings/user_settings.h"
#include "core/session/sound/capture.h"
#include "core/session/sound/capture_dump.h"
#include "core/session/sound/output.h"
#include "core/session/sound/receive_queue.h"
#include "core/session/speaker/speaker.h"

namespace sdkpp::session {

/// Values from Signalling (JavaScript thread) to Media; settings.h has the settings among them. Objects
/// travel inside them, so that Media neither allocates nor frees.
namespace command {

/// A UDP path to the voice server exists: find its public address.
struct OpenPath {
  Ssrc ssrc;
};
/// Packets may flow under this key.
struct SetKey {
  std::unique_ptr<rtp::Sealer> sealer;
};
/// Nothing is sealed with a number outside of this range any more.
struct Grant {
  NumberRange range;
  std::uint32_t first_counter = 0;
};
/// What Media saves, of a session that runs: comes back as event::Saved.
struct Save {
  std::unique_ptr<Snapshot> snapshot;
};
/// Whether to hold back after a standstill (StallWatch).
struct HoldWhenLate {
  bool holds;
};
/// Where each tick is noted before its packets leave, for as long as the session lives.
struct KeepTide {
  TideSlot* slot;
};
/// Goes on after the stall of this number, if no other one came since.
struct GoOn {
  std::uint32_t stall;
};
/// Find the public address of the present path again.
struct Rediscover {};
/// The gateway was away: check that the path still answers.
struct CheckPath {};
struct ClosePath {};
/// Op 5 with a flag was sent: media may follow.
struct Announced {};
/// `user` sends as `ssrc` from now on. Without a speaker Media asks for one when a packet comes.
struct MapSsrc {
  Ssrc ssrc;
  UserId user;
  std::unique_ptr<Speaker> speaker;
  UserSetting setting{};
};
/// A speaker in reserve: it is given to the next user who speaks without one, while a voice agent listens.
struct AddSpareSpeaker {
  std::unique_ptr<Speaker> speaker;
};
/// `user` claims `ssrc`, which was attributed to another user by key: the key of `user` has to prove it.
struct ChallengeSsrc {
  Ssrc ssrc;
  UserId user;
};
struct UnmapUser {
  UserId user;
};
/// Settings of a user who is heard; others travel with MapSsrc.
struct SetUser {
  UserId user;
  UserSetting setting;
};
struct SetCallbacks {
  bool received;
  bool captured;
  CallbackExchange* exchange;  ///< lives as long as the session
};
/// An encoder for what is not Opus already; once, before the first of it.
struct InstallEncoder {
  opus::Encoder encoder;
};
/// Encodes with this complexity at most, whatever is wanted: the machine has no time for more.
struct LimitComplexity {
  int most;  ///< 0 to 10
};
/// nullptr: no input.
struct SetInput {
  std::unique_ptr<player::Source> input;
  std::uint32_t number = 0;  ///< comes back with its end
};
/// One more user who may interrupt; after SetBargeIn.
struct LetInterrupt {
  UserId user;
};
/// The own sound may flow again after this interruption.
struct ReleaseBargeIn {
  std::uint32_t number;
};
/// How sound from a microphone is processed; once, before the first input that is one.
struct SetCapture {
  std::unique_ptr<Capture> capture;
};
/// Records what is processed; after SetCapture. nullptr: no more.
struct SetCaptureDump {
  std::unique_ptr<CaptureDump> dump;
};
/// The mixed sound goes to the output of each target. nullptr: none there.
struct SetOutput {
  std::unique_ptr<Output> output;
  OutputTarget target = OutputTarget::kHost;
};
/// The queue for blocks and packets that JavaScript subscribed to.
struct SetReceiveQueue {
  ReceiveQueue* queue;  ///< lives as long as the session
};

/// The users whom a voice agent listens to at one rate; after SetReceiveQueue and SetTurnPolicies. nullptr:
/// nobody.
struct SetListening {
  turns::EarRate rate;
  std::unique_ptr<Listening> listening;
};
struct SetTurnPolicies {
  std::unique_ptr<TurnPolicies> policies;
};
/// The answer of the developer's detector to a user's pause, by its place on the SoundClock.
struct JudgeTurn {
  UserId user;
  std::uint64_t pause;
  Listening::Verdict verdict;
};

// End-to-end encryption of frames (DAVE).

/// Own frames go as they are.
struct DaveSendClear {};
/// Own frames wait.
struct DaveSendNothing {};
/// A ratchet for own frames, to be used from DaveExecuteSend on.
struct DaveInstallSend {
  std::unique_ptr<dave::FrameSealer> sealer;
};
struct DaveExecuteSend {
  dave::RatchetId id;
};
struct DaveInstallReceive {
  UserId user;
  std::unique_ptr<dave::ReceiveRatchet> ratchet;
};
/// `user` left the group.
struct DaveExpireReceive {
  UserId user;
};
/// How long frames in the clear are taken; FrameDecryption::kForever for no end.
struct DaveSetPassthrough {
  Duration duration;
};
struct DaveReset {};

}  // namespace command

using MediaCommand = std::variant<
    std::monostate,
#define SETTING(Name, name, fields) command::Name,
#define USER_SETTING(Name, name, fields)  // stays in Signalling, which sends SetUser
#include "core/session/settings/settings.def"
    command::OpenPath, command::SetKey, command::Rediscover, command::CheckPath, command::ClosePath,
    command::Announced, command::Grant, command::Save, command::HoldWhenLate, command::KeepTide,
    command::GoOn, command::MapSsrc, command::AddSpareSpeaker, command::ChallengeSsrc, command::UnmapUser,
    command::SetUser, command::LetInterrupt, command::ReleaseBargeIn, command::SetCallbacks,
    command::InstallEncoder, command::LimitComplexity, command::SetInput, command::SetCapture,
    command::SetCaptureDump, command::SetOutput, command::SetReceiveQueue, command::SetListening,
    command::SetTurnPolicies, command::JudgeTurn, command::DaveSendClear, command::DaveSendNothing,
    command::DaveInstallSend, command::DaveExecuteSend, command::DaveInstallReceive,
    command::DaveExpireReceive, command::DaveSetPassthrough, command::DaveReset>;

/// Values from Media to Signalling.
namespace event {

struct AddressFound {
  rtp::DiscoveredAddress address;
};
struct AddressNotFound {};
/// The path may be gone: another socket is being tried.
struct PathSuspected {};
/// No packet came for 2 s over any socket that was tried.
struct PathSilent {};
/// The path answers again, perhaps over another socket.
struct PathBack {};
/// No socket that was tried answered for 10 s, or for 10 s more.
struct PathLost {};
/// A remote user became audible or silent.
struct Audible {
  UserId user;
  bool audible;
};
/// Own speech begins or has ended: op 5 is due.
struct Speaking {
  bool speaking;
};
struct InputDetected {
  bool detected;
};
/// How loud the input is, dBFS.
struct InputLevel {
  float dbfs;
};
struct InputEnded {
  std::uint32_t number = 0;
  player::SourceLosses losses;
  player::SourceRefusal refusal = player::SourceRefusal::kNone;
};
/// Too few AEAD counters are left under this key.
struct KeyExhausted {};
/// A user without a speaker is heard: MapSsrc with one is due.
struct SpeakerNeeded {
  Ssrc ssrc;
  UserId user;
};
/// A voice agent listens: AddSpareSpeaker is due.
struct SpareSpeakerNeeded {};
/// An SSRC that is not claimed is heard, without end-to-end encryption.
struct SsrcUnknown {
  Ssrc ssrc;
};
/// The key of `user` opens what comes from `ssrc`.
struct SsrcFound {
  Ssrc ssrc;
  UserId user;
};
/// Many frames of a user in a row could not be opened.
struct Undecryptable {
  UserId user;
};
/// The session stood still, and holds back until command::GoOn with this number.
struct Stalled {
  std::uint32_t number;
};
/// Somebody spoke over the own sound. All but the first kind say what became of the interruption; while the
/// JavaScript thread is late, it may hear of the newest only.
struct BargeIn {
  enum class Kind : std::uint8_t {
    kInterrupted,
    kMeant,    ///< it was no false start
    kResumed,  ///< the own sound goes on
  };
  Kind kind = Kind::kInterrupted;
  std::uint32_t number = 0;  ///< of the interruption, counted from 1
  UserId user;
  // in samples of 48 kHz on the clock of what is received
  std::uint64_t speech_began = 0;
  std::uint64_t time = 0;  ///< of the sound that decided
  Instant decided{};
  player::SourcePosition position{};  ///< how far the input had left
};
/// The answer to command::Save. What Media reported before is in it.
struct Saved {
  std::unique_ptr<Snapshot> snapshot;
};
/// Objects Media no longer needs, to be freed on the other side.
struct Retired {
  std::unique_ptr<Speaker> speaker{};
  std::unique_ptr<rtp::Sealer> sealer{};
  std::unique_ptr<player::Source> input{};
  std::unique_ptr<Output> output{};
  std::unique_ptr<CaptureDump> capture_dump{};
  std::unique_ptr<dave::FrameSealer> frame_sealer{};
  std::unique_ptr<Listening> listening{};
  std::unique_ptr<TurnPolicies> turn_policies{};
  dave::RetiredRatchets receive_ratchets{};

  void Leak() noexcept {
    (void)speaker.release();
    (void)sealer.release();
    (void)input.release();
    (void)output.release();
    (void)capture_dump.release();
    (void)frame_sealer.release();
    (void)listening.release();
    (void)turn_policies.release();
    receive_ratchets.Leak();
  }
};

}  // namespace event

using MediaEvent =
    std::variant<std::monostate, event::AddressFound, event::AddressNotFound, event::PathSuspected,
                 event::PathSilent, event::PathBack, event::PathLost, event::Audible, event::Speaking,
                 event::InputDetected, event::InputLevel, event::InputEnded, event::KeyExhausted,
                 event::SpeakerNeeded, event::SpareSpeakerNeeded, event::SsrcUnknown, event::SsrcFound,
                 event::Undecryptable, event::Stalled, event::BargeIn, event::Saved, event::Retired>;

}  // namespace sdkpp::session
