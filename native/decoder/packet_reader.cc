#include "decoder/packet_reader.h"

#include <algorithm>
#include <utility>

#include "core/opus/packet.h"

namespace sdkpp::decoder {
namespace {

using Offered = player::OpusSource::Offered;

/// Bytes that a step looks at: the longest page of Ogg.
constexpr std::size_t kPerStep = 65'536;
/// A container that has no stream of ours so far is given up.
constexpr std::uint64_t kMostBeforeStream = std::uint64_t{1} << 20;

player::SourceRefusal RefusalOf(container::StreamError error) noexcept {
  switch (error) {
    case container::StreamError::kNoOpus:
      return player::SourceRefusal::kNoOpus;
    case container::StreamError::kUnsupportedMapping:
      return player::SourceRefusal::kSurround;
    case container::StreamError::kNoContainer:
    case container::StreamError::kBadHead:
      break;
  }
  return player::SourceRefusal::kDamaged;
}

}  // namespace

PacketReader::PacketReader(std::unique_ptr<container::Demuxer> demuxer, std::uint64_t skip)
    : demuxer_(std::move(demuxer)), skip_(skip) {}

std::size_t PacketReader::Write(std::span<const std::uint8_t> bytes) noexcept {
  const std::size_t taken = demuxer_->Write(bytes);
  bytes_ += taken;
  return taken;
}

std::size_t PacketReader::queued() const noexcept { return sound_ == nullptr ? 0 : sound_->queued_samples(); }

Progress PacketReader::Step(player::StreamFeed& feed) noexcept {
  return waiting_ == Waiting::kNothing ? Read(feed) : Offer(feed);
}

Progress PacketReader::Read(player::StreamFeed& feed) noexcept {
  demuxer_->Allow(kPerStep);
  const container::Demuxed next = demuxer_->Next();
  NoteLosses(feed);
  switch (next.what) {
    case container::Demuxing::kStream:
      has_stream_ = true;
      trims_.Begin(demuxer_->head().pre_skip, next.packet.end.value_or(0));
      return Progress::kWorked;
    case container::Demuxing::kPacket:
      return Take(next.packet, feed);
    case container::Demuxing::kWaits:
      return Progress::kWorked;
    case container::Demuxing::kNeedsBytes:
      if (has_stream_ || bytes_ < kMostBeforeStream) return Progress::kNeedsBytes;
      break;
    case container::Demuxing::kEnd:
      break;
  }
  return End(feed);
}

Progress PacketReader::Take(const container::Packet& packet, player::StreamFeed& feed) noexcept {
  const auto samples = opus::PacketSamples(packet.bytes);
  packet_ = packet.bytes;
  samples_ = samples ? *samples : opus::ClaimedSamples(packet.bytes);
  trim_ = trims_.Of(packet, samples_);
  has_packet_ = has_packet_ || samples.ok();
  if (skip_ > samples_ / 2) {
    skip_ -= std::min<std::uint64_t>(skip_, samples_);
    return Progress::kWorked;
  }
  skip_ = 0;
  if (!samples) {
    ++refused_;
    NoteLosses(feed);
  }
  waiting_ = samples ? Waiting::kPacket : Waiting::kGap;
  if (sound_ == nullptr) sound_ = &feed.OpenPackets();
  return Offer(feed);
}

Progress PacketReader::Offer(player::StreamFeed& feed) noexcept {
  if (waiting_ == Waiting::kPacket) {
    const Offered offered = sound_->Offer(packet_, trim_);
    if (offered == Offered::kNoRoom) return Progress::kNeedsRoom;
    if (offered == Offered::kInvalid) {
      ++refused_;
      NoteLosses(feed);
      waiting_ = Waiting::kGap;
      return Progress::kWorked;
    }
  } else if (!sound_->OfferGap(samples_, trim_)) {
    return Progress::kNeedsRoom;
  }
  given_ += samples_;
  waiting_ = Waiting::kNothing;
  return Progress::kWorked;
}

Progress PacketReader::End(player::StreamFeed& feed) noexcept {
  if (!has_packet_) feed.Refuse(refusal());
  if (sound_ != nullptr) sound_->Finish();
  return Progress::kOver;
}

player::SourceRefusal PacketReader::refusal() const noexcept {
  if (has_stream_) return player::SourceRefusal::kEmpty;
  const auto error = demuxer_->refusal();
  return error ? RefusalOf(*error) : player::SourceRefusal::kNoOpus;
}

void PacketReader::NoteLosses(player::StreamFeed& feed) noexcept {
  const container::Losses& lost = demuxer_->losses();
  const bool any = losses_.any();
  losses_.packets = refused_ + lost.packets;
  losses_.bytes = lost.bytes;
  losses_.pages = lost.pages;
  if (!any) losses_.before = given_;
  if (losses_.any()) feed.SetLosses(losses_);
}

}  // namespace sdkpp::decoder
