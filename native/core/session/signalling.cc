#include "core/session/signalling.h"

#include <algorithm>
#include <utility>

#include "core/audio/gain.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::session {

namespace {
/// The client's quarter of the AEAD counters: one key serves both directions (voice transport 3.5).
constexpr std::uint32_t kClientCounters = 0xc000'0000;
constexpr std::uint32_t kCounterStartBits = 0x1fff'ffff;
/// Op 5 flag "voice".
constexpr int kVoiceFlag = 1;
}  // namespace

Signalling::Signalling(const SignallingOptions& options)
    : options_(options),
      machine_(options.preferred, options.seed, options.recovery),
      first_counter_(kClientCounters + (options.counter_start & kCounterStartBits)) {}

void Signalling::Speaking(UserId user, Ssrc ssrc, Instant) {
  if (!AddParticipant(user)) return;
  const auto known = owner_of_ssrc_.find(ssrc.raw());
  if (known != owner_of_ssrc_.end() && known->second.user == user) return;
  if (known != owner_of_ssrc_.end() && known->second.source == Source::kKey) {
    Command(command::ChallengeSsrc{ssrc, user});
    return;
  }
  Own(ssrc, {user, Source::kClaim}, nullptr);
}

/// A user has one SSRC; an earlier one is valid again when it is announced again.
void Signalling::Own(Ssrc ssrc, Owner owner, std::unique_ptr<Speaker> speaker) {
  RemoveSsrcsOf(owner.user);
  owner_of_ssrc_[ssrc.raw()] = owner;
  Map(owner.user, ssrc, std::move(speaker));
}

void Signalling::Map(UserId user, Ssrc ssrc, std::unique_ptr<Speaker> speaker) {
  Command(command::MapSsrc{ssrc, user, std::move(speaker), settings_.Of(user)});
}

void Signalling::RemoveSsrcsOf(UserId user) {
  std::erase_if(owner_of_ssrc_, [&](const auto& each) { return each.second.user == user; });
}

/// Op 13 or a new claim may have overtaken the question.
void Signalling::AnswerNeed(const event::SpeakerNeeded& need) {
  const auto known = owner_of_ssrc_.find(need.ssrc.raw());
  if (known == owner_of_ssrc_.end() || known->second.user != need.user) return;
  if (auto speaker = Speaker::Create()) Map(need.user, need.ssrc, std::move(speaker));
}

void Signalling::AnswerSpareNeed() {
  if (auto speaker = Speaker::Create()) Command(command::AddSpareSpeaker{std::move(speaker)});
}

/// Media may have evicted an SSRC to make room. Otherwise, without keys, the only user without an SSRC gets
/// it, until an op 5 says otherwise.
void Signalling::AnswerUnknown(Ssrc ssrc) {
  const auto known = owner_of_ssrc_.find(ssrc.raw());
  const auto user = known != owner_of_ssrc_.end() ? std::optional(known->second.user) : OnlyUserWithoutSsrc();
  if (!user) return;
  if (known == owner_of_ssrc_.end()) owner_of_ssrc_[ssrc.raw()] = {*user, Source::kClaim};
  if (auto speaker = Speaker::Create()) Map(*user, ssrc, std::move(speaker));
}

void Signalling::AnswerFound(const event::SsrcFound& found) {
  if (!media_open_ || !AddParticipant(found.user)) return;
  Own(found.ssrc, {found.user, Source::kKey}, Speaker::Create());
}

std::optional<UserId> Signalling::OnlyUserWithoutSsrc() const {
  std::unordered_set<std::uint64_t> left = participants_;
  for (const auto& [ssrc, owner] : owner_of_ssrc_) left.erase(owner.user.raw());
  return left.size() == 1 ? std::optional(UserId(*left.begin())) : std::nullopt;
}

void Signalling::Apply(const command::SetUserVolume& setting) {
  UserSetting changed = settings_.Of(setting.user);
  changed.gain = audio::GainOfVolume(static_cast<float>(setting.percent));
  SetUser(setting.user, changed);
}

