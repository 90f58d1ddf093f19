#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/instant.h"
#include "decoder/stream_decoder.h"

namespace sdkpp::decoder {

/// Streams that take turns on one thread, a step each. What one of them waits for stops no other.
class RoundRobin {
 public:
  void Add(std::unique_ptr<StreamDecoder> stream) { streams_.push_back(std::move(stream)); }
  [[nodiscard]] std::size_t size() const noexcept { return streams_.size(); }

  /// A step of every stream, and how long nothing has to be done then, unless bytes come: zero while any of
  /// them works. Frees those that are over.
  [[nodiscard]] Duration Round();

 private:
  std::vector<std::unique_ptr<StreamDecoder>> streams_;
};

}  // namespace sdkpp::decoder
