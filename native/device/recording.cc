#include "device/recording.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace sdkpp::device {

class Recording::WayIn final : public session::Output {
 public:
  explicit WayIn(Recording& recording) noexcept : recording_(recording) { recording_.in_use_ = true; }
  ~WayIn() override {
    recording_.in_use_ = false;
    recording_.Finish();
  }

  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override {
    AudioBlock* slot = recording_.queue_.Claim();
    if (slot == nullptr) return;
    std::ranges::copy(block, slot->begin());
    recording_.queue_.Commit();
    recording_.filled_.Release();
  }

 private:
  Recording& recording_;
};

std::unique_ptr<Recording> Recording::Start(std::uint64_t id, std::FILE* file,
                                            const std::function<void()>& ended) {
  std::unique_ptr<Recording> recording(new Recording(id, file, ended));
  auto started =
      thread::Thread::Start([](void* raw) noexcept { static_cast<Recording*>(raw)->Run(); }, recording.get());
  if (!started) return nullptr;
  recording->thread_.emplace(std::move(*started));
  return recording;
}

Recording::~Recording() {
  Finish();
  Join();
  if (file_ != nullptr) std::fclose(file_);
}

std::unique_ptr<session::Output> Recording::MakeOutput() { return std::make_unique<WayIn>(*this); }

void Recording::Finish() noexcept {
  if (!closing_.exchange(true, std::memory_order_acq_rel)) filled_.Release();
}

void Recording::Run() noexcept {
  bool good = Write(writer_.Header());
  while (good && !closing_.load(std::memory_order_acquire)) {
    filled_.Acquire();
    good = Drain();
  }
  if (good) good = Drain();
  Complete();
  ended_.store(true, std::memory_order_release);
  on_ended_();
}

bool Recording::Drain() noexcept {
  bool good = true;
  while (const AudioBlock* block = good ? queue_.Front() : nullptr) {
    good = Write(writer_.Bytes(std::span<const std::int16_t, kBlockValues>(*block)));
    queue_.Release();
  }
  return good;
}

bool Recording::Write(std::span<const std::uint8_t> bytes) noexcept {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size()) return true;
  error_ = std::generic_category().message(errno);
  return false;
}

/// The true sizes, over the header of the beginning. Closing writes what the stream still holds: it may fail,
/// too.
void Recording::Complete() noexcept {
  if (std::fseek(file_, 0, SEEK_SET) == 0) {
    (void)Write(writer_.Header());
  } else if (error_.empty()) {
    error_ = std::generic_category().message(errno);
  }
  if (std::fclose(file_) != 0 && error_.empty()) error_ = std::generic_category().message(errno);
  file_ = nullptr;
}

}  // namespace sdkpp::device
