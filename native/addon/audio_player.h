#pragma once

#include <napi.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "addon/arguments.h"
#include "addon/instance.h"
#include "addon/source_end.h"
#include "core/player/heard_marks.h"
#include "core/player/player.h"

namespace sdkpp::addon {

/// `NativePlayer` of lib/native/addon.ts: checks arguments, posts commands to the player, converts its
/// events. JavaScript thread.
class AudioPlayer final : public Napi::ObjectWrap<AudioPlayer>, private Woken {
 public:
  static Napi::Function Define(Napi::Env env);
  /// Called by `createPlayer` only, with an External that holds the Instance.
  explicit AudioPlayer(const Napi::CallbackInfo& info);
  ~AudioPlayer() override;

  /// The player in an argument, if it is one that is not closed; otherwise nullptr with an exception thrown.
  [[nodiscard]] static AudioPlayer* Of(Napi::Env env, Napi::Value value);
  /// What a session plays of it.
  [[nodiscard]] std::unique_ptr<player::Source> Tap(std::shared_ptr<player::HeardMarks> heard) const;
  [[nodiscard]] const player::Player& player() const noexcept { return *player_; }

 private:
  using Value = Napi::Value;
  using Info = Napi::CallbackInfo;
  /// When and how a track plays.
  struct Place;

  void OpenPcm(const Info& info);
  void OpenOpus(const Info& info);
  void OpenWav(const Info& info);
  Value OpenOgg(const Info& info);
  void OpenStream(const Info& info);
  void SetStreamSkip(const Info& info);
  Value WritePcm(const Info& info);
  Value WriteOpusPackets(const Info& info);
  Value WriteBytes(const Info& info);
  void FinishTrack(const Info& info);
  void Skip(const Info& info);
  void Stop(const Info& info);
  void SetPaused(const Info& info);
  void SetGain(const Info& info);
  void SetFilters(const Info& info);
  Value GetPosition(const Info& info);
  Value Poll(const Info& info);
  void Close(const Info& info);

  /// The media thread has something to collect.
  void OnWake() override;
  [[nodiscard]] bool Live(const Info& info);
  /// Arguments 0 and 1 of all that open: the number of the track, and when it plays.
  template <class Open>
  Value OpenTrack(const Info& info, const Open& open);
  [[nodiscard]] static Place ReadPlace(Arguments& args, std::size_t at);
  /// False with an exception thrown.
  [[nodiscard]] bool Mix(player::Track track, const Place& place);
  [[nodiscard]] SourceEnd EndOf(std::uint32_t track) const;
  void Post(player::PlayerCommand command);
  void Pump();
  void CloseNow() noexcept;
  [[nodiscard]] Napi::Object Convert(const player::PlayerEvent& event) const;

  std::shared_ptr<Instance> instance_;
  std::unique_ptr<player::Player> player_;  ///< null once it is closed
  Napi::FunctionReference on_wake_;
  std::map<std::uint32_t, SourceEnd> ends_;
  std::deque<player::PlayerCommand> backlog_;  ///< for which the media thread had no room
  std::deque<player::PlayerEvent> events_;
};

}  // namespace sdkpp::addon
