#pragma once

#include <memory>

struct OpusEncoder;
struct OpusDecoder;

namespace sdkpp::opus {

struct OpusEncoderDeleter {
  void operator()(::OpusEncoder* encoder) const noexcept;
};
struct OpusDecoderDeleter {
  void operator()(::OpusDecoder* decoder) const noexcept;
};

using OpusEncoderPtr = std::unique_ptr<::OpusEncoder, OpusEncoderDeleter>;
using OpusDecoderPtr = std::unique_ptr<::OpusDecoder, OpusDecoderDeleter>;

}  // namespace sdkpp::opus