void Signalling::Apply(const command::SetLocalMute& setting) {
  UserSetting changed = settings_.Of(setting.user);
  changed.muted = setting.mute;
  SetUser(setting.user, changed);
}

void Signalling::Subscribe(UserId user, bool opus, bool pcm, SubscriptionTag tag) {
  UserSetting setting = settings_.Of(user);
  setting.opus = opus;
  setting.pcm = pcm;
  setting.tag = tag;
  SetUser(user, setting);
}

void Signalling::SetUser(UserId user, const UserSetting& setting) {
  settings_.Set(user, setting);
  Command(command::SetUser{user, setting});
}

void Signalling::ClientsConnect(std::span<const UserId> users) {
  for (const UserId user : users) AddParticipant(user);
}

bool Signalling::AddParticipant(UserId user) {
  if (!IsOther(user)) return false;
  if (participants_.contains(user.raw())) return true;
  if (participants_.size() == kMaxParticipants) return false;
  participants_.insert(user.raw());
  outputs_.push_back(output::Participant{user, true});
  return true;
}

void Signalling::ClientDisconnect(UserId user) {
  RemoveSsrcsOf(user);
  if (participants_.erase(user.raw()) == 0) return;
  Command(command::UnmapUser{user});
  outputs_.push_back(output::Participant{user, false});
}

/// One case per event: an event without one does not compile.
struct Signalling::EventCases {
  Signalling& self;
  Instant now;

  void operator()(const std::monostate&) const {}
  void operator()(const event::AddressFound& found) const {
    self.machine_.AddressFound(found.address.address(), found.address.port, now);
  }
  void operator()(const event::AddressNotFound&) const { self.machine_.AddressNotFound(now); }
  void operator()(const event::PathSuspected&) const { self.machine_.PathSuspected(now); }
  void operator()(const event::PathSilent&) const { self.machine_.PathSilent(now); }
  void operator()(const event::PathBack&) const { self.machine_.PathBack(now); }
  void operator()(const event::PathLost&) const { self.machine_.PathLost(now); }
  void operator()(const event::KeyExhausted&) const { self.machine_.MediaExhausted(now); }
  void operator()(const event::Audible& audible) const {
    self.outputs_.push_back(output::SpeakingChanged{audible.user, audible.audible});
  }
  void operator()(const event::Speaking& own) const { self.OwnSpeech(own.speaking); }
  void operator()(const event::InputLevel& input) const {
    self.outputs_.push_back(output::InputLevel{input.dbfs});
  }
  void operator()(const event::InputDetected& input) const {
    self.outputs_.push_back(output::InputDetected{input.detected});
  }
  /// One that was replaced meanwhile is ignored.
  void operator()(const event::InputEnded& ended) const {
    if (ended.number == self.input_number_)
      self.outputs_.push_back(output::InputEnded{ended.losses, ended.refusal});
  }
  void operator()(const event::SpeakerNeeded& need) const { self.AnswerNeed(need); }
  void operator()(event::SpareSpeakerNeeded) const { self.AnswerSpareNeed(); }
  void operator()(const event::SsrcUnknown& unknown) const { self.AnswerUnknown(unknown.ssrc); }
  void operator()(const event::SsrcFound& found) const { self.AnswerFound(found); }
  void operator()(const event::Undecryptable& failed) const {
    self.outputs_.push_back(output::Undecryptable{failed.user});
  }
  void operator()(const event::Stalled& stalled) const {
    self.outputs_.push_back(output::Stalled{stalled.number});
  }
  void operator()(const event::BargeIn& barge_in) const { self.outputs_.emplace_back(barge_in); }
  /// The session link takes it before.
  void operator()(const event::Saved&) const {}
  /// Its objects are freed with it, on the JavaScript thread.
  void operator()(const event::Retired&) const {}
};

