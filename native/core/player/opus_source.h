#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/base/audio_format.h"
#include "core/base/record_ring.h"
#include "core/base/slab.h"
#include "core/opus/packet.h"
#include "core/opus/packet_cutter.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// What a container says of a packet.
struct OpusTrim {
  // samples per channel to leave out
  std::uint16_t lead_in = 0;  ///< at its beginning
  std::uint16_t padding = 0;  ///< at its end
  bool begins = false;        ///< of another stream than the packet before
};

/// Opus packets pushed from the JavaScript thread, or from the one that decodes streams: 2 s of them wait at
/// most, in 32 KB. One thread writes.
class OpusSource final : public Source, public InSlab<OpusSource> {
 public:
  /// The outcome of a packet.
  enum class Offered {
    kTaken,
    kNoRoom,   ///< the same packet has to be next: a part of it may have been taken
    kInvalid,  ///< no Opus, which is counted as a loss
  };

  static constexpr std::size_t kQueuedBytes = std::size_t{32} * 1024;
  static constexpr std::uint32_t kQueuedSamples = 2 * kSampleRate;

  /// The outcome of packets that were written together.
  struct Written {
    std::size_t bytes = 0;    ///< of the source that were taken, whole packets
    std::size_t invalid = 0;  ///< among them, packets that are no Opus; they are skipped
  };

  OpusSource() : queue_(kQueuedBytes) {}

  /// Writer. Of a packet that is too long to be sent in one piece nothing is left out.
  [[nodiscard]] Offered Offer(std::span<const std::uint8_t> packet, OpusTrim trim = {}) {
    const auto samples = opus::PacketSamples(packet);
    if (!samples) return Refuse();
    if (packet.size() > opus::kMaxPayload) return OfferPieces(packet, trim);
    return Push(packet, *samples, trim) ? Offered::kTaken : Offered::kNoRoom;
  }
  /// Writer: a packet of so many samples per channel is lost. False when the queue is full.
  [[nodiscard]] bool OfferGap(std::size_t samples, OpusTrim trim = {}) noexcept {
    return Push({}, samples, trim);
  }
  /// Writer. Whether the packet was taken.
  [[nodiscard]] bool Write(std::span<const std::uint8_t> packet) { return Offer(packet) == Offered::kTaken; }

  /// Writer. Packets one behind the other, each after its length (16 bits, little endian); takes
  /// them until the queue is full.
  [[nodiscard]] Written WriteAll(std::span<const std::uint8_t> packed) {
    Written written;
    while (packed.size() - written.bytes >= 2) {
      const auto rest = packed.subspan(written.bytes);
      const std::size_t size = rest[0] | (rest[1] << 8);
      if (size > rest.size() - 2) break;
      const auto packet = rest.subspan(2, size);
      const Offered offered = Offer(packet);
      if (offered == Offered::kNoRoom) break;
      written.invalid += offered == Offered::kInvalid ? 1 : 0;
      written.bytes += 2 + size;
    }
    return written;
  }

  /// Writer: how much sound waits, in samples per channel.
  [[nodiscard]] std::uint32_t queued_samples() const noexcept {
    return static_cast<std::uint32_t>(written_ - taken_.load(std::memory_order_relaxed));
  }

  /// Writer: no more packets will come.
  void Finish() noexcept { finished_.store(true, std::memory_order_release); }

  void Prefetch() const noexcept override { queue_.Prefetch(lent_); }
  [[nodiscard]] SourceBlock Next() noexcept override {
    EndLoan();
    const bool finished = finished_.load(std::memory_order_acquire);
    const auto record = queue_.Front();
    if (record.empty()) return {finished ? SourceBlock::Kind::kEnd : SourceBlock::Kind::kNothing, {}, {}, 0};
    const Header header = HeaderOf(record);
    return {.kind = SourceBlock::Kind::kOpus,
            .opus = Lend(record),
            .opus_samples = header.samples,
            .lead_in = header.trim.lead_in,
            .padding = header.trim.padding,
            .begins = header.trim.begins};
  }
  /// The same for a packet that lasts one tick; otherwise empty, and Next gives what is next.
  [[nodiscard]] std::span<const std::uint8_t> NextOfOneTick() noexcept {
    EndLoan();
    const auto record = queue_.Front();
    if (record.empty() || HeaderOf(record).samples != kBlockSamples) return {};
    return Lend(record);
  }
  /// `visit` gets each packet that was not played, oldest first; they stay. Nobody plays meanwhile.
  template <class Visit>
  void EachQueued(const Visit& visit) noexcept {
    EndLoan();
    queue_.Each([&](Record record) { visit(record.subspan(sizeof(Header))); });
  }
  [[nodiscard]] OpusSource* packets() noexcept override { return this; }
  [[nodiscard]] std::optional<SourcePosition> position() const noexcept override {
    return SourcePosition{taken_.load(std::memory_order_relaxed)};
  }
  /// Once the source has ended they are final.
  [[nodiscard]] SourceLosses losses() const noexcept override {
    return {.packets = invalid_.load(std::memory_order_acquire),
            .before = before_invalid_.load(std::memory_order_relaxed),
            .played = taken_.load(std::memory_order_relaxed)};
  }

