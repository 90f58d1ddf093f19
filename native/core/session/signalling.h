#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/crypto/aead.h"
#include "core/crypto/secret.h"
#include "core/crypto/sha256.h"
#include "core/dave/key_ratchet.h"
#include "core/gateway/machine.h"
#include "core/session/exchange/media_message.h"
#include "core/session/exchange/number_range.h"
#include "core/session/exchange/settings_memory.h"
#include "core/session/settings/user_settings.h"

namespace sdkpp::session {

/// Requests of Signalling to TypeScript in addition to the outputs of the gateway machine.
namespace output {

struct Speaking {
  int flags;
  Ssrc ssrc;
};
struct Participant {
  UserId user;
  bool added;
};
struct SpeakingChanged {
  UserId user;
  bool speaking;
};
struct InputDetected {
  bool detected;
};
/// dBFS, in [-100, 0].
struct InputLevel {
  float dbfs;
};
struct InputEnded {
  player::SourceLosses losses;
  player::SourceRefusal refusal = player::SourceRefusal::kNone;
};
/// 36 frames in a row of this user, over at least 3 s, could not be opened.
struct Undecryptable {
  UserId user;
};
/// The session stood still, and holds back until GoOn().
struct Stalled {
  std::uint32_t number;
};

using BargeIn = event::BargeIn;

}  // namespace output

using SignallingOutput =
    std::variant<gateway::output::RequestSession, gateway::output::OpenSocket, gateway::output::CloseSocket,
                 gateway::output::Identify, gateway::output::Resume, gateway::output::SelectProtocol,
                 gateway::output::SendHeartbeat, gateway::output::StatusChanged, gateway::output::Phase,
                 gateway::output::Closed, output::Speaking, output::Participant, output::SpeakingChanged,
                 output::InputDetected, output::InputLevel, output::InputEnded, output::Undecryptable,
                 output::Stalled, output::BargeIn>;

/// Opens a UDP path (`ip` and `port` set) or closes it (empty).
struct PathRequest {
  std::string ip;
  std::uint16_t port = 0;
};

struct SignallingOptions {
  UserId own_user;
  crypto::AeadAlgorithm preferred;
  /// Random, for backoff and heartbeat spread.
  std::uint64_t seed = 0;
  /// Random 29-bit start of the client's quarter of the AEAD counters.
  std::uint32_t counter_start = 0;
  gateway::Recovery recovery = gateway::Recovery::kFull;
};

/// The slow half of one voice session, driven on the JavaScript thread: the gateway machine, the
/// participants, the owners of SSRCs. Sends Media small values through PollCommand(). Sans-IO; may allocate.
class Signalling {
 public:
  /// Most participants that are known; the largest stage has half as many. Each takes memory for as long as
  /// the server wants.
  static constexpr std::size_t kMaxParticipants = 25'000;
  /// Bases of own ratchets that are known as used. Each epoch of MLS has another, and none comes back.
  static constexpr std::size_t kBases = 8;

  explicit Signalling(const SignallingOptions& options);

  [[nodiscard]] gateway::Machine& gateway() noexcept { return machine_; }

  /// Op 5 (and op 12) of another user.
  void Speaking(UserId user, Ssrc ssrc, Instant now);
  void ClientsConnect(std::span<const UserId> users);
  void ClientDisconnect(UserId user);
  void HandleEvent(MediaEvent&& event, Instant now);

  // Settings of one user, kept for all SSRCs they will have: one Apply per row of settings.def.
#define USER_SETTING(Name, name, fields) void Apply(const command::Name& setting);
#include "core/session/settings/settings.def"
  void Subscribe(UserId user, bool opus, bool pcm, SubscriptionTag tag);

  /// Drain all three after every input, path wishes and commands first.
  [[nodiscard]] std::optional<PathRequest> PollPath();
  [[nodiscard]] std::optional<MediaCommand> PollCommand();
  [[nodiscard]] std::optional<SignallingOutput> Poll();

  /// A ratchet for own frames, to be used from command::DaveExecuteSend on. False, with nothing done, when
  /// one of the last kBases of this session had this base: its key and numbers would meet again.
  [[nodiscard]] bool InstallSend(dave::RatchetId id, dave::BaseBytes base);
  /// A ratchet for the frames of another user.
  void InstallReceive(UserId user, dave::RatchetId id, dave::BaseBytes base);

