#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/byte_ring.h"
#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// What three threads share of a stream: bytes from the JavaScript thread to the one that decodes, and sound
/// from there to the media thread. None of them waits for another.
class StreamFeed {
 public:
  static constexpr std::size_t kBytes = std::size_t{64} * 1024;

  // JavaScript thread --------------------------------------------------------------------------------------
  /// Says how many bytes were taken; none once the sound has come to its end.
  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept {
    return finished() || over() ? 0 : bytes_.Write(bytes);
  }
  /// Before the first byte: so much of the sound at the beginning is left out.
  void SetSkip(double ms) noexcept { skip_ms_.store(ms, std::memory_order_release); }
  /// No more bytes will come.
  void Finish() noexcept { finished_.store(true, std::memory_order_release); }
  /// Nobody plays it any more.
  void Abandon() noexcept { abandoned_.store(true, std::memory_order_release); }

  // The thread that decodes --------------------------------------------------------------------------------
  [[nodiscard]] ByteRing& bytes() noexcept { return bytes_; }
  /// To be asked behind the first byte.
  [[nodiscard]] double skip_ms() const noexcept { return skip_ms_.load(std::memory_order_acquire); }
  /// To be asked before the bytes: what came before it is among them.
  [[nodiscard]] bool finished() const noexcept { return finished_.load(std::memory_order_acquire); }
  [[nodiscard]] bool abandoned() const noexcept { return abandoned_.load(std::memory_order_acquire); }
  /// The sound is packets. Allocates, once.
  [[nodiscard]] OpusSource& OpenPackets() {
    auto source = std::make_unique<OpusSource>();
    OpusSource& opened = *source;
    Open(std::move(source));
    return opened;
  }
  /// The sound is stereo samples of that rate. Allocates, once.
  [[nodiscard]] audio::PcmQueue& OpenSamples(int rate) {
    auto source = std::make_unique<PcmSource>(rate, static_cast<int>(kChannels));
    audio::PcmQueue& opened = source->queue();
    Open(std::move(source));
    return opened;
  }
  /// The parts that could not be played; `before`: samples per channel in front of the first of them.
  void SetLosses(const SourceLosses& losses) noexcept {
    packets_.store(losses.packets, std::memory_order_relaxed);
    lost_bytes_.store(losses.bytes, std::memory_order_relaxed);
    pages_.store(losses.pages, std::memory_order_relaxed);
    before_.store(losses.before, std::memory_order_relaxed);
  }
  /// Nothing can be heard.
  void Refuse(SourceRefusal refusal) noexcept { refusal_.store(refusal, std::memory_order_relaxed); }
  /// No more sound will come; what was opened is finished by its writer. Nothing is set afterwards.
  void End() noexcept { over_.store(true, std::memory_order_release); }

  // Media thread -------------------------------------------------------------------------------------------
  /// Without sound() then, it has ended.
  [[nodiscard]] bool over() const noexcept { return over_.load(std::memory_order_acquire); }
  /// nullptr until something was opened. Stays.
  [[nodiscard]] Source* sound() const noexcept { return sound_.load(std::memory_order_acquire); }
  [[nodiscard]] SourceRefusal refusal() const noexcept { return refusal_.load(std::memory_order_relaxed); }
  /// `played` is left out.
  [[nodiscard]] SourceLosses losses() const noexcept {
    return {.packets = packets_.load(std::memory_order_relaxed),
            .bytes = lost_bytes_.load(std::memory_order_relaxed),
            .pages = pages_.load(std::memory_order_relaxed),
            .before = before_.load(std::memory_order_relaxed)};
  }

 private:
  void Open(std::unique_ptr<Source> source) noexcept {
    owned_ = std::move(source);
    sound_.store(owned_.get(), std::memory_order_release);
  }

  ByteRing bytes_{kBytes};
  std::atomic<double> skip_ms_{0};
  std::atomic<bool> finished_{false};
  std::atomic<bool> abandoned_{false};
  std::atomic<bool> over_{false};
  std::atomic<SourceRefusal> refusal_{SourceRefusal::kNone};
  std::atomic<std::uint64_t> packets_{0};
  std::atomic<std::uint64_t> lost_bytes_{0};
  std::atomic<std::uint64_t> pages_{0};
  std::atomic<std::uint64_t> before_{0};
  std::unique_ptr<Source> owned_;  ///< written by the thread that decodes, before sound_
  std::atomic<Source*> sound_{nullptr};
};

}  // namespace sdkpp::player
