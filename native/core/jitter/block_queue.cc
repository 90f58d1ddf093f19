#include "core/jitter/block_queue.h"

#include <algorithm>

namespace sdkpp::jitter {

std::size_t BlockQueue::room() const noexcept { return (kCapacity - count_) * kBlockSamples + lacking(); }

std::size_t BlockQueue::lacking() const noexcept {
  const std::size_t over = samples_ % kBlockSamples;
  return over == 0 ? 0 : kBlockSamples - over;
}

std::size_t BlockQueue::made_up() const noexcept {
  std::size_t sum = 0;
  for (std::size_t at = 0; at < count_; ++at) sum += line_[(head_ + at) % kCapacity]->made_up;
  return sum;
}

std::optional<StreamPlace> BlockQueue::begin() const noexcept {
  return count_ > 0 ? std::optional(line_[head_]->begin) : std::nullopt;
}

BlockQueue::Block* BlockQueue::TakePlace() noexcept {
  return free_count_ > 0 ? free_[--free_count_] : slots_.Add();
}

BlockQueue::Block& BlockQueue::Open(StreamPlace begin) noexcept {
  if (lacking() > 0) return At(count_ - 1);
  line_[(head_ + count_) % kCapacity] = TakePlace();
  Block& block = At(count_++);
  if (++last_id_ == 0) ++last_id_;
  block.id = last_id_;
  block.filled = 0;
  block.made_up = 0;
  block.muted = block.reviewed = block.approved = false;
  block.loan = kNoLoan;
  block.arrival_ns = 0;
  block.begin = begin;
  return block;
}

void BlockQueue::Append(std::span<const float> values, bool made_up, Instant arrival,
                        StreamPlace begin) noexcept {
  while (!values.empty()) {
    Block& block = Open(begin);
    const std::size_t samples = std::min(values.size() / kChannels, kBlockSamples - block.filled);
    std::ranges::copy(values.first(samples * kChannels), block.samples.begin() + block.filled * kChannels);
    if (block.filled == 0 && !made_up) block.arrival_ns = arrival.time_since_epoch().count();
    block.filled += static_cast<std::uint32_t>(samples);
    if (made_up) block.made_up += static_cast<std::uint32_t>(samples);
    samples_ += samples;
    begin.skipped += static_cast<std::uint32_t>(samples);
    values = values.subspan(samples * kChannels);
  }
}

/// The last free slot is the one that Open() takes.
std::span<float> BlockQueue::NextPlace() noexcept {
  if (lacking() > 0 || count_ == kCapacity) return {};
  if (free_count_ == 0) free_[free_count_++] = slots_.Add();
  return free_[free_count_ - 1]->samples;
}

void BlockQueue::AppendMade(Instant arrival, StreamPlace begin) noexcept {
  Block& block = Open(begin);
  block.arrival_ns = arrival.time_since_epoch().count();
  block.filled = kBlockSamples;
  samples_ += kBlockSamples;
}

BlockQueue::Block* BlockQueue::Front() noexcept { return samples_ >= kBlockSamples ? line_[head_] : nullptr; }

void BlockQueue::Pop() noexcept {
  if (samples_ < kBlockSamples) return;
  free_[free_count_++] = line_[head_];
  head_ = (head_ + 1) % kCapacity;
  --count_;
  samples_ -= kBlockSamples;
  if (offered_ > 0) --offered_;
}

std::optional<BlockQueue::Offer> BlockQueue::NextOffer() noexcept {
  while ((offered_ + 1) * kBlockSamples <= samples_) {
    const std::size_t index = offered_++;
    Block& block = At(index);
    if (block.made_up < kBlockSamples) return Offer{&block, index * kBlockSamples};
  }
  return std::nullopt;
}

BlockQueue::Block* BlockQueue::Find(std::uint32_t id) noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    if (At(i).id == id) return &At(i);
  }
  return nullptr;
}

void BlockQueue::Clear() noexcept {
  while (count_ > 0) free_[free_count_++] = &At(--count_);
  head_ = offered_ = samples_ = 0;
}

}  // namespace sdkpp::jitter
