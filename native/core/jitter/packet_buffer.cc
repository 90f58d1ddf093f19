#include "core/jitter/packet_buffer.h"

#include <algorithm>

namespace sdkpp::jitter {
namespace {

void CopyPacket(const Packet& from, Packet& to) noexcept {
  to.sequence = from.sequence;
  to.timestamp = from.timestamp;
  to.arrival = from.arrival;
  to.samples = from.samples;
  to.silence = from.silence;
  to.size = from.size;
  std::copy_n(from.bytes.begin(), from.size, to.bytes.begin());
}

}  // namespace

PacketBuffer::PacketBuffer() : slots_(std::make_unique<Packet[]>(kCapacity)) {}

std::size_t PacketBuffer::SlotOf(std::int64_t sequence) noexcept {
  return static_cast<std::size_t>(static_cast<std::uint64_t>(sequence) % kCapacity);
}

PacketBuffer::Inserted PacketBuffer::Insert(const Packet& packet) noexcept {
  if (empty()) first_ = newest_ = packet.sequence;
  if (packet.sequence > newest_) MakeRoomFor(packet.sequence);
  if (newest_ - packet.sequence >= static_cast<std::int64_t>(kCapacity)) return Inserted::kBehind;
  const std::size_t slot = SlotOf(packet.sequence);
  if (used_[slot]) return Inserted::kDuplicate;
  CopyPacket(packet, slots_[slot]);
  used_[slot] = true;
  ++size_;
  first_ = std::min(first_, packet.sequence);
  return Inserted::kNew;
}

void PacketBuffer::MakeRoomFor(std::int64_t sequence) noexcept {
  newest_ = sequence;
  const std::int64_t oldest_kept = sequence - static_cast<std::int64_t>(kCapacity) + 1;
  for (const Packet* first = First(); first && first->sequence < oldest_kept; first = First()) {
    Drop(first->sequence);
    ++pushed_out_;
  }
  if (empty()) first_ = sequence;
}

const Packet* PacketBuffer::Find(std::int64_t sequence) const noexcept {
  const std::size_t slot = SlotOf(sequence);
  return used_[slot] && slots_[slot].sequence == sequence ? &slots_[slot] : nullptr;
}

const Packet* PacketBuffer::First() const noexcept {
  if (empty()) return nullptr;
  for (std::int64_t sequence = first_;; ++sequence) {
    if (const Packet* packet = Find(sequence)) return packet;
  }
}

void PacketBuffer::Drop(std::int64_t sequence) noexcept {
  if (!Find(sequence)) return;
  used_[SlotOf(sequence)] = false;
  --size_;
  if (sequence == first_) ++first_;
}

void PacketBuffer::Clear() noexcept {
  used_.fill(false);
  size_ = 0;
}

}  // namespace sdkpp::jitter