  /// Replaces the input; of the one before no end is reported any more.
  void SetInput(std::unique_ptr<player::Source> input);
  void Command(MediaCommand command) {
    made_.Note(command);
    commands_.push_back(std::move(command));
  }
  /// Of the present input: each one has the next number.
  [[nodiscard]] std::uint32_t input_number() const noexcept { return input_number_; }
  /// Nothing is sealed any more with a number outside of `range`, by the keys that are there and by those to
  /// come. Again: raises the limit; the start stays that of the first time.
  void Grant(NumberRange range);
  /// After the stall that Poll() told last.
  void GoOn() { Command(command::GoOn{stall_}); }
  /// The counter of every transport key that stands for number 0.
  [[nodiscard]] std::uint32_t first_counter() const noexcept { return first_counter_; }
  /// All that another process needs to go on with the call, together with what Media saves: the gateway
  /// machine, who is in the call, keys and settings. Once everything is drained, and MayMove() of the
  /// machine.
  void Save(FieldWriter& out) const;
  /// Into a new one, with the same options. What it then asks for, settings among it, is for the new Media
  /// before that restores itself. When `in` has a fault afterwards, both are to be thrown away.
  void Restore(FieldReader& in);
  /// The same for the successor of a process that died, which has these numbers. Those that the record had
  /// count as used, so it may begin behind `range.start`.
  void RestoreKept(FieldReader& in, NumberRange range);
  /// What was granted; nothing when that is all there is.
  [[nodiscard]] const std::optional<NumberRange>& granted() const noexcept { return granted_; }
  /// The settings that were made, of this session or of the one that was restored.
  [[nodiscard]] const SettingsMemory& made() const noexcept { return made_; }
  /// The transport key in use, for the Media that is restored.
  [[nodiscard]] std::optional<crypto::Aead> TransportKey() const;

  [[nodiscard]] const std::unordered_set<std::uint64_t>& participants() const noexcept {
    return participants_;
  }

 private:
  struct Fields;
  struct EventCases;
  struct GatewayCases;

  void DrainGateway();
  void OpenMedia(const gateway::output::OpenMedia& request);
  void KeyMedia(const gateway::output::KeyMedia& request);
  void CloseMedia();
  void AnnounceSpeaking();
  void OwnSpeech(bool speaking);
  /// Whether this can be another user: ids of users begin at 1.
  [[nodiscard]] bool IsOther(UserId user) const noexcept {
    return user != options_.own_user && user != UserId(0);
  }
  /// @returns whether the user is in the call: not our own, and not beyond what a call can hold
  bool AddParticipant(UserId user);
  /// How the owner of an SSRC is known.
  enum class Source { kClaim, kKey };
  struct Owner {
    UserId user;
    Source source = Source::kClaim;
  };

  void SetUser(UserId user, const UserSetting& setting);
  [[nodiscard]] bool NoteBase(const crypto::Sha256Digest& digest);
  void RestoreParticipants(FieldReader& in);
  void RestoreNumbers(FieldReader& in);
  void Own(Ssrc ssrc, Owner owner, std::unique_ptr<Speaker> speaker);
  void Map(UserId user, Ssrc ssrc, std::unique_ptr<Speaker> speaker);
  void RemoveSsrcsOf(UserId user);
  void AnswerNeed(const event::SpeakerNeeded& need);
  void AnswerSpareNeed();
  void AnswerUnknown(Ssrc ssrc);
  void AnswerFound(const event::SsrcFound& found);
  [[nodiscard]] std::optional<UserId> OnlyUserWithoutSsrc() const;

  SignallingOptions options_;
  gateway::Machine machine_;
  std::deque<PathRequest> paths_;
  std::deque<MediaCommand> commands_;
  std::deque<SignallingOutput> outputs_;
  std::uint32_t input_number_ = 0;
  std::unordered_set<std::uint64_t> participants_;
  std::unordered_map<std::uint32_t, Owner> owner_of_ssrc_;
  SettingsMemory made_;  ///< settings, for the process that goes on with the call
  UserSettings settings_;
  std::deque<crypto::Sha256Digest> bases_sent_with_;  ///< digests of the last ones, oldest first
  crypto::AeadAlgorithm key_algorithm_{};
  crypto::Secret key_;  ///< of the transport; empty: none is in use
  std::uint32_t first_counter_;
  std::uint32_t stall_ = 0;  ///< number of the newest one that was polled
  std::optional<NumberRange> granted_;
  Ssrc own_ssrc_;
  bool media_open_ = false;
  bool speaking_ = false;
};

}  // namespace sdkpp::session
