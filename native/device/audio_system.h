#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sdkpp::device {

enum class Direction : std::uint8_t { kCapture, kPlayback };

struct DeviceName {
  std::string id;
  std::string name;
  bool is_default = false;
};

struct DeviceNames {
  std::vector<DeviceName> inputs{};
  std::vector<DeviceName> outputs{};
  /// Nothing of this machine: no audio system was found, or none was wanted.
  bool null_system = false;
  /// Why there is no list; empty when there is one.
  std::string error{};
};

/// The actual format of a device; its callbacks have interleaved stereo.
struct StreamShape {
  int rate = 0;  ///< Hz
  std::size_t period_frames = 0;
};

/// The user of an open device.
class StreamClient {
 public:
  virtual ~StreamClient() = default;
  /// Before the first callback, on the thread that opens. May allocate.
  virtual void Begin(const StreamShape& shape) = 0;
  // Audio thread: no allocation, no waiting.
  virtual void Captured(std::span<const float> frames) noexcept = 0;
  virtual void Play(std::span<float> frames) noexcept = 0;
  /// The device is gone. Any thread, perhaps repeatedly; must not wait.
  virtual void Lost() noexcept = 0;
  /// It was suspended only, and runs again.
  virtual void Resumed() noexcept = 0;
};

/// An open device. Its end closes it, and may hang where the system does.
class Stream {
 public:
  virtual ~Stream() = default;
};

/// A failure, in words.
struct DeviceError {
  std::string text;
};

/// The audio of one system as one thread sees it: every call may take long, or forever.
class AudioSystem {
 public:
  virtual ~AudioSystem() = default;
  [[nodiscard]] virtual DeviceNames List() = 0;
  /// Opens the device `id`, or the default one when `id` is empty: 10 ms periods, at the device's own rate.
  /// `client` outlives the stream.
  [[nodiscard]] virtual std::variant<std::unique_ptr<Stream>, DeviceError> Open(Direction direction,
                                                                                const std::string& id,
                                                                                StreamClient& client) = 0;
};

/// Makes an audio system on the thread that will use it. Any thread.
using AudioSystemFactory = std::function<std::unique_ptr<AudioSystem>()>;

/// The one of this machine; where none is found, the null system.
[[nodiscard]] std::unique_ptr<AudioSystem> MakeMachineSystem();
/// Devices that capture silence and swallow sound, on a clock of their own.
[[nodiscard]] std::unique_ptr<AudioSystem> MakeNullSystem();

}  // namespace sdkpp::device