 private:
  using Record = std::span<const std::uint8_t>;

  /// Before each packet.
  struct Header {
    std::uint16_t samples = 0;
    OpusTrim trim{};
  };
  static_assert(sizeof(Header) == 8);

  [[nodiscard]] static Header HeaderOf(Record record) noexcept {
    Header header;
    std::memcpy(&header, record.data(), sizeof(header));
    return header;
  }
  /// The packet in a record, until EndLoan.
  [[nodiscard]] Record Lend(Record record) noexcept {
    lent_ = true;
    taken_.store(taken_.load(std::memory_order_relaxed) + HeaderOf(record).samples,
                 std::memory_order_relaxed);
    return record.subspan(sizeof(Header));
  }
  void EndLoan() noexcept {
    if (std::exchange(lent_, false)) queue_.Release();
  }
  /// As many pieces of a long packet as there is room for. It goes on behind them when the packet comes
  /// again.
  [[nodiscard]] Offered OfferPieces(std::span<const std::uint8_t> packet, OpusTrim trim) {
    if (!cutter_) cutter_ = MakeCutter();
    if (packet.size() != begun_size_) begun_frames_ = 0;
    if (!cutter_ || !cutter_->Begin(packet, begun_frames_)) return Refuse();
    for (auto piece = cutter_->Next(); !piece.bytes.empty(); piece = cutter_->Next()) {
      if (!Push(piece.bytes, piece.samples, {.begins = trim.begins && begun_frames_ == 0})) {
        begun_size_ = static_cast<std::uint32_t>(packet.size());
        return Offered::kNoRoom;
      }
      begun_frames_ = static_cast<std::uint8_t>(cutter_->frames_done());
    }
    begun_size_ = 0;
    begun_frames_ = 0;
    return Offered::kTaken;
  }
  /// nullptr when out of memory.
  [[nodiscard]] static std::unique_ptr<opus::PacketCutter> MakeCutter() {
    auto cutter = opus::PacketCutter::Create();
    return cutter ? std::make_unique<opus::PacketCutter>(std::move(*cutter)) : nullptr;
  }
  [[nodiscard]] Offered Refuse() noexcept {
    if (invalid_.load(std::memory_order_relaxed) == 0)
      before_invalid_.store(written_, std::memory_order_relaxed);
    invalid_.fetch_add(1, std::memory_order_release);
    return Offered::kInvalid;
  }
  [[nodiscard]] bool Push(std::span<const std::uint8_t> packet, std::size_t samples,
                          OpusTrim trim = {}) noexcept {
    if (queued_samples() + samples > kQueuedSamples) return false;
    const Header header{.samples = static_cast<std::uint16_t>(samples), .trim = trim};
    const auto record = queue_.Claim(sizeof(header) + packet.size());
    if (record.empty()) return false;
    std::memcpy(record.data(), &header, sizeof(header));
    std::ranges::copy(packet, record.begin() + sizeof(header));
    queue_.Commit();
    written_ += header.samples;
    return true;
  }

  // small, and before the queue: in the cache line of the object's beginning
  bool lent_ = false;  ///< media thread
  std::atomic<bool> finished_{false};
  // of the packet that was taken in part; writer
  std::uint8_t begun_frames_ = 0;
  std::uint32_t begun_size_ = 0;
  std::atomic<std::uint32_t> invalid_{0};
  std::uint64_t written_ = 0;  ///< samples; writer
  std::atomic<std::uint64_t> taken_{0};
  std::atomic<std::uint64_t> before_invalid_{0};
  std::unique_ptr<opus::PacketCutter> cutter_;  ///< made for the first packet that is too long
  RecordRing queue_;
};

}  // namespace sdkpp::player
