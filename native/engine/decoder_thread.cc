#include "engine/decoder_thread.h"

#include <utility>

namespace sdkpp::engine {

std::unique_ptr<DecoderThread> DecoderThread::Start() {
  std::unique_ptr<DecoderThread> decoder(new DecoderThread);
  auto started = thread::Thread::Start([](void* raw) noexcept { static_cast<DecoderThread*>(raw)->Run(); },
                                       decoder.get());
  if (!started) return nullptr;
  decoder->thread_.emplace(std::move(*started));
  return decoder;
}

DecoderThread::~DecoderThread() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_one();
  }
  thread_.reset();
}

void DecoderThread::Add(std::unique_ptr<decoder::StreamDecoder> stream) {
  const std::lock_guard lock(mutex_);
  added_.push_back(std::move(stream));
  changed_.notify_one();
}

void DecoderThread::Wake() {
  const std::lock_guard lock(mutex_);
  woken_ = true;
  changed_.notify_one();
}

void DecoderThread::Run() {
  Duration rest{};
  Streams added;
  while (Wait(rest, added)) {
    for (auto& stream : added) streams_.Add(std::move(stream));
    added.clear();
    rest = streams_.Round();
  }
}

/// Without streams nothing happens until one is added.
bool DecoderThread::Wait(Duration rest, Streams& added) {
  std::unique_lock lock(mutex_);
  const auto has_work = [this] { return woken_ || stopping_ || !added_.empty(); };
  if (streams_.size() == 0)
    changed_.wait(lock, has_work);
  else if (rest > Duration::zero())
    (void)changed_.wait_for(lock, rest, has_work);
  woken_ = false;
  std::swap(added, added_);
  return !stopping_;
}

}  // namespace sdkpp::engine
