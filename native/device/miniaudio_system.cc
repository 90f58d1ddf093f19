#include <array>
#include <cstring>
#include <utility>

#include "device/audio_system.h"
#include "device/miniaudio_library.h"
#include "device/offered_device.h"
#include "device/quiet_alsa.h"

namespace sdkpp::device {

namespace {

constexpr ma_uint32 kPeriodMs = 10;
constexpr ma_uint32 kStreamChannels = 2;
constexpr std::size_t kIdBytes = sizeof(ma_device_id);
constexpr char kHexDigits[] = "0123456789abcdef";

/// An id is a union of each backend's own form; only its bytes up to the last that is not zero are told.
std::string TextOf(const ma_device_id& id) {
  std::array<std::uint8_t, kIdBytes> bytes{};
  std::memcpy(bytes.data(), &id, kIdBytes);
  std::size_t size = kIdBytes;
  while (size > 0 && bytes[size - 1] == 0) --size;
  std::string text;
  for (std::size_t at = 0; at < size; ++at) {
    text += kHexDigits[bytes[at] >> 4];
    text += kHexDigits[bytes[at] & 15];
  }
  return text;
}

SoundSystem SystemOf(ma_backend backend) noexcept {
  switch (backend) {
    case ma_backend_pulseaudio:
      return SoundSystem::kPulseAudio;
    case ma_backend_alsa:
      return SoundSystem::kAlsa;
    default:
      return SoundSystem::kOther;
  }
}

/// The system's own name of a device, where it has a readable one.
std::string_view NameInSystem(SoundSystem system, const ma_device_id& id) noexcept {
  switch (system) {
    case SoundSystem::kPulseAudio:
      return id.pulse;
    case SoundSystem::kAlsa:
      return id.alsa;
    case SoundSystem::kOther:
      return {};
  }
  return {};
}

OpenFailure FailureOf(ma_result result) noexcept {
  switch (result) {
    case MA_ACCESS_DENIED:
      return OpenFailure::kForbidden;
    case MA_BUSY:
    case MA_SHARE_MODE_NOT_SUPPORTED:
      return OpenFailure::kBusy;
    case MA_NO_DEVICE:
      return OpenFailure::kMissing;
    default:
      return OpenFailure::kNone;
  }
}

class MiniaudioStream final : public Stream {
 public:
  explicit MiniaudioStream(StreamClient& client) noexcept : client_(client) {}
  ~MiniaudioStream() override {
    if (open_) ma_device_uninit(&device_);
  }

  [[nodiscard]] ma_result Open(ma_context& context, Direction direction, const ma_device_id* id) {
    ma_device_config config = ma_device_config_init(
        direction == Direction::kCapture ? ma_device_type_capture : ma_device_type_playback);
    // each type reads its own side only
    config.capture.pDeviceID = config.playback.pDeviceID = id;
    config.capture.format = config.playback.format = ma_format_f32;
    config.capture.channels = config.playback.channels = kStreamChannels;
    config.sampleRate = 0;  // the device's own
    config.periodSizeInMilliseconds = kPeriodMs;
    config.noFixedSizedCallback = MA_TRUE;
    config.wasapi.usage = ma_wasapi_usage_default;
    config.dataCallback = &OnData;
    config.notificationCallback = &OnNotification;
    config.pUserData = this;
    const ma_result opened = ma_device_init(&context, &config, &device_);
    if (opened != MA_SUCCESS) return opened;
    open_ = true;
    const ma_uint32 rate = device_.sampleRate;
    client_.Begin({static_cast<int>(rate), rate * kPeriodMs / 1000});
    return ma_device_start(&device_);
  }

 private:
  static void OnData(ma_device* device, void* out, const void* in, ma_uint32 frames) noexcept {
    StreamClient& client = static_cast<MiniaudioStream*>(device->pUserData)->client_;
    const std::size_t values = std::size_t{frames} * kStreamChannels;
    if (in != nullptr) client.Captured({static_cast<const float*>(in), values});
    if (out != nullptr) client.Play({static_cast<float*>(out), values});
  }
  static void OnNotification(const ma_device_notification* notification) noexcept {
    StreamClient& client = static_cast<MiniaudioStream*>(notification->pDevice->pUserData)->client_;
    if (notification->type == ma_device_notification_type_stopped) client.Lost();
    if (notification->type == ma_device_notification_type_started) client.Resumed();
  }

  StreamClient& client_;
  ma_device device_{};
  bool open_ = false;
};

class MiniaudioSystem final : public AudioSystem {
 public:
  ~MiniaudioSystem() override {
    if (open_) ma_context_uninit(&context_);
  }

