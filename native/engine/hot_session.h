#pragma once

#include <cstddef>

#include "core/base/instant.h"
#include "core/base/slab.h"
#include "core/session/sending/fast_path.h"
#include "engine/udp_socket.h"

namespace sdkpp::engine {

/// What the media thread keeps at hand of one session: all that a tick on the fast path needs of it.
struct alignas(64) HotSession : InSlab<HotSession> {
  session::FastPath path;
  SocketHandle socket = kNoSocket;
  /// How often the sockets should be read.
  Duration read_every{};
};

/// Three cache lines.
static_assert(sizeof(HotSession) <= 192);

}  // namespace sdkpp::engine
