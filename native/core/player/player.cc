#include "core/player/player.h"

#include <algorithm>

#include "core/audio/samples.h"
#include "core/player/ahead_source.h"

namespace sdkpp::player {

namespace {
/// By how much the sound of an encoder is late, in samples per channel (6.5 ms; OPUS_GET_LOOKAHEAD).
constexpr std::size_t kEncoderDelay = 312;

/// Per channel.
std::uint32_t SamplesOf(Duration duration) noexcept {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  return static_cast<std::uint32_t>(ms * (kSampleRate / 1000));
}
}  // namespace

std::unique_ptr<Player> Player::Create(const PlayerSettings& settings) {
  auto encoder = opus::Encoder::Create(settings.music);
  auto decoder = opus::Decoder::Create();
  auto fade = CrossFade::Create(SamplesOf(settings.cross_fade));
  if (!encoder || !decoder || !fade) return nullptr;
  return std::unique_ptr<Player>(
      new Player(settings, std::move(*encoder), std::move(*decoder), std::move(*fade)));
}

Player::Player(const PlayerSettings& settings, opus::Encoder encoder, opus::Decoder decoder, CrossFade fade)
    : plays_unheard_(settings.plays_unheard),
      line_(std::move(decoder)),
      fade_(std::move(fade)),
      encoder_(std::move(encoder)) {
  encoder_.SetBitrate(settings.bitrate);
  encoder_.SetComplexity(settings.complexity);
}

Position Player::position() const noexcept {
  return Position::Unpack(position_.load(std::memory_order_relaxed));
}

std::unique_ptr<Source> Player::InSight(std::unique_ptr<Source> source) const {
  if (fade_.length() == 0) return source;
  return std::make_unique<AheadSource>(std::move(source), fade_.length());
}

// Commands and events ---------------------------------------------------------------------------------------

/// One case per command: a command without one does not compile.
struct Player::CommandCases {
  Player& player;

