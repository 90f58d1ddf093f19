#pragma once

#include <napi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "device/supervisor.h"

namespace sdkpp::addon {

/// The devices of one addon instance and the JavaScript functions that hear of them. JavaScript thread.
class AudioDevices {
 public:
  AudioDevices(Napi::Env env, std::unique_ptr<device::Supervisor> supervisor) noexcept
      : env_(env), supervisor_(std::move(supervisor)) {}

  /// Calls `listed(error, inputs, outputs, isNull)` once, later.
  void List(const device::AudioSystemFactory& system, const Napi::Function& listed);
  /// Whether somebody waits for a list.
  [[nodiscard]] bool awaited() const noexcept { return !requests_.empty(); }
  /// `changed(kind, id, text)` is called for each report of the line until Forget().
  [[nodiscard]] std::unique_ptr<player::Source> OpenInput(const device::AudioSystemFactory& system,
                                                          std::string id, const Napi::Function& changed,
                                                          std::uint64_t& line);
  [[nodiscard]] std::unique_ptr<session::Output> OpenOutput(const device::AudioSystemFactory& system,
                                                            std::string id, const Napi::Function& changed,
                                                            std::uint64_t& line);
  /// A microphone that is open before a call takes it: its line. `changed` hears of it until then.
  [[nodiscard]] std::uint64_t Prepare(const device::AudioSystemFactory& system, std::string id,
                                      const Napi::Function& changed);
  /// `changed` hears of it from now on; nullptr when there is no such line, or a call has it.
  [[nodiscard]] std::unique_ptr<player::Source> TakePrepared(std::uint64_t line,
                                                             const Napi::Function& changed);
  /// Closes one that no call has taken.
  void Release(std::uint64_t line);
  void Forget(std::uint64_t line) { reports_.erase(line); }
  [[nodiscard]] device::LineStats StatsOf(std::uint64_t line) { return supervisor_->StatsOf(line); }
  /// Delivers what happened.
  void OnWake();

 private:
  void Report(const device::Supervisor::LineEvent& event);
  void Answer(const device::Supervisor::Listed& listed);

  Napi::Env env_;
  std::map<std::uint64_t, Napi::FunctionReference> reports_;
  std::map<std::uint64_t, Napi::FunctionReference> requests_;
  std::unique_ptr<device::Supervisor> supervisor_;
  std::map<std::uint64_t, std::unique_ptr<player::Source>> prepared_;
};

}  // namespace sdkpp::addon
