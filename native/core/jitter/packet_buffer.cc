#include "core/jitter/packet_buffer.h"

#include <algorithm>
#include <bit>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

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

struct Packet::Fields {
  static constexpr Field kSequence{1, "sequence"};
  static constexpr Field kTimestamp{2, "timestamp"};
  static constexpr Field kArrival{3, "arrival"};
  static constexpr Field kPayload{4, "payload"};
};

void Packet::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kSequence, sequence);
  out.Number(Fields::kTimestamp, timestamp);
  out.Time(Fields::kArrival, arrival);
  out.Bytes(Fields::kPayload, payload());
}

void Packet::Restore(FieldReader& in, const FrameDecoder& codec) noexcept {
  sequence = in.NumberIn<std::int64_t>(Fields::kSequence, -kFarthestNumber, kFarthestNumber);
  timestamp = in.NumberIn<std::int64_t>(Fields::kTimestamp, -kFarthestNumber, kFarthestNumber);
  arrival = in.PastTime(Fields::kArrival);
  const auto content = in.Bytes(Fields::kPayload);
  samples = content.size() <= kMaxBytes ? static_cast<std::uint32_t>(codec.Samples(content)) : 0;
  if (samples == 0) return in.Refuse(Fields::kPayload);
  silence = codec.IsSilence(content);
  size = static_cast<std::uint16_t>(content.size());
  std::ranges::copy(content, bytes.begin());
}

PacketBuffer::PacketBuffer() : slots_(std::make_unique<Packet[]>(kCapacity)) {}

std::size_t PacketBuffer::SlotOf(std::int64_t sequence) noexcept {
  return static_cast<std::size_t>(static_cast<std::uint64_t>(sequence) % kCapacity);
}

PacketBuffer::Inserted PacketBuffer::Insert(const Packet& packet) noexcept {
  if (empty()) newest_ = packet.sequence;
  if (packet.sequence > newest_) MakeRoomFor(packet.sequence);
  if (newest_ - packet.sequence >= static_cast<std::int64_t>(kCapacity)) return Inserted::kBehind;
  if (Find(packet.sequence)) return Inserted::kDuplicate;
  const std::size_t slot = SlotOf(packet.sequence);
  CopyPacket(packet, slots_[slot]);
  used_ |= BitOf(slot);
  samples_ += packet.samples;
  while (samples_ > kMaxSamples && size() > 1) PushOut(First()->sequence);
  return Inserted::kNew;
}

void PacketBuffer::MakeRoomFor(std::int64_t sequence) noexcept {
  const std::int64_t oldest_kept = sequence - static_cast<std::int64_t>(kCapacity) + 1;
  for (const Packet* first = First(); first && first->sequence < oldest_kept; first = First()) {
    PushOut(first->sequence);
  }
  newest_ = sequence;
}

void PacketBuffer::PushOut(std::int64_t sequence) noexcept {
  Drop(sequence);
  ++pushed_out_;
}

const Packet* PacketBuffer::Find(std::int64_t sequence) const noexcept {
  const std::size_t slot = SlotOf(sequence);
  return (used_ & BitOf(slot)) != 0 && slots_[slot].sequence == sequence ? &slots_[slot] : nullptr;
}

const Packet* PacketBuffer::Recall(std::int64_t sequence) const noexcept {
  const Packet& packet = slots_[SlotOf(sequence)];
  return packet.size > 0 && packet.sequence == sequence ? &packet : nullptr;
}

const Packet* PacketBuffer::First() const noexcept {
  if (empty()) return nullptr;
  const auto oldest = static_cast<int>(SlotOf(newest_ + 1));
  const auto ahead = static_cast<std::size_t>(std::countr_zero(std::rotr(used_, oldest)));
  return &slots_[(static_cast<std::size_t>(oldest) + ahead) % kCapacity];
}

void PacketBuffer::Drop(std::int64_t sequence) noexcept {
  const Packet* packet = Find(sequence);
  if (!packet) return;
  used_ &= ~BitOf(SlotOf(sequence));
  samples_ -= packet->samples;
}

void PacketBuffer::Clear() noexcept {
  used_ = 0;
  samples_ = 0;
}

}  // namespace sdkpp::jitter