  void operator()(std::monostate&) const noexcept {}
  void operator()(command::Play& each) const noexcept {
    player.CutFades();
    player.EndTrack(TrackEnd::kStopped);
    player.Begin(std::move(each.track));
  }
  void operator()(command::SetNext& each) const noexcept {
    player.Drop(std::exchange(player.next_, std::move(each.track)));
    if (!player.track_.source) (void)player.BeginNext();
  }
  void operator()(command::SetAgain& each) const noexcept {
    player.Drop(std::exchange(player.again_, std::move(each.track)));
    if (!player.track_.source) (void)player.BeginNext();
  }
  void operator()(command::Mix& each) const noexcept {
    // an overlay without a place ends before it begins
    player.EndOverlay(player.overlays_.Add(std::move(each.overlay)), TrackEnd::kStopped);
  }
  void operator()(command::Skip& each) const noexcept {
    player.EndOverlay(player.overlays_.Take(each.number), TrackEnd::kStopped);
    if (player.next_.number == each.number) player.Drop(std::exchange(player.next_, {}));
    if (player.again_.number == each.number) player.Drop(std::exchange(player.again_, {}));
    if (player.track_.number == each.number) player.Skip();
  }
  void operator()(command::Stop&) const noexcept {
    player.CutFades();
    player.EndTrack(TrackEnd::kStopped);
    player.Drop(std::exchange(player.again_, {}));
    player.Drop(std::exchange(player.next_, {}));
    while (!player.overlays_.empty()) player.EndOverlay(player.overlays_.TakeAny(), TrackEnd::kStopped);
  }
  void operator()(command::Pause& each) const noexcept { player.paused_ = each.on; }
  void operator()(command::SetGain& each) const noexcept {
    const auto samples =
        std::chrono::duration_cast<std::chrono::milliseconds>(each.fade).count() * (kSampleRate / 1000);
    player.gain_.MoveTo(each.gain, static_cast<std::uint32_t>(samples));
    if (player.MayJump()) player.gain_.Jump();
  }
  void operator()(command::SetFilters& each) const noexcept {
    player.Retire(player.filters_.Set(std::move(each.filters)));
    if (!player.HasSound() || (player.MayJump() && player.overlays_.empty()))
      player.Retire(player.filters_.Jump());
  }
};

void Player::HandleCommands() noexcept {
  while (HasEventRoom()) {
    auto command = commands_.Pop();
    if (!command) return;
    std::visit(CommandCases{*this}, *command);
  }
}

void Player::Send(PlayerEvent&& event) noexcept {
  // what may not be lost finds room: HasEventRoom() was asked before
  (void)events_.Push(std::move(event));
  wake_ = true;
}

void Player::Retire(std::unique_ptr<Source> source) noexcept {
  if (source) Send(event::Retired{.source = std::move(source)});
}

void Player::Retire(std::unique_ptr<filters::FilterChain> used) noexcept {
  if (used) Send(event::Retired{.filters = std::move(used)});
}

// Tracks ----------------------------------------------------------------------------------------------------

void Player::Begin(Track track) noexcept {
  track_ = std::move(track);
  held_.reset();
  played_ = 0;
  started_ = false;
  starved_ticks_ = 0;
  untaken_ = 0;
  history_.Clear();
  line_.StartOver();
  ahead_ = 0;
  PublishPosition();
}

void Player::EndTrack(TrackEnd end) noexcept {
  if (!track_.source) return;
  Send(event::Ended{track_.number, end, track_.source->losses(), track_.source->refusal()});
  Retire(std::move(track_.source));
  track_.number = 0;
  held_.reset();
  untaken_ = 0;
  history_.Clear();
  if (end != TrackEnd::kStopped) return;
  line_.Clear();
  carried_ = padded_ = 0;
  lead_ = 0;
}

/// A track that was never played.
void Player::Drop(Track track) noexcept {
  if (!track.source) return;
  Send(event::Ended{track.number, TrackEnd::kStopped, {}});
  Retire(std::move(track.source));
}

bool Player::BeginNext() noexcept {
  if (!Following().source) return false;
  Begin(std::exchange(Following(), {}));
  return true;
}

// Tick ------------------------------------------------------------------------------------------------------

void Player::Tick() noexcept {
  frames_->BeginTick();
  HandleCommands();
  NoteListeners();
  // a track that ends must be able to say so
  if (!MayPlay() || !HasEventRoom()) {
    encoding_ = false;
    covered_ = 0;
    return;
  }
  Duck();
  Yield();
  MeetNext();
  if (covered_ < kBlockSamples && !Repeat()) CanSendPackets() ? PlayPackets() : PlayBlock();
  covered_ -= std::min(covered_, kBlockSamples);
}

/// The track sounds otherwise than its source.
bool Player::IsChanged() const noexcept {
  return !gain_.is_unity() || !duck_.is_unity() || !yield_.is_unity() || !overlays_.empty() || fade_.busy() ||
         !filters_.idle();
}

/// The sound is not changed, and what was decoded already can be left out.
bool Player::CanSendPackets() const noexcept {
  if (IsChanged()) return false;
  if (line_.empty()) return true;
  return lead_ > 0 && !history_.Packet().empty() && line_.size() + lead_ == history_.samples();
}

void Player::NoteListeners() noexcept {
  const bool heard = frames_->heard();
  if (heard == heard_ || !HasEventRoom()) return;
  heard_ = heard;
  if (!heard && !plays_unheard_) TakeBack();
  Send(event::Listening{heard});
}

/// Frames that no session took before it was noticed; they come again when one does.
void Player::TakeBack() noexcept {
  const std::uint64_t newest = frames_->newest();
  if (frames_->taken() == newest || !track_.source) return;
  const std::uint64_t oldest = newest - std::min<std::uint64_t>(newest, FrameRing::kFrames);
  untaken_ = std::max(frames_->taken(), oldest) + 1;
  const std::uint64_t played = played_;
  FrameRing::Frame frame;
  for (std::uint64_t number = untaken_; number <= newest; ++number) {
    if (!frames_->Read(number, packet_, frame) || frame.position.number != track_.number) continue;
    played_ -= std::min<std::uint64_t>(played_, frame.samples);
  }
  taken_back_ = static_cast<std::size_t>(played - played_);
  PublishPosition();
}

/// False when there is nothing to repeat.
bool Player::Repeat() noexcept {
  if (untaken_ == 0) return false;
  const std::uint64_t newest = frames_->newest();
  FrameRing::Frame frame;
  for (std::uint64_t number = std::exchange(untaken_, 0); number <= newest; ++number) {
    if (!frames_->Read(number, packet_, frame)) continue;
    frames_->Write(frame.packet, frame.samples, frame.position);
    covered_ += frame.samples;
  }
  Sounded(std::exchange(taken_back_, 0));
  return true;
}

/// Packets as they are, until this tick is covered.
void Player::PlayPackets() noexcept {
  if (!line_.empty()) SendNewest();
  while (covered_ < kBlockSamples) {
    const SourceBlock block = NextBlock();
    switch (block.kind) {
      case SourceBlock::Kind::kOpus:
        SendPacket(block);
        break;
      case SourceBlock::Kind::kPcm:
        (void)line_.Add(block);
        return PlayBlock();
      case SourceBlock::Kind::kEnd:
        EndTrack(TrackEnd::kFinished);
        if (!BeginNext()) return;
        break;
      case SourceBlock::Kind::kCaptured:
      case SourceBlock::Kind::kNothing:
        return Starve();
    }
  }
}

/// One of which nothing is to be heard is left out.
void Player::SendPacket(const SourceBlock& block) noexcept {
  if (block.padding >= block.opus_samples) return;
  history_.Add(block);
  SendNewest();
}

/// The newest packet, which may have been decoded before. One that is lost leaves silence.
void Player::SendNewest() noexcept {
  line_.Clear();
  lead_ = ahead_ = 0;
  encoding_ = false;
  covered_ += history_.samples();
  Sounded(history_.samples());
  const auto packet = history_.Packet();
  if (!packet.empty()) frames_->Write(packet, history_.samples(), position());
}

/// One block, decoded and encoded.
void Player::PlayBlock() noexcept {
  covered_ = 0;
  if (!encoding_) StartEncoding();
  const bool is_mix = !overlays_.empty() || fade_.sounds();
  const bool has_track = PlayTrack();
  const auto started = [this](std::uint32_t number) { Send(event::Started{number}); };
  const auto ended = [this](std::unique_ptr<Overlay> overlay) {
    EndOverlay(std::move(overlay), TrackEnd::kFinished);
  };
  if (!overlays_.Play(sum_, started, ended) && !has_track) return;
  encoding_ = true;
  EncodeBlock(is_mix);
}

/// The track, and what fades out under it, are in the sum. False when neither sounds; it is silent then.
bool Player::PlayTrack() noexcept {
  sum_.fill(0);
  const bool has_track = FillLine();
  if (has_track) {
    const auto values = line_.Take();
    fade_.ApplyIn(values);
    std::ranges::copy(values, sum_.begin());
    const std::size_t others = std::exchange(carried_, 0) + std::exchange(padded_, 0);
    if (track_.source) Sounded(kBlockSamples - others);
  }
  const bool fades = fade_.Play(sum_, [this](std::unique_ptr<Source> source) { Retire(std::move(source)); });
  if (!has_track && !fades) return false;
  duck_.Apply(sum_);
  return true;
}

// Overlays --------------------------------------------------------------------------------------------------

void Player::EndOverlay(std::unique_ptr<Overlay> overlay, TrackEnd end) noexcept {
  if (!overlay) return;
  const Source& source = *overlay->track.source;
  Send(event::Ended{overlay->track.number, end, source.losses(), source.refusal()});
  Send(event::Retired{.overlay = std::move(overlay)});
}

/// The track moves to the gain that the overlays wish, and back as the last wish said.
void Player::Duck() noexcept {
  const Ducking wish = overlays_.ducking();
  if (wish.gain < 1) duck_release_ = wish.release;
  if (wish.gain == duck_.target()) return;
  duck_.MoveTo(wish.gain, SamplesOf(wish.gain < duck_.target() ? wish.attack : duck_release_));
  if (MayJump()) duck_.Jump();
}

/// All that sounds moves to the gain that a session asks for.
void Player::Yield() noexcept {
  constexpr std::uint32_t kAttack = 2 * kBlockSamples;
  constexpr std::uint32_t kRelease = 15 * kBlockSamples;
  const float wish = frames_->wish();
  if (wish == yield_.target()) return;
  yield_.MoveTo(wish, wish < yield_.target() ? kAttack : kRelease);
}

// Cross-fades -----------------------------------------------------------------------------------------------

/// Ends the present track before its time.
void Player::Skip() noexcept {
  const bool sounds = started_ && !paused_ && (heard_ || plays_unheard_);
  if (fade_.length() > 0 && Following().source && sounds)
    return FadeToNext(TrackEnd::kStopped,
                      std::min<std::uint64_t>(fade_.length(), Rest().value_or(UINT64_MAX)));
  EndTrack(TrackEnd::kStopped);
  if (!BeginNext()) CutFades();
}

void Player::CutFades() noexcept {
  for (auto source = fade_.Cut(); source; source = fade_.Cut()) Retire(std::move(source));
}

/// Samples per channel that are left of the track, once its end is in sight.
std::optional<std::uint64_t> Player::Rest() const noexcept {
  const auto rest = track_.source ? track_.source->Rest() : std::nullopt;
  return rest ? std::optional(*rest + line_.size()) : std::nullopt;
}

/// The next track begins before the end of the present one, as soon as both are ready for it.
void Player::MeetNext() noexcept {
  if (fade_.length() == 0 || !Following().source || !Following().source->Prepare()) return;
  const auto rest = Rest();
  if (rest && started_ && *rest <= fade_.length() && !fade_.fades_in())
    FadeToNext(TrackEnd::kFinished, *rest);
}

/// Reports the present track as over; it fades out under the next one.
void Player::FadeToNext(TrackEnd end, std::uint64_t samples) noexcept {
  const std::uint32_t number = track_.number;
  if (!encoding_) StartEncoding();
  // the packets that this took may have been its last
  if (track_.number != number) return;
  Send(event::Ended{number, end, track_.source->losses(), track_.source->refusal()});
  Retire(fade_.Begin(std::move(track_.source), line_, static_cast<std::size_t>(samples)));
  lead_ = 0;
  carried_ = padded_ = 0;
  (void)BeginNext();
}

SourceBlock Player::NextBlock() noexcept {
  if (held_) return *std::exchange(held_, std::nullopt);
  return track_.source ? track_.source->Next() : SourceBlock{};
}

/// Sound of at least one block is in the line afterwards. False when there is none.
bool Player::FillLine() noexcept {
  while (!line_.has_block()) {
    const SourceBlock block = NextBlock();
    if (HoldBack(block)) return true;
    const bool is_first = line_.empty();
    if (line_.Add(block)) {
      if (block.kind == SourceBlock::Kind::kOpus) NotePacket(block, is_first);
    } else if (block.kind == SourceBlock::Kind::kEnd) {
      if (!FollowsInLine() && line_.empty()) return false;
      if (!track_.source) line_.Pad();
    } else if (line_.empty()) {
      Starve();
      return false;
    } else {
      Pad();
    }
  }
  return true;
}

/// The track has ended. Another one continues in the same block, if there is one.
bool Player::FollowsInLine() noexcept {
  if (line_.size() > carried_) Sounded(line_.size() - carried_);
  EndTrack(TrackEnd::kFinished);
  carried_ = line_.size();
  return BeginNext();
}

/// Packets can go out as they are, but not in the middle of a block: when the track or stream before has left
/// a part of one, it is filled up with silence rather than that a whole track is encoded.
bool Player::HoldBack(const SourceBlock& block) noexcept {
  if (block.kind != SourceBlock::Kind::kOpus || line_.empty() || IsChanged()) return false;
  if (!block.begins && (carried_ != line_.size() || !history_.empty())) return false;
  held_ = block;
  Pad();
  return true;
}

/// Silence within the track, which is not of its sound.
void Player::Pad() noexcept {
  padded_ = kBlockSamples - line_.size();
  line_.Pad();
}

/// A packet that is in the line; `is_first`: nothing else was. What the file wishes to be left out at its
/// beginning is what an encoder is late by, as a rule.
void Player::NotePacket(const SourceBlock& block, bool is_first) noexcept {
  history_.Add(block);
  if (lead_ > 0 || !is_first || block.lead_in > kEncoderDelay || block.opus_samples < kBlockSamples) return;
  lead_ = ahead_ = kEncoderDelay;
  line_.Skip(kEncoderDelay - block.lead_in);
}

/// The frame before was another encoder's, or none. Both halves of the codec continue behind a packet that
/// was played as it is: one block is encoded for that alone. The listener's decoder has heard neither.
void Player::StartEncoding() noexcept {
  encoding_ = true;
  joins_ = true;
  encoder_.Reset();
  if (!line_.empty() || history_.samples() < kBlockSamples) return;
  line_.Prime(history_, kBlockSamples - kEncoderDelay);
  if (line_.empty()) return;
  lead_ = ahead_ = kEncoderDelay;
  if (!FillLine()) return;
  carried_ = padded_ = 0;
  audio::Round(line_.Take(), pcm_);
  (void)encoder_.Encode(pcm_, packet_);
}

/// The sum of this tick; as it is when nothing can have made it louder.
void Player::EncodeBlock(bool is_mix) noexcept {
  if (gain_.is_unity() && yield_.is_unity() && !is_mix && filters_.idle()) {
    audio::Round(sum_, pcm_);
  } else {
    Retire(filters_.Apply(sum_));
    gain_.Apply(sum_);
    yield_.Apply(sum_);
    mixer_.Begin();
    mixer_.Add(sum_, 1);
    mixer_.Finish(pcm_);
  }
  encoder_.SetIndependent(std::exchange(joins_, false));
  const std::size_t size = encoder_.Encode(pcm_, packet_);
  if (size > 0) frames_->Write(std::span(packet_).first(size), kBlockSamples, EncodedPosition());
}

/// The encoder holds back the end of what it was given: that is in no frame.
Position Player::EncodedPosition() const noexcept {
  Position at = position();
  at.samples -= std::min<std::uint64_t>(at.samples, kEncoderDelay - ahead_);
  return at;
}

void Player::Starve() noexcept {
  encoding_ = false;
  if (!track_.source || !started_ || starved_ticks_++ > 0) return;
  starved_told_ = events_.size() < kManyEvents;
  if (starved_told_) Send(event::Starved{track_.number});
}

void Player::Sounded(std::size_t samples) noexcept {
  if (!std::exchange(started_, true)) Send(event::Started{track_.number});
  const std::size_t ticks = std::exchange(starved_ticks_, 0);
  if (ticks > 0 && starved_told_) Send(event::Refilled{track_.number, kBlockDuration * ticks});
  played_ += samples;
  PublishPosition();
}

void Player::PublishPosition() noexcept {
  position_.store(Position{track_.number, played_}.Pack(), std::memory_order_relaxed);
}

}  // namespace sdkpp::player
