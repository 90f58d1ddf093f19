#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/audio/wav_writer.h"
#include "core/base/audio_format.h"
#include "core/base/spsc_ring.h"
#include "core/session/sound/output.h"
#include "thread/semaphore.h"
#include "thread/thread.h"

namespace sdkpp::device {

/// One WAV file and the thread that writes it. When the disk is more than a second late, blocks are dropped;
/// when it fails, what was written is kept and the rest dropped.
class Recording {
 public:
  /// nullptr when there is no thread left. Owns `file`.
  [[nodiscard]] static std::unique_ptr<Recording> Start(std::uint64_t id, std::FILE* file,
                                                        const std::function<void()>& ended);
  /// Completes the file if it is not complete; waits for the disk.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Writes the queued sound, then completes the file. Does not wait.
  void Finish() noexcept;
  /// Waits until the file is complete; only after Finish().
  void Join() noexcept { thread_.reset(); }

  /// The way in for the media thread. At most one, freed before this.
  [[nodiscard]] std::unique_ptr<session::Output> MakeOutput();

  [[nodiscard]] std::uint64_t id() const noexcept { return id_; }
  /// Whether the file was closed; error() is then final.
  [[nodiscard]] bool ended() const noexcept { return ended_.load(std::memory_order_acquire); }
  [[nodiscard]] const std::string& error() const noexcept { return error_; }
  /// True once. JavaScript thread.
  [[nodiscard]] bool TakeReport() noexcept { return !std::exchange(reported_, true); }
  /// Whether the output still exists. JavaScript thread.
  [[nodiscard]] bool in_use() const noexcept { return in_use_; }

 private:
  class WayIn;
  static constexpr std::size_t kBlocks = 64;

  Recording(std::uint64_t id, std::FILE* file, const std::function<void()>& ended)
      : id_(id), file_(file), on_ended_(ended) {}
  void Run() noexcept;
  [[nodiscard]] bool Drain() noexcept;
  [[nodiscard]] bool Write(std::span<const std::uint8_t> bytes) noexcept;
  void Complete() noexcept;

  std::uint64_t id_;
  std::FILE* file_;
  const std::function<void()>& on_ended_;
  audio::WavWriter writer_;
  SpscRing<AudioBlock> queue_{kBlocks};
  thread::Semaphore filled_;
  std::atomic<bool> closing_{false};
  std::atomic<bool> ended_{false};
  std::string error_;      // written before ended_
  bool in_use_ = false;    // JavaScript thread
  bool reported_ = false;  // JavaScript thread
  std::optional<thread::Thread> thread_;
};

}  // namespace sdkpp::device
