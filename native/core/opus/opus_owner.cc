#include "core/opus/opus_owner.h"

#include <opus.h>

namespace sdkpp::opus {

void OpusEncoderDeleter::operator()(::OpusEncoder* encoder) const noexcept { opus_encoder_destroy(encoder); }

void OpusDecoderDeleter::operator()(::OpusDecoder* decoder) const noexcept { opus_decoder_destroy(decoder); }

}  // namespace sdkpp::opus
