#include "core/session/signalling.h"

#include <utility>

#include "core/audio/gain.h"

namespace sdkpp::session {

namespace {
/// The client's quarter of the AEAD counters: one key serves both directions (voice transport 3.5).
constexpr std::uint32_t kClientCounters = 0xc000'0000;
constexpr std::uint32_t kCounterStartBits = 0x1fff'ffff;
/// Op 5 flag "voice".
constexpr int kVoiceFlag = 1;
}  // namespace

Signalling::Signalling(const SignallingOptions& options)
    : options_(options), machine_(options.preferred, options.seed) {}

void Signalling::Speaking(UserId user, Ssrc ssrc, Instant) {
  if (user == options_.own_user || user == UserId(0)) return;
  AddParticipant(user);
  const auto known = owner_of_ssrc_.find(ssrc.raw());
  if (known != owner_of_ssrc_.end() && known->second.user == user) return;
  if (known != owner_of_ssrc_.end() && known->second.source == Source::kKey) {
    Command(command::ChallengeSsrc{ssrc, user});
    return;
  }
  Own(ssrc, {user, Source::kClaim}, nullptr);
}

/// One user has one SSRC; that of before is good again when it is announced again.
void Signalling::Own(Ssrc ssrc, Owner owner, std::unique_ptr<Speaker> speaker) {
  ForgetSsrcsOf(owner.user);
  owner_of_ssrc_[ssrc.raw()] = owner;
  Map(owner.user, ssrc, std::move(speaker));
}

void Signalling::Map(UserId user, Ssrc ssrc, std::unique_ptr<Speaker> speaker) {
  Command(command::MapSsrc{ssrc, user, std::move(speaker), settings_.Of(user)});
}

void Signalling::ForgetSsrcsOf(UserId user) {
  std::erase_if(owner_of_ssrc_, [&](const auto& each) { return each.second.user == user; });
}

/// Op 13 or a new claim may have overtaken the question.
void Signalling::AnswerNeed(const event::SpeakerNeeded& need) {
  const auto known = owner_of_ssrc_.find(need.ssrc.raw());
  if (known == owner_of_ssrc_.end() || known->second.user != need.user) return;
  if (auto speaker = Speaker::Create()) Map(need.user, need.ssrc, std::move(speaker));
}

/// Media may have forgotten an SSRC for want of room. Otherwise, without keys to tell by, the only user who
/// has none is taken, until an op 5 says otherwise.
void Signalling::AnswerUnknown(Ssrc ssrc) {
  const auto known = owner_of_ssrc_.find(ssrc.raw());
  const auto user = known != owner_of_ssrc_.end() ? std::optional(known->second.user) : OnlyUserWithoutSsrc();
  if (!user) return;
  if (known == owner_of_ssrc_.end()) owner_of_ssrc_[ssrc.raw()] = {*user, Source::kClaim};
  if (auto speaker = Speaker::Create()) Map(*user, ssrc, std::move(speaker));
}

void Signalling::AnswerFound(const event::SsrcFound& found) {
  if (!media_open_ || found.user == options_.own_user) return;
  AddParticipant(found.user);
  Own(found.ssrc, {found.user, Source::kKey}, Speaker::Create());
}

std::optional<UserId> Signalling::OnlyUserWithoutSsrc() const {
  std::unordered_set<std::uint64_t> left = participants_;
  for (const auto& [ssrc, owner] : owner_of_ssrc_) left.erase(owner.user.raw());
  return left.size() == 1 ? std::optional(UserId(*left.begin())) : std::nullopt;
}

void Signalling::SetUserVolume(UserId user, int percent) {
  UserSetting setting = settings_.Of(user);
  setting.gain = audio::GainOfVolume(static_cast<float>(percent));
  SetUser(user, setting);
}

void Signalling::SetLocalMute(UserId user, bool mute) {
  UserSetting setting = settings_.Of(user);
  setting.muted = mute;
  SetUser(user, setting);
}

void Signalling::Subscribe(UserId user, bool opus, bool pcm) {
  UserSetting setting = settings_.Of(user);
  setting.opus = opus;
  setting.pcm = pcm;
  SetUser(user, setting);
}

void Signalling::SetUser(UserId user, const UserSetting& setting) {
  settings_.Set(user, setting);
  Command(command::SetUser{user, setting});
}

void Signalling::ClientsConnect(std::span<const UserId> users) {
  for (const UserId user : users) AddParticipant(user);
}

void Signalling::AddParticipant(UserId user) {
  if (user == options_.own_user || !participants_.insert(user.raw()).second) return;
  outputs_.push_back(output::Participant{user, true});
}

void Signalling::ClientDisconnect(UserId user) {
  ForgetSsrcsOf(user);
  if (participants_.erase(user.raw()) == 0) return;
  Command(command::UnmapUser{user});
  outputs_.push_back(output::Participant{user, false});
}

void Signalling::HandleEvent(MediaEvent&& event, Instant now) {
  if (const auto* found = std::get_if<event::AddressFound>(&event)) {
    machine_.AddressFound(found->address.address(), found->address.port, now);
  } else if (std::holds_alternative<event::AddressNotFound>(event)) {
    machine_.AddressNotFound(now);
  } else if (std::holds_alternative<event::PathSilent>(event)) {
    machine_.PathSilent(now);
  } else if (std::holds_alternative<event::PathBack>(event)) {
    machine_.PathBack(now);
  } else if (std::holds_alternative<event::PathLost>(event)) {
    machine_.PathLost(now);
  } else if (std::holds_alternative<event::KeyExhausted>(event)) {
    machine_.MediaExhausted(now);
  } else if (const auto* audible = std::get_if<event::Audible>(&event)) {
    outputs_.push_back(output::SpeakingChanged{audible->user, audible->audible});
  } else if (const auto* speaking = std::get_if<event::Speaking>(&event)) {
    speaking_ = speaking->speaking;
    outputs_.push_back(output::SpeakingChanged{options_.own_user, speaking_});
    if (machine_.state() == gateway::State::kConnected) AnnounceSpeaking();
  } else if (const auto* detected = std::get_if<event::InputDetected>(&event)) {
    outputs_.push_back(output::InputDetected{detected->detected});
  } else if (const auto* need = std::get_if<event::SpeakerNeeded>(&event)) {
    AnswerNeed(*need);
  } else if (const auto* unknown = std::get_if<event::SsrcUnknown>(&event)) {
    AnswerUnknown(unknown->ssrc);
  } else if (const auto* found_owner = std::get_if<event::SsrcFound>(&event)) {
    AnswerFound(*found_owner);
  } else if (const auto* failed = std::get_if<event::Undecryptable>(&event)) {
    outputs_.push_back(output::Undecryptable{failed->user});
  } else if (std::holds_alternative<event::InputEnded>(event)) {
    outputs_.push_back(output::InputEnded{});
  }
  // event::Retired: its objects are freed here, on the JavaScript thread
}

bool Signalling::InstallSend(dave::RatchetId id, dave::BaseBytes base) {
  auto sealer = dave::FrameSealer::Create(id, base);
  if (!sealer || !bases_sent_with_.insert(crypto::Sha256(base)).second) return false;
  Command(command::DaveInstallSend{std::move(sealer)});
  return true;
}

void Signalling::InstallReceive(UserId user, dave::RatchetId id, dave::BaseBytes base) {
  if (auto ratchet = dave::ReceiveRatchet::Create(id, base))
    Command(command::DaveInstallReceive{user, std::move(ratchet)});
}

std::optional<PathWish> Signalling::PollPath() {
  DrainGateway();
  if (paths_.empty()) return std::nullopt;
  PathWish wish = std::move(paths_.front());
  paths_.pop_front();
  return wish;
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
  return output;
}

void Signalling::DrainGateway() {
  while (auto output = machine_.Poll()) Handle(*output);
}

void Signalling::Handle(gateway::Output& output) {
  if (const auto* open = std::get_if<gateway::output::OpenMedia>(&output)) return OpenMedia(*open);
  if (const auto* key = std::get_if<gateway::output::KeyMedia>(&output)) return KeyMedia(*key);
  if (std::holds_alternative<gateway::output::CloseMedia>(output)) return CloseMedia();
  if (std::holds_alternative<gateway::output::AnnounceSpeaking>(output)) return AnnounceSpeaking();
  if (std::holds_alternative<gateway::output::RediscoverMedia>(output)) return Command(command::Rediscover{});
  if (std::holds_alternative<gateway::output::CheckMedia>(output)) return Command(command::CheckPath{});
  outputs_.push_back(std::move(output));
}

void Signalling::OpenMedia(const gateway::output::OpenMedia& wish) {
  own_ssrc_ = wish.ssrc;
  media_open_ = true;
  paths_.push_back({wish.ip, wish.port});
  Command(command::OpenPath{wish.ssrc});
}

void Signalling::KeyMedia(const gateway::output::KeyMedia& wish) {
  // Op 4 comes again after a second op 1. A new sealer would count the same nonces again under the same key.
  const crypto::Sha256Digest digest = crypto::Sha256(wish.key);
  if (digest == key_digest_) return;
  key_digest_ = digest;
  auto aead = crypto::Aead::Create(wish.algorithm, wish.key);
  if (!aead) return;
  const std::uint32_t start = kClientCounters + (options_.counter_start & kCounterStartBits);
  Command(command::SetKey{std::make_unique<rtp::Sealer>(std::move(*aead), start)});
}

void Signalling::CloseMedia() {
  if (!std::exchange(media_open_, false)) return;
  Command(command::ClosePath{});
  key_digest_.reset();
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

}  // namespace sdkpp::session
