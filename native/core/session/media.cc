#include "core/session/media.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/rtp/reports.h"

namespace sdkpp::session {

namespace {
constexpr int kTicksPerStats = 5;
}  // namespace

Media::Media(std::unique_ptr<Talker> talker, const MediaSeed& seed, SpscRing<MediaEvent>& events,
             TripleBuffer<MediaStats>& stats)
    : events_(events),
      stats_(stats),
      sending_(std::move(talker), seed.sequence, seed.timestamp, seed.ntp_origin) {}

void Media::HandleCommand(MediaCommand&& message, Instant now) noexcept {
  std::visit([&](auto& each) { Apply(each, now); }, message);
}

template <class Command>
void Media::Apply(Command& each, Instant now) noexcept {
  if constexpr (std::is_same_v<Command, command::OpenPath>) {
    path_.Open(each.ssrc, now);
    sending_.Start(each.ssrc);
  } else if constexpr (std::is_same_v<Command, command::SetKey>) {
    events_.Send(event::Retired{.sealer = std::exchange(sealer_, std::move(each.sealer))});
    counters_ = rtp::CounterWindow();
    exhausted_reported_ = false;
  } else if constexpr (std::is_same_v<Command, command::Rediscover>) {
    path_.Rediscover(now);
  } else if constexpr (std::is_same_v<Command, command::CheckPath>) {
    path_.watch().Doubt(now);
  } else if constexpr (std::is_same_v<Command, command::ClosePath>) {
    ClosePath();
  } else if constexpr (std::is_same_v<Command, command::Announced>) {
    sending_.Announced();
  } else if constexpr (std::is_same_v<Command, command::MapSsrc>) {
    receiving_.Map(now, std::move(each), events_);
  } else if constexpr (std::is_same_v<Command, command::ChallengeSsrc>) {
    receiving_.Challenge(each, events_);
  } else if constexpr (std::is_same_v<Command, command::UnmapUser>) {
    receiving_.Unmap(now, each.user);
  } else if constexpr (std::is_same_v<Command, command::SetSelfMute>) {
    sending_.talker().SetSelfMute(each.mute);
  } else if constexpr (std::is_same_v<Command, command::SetSelfDeaf>) {
    receiving_.SetDeaf(each.deaf);
  } else if constexpr (std::is_same_v<Command, command::SetMode>) {
    sending_.talker().SetMode(each.mode);
  } else if constexpr (std::is_same_v<Command, command::SetPttActive>) {
    sending_.talker().SetPttActive(each.active, now);
  } else if constexpr (std::is_same_v<Command, command::SetPttReleaseDelay>) {
    sending_.talker().SetPttReleaseDelay(each.delay);
  } else if constexpr (std::is_same_v<Command, command::SetVad>) {
    sending_.talker().SetVad(each.automatic, each.threshold_dbfs);
  } else if constexpr (std::is_same_v<Command, command::SetInputVolume>) {
    sending_.talker().SetInputVolume(each.percent);
  } else if constexpr (std::is_same_v<Command, command::SetOutputVolume>) {
    receiving_.SetVolume(each.percent);
  } else if constexpr (std::is_same_v<Command, command::SetUser>) {
    receiving_.SetUser(each.user, each.setting);
  } else if constexpr (std::is_same_v<Command, command::SetNoInputThreshold>) {
    sending_.talker().SetNoInputThreshold(each.dbfs);
  } else if constexpr (std::is_same_v<Command, command::SetEncoder>) {
    (void)sending_.talker().SetEncoder(each.settings);
  } else if constexpr (std::is_same_v<Command, command::SetCallbacks>) {
    receiving_.SetCallback(each.received ? each.exchange : nullptr);
    sending_.SetCallback(each.captured ? each.exchange : nullptr);
  } else if constexpr (std::is_same_v<Command, command::SetCallbackPolicy>) {
    receiving_.SetCallbackPolicy(each.unfiltered, each.budget);
    sending_.SetUnfilteredPolicy(each.unfiltered);
  } else if constexpr (std::is_same_v<Command, command::SetInput>) {
    events_.Send(event::Retired{.input = sending_.SetInput(std::move(each.input))});
  } else if constexpr (std::is_same_v<Command, command::SetOutput>) {
    events_.Send(event::Retired{.output = receiving_.SetOutput(std::move(each.output))});
  } else if constexpr (std::is_same_v<Command, command::SetReceiveQueue>) {
    receiving_.SetReceiveQueue(each.queue);
  } else {
    ApplyDave(each, now);
  }
}

template <class Command>
void Media::ApplyDave(Command& each, Instant now) noexcept {
  FrameEncryption& encryption = sending_.encryption();
  FrameDecryption& decryption = receiving_.decryption();
  std::unique_ptr<dave::FrameSealer> over;
  if constexpr (std::is_same_v<Command, command::DaveSendClear>) {
    encryption.SendClear();
  } else if constexpr (std::is_same_v<Command, command::DaveSendNothing>) {
    encryption.SendNothing();
  } else if constexpr (std::is_same_v<Command, command::DaveInstallSend>) {
    over = encryption.Install(std::move(each.sealer));
  } else if constexpr (std::is_same_v<Command, command::DaveExecuteSend>) {
    over = encryption.Execute(each.id);
  } else if constexpr (std::is_same_v<Command, command::DaveInstallReceive>) {
    decryption.Install(now, each.user, std::move(each.ratchet));
  } else if constexpr (std::is_same_v<Command, command::DaveExpireReceive>) {
    decryption.Expire(now, each.user);
  } else if constexpr (std::is_same_v<Command, command::DaveSetPassthrough>) {
    decryption.SetPassthrough(now, each.duration);
  } else if constexpr (std::is_same_v<Command, command::DaveReset>) {
    sending_.ResetEncryption(events_);
    decryption.Reset();
  }
  decryption.SetSending(encryption.mode() != FrameEncryption::Mode::kClear);
  if (over) events_.Send(event::Retired{.frame_sealer = std::move(over)});
}

void Media::ClosePath() noexcept {
  path_.Close();
  sending_.Stop();
  receiving_.Reset(events_);
  if (sealer_) events_.Send(event::Retired{.sealer = std::exchange(sealer_, nullptr)});
}

void Media::HandleDatagram(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept {
  switch (rtp::Classify(datagram)) {
    case rtp::DatagramKind::kDiscoveryResponse:
      if (!path_.HandleDiscovery(datagram, via, events_)) ++foreign_;
      return;
    case rtp::DatagramKind::kPingResponse:
      if (!path_.HandlePing(datagram, via, now)) ++foreign_;
      return;
    case rtp::DatagramKind::kRtp:
      return HandleRtp(datagram, via, now);
    case rtp::DatagramKind::kRtcp:
      return HandleRtcp(datagram, via, now);
    case rtp::DatagramKind::kKeepalive:
    case rtp::DatagramKind::kDiscoveryRequest:
    case rtp::DatagramKind::kPingRequest:
    case rtp::DatagramKind::kDrop:
      ++foreign_;
      return;
  }
}

bool Media::Admit(std::span<const std::uint8_t> datagram) noexcept {
  const bool foreign = !sealer_;
  const bool replayed = !foreign && counters_.Refuses(ByteReader(datagram.last(rtp::kCounterSize)).U32());
  foreign_ += foreign ? 1 : 0;
  replayed_ += replayed ? 1 : 0;
  return !foreign && !replayed;
}

void Media::HandleRtp(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept {
  if (!Admit(datagram)) return;
  const auto packet = sealer_->OpenRtp(datagram);
  if (!packet) return CountRefusal(packet.error());
  counters_.Accept(packet->counter);
  path_.watch().Alive(via, false);
  if (!receiving_.HandlePacket(now, *packet, events_)) ++replayed_;
}

void Media::HandleRtcp(std::span<std::uint8_t> datagram, Via via, Instant now) noexcept {
  if (!Admit(datagram)) return;
  const auto packet = sealer_->OpenRtcp(datagram);
  if (!packet) return CountRefusal(packet.error());
  counters_.Accept(packet->counter);
  path_.watch().Alive(via, false);
  const auto report = rtp::ParseReport(packet->clear, packet->body);
  if (!report) return;
  if (report->type == rtp::kSenderReportType) {
    receiving_.HandleSenderReport(now, report->sender, report->sender_report.ntp);
  }
  for (std::size_t at = 0; at < report->block_count; ++at) {
    if (report->blocks[at].ssrc != sending_.ssrc()) continue;
    reported_loss_ = static_cast<float>(report->blocks[at].fraction_lost) / 256.0F;
    sending_.talker().SetReportedLoss(now, reported_loss_);
  }
}

void Media::CountRefusal(rtp::PacketError error) noexcept {
  if (error == rtp::PacketError::kAuthentication) {
    ++unauthentic_;
  } else {
    ++malformed_;
  }
}

void Media::HandleSent(std::span<const std::uint8_t> datagram, SendResult result, Instant now) noexcept {
  if (result != SendResult::kSent) ++send_errors_;
  path_.HandleSent(datagram, result, now);
}

void Media::Tick(Instant now, Instant deadline) noexcept {
  sending_.Tick(now, deadline, sealer_.get(), outbox_, events_);
  const bool probed = path_.Tick(now, outbox_, events_);
  if (probed && sealer_) sending_.Probe(now, deadline, *sealer_, outbox_);
  if (sealer_) {
    sending_.Report(now, *sealer_, outbox_);
    receiving_.Report(now, sending_.ssrc(), *sealer_, outbox_);
    if (sealer_->exhausted() && !std::exchange(exhausted_reported_, true))
      events_.Send(event::KeyExhausted{});
  }
  receiving_.Tick(now, events_);
  if (--ticks_to_stats_ > 0) return;
  receiving_.decryption().Sweep(now, events_);
  PublishStats();
}

void Media::PublishStats() noexcept {
  ticks_to_stats_ = kTicksPerStats;
  MediaStats& stats = stats_.Back();
  stats.callbacks_late = stats.callbacks_bypassed = stats.callbacks_failed = 0;
  sending_.FillStats(stats);
  receiving_.FillStats(stats);
  stats.refused_malformed = malformed_;
  stats.refused_authentication = unauthentic_;
  stats.refused_replay = replayed_;
  stats.refused_foreign = foreign_;
  stats.send_errors = send_errors_;
  stats.reported_loss = reported_loss_;
  stats.path_moves = path_.watch().moves();
  const auto trip = path_.round_trip();
  stats.round_trip_ms = trip ? std::chrono::duration<double, std::milli>(*trip).count() : -1;
  stats_.Publish();
}

}  // namespace sdkpp::session
