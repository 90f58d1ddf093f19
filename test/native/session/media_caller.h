#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/player/opus_source.h"
#include "session/media_end.h"

namespace sdkpp::session {

/// Media with its input, and the fast path where it may take it.
class Caller {
 public:
  explicit Caller(std::unique_ptr<End> made) : end(std::move(made)) {
    auto input = std::make_unique<player::OpusSource>();
    input_ = input.get();
    end->Do(command::SetInput{std::move(input), 1});
  }

  template <class Command>
  void Do(Command command) {
    Leave();
    end->Do(std::move(command));
  }
  void Write(std::span<const std::uint8_t> packet) { (void)input_->Write(packet); }
  void Receive(const Datagram& datagram) {
    Leave();
    end->Receive(datagram);
  }
  std::vector<Datagram> Tick(Instant deadline, Duration late) {
    end->now = deadline + late;
    std::vector<Datagram> sent = TickFast(deadline);
    if (!sent.empty()) return sent;
    Leave();
    end->media.Tick(end->now, deadline, end->outbox);
    for (std::size_t at = 0; at < end->outbox.size(); ++at) {
      sent.emplace_back(end->outbox[at].begin(), end->outbox[at].end());
      end->media.HandleSent(end->outbox[at], SendResult::kSent, end->now);
    }
    end->outbox.Clear();
    (void)end->media.TakePathAction();
    end->Drain();
    if (may_be_fast) end->media.EnterFastPath(path_, end->now);
    return sent;
  }
  void Leave() {
    if (path_.active()) end->media.LeaveFastPath(path_);
  }
  [[nodiscard]] bool is_fast() const { return path_.active(); }
  /// Packets of the source that were not played yet.
  [[nodiscard]] player::OpusSource& input() { return *input_; }

  std::unique_ptr<End> end;
  bool may_be_fast = true;

 private:
  std::vector<Datagram> TickFast(Instant deadline) {
    if (!path_.active()) return {};
    std::array<std::uint8_t, Outbox::kDatagramSize> room;
    const auto size = path_.Tick(end->now, deadline, room);
    if (!size) return {};
    const auto datagram = std::span<const std::uint8_t>(room).first(*size);
    return {Datagram(datagram.begin(), datagram.end())};
  }

  FastPath path_;
  player::OpusSource* input_ = nullptr;
};

}  // namespace sdkpp::session
