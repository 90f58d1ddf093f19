#include "device/recorder.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "device/open_file.h"
#include "device/recording.h"

namespace sdkpp::device {

Recorder::Recorder(std::function<void()> wake) : wake_(std::move(wake)) {}

Recorder::~Recorder() = default;

Recorder::Opened Recorder::Open(const std::string& path) {
  if (path.find('\0') != std::string::npos) return {.error = "the path contains a null character"};
  std::FILE* file = OpenForWriting(path);
  if (file == nullptr) return {.error = std::generic_category().message(errno)};
  auto recording = Recording::Start(next_id_, file, wake_);
  if (!recording) return {.error = "could not start a thread"};
  Opened opened{.output = recording->MakeOutput(), .id = next_id_++};
  recordings_.push_back(std::move(recording));
  return opened;
}

void Recorder::FinishAll() noexcept {
  for (const auto& recording : recordings_) recording->Finish();
  for (const auto& recording : recordings_) recording->Join();
}

std::vector<RecordingEnd> Recorder::Collect() {
  std::vector<RecordingEnd> ends;
  for (const auto& recording : recordings_) {
    if (recording->ended() && recording->TakeReport()) ends.push_back({recording->id(), recording->error()});
  }
  std::erase_if(recordings_,
                [](const auto& recording) { return recording->ended() && !recording->in_use(); });
  return ends;
}

}  // namespace sdkpp::device
