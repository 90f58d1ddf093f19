#include "addon/session_link.h"

#include <utility>

#include "engine/udp_socket.h"

namespace sdkpp::addon {

Instant SessionLink::Advance(Instant now) {
  if (now > now_) now_ = now;
  for (session::MediaEvent& event : std::exchange(reports_, {}))
    signalling_.HandleEvent(std::move(event), now_);
  return now_;
}

bool SessionLink::Pump() {
  while (const auto request = signalling_.PollPath()) OpenPath(*request);
  while (auto command = signalling_.PollCommand()) backlog_.push_back(std::move(*command));
  bool pushed = false;
  while (!backlog_.empty() && media_->Push(std::move(backlog_.front()))) {
    backlog_.pop_front();
    pushed = true;
  }
  return pushed;
}

void SessionLink::OpenPath(const session::PathRequest& request) {
  if (request.ip.empty()) {
    backlog_.emplace_back(engine::DetachSocket{});
    return;
  }
  auto socket = engine::UdpSocket::Connect(request.ip, request.port);
  if (!socket) return;  // discovery times out and reports it
  backlog_.emplace_back(engine::AttachSocket{std::move(*socket)});
}

}  // namespace sdkpp::addon
