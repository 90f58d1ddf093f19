#include "decoder/mp3_library.h"

#include <stdlib.h>

#include "decoder/miniaudio_part.h"

#define MA_NO_FLAC
#define MA_DR_MP3_FLOAT_OUTPUT
#define MINIAUDIO_IMPLEMENTATION
#include "miniaudio.h"

struct SdkppMp3 {
  ma_dr_mp3dec decoder;
};

struct SdkppMp3* SdkppMp3Create(void) {
  struct SdkppMp3* decoder = calloc(1, sizeof *decoder);
  if (decoder != NULL) ma_dr_mp3dec_init(&decoder->decoder);
  return decoder;
}

void SdkppMp3Destroy(struct SdkppMp3* decoder) { free(decoder); }

struct SdkppMp3Frame SdkppMp3Decode(struct SdkppMp3* decoder, const unsigned char* bytes, size_t size,
                                    float* out) {
  ma_dr_mp3dec_frame_info info = {0};
  const int samples = ma_dr_mp3dec_decode_frame(&decoder->decoder, bytes, (int)size, out, &info);
  struct SdkppMp3Frame frame = {info.frame_bytes, 0, samples, info.channels, (int)info.hz};
  if (samples > 0) {
    const ma_uint8* header = decoder->decoder.header;
    frame.junk = info.frame_bytes - ma_dr_mp3_hdr_padding(header) -
                 ma_dr_mp3_hdr_frame_bytes(header, decoder->decoder.free_format_bytes);
  }
  return frame;
}
