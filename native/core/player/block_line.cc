#include "core/player/block_line.h"

#include <algorithm>

#include "core/audio/samples.h"

namespace sdkpp::player {

void BlockLine::Prime(const PacketHistory& played, std::size_t keep) noexcept {
  decoder_.Reset();
  std::size_t made = 0;
  for (std::size_t before = PacketHistory::kPackets; before-- > 0;) {
    if (const auto packet = played.Packet(before); !packet.empty()) made = decoder_.Decode(packet, values_);
  }
  if (made < keep) return;
  end_ = made * kChannels;
  begin_ = end_ - keep * kChannels;
}

bool BlockLine::Add(const SourceBlock& block) noexcept {
  const std::size_t waiting = end_ - begin_;
  if (block.begins) decoder_.Reset();
  if (block.kind == SourceBlock::Kind::kPcm) {
    AddPcm(block.pcm);
  } else if (block.kind == SourceBlock::Kind::kOpus) {
    AddPacket(block.opus, block.opus_samples);
  } else {
    return false;
  }
  Trim(begin_ + waiting, block);
  return true;
}

bool BlockLine::Gather(Source& source) noexcept {
  while (!has_block()) {
    const SourceBlock block = source.Next();
    if (!Add(block)) return block.kind == SourceBlock::Kind::kEnd;
  }
  return false;
}

BlockLine::Filled BlockLine::Fill(Source& source) noexcept {
  const bool over = Gather(source);
  const bool sounds = !empty();
  if (sounds && !has_block()) Pad();
  return {.sounds = sounds, .over = over};
}

void BlockLine::Trim(std::size_t begin, const SourceBlock& block) noexcept {
  end_ -= std::min(end_ - begin, block.padding * kChannels);
  if (block.lead_in == 0) return;
  const std::size_t lead_in = std::min(end_ - begin, block.lead_in * kChannels);
  std::copy(values_.begin() + static_cast<std::ptrdiff_t>(begin + lead_in),
            values_.begin() + static_cast<std::ptrdiff_t>(end_),
            values_.begin() + static_cast<std::ptrdiff_t>(begin));
  end_ -= lead_in;
}

void BlockLine::AddPcm(std::span<const std::int16_t> block) noexcept {
  const auto room = Free().first(block.size());
  audio::Widen(block, room);
  end_ += block.size();
}

void BlockLine::AddPacket(std::span<const std::uint8_t> packet, std::size_t samples) noexcept {
  const auto room = Free();
  std::size_t made = packet.empty() ? decoder_.Conceal(samples, room) : decoder_.Decode(packet, room);
  if (made == 0) {
    made = std::min(samples, opus::kMaxPacketSamples);
    std::fill_n(room.begin(), made * kChannels, 0.0F);
  }
  end_ += made * kChannels;
}

void BlockLine::Pad() noexcept {
  const std::size_t missing = kBlockValues - std::min(end_ - begin_, kBlockValues);
  const auto room = Free();
  std::fill_n(room.begin(), missing, 0.0F);
  end_ += missing;
}

std::span<float, kBlockValues> BlockLine::Take() noexcept {
  const std::size_t at = std::exchange(begin_, begin_ + kBlockValues);
  return std::span(values_).subspan(at).first<kBlockValues>();
}

/// What waits moves to the front: it is less than a block whenever more is added.
std::span<float> BlockLine::Free() noexcept {
  std::copy(values_.begin() + static_cast<std::ptrdiff_t>(begin_),
            values_.begin() + static_cast<std::ptrdiff_t>(end_), values_.begin());
  end_ -= std::exchange(begin_, 0);
  return std::span(values_).subspan(end_);
}

}  // namespace sdkpp::player
