#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/session/sound/output.h"

namespace sdkpp::device {

class Recording;

/// How a recording ended.
struct RecordingEnd {
  std::uint64_t id = 0;
  /// Empty: the file is complete. Otherwise what failed; the file then holds what was written before.
  std::string error{};
};

/// The recordings of one addon instance. Files may block, so each has a thread of its own that writes;
/// nothing here waits for a disk but the destructor. JavaScript thread.
class Recorder {
 public:
  /// A recording that began, or why it did not.
  struct Opened {
    /// Freeing it ends the recording; its file is then completed in the background.
    std::unique_ptr<session::Output> output{};
    std::uint64_t id = 0;
    std::string error{};
  };

  /// `wake` is called on the writers' threads when there is something to collect. Must not block.
  explicit Recorder(std::function<void()> wake);
  /// Completes all files; no output may exist any more.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Begins a 48 kHz stereo WAV file of mixed sound.
  [[nodiscard]] Opened Open(const std::string& path);
  /// The recordings that ended since the last call.
  [[nodiscard]] std::vector<RecordingEnd> Collect();
  /// Completes all files and waits for them. Outputs that still exist drop their blocks.
  void FinishAll() noexcept;

 private:
  std::function<void()> wake_;
  std::uint64_t next_id_ = 1;
  std::vector<std::unique_ptr<Recording>> recordings_;
};

}  // namespace sdkpp::device
