#pragma once

#include <atomic>
#include <cstdio>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>

#include "core/audio/wav_writer.h"
#include "core/base/audio_format.h"
#include "core/base/spsc_ring.h"
#include "core/session/output.h"

namespace sdkpp::device {

/// Writes the mixed sound of a call to a 48 kHz stereo WAV file. Files may block, so a thread of its own
/// writes; when the disk is more than a second late, blocks are dropped.
class WavFileOutput final : public session::Output {
 public:
  /// nullptr when the file cannot be made. JavaScript thread.
  [[nodiscard]] static std::unique_ptr<WavFileOutput> Open(const std::string& path);
  /// Writes what is queued, completes the header and closes. JavaScript thread; waits for the disk.
  ~WavFileOutput() override;

  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override;

 private:
  static constexpr std::size_t kBlocks = 64;

  explicit WavFileOutput(std::FILE* file);
  void Run() noexcept;
  void Drain() noexcept;

  std::FILE* file_;
  audio::WavWriter writer_;
  SpscRing<AudioBlock> queue_{kBlocks};
  std::counting_semaphore<> filled_{0};
  std::atomic<bool> closing_{false};
  std::thread thread_;  // last: starts when all the rest is there
};

}  // namespace sdkpp::device
