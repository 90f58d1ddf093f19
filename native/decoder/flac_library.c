#include "decoder/flac_library.h"

#include <stdlib.h>
#include <string.h>

#include "decoder/miniaudio_part.h"

#define MA_NO_MP3
#define MA_DR_FLAC_NO_OGG
#define MA_DR_FLAC_NO_STDIO
#define MINIAUDIO_IMPLEMENTATION
#include "miniaudio.h"

struct SdkppFlac {
  ma_dr_flac* decoder;
  const unsigned char* bytes;  // that may be taken
  size_t size;
  size_t taken;
  int is_all;
};

static size_t Read(void* context, void* out, size_t wanted) {
  struct SdkppFlac* flac = context;
  const size_t left = flac->size - flac->taken;
  size_t given = wanted < left ? wanted : left;
  // the library takes part of a word for the end of the stream
  if (given < wanted && !flac->is_all) given -= given % sizeof(ma_dr_flac_cache_t);
  memcpy(out, flac->bytes + flac->taken, given);
  flac->taken += given;
  return given;
}

static ma_bool32 Seek(void* context, int offset, ma_dr_flac_seek_origin origin) {
  (void)context;
  (void)offset;
  (void)origin;
  return MA_FALSE;
}

// Bytes that were taken and not read.
static size_t Cached(const ma_dr_flac_bs* bits) {
  const size_t lines = MA_DR_FLAC_CACHE_L2_LINE_COUNT(bits) - bits->nextL2Line;
  return (MA_DR_FLAC_CACHE_L1_BITS_REMAINING(bits) + 7) / 8 + lines * sizeof(ma_dr_flac_cache_t) +
         bits->unalignedByteCount;
}

struct SdkppFlac* SdkppFlacCreate(const unsigned char info[kSdkppFlacInfoSize]) {
  // the library gets a header whose only block is this one
  unsigned char header[8 + kSdkppFlacInfoSize] = {'f', 'L', 'a', 'C', 0x80, 0, 0, kSdkppFlacInfoSize};
  struct SdkppFlac* flac = calloc(1, sizeof *flac);
  if (flac == NULL) return NULL;
  memcpy(header + 8, info, kSdkppFlacInfoSize);
  flac->bytes = header;
  flac->size = sizeof header;
  flac->decoder = ma_dr_flac_open(Read, Seek, flac, NULL);
  if (flac->decoder != NULL) return flac;
  free(flac);
  return NULL;
}

void SdkppFlacDestroy(struct SdkppFlac* flac) {
  if (flac == NULL) return;
  ma_dr_flac_close(flac->decoder);
  free(flac);
}

struct SdkppFlacFrame SdkppFlacDecode(struct SdkppFlac* flac, const unsigned char* bytes, size_t size,
                                      int is_all) {
  enum { kLongestHeader = 16 };
  ma_dr_flac* decoder = flac->decoder;
  struct SdkppFlacFrame frame = {0};
  const size_t cached = Cached(&decoder->bs);
  size_t header = 0;
  ma_result result = MA_AT_END;
  flac->bytes = bytes;
  flac->size = size;
  flac->taken = 0;
  flac->is_all = is_all;
  decoder->currentFLACFrame.pcmFramesRemaining = 0;
  if (ma_dr_flac__read_next_flac_frame_header(&decoder->bs, decoder->bitsPerSample,
                                              &decoder->currentFLACFrame.header)) {
    header = cached + flac->taken - Cached(&decoder->bs);
    result = ma_dr_flac__decode_flac_frame(decoder);
  }
  frame.bytes = flac->taken;
  frame.is_dry = Cached(&decoder->bs) == 0;
  if (result == MA_SUCCESS) {
    frame.samples = decoder->currentFLACFrame.pcmFramesRemaining;
    frame.damaged = header > kLongestHeader ? header - kLongestHeader : 0;
  } else {
    frame.damaged = cached + flac->taken - Cached(&decoder->bs);
  }
  return frame;
}

void SdkppFlacTake(struct SdkppFlac* flac, float* out, uint32_t samples) {
  (void)ma_dr_flac_read_pcm_frames_f32(flac->decoder, samples, out);
}
