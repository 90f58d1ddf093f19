#include <chrono>
#include <limits>

#include "addon/voice_session.h"
#include "core/session/receiving/frame_decryption.h"

// The members of VoiceSession that concern end-to-end encryption of frames.

namespace sdkpp::addon {

namespace {

namespace cmd = session::command;

constexpr int kMaxRatchetId = std::numeric_limits<int>::max();

dave::RatchetId ReadRatchetId(Arguments& args, std::size_t at) {
  return static_cast<dave::RatchetId>(args.Integer(at, "ratchetId", 0, kMaxRatchetId));
}

/// Milliseconds; Infinity, and any duration beyond the range of the clock, means for ever.
Duration ReadDuration(Arguments& args, std::size_t at) {
  constexpr double kLongestMs = 1e12;  // some 30 years
  const double ms = args.Number(at, "durationMs", 0, std::numeric_limits<double>::infinity());
  if (ms > kLongestMs) return session::FrameDecryption::kForever;
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms));
}

}  // namespace

void VoiceSession::DaveSendClear(const Info& info) {
  if (Live(info)) Post(cmd::DaveSendClear{});
}

void VoiceSession::DaveSendNothing(const Info& info) {
  if (Live(info)) Post(cmd::DaveSendNothing{});
}

Napi::Value VoiceSession::DaveInstallSend(const Info& info) {
  Arguments args(info);
  const dave::RatchetId id = ReadRatchetId(args, 0);
  const auto base = args.Bytes(1, "base", dave::kBaseSize);
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  const bool fresh = link_->signalling().InstallSend(id, base.first<dave::kBaseSize>());
  Pump();
  return Napi::Boolean::New(info.Env(), fresh);
}

void VoiceSession::DaveExecuteSend(const Info& info) {
  Arguments args(info);
  const dave::RatchetId id = ReadRatchetId(args, 0);
  if (args.ok() && Live(info)) Post(cmd::DaveExecuteSend{id});
}

void VoiceSession::DaveInstallReceive(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  const dave::RatchetId id = ReadRatchetId(args, 1);
  const auto base = args.Bytes(2, "base", dave::kBaseSize);
  if (!args.ok() || !Live(info)) return;
  link_->signalling().InstallReceive(user, id, base.first<dave::kBaseSize>());
  Pump();
}

void VoiceSession::DaveExpireReceive(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  if (args.ok() && Live(info)) Post(cmd::DaveExpireReceive{user});
}

void VoiceSession::DaveSetPassthrough(const Info& info) {
  Arguments args(info);
  const Duration duration = ReadDuration(args, 0);
  if (args.ok() && Live(info)) Post(cmd::DaveSetPassthrough{duration});
}

void VoiceSession::DaveReset(const Info& info) {
  if (Live(info)) Post(cmd::DaveReset{});
}

}  // namespace sdkpp::addon
