#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "decoder/round_robin.h"
#include "decoder/stream_decoder.h"
#include "thread/thread.h"

namespace sdkpp::engine {

/// Decodes all streams of one addon instance, so that no media thread does. It waits for bytes of the
/// JavaScript thread, which wakes it, and for room that media threads make, which do not: it looks again in
/// time.
class DecoderThread {
 public:
  /// nullptr when the system has no thread left.
  [[nodiscard]] static std::unique_ptr<DecoderThread> Start();
  /// Stops and joins. Sound that was decoded can still be played.
  ~DecoderThread();
  DecoderThread(const DecoderThread&) = delete;
  DecoderThread& operator=(const DecoderThread&) = delete;

  // Any thread but a media thread.

  void Add(std::unique_ptr<decoder::StreamDecoder> stream);
  /// Bytes came, or the end of them.
  void Wake();

 private:
  using Streams = std::vector<std::unique_ptr<decoder::StreamDecoder>>;

  DecoderThread() = default;
  void Run();
  /// False when the thread is to end.
  [[nodiscard]] bool Wait(Duration rest, Streams& added);

  decoder::RoundRobin streams_;  ///< its thread

  std::mutex mutex_;  ///< held for a few steps only
  std::condition_variable changed_;
  Streams added_;
  bool woken_ = false;
  bool stopping_ = false;
  std::optional<thread::Thread> thread_;  // last: starts when all the rest is there
};

}  // namespace sdkpp::engine
