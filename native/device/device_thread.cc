#include "device/device_thread.h"

#include <utility>

namespace sdkpp::device {

bool DeviceThread::Start() {
  auto* self = new std::shared_ptr<DeviceThread>(shared_from_this());
  auto started = thread::Thread::Start(
      [](void* raw) noexcept {
        const std::unique_ptr<std::shared_ptr<DeviceThread>> own(
            static_cast<std::shared_ptr<DeviceThread>*>(raw));
        (*own)->Run();
        (*own)->ended_.store(true, std::memory_order_release);
      },
      self);
  if (!started) {
    delete self;
    ended_.store(true, std::memory_order_release);
    return false;
  }
  thread_.emplace(std::move(*started));
  return true;
}

void DeviceThread::Abandon() noexcept {
  if (!thread_) return;
  thread_->Abandon();
  thread_.reset();
}

}  // namespace sdkpp::device
