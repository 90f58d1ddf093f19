#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "addon/outputs.h"
#include "addon/voice_session.h"
#include "core/session/settings/field_check.h"
#include "engine/clock.h"

// The members of VoiceSession that concern what a voice agent hears.

namespace sdkpp::addon {

namespace {

namespace cmd = session::command;
using session::Listening;
using session::TurnPolicies;
using session::TurnPolicy;

constexpr double kMostSilenceMs = 60'000;
/// 2^53: a place on the clock is a whole number.
constexpr double kMostPlace = 9'007'199'254'740'992.0;

turns::EarRate RateArgument(Arguments& args, std::size_t at) {
  constexpr session::field::OneOf<2> kRates{{16'000, 24'000}};
  return args.Field(at, "rate", kRates) == 16'000 ? turns::EarRate::k16kHz : turns::EarRate::k24kHz;
}

/// `NativeTurnPolicy` of lib/native/listening.ts.
TurnPolicy PolicyOf(Arguments& args, Napi::Value value, const char* name) {
  using session::field::Flag;
  using session::field::Milliseconds;
  Properties from(args, value, name);
  TurnPolicy policy;
  turns::TurnSettings& settings = policy.settings;
  settings.min_silence = from.Field("minSilenceMs", Milliseconds{0, kMostSilenceMs});
  settings.max_silence = from.Field("maxSilenceMs", Milliseconds{0, kMostSilenceMs});
  settings.threshold = static_cast<float>(from.Number("threshold", 0, 1));
  settings.min_probability = static_cast<float>(from.Number("minProbability", 0, 1));
  settings.uses_prosody = from.Field("usesProsody", Flag{});
  const bool asks = from.Field("asksDetector", Flag{});
  settings.decider = asks ? turns::TurnDecider::kDetector : turns::TurnDecider::kPolicy;
  policy.deadline = from.Field("detectorDeadlineMs", Milliseconds{0, kMostSilenceMs});
  return policy;
}

}  // namespace

void VoiceSession::SetListening(const Info& info) {
  Arguments args(info);
  const turns::EarRate rate = RateArgument(args, 0);
  const auto whom = args.Choice(1, "whom", {"named", "everyone"}) == 1 ? Listening::Whom::kEveryone
                                                                       : Listening::Whom::kNamed;
  const std::vector<UserId> users = args.Users(2, "userIds");
  // after the users: a getter among them could close the session
  if (!args.ok() || !Live(info)) return;
  Post(cmd::SetReceiveQueue{&link_->media().receive_queue()});
  if (!std::exchange(has_turn_policies_, true))
    Post(cmd::SetTurnPolicies{std::make_unique<TurnPolicies>(TurnPolicy{})});
  Post(cmd::SetListening{rate, std::make_unique<Listening>(rate, whom, users)});
}

void VoiceSession::StopListening(const Info& info) {
  Arguments args(info);
  const turns::EarRate rate = RateArgument(args, 0);
  if (args.ok() && Live(info)) Post(cmd::SetListening{rate, nullptr});
}

void VoiceSession::SetTurnPolicies(const Info& info) {
  Arguments args(info);
  auto policies = std::make_unique<TurnPolicies>(PolicyOf(args, args.At(0), "usual"));
  const std::vector<UserId> users = args.Users(1, "userIds");
  if (!args.ok()) return;
  const Napi::Value own = args.At(2);
  for (std::size_t at = 0; args.ok() && at < users.size(); ++at) {
    const Napi::Value each =
        own.IsArray() ? own.As<Napi::Array>().Get(static_cast<std::uint32_t>(at)) : info.Env().Undefined();
    const TurnPolicy policy = PolicyOf(args, each, "own");
    if (args.ok() && !policies->Set(users[at], policy))
      return ThrowCoded(info.Env(), "TOO_MANY_POLICIES",
                        "At most 25 users can have a turn policy of their own");
  }
  if (!args.ok() || !Live(info)) return;
  has_turn_policies_ = true;
  Post(cmd::SetTurnPolicies{std::move(policies)});
}

void VoiceSession::JudgeTurn(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  const double pause = args.Number(1, "pause", 0, kMostPlace);
  const std::size_t verdict = args.Choice(2, "verdict", {"ends", "goesOn", "policy"});
  if (!args.ok() || !Live(info)) return;
  Post(cmd::JudgeTurn{user, static_cast<std::uint64_t>(pause), static_cast<Listening::Verdict>(verdict)});
}

Napi::Value VoiceSession::MediaTime(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  return Napi::Number::New(info.Env(), MsOf(engine::Now().time_since_epoch()));
}

}  // namespace sdkpp::addon