void Signalling::HandleEvent(MediaEvent&& event, Instant now) {
  const MediaEvent taken = std::move(event);
  std::visit(EventCases{*this, now}, taken);
}

void Signalling::OwnSpeech(bool speaking) {
  speaking_ = speaking;
  outputs_.push_back(output::SpeakingChanged{options_.own_user, speaking});
  if (machine_.state() == gateway::State::kConnected) AnnounceSpeaking();
}

bool Signalling::InstallSend(dave::RatchetId id, dave::BaseBytes base) {
  auto sealer = dave::FrameSealer::Create(id, base);
  if (!sealer || !NoteBase(crypto::Sha256(base))) return false;
  if (granted_) granted_->Confine(*sealer);
  Command(command::DaveInstallSend{std::move(sealer)});
  return true;
}

/// @returns false when it is known already
bool Signalling::NoteBase(const crypto::Sha256Digest& digest) {
  if (std::ranges::find(bases_sent_with_, digest) != bases_sent_with_.end()) return false;
  bases_sent_with_.push_back(digest);
  if (bases_sent_with_.size() > kBases) bases_sent_with_.pop_front();
  return true;
}

void Signalling::InstallReceive(UserId user, dave::RatchetId id, dave::BaseBytes base) {
  if (auto ratchet = dave::ReceiveRatchet::Create(id, base))
    Command(command::DaveInstallReceive{user, std::move(ratchet)});
}

std::optional<PathRequest> Signalling::PollPath() {
  DrainGateway();
  if (paths_.empty()) return std::nullopt;
  PathRequest request = std::move(paths_.front());
  paths_.pop_front();
  return request;
}

void Signalling::SetInput(std::unique_ptr<player::Source> input) {
  std::erase_if(outputs_, [](const SignallingOutput& each) {
    return std::holds_alternative<output::InputEnded>(each);
  });
  Command(command::SetInput{std::move(input), ++input_number_});
}

std::optional<MediaCommand> Signalling::PollCommand() {
  DrainGateway();
  if (commands_.empty()) return std::nullopt;
  MediaCommand command = std::move(commands_.front());
  commands_.pop_front();
  return command;
}

std::optional<SignallingOutput> Signalling::Poll() {
  DrainGateway();
  if (outputs_.empty()) return std::nullopt;
  SignallingOutput output = std::move(outputs_.front());
  outputs_.pop_front();
  if (const auto* stalled = std::get_if<output::Stalled>(&output)) stall_ = stalled->number;
  return output;
}

/// One case per output of the gateway: an output without one does not compile.
struct Signalling::GatewayCases {
  Signalling& self;

  // for the media side
  void operator()(gateway::output::OpenMedia& open) const { self.OpenMedia(open); }
  void operator()(gateway::output::KeyMedia& key) const { self.KeyMedia(key); }
  void operator()(gateway::output::RediscoverMedia&) const { self.Command(command::Rediscover{}); }
  void operator()(gateway::output::CheckMedia&) const { self.Command(command::CheckPath{}); }
  void operator()(gateway::output::CloseMedia&) const { self.CloseMedia(); }
  void operator()(gateway::output::AnnounceSpeaking&) const { self.AnnounceSpeaking(); }

  // for TypeScript
  void operator()(gateway::output::RequestSession& each) const { PassOn(each); }
  void operator()(gateway::output::OpenSocket& each) const { PassOn(each); }
  void operator()(gateway::output::CloseSocket& each) const { PassOn(each); }
  void operator()(gateway::output::Identify& each) const { PassOn(each); }
  void operator()(gateway::output::Resume& each) const { PassOn(each); }
  void operator()(gateway::output::SelectProtocol& each) const { PassOn(each); }
  void operator()(gateway::output::SendHeartbeat& each) const { PassOn(each); }
  void operator()(gateway::output::StatusChanged& each) const { PassOn(each); }
  void operator()(gateway::output::Phase& each) const { PassOn(each); }
  void operator()(gateway::output::Closed& each) const { PassOn(each); }