  [[nodiscard]] bool Start(std::span<const ma_backend> backends) {
    ma_context_config config = ma_context_config_init();
    config.pulse.pApplicationName = "sdkpp";
    config.pulse.tryAutoSpawn = MA_FALSE;
    config.threadPriority = ma_thread_priority_realtime;
    open_ = ma_context_init(backends.data(), static_cast<ma_uint32>(backends.size()), &config, &context_) ==
            MA_SUCCESS;
    return open_;
  }

  DeviceNames List() override {
    ma_device_info* outputs = nullptr;
    ma_device_info* inputs = nullptr;
    ma_uint32 output_count = 0;
    ma_uint32 input_count = 0;
    const ma_result listed =
        ma_context_get_devices(&context_, &outputs, &output_count, &inputs, &input_count);
    if (listed != MA_SUCCESS) {
      return {.error = std::string("could not list the audio devices: ") + ma_result_description(listed)};
    }
    return {.inputs = Named(Direction::kCapture, {inputs, input_count}),
            .outputs = Named(Direction::kPlayback, {outputs, output_count}),
            .null_system = context_.backend == ma_backend_null};
  }

  std::variant<std::unique_ptr<Stream>, DeviceError> Open(Direction direction, const std::string& id,
                                                          StreamClient& client) override {
    ma_device_id chosen{};
    if (!id.empty() && !Find(direction, id, chosen)) return DeviceError{"the device is not there"};
    if (id.empty() && IsEchoOfSpeaker(direction)) {
      return DeviceError{WordsFor(OpenFailure::kMissing, direction, {})};
    }
    auto stream = std::make_unique<MiniaudioStream>(client);
    const ma_result opened = stream->Open(context_, direction, id.empty() ? nullptr : &chosen);
    if (opened != MA_SUCCESS) {
      return DeviceError{WordsFor(FailureOf(opened), direction, ma_result_description(opened))};
    }
    return std::unique_ptr<Stream>(std::move(stream));
  }

 private:
  [[nodiscard]] bool Offers(Direction direction, const ma_device_info& info) const noexcept {
    const SoundSystem system = SystemOf(context_.backend);
    return IsOffered(system, direction, NameInSystem(system, info.id));
  }
  [[nodiscard]] std::vector<DeviceName> Named(Direction direction,
                                              std::span<const ma_device_info> infos) const {
    std::vector<DeviceName> names;
    for (const ma_device_info& info : infos) {
      if (!Offers(direction, info)) continue;
      names.push_back({TextOf(info.id), NameOf(info), info.isDefault != MA_FALSE});
    }
    return names;
  }
  /// ALSA has devices without a description, its default one among them.
  static std::string NameOf(const ma_device_info& info) {
    if (info.name[0] != '\0') return info.name;
    return info.isDefault != MA_FALSE ? "Default" : TextOf(info.id);
  }
  /// Only ids of the list are opened: what a caller made up never reaches the system.
  bool Find(Direction direction, const std::string& id, ma_device_id& found) {
    for (const ma_device_info& info : Infos(direction)) {
      if (Offers(direction, info) && TextOf(info.id) == id) {
        found = info.id;
        return true;
      }
    }
    return false;
  }
  /// Without a microphone, PulseAudio's default one is what a speaker plays: music, and other people.
  bool IsEchoOfSpeaker(Direction direction) {
    if (SystemOf(context_.backend) != SoundSystem::kPulseAudio) return false;
    for (const ma_device_info& info : Infos(direction)) {
      if (info.isDefault != MA_FALSE) return !Offers(direction, info);
    }
    return false;
  }
  /// Valid until the next call; empty when they cannot be listed.
  std::span<const ma_device_info> Infos(Direction direction) {
    ma_device_info* outputs = nullptr;
    ma_device_info* inputs = nullptr;
    ma_uint32 output_count = 0;
    ma_uint32 input_count = 0;
    if (ma_context_get_devices(&context_, &outputs, &output_count, &inputs, &input_count) != MA_SUCCESS) {
      return {};
    }
    if (direction == Direction::kCapture) return {inputs, input_count};
    return {outputs, output_count};
  }

  ma_context context_{};
  bool open_ = false;
};

std::unique_ptr<AudioSystem> Started(std::span<const ma_backend> backends) {
  auto system = std::make_unique<MiniaudioSystem>();
  if (!system->Start(backends)) return nullptr;
  return system;
}

}  // namespace

std::unique_ptr<AudioSystem> MakeMachineSystem() {
  QuietAlsa();
  constexpr std::array kBackends{ma_backend_wasapi, ma_backend_coreaudio, ma_backend_pulseaudio,
                                 ma_backend_alsa};
  auto system = Started(kBackends);
  return system ? std::move(system) : MakeNullSystem();
}

std::unique_ptr<AudioSystem> MakeNullSystem() {
  constexpr std::array kBackends{ma_backend_null};
  return Started(kBackends);
}

}  // namespace sdkpp::device
