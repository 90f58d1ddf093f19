#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/jitter/delay_estimator.h"
#include "core/jitter/jitter_stats.h"
#include "core/jitter/packet_buffer.h"
#include "core/jitter/stream_front.h"
#include "core/jitter/stream_guard.h"
#include "core/jitter/timing.h"

namespace sdkpp::jitter {

/// A packet before it is decoded.
struct Arriving {
  ExtendedSequence sequence;
  RtpTimestamp timestamp;
  std::span<const std::uint8_t> payload;
  std::size_t samples;
  bool silence;
};

/// The first part of a jitter buffer: which packets wait, and how late packets come.
class Arrival {
 public:
  /// `stats` must live as long as this.
  explicit Arrival(JitterStats& stats) : stats_(stats) {}

  /// Takes a packet for Admit. kRestart: the stream started over, call Restart and AdmitHeld first. media
  /// thread
  StreamGuard::Verdict Take(Instant now, const Arriving& arriving) noexcept;
  /// `quiet`: nothing plays and nothing decoded waits. media thread
  void Admit(const StreamFront& front, bool quiet) noexcept { Admit(incoming_, front, quiet); }
  void AdmitHeld(const StreamFront& front, bool quiet) noexcept { Admit(guard_.held(), front, quiet); }
  /// Drops what waits.
  void Restart() noexcept;
  /// The next packet begins a stream, whatever its numbers.
  void ExpectNewStream() noexcept { guard_.Reset(); }

  [[nodiscard]] PacketBuffer& packets() noexcept { return packets_; }
  [[nodiscard]] const PacketBuffer& packets() const noexcept { return packets_; }
  [[nodiscard]] const DelayEstimator& delay() const noexcept { return delay_; }
  void SetFloor(double ms) noexcept { delay_.SetFloor(ms); }
  [[nodiscard]] Instant last_arrival() const noexcept { return last_arrival_; }

  /// Milliseconds by which `at` lies behind the stream's time, on this stream's own scale.
  [[nodiscard]] double Transit(Instant at, std::int64_t timestamp) const noexcept;
  /// When the sample at `timestamp` should play.
  [[nodiscard]] Instant PlayoutOf(std::int64_t timestamp) const noexcept;

  /// All but the packets.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in, const FrameDecoder& codec) noexcept;

 private:
  struct Fields;

  [[nodiscard]] std::int64_t Unwrap(RtpTimestamp timestamp) const noexcept;
  void Start(const Packet& first) noexcept;
  void Admit(const Packet& packet, const StreamFront& front, bool quiet) noexcept;
  void MeasureJitter(double transit) noexcept;

  JitterStats& stats_;
  PacketBuffer packets_;
  StreamGuard guard_;
  DelayEstimator delay_;
  Packet incoming_;

  bool started_ = false;
  Instant epoch_{};                    ///< arrival of the first packet
  std::int64_t origin_ = 0;            ///< its timestamp
  std::int64_t newest_timestamp_ = 0;  ///< its low 32 bits are the RTP timestamp
  std::int64_t newest_sequence_ = 0;
  Instant last_arrival_{};
  double last_transit_ = 0;
};

}  // namespace sdkpp::jitter