 private:
  template <class Each>
  void PassOn(Each& each) const {
    self.outputs_.emplace_back(std::move(each));
  }
};

void Signalling::DrainGateway() {
  while (auto output = machine_.Poll()) std::visit(GatewayCases{*this}, *output);
}

void Signalling::OpenMedia(const gateway::output::OpenMedia& request) {
  own_ssrc_ = request.ssrc;
  media_open_ = true;
  paths_.push_back({request.ip, request.port});
  Command(command::OpenPath{request.ssrc});
}

void Signalling::KeyMedia(const gateway::output::KeyMedia& request) {
  // Op 4 comes again after a second op 1. A new sealer would count the same nonces again under the same key.
  if (std::ranges::equal(request.key, key_.bytes())) return;
  auto aead = crypto::Aead::Create(request.algorithm, request.key);
  if (!aead) return;
  key_algorithm_ = request.algorithm;
  key_ = crypto::Secret(request.key);
  auto sealer = std::make_unique<rtp::Sealer>(std::move(*aead), first_counter_);
  if (granted_) granted_->Confine(*sealer, first_counter_);
  Command(command::SetKey{std::move(sealer)});
}

void Signalling::Grant(NumberRange range) {
  if (!granted_) granted_ = range;
  granted_->limit = std::max(granted_->limit, range.limit);
  Command(command::Grant{*granted_, first_counter_});
}

void Signalling::CloseMedia() {
  if (!std::exchange(media_open_, false)) return;
  Command(command::ClosePath{});
  key_.Clear();
  paths_.push_back({});
  owner_of_ssrc_.clear();
  if (std::exchange(speaking_, false)) outputs_.push_back(output::SpeakingChanged{options_.own_user, false});
  for (const std::uint64_t user : std::exchange(participants_, {})) {
    outputs_.push_back(output::Participant{UserId(user), false});
  }
}

void Signalling::AnnounceSpeaking() {
  outputs_.push_back(output::Speaking{speaking_ ? kVoiceFlag : 0, own_ssrc_});
  if (speaking_) Command(command::Announced{});
}

struct Signalling::Fields {
  static constexpr Field kMachine{1, "machine"};
  static constexpr Field kParticipant{2, "participant"};
  static constexpr Field kOwner{3, "owner"};
  static constexpr Field kSettings{4, "settings"};
  static constexpr Field kUsers{5, "users"};
  static constexpr Field kBase{6, "base"};
  static constexpr Field kKey{7, "key"};
  static constexpr Field kAlgorithm{8, "algorithm"};
  static constexpr Field kOwnSsrc{9, "own SSRC"};
  static constexpr Field kMediaOpen{10, "media open"};
  static constexpr Field kSpeaking{11, "speaking"};
  static constexpr Field kFirstCounter{12, "first counter"};
  static constexpr Field kStart{13, "start of the numbers"};
  static constexpr Field kLimit{14, "limit of the numbers"};

  // of the owner of an SSRC
  static constexpr Field kSsrc{1, "SSRC"};
  static constexpr Field kUser{2, "user"};
  static constexpr Field kByKey{3, "by key"};
};

void Signalling::Save(FieldWriter& out) const {
  out.Part(Fields::kMachine, machine_);
  for (const std::uint64_t user : participants_) out.Number(Fields::kParticipant, user);
  for (const auto& each : owner_of_ssrc_) {
    out.Record(Fields::kOwner, [&](FieldWriter& record) {
      record.Number(Fields::kSsrc, each.first);
      record.Number(Fields::kUser, each.second.user);
      record.Number(Fields::kByKey, each.second.source == Source::kKey);
    });
  }
  out.Part(Fields::kSettings, made_);
  out.Part(Fields::kUsers, settings_);
  for (const crypto::Sha256Digest& digest : bases_sent_with_) out.Bytes(Fields::kBase, digest);
  out.Bytes(Fields::kKey, key_.bytes());
  out.Number(Fields::kAlgorithm, key_algorithm_);
  out.Number(Fields::kOwnSsrc, own_ssrc_);
  out.Number(Fields::kMediaOpen, media_open_);
  out.Number(Fields::kSpeaking, speaking_);
  out.Number(Fields::kFirstCounter, first_counter_);
  if (!granted_) return;
  out.Number(Fields::kStart, granted_->start);
  out.Number(Fields::kLimit, granted_->limit);
}

void Signalling::Restore(FieldReader& in) {
  in.Part(Fields::kMachine, machine_);
  RestoreParticipants(in);
  in.Part(Fields::kSettings, made_);
  made_.Each([&](const auto& setting) { commands_.emplace_back(setting); });
  in.Part(Fields::kUsers, settings_);
  in.EachBytes(Fields::kBase, [&](std::span<const std::uint8_t> bytes) {
    crypto::Sha256Digest digest;
    if (bytes.size() != digest.size()) return in.Refuse(Fields::kBase);
    std::ranges::copy(bytes, digest.begin());
    (void)NoteBase(digest);
  });
  key_algorithm_ = in.Enumerator(Fields::kAlgorithm, crypto::AeadAlgorithm::kXChaCha20Poly1305);
  const auto key = in.Bytes(Fields::kKey);
  if (!key.empty() && key.size() != crypto::kAeadKeySize) in.Refuse(Fields::kKey);
  key_ = crypto::Secret(key);
  own_ssrc_ = in.Number<Ssrc>(Fields::kOwnSsrc);
  media_open_ = in.Number<bool>(Fields::kMediaOpen);
  speaking_ = in.Number<bool>(Fields::kSpeaking);
  RestoreNumbers(in);
  // without OpenPath: the path goes on, over another socket
  if (media_open_) paths_.push_back({machine_.ready().ip, machine_.ready().port});
}

/// Versions before this one save none of them.
void Signalling::RestoreNumbers(FieldReader& in) {
  first_counter_ = in.Maybe<std::uint32_t>(Fields::kFirstCounter).value_or(first_counter_);
  const auto limit = in.Maybe<std::uint32_t>(Fields::kLimit);
  if (!limit) return;
  granted_ = NumberRange{in.Number<std::uint32_t>(Fields::kStart), *limit};
  if (*limit > NumberRange::kMost || granted_->start > *limit) in.Refuse(Fields::kLimit);
}

void Signalling::RestoreKept(FieldReader& in, NumberRange range) {
  (void)in.Number<std::uint32_t>(Fields::kFirstCounter);  // without it nobody knows where to go on
  granted_.reset();
  Restore(in);
  granted_ = range.Behind(granted_.value_or(NumberRange{}));
}

void Signalling::RestoreParticipants(FieldReader& in) {
  in.EachNumber<std::uint64_t>(Fields::kParticipant, [&](std::uint64_t user) {
    if (!IsOther(UserId(user)) || participants_.size() == kMaxParticipants)
      return in.Refuse(Fields::kParticipant);
    participants_.insert(user);
  });
  in.EachRecord(Fields::kOwner, [&](FieldReader record) {
    const auto user = record.Number<UserId>(Fields::kUser);
    if (!participants_.contains(user.raw())) return in.Refuse(Fields::kOwner);
    const auto source = record.Number<bool>(Fields::kByKey) ? Source::kKey : Source::kClaim;
    owner_of_ssrc_[record.Number<std::uint32_t>(Fields::kSsrc)] = {user, source};
  });
}

std::optional<crypto::Aead> Signalling::TransportKey() const {
  auto aead = crypto::Aead::Create(key_algorithm_, key_.bytes());
  return aead ? std::optional(std::move(*aead)) : std::nullopt;
}

}  // namespace sdkpp::session
