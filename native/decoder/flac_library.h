#pragma once

// The part of miniaudio that decodes FLAC frames from memory. Only flac_library.c sees its header: it is
// compiled there with other switches than for devices, and with nothing exported.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct SdkppFlac;

struct SdkppFlacFrame {
  size_t bytes;      ///< that were taken; some of them may be of the next frame
  uint32_t samples;  ///< per channel; 0 without a frame
  size_t damaged;    ///< bytes in front of the frame that are of none, or of a damaged one
  int is_dry;        ///< all bytes that were ever taken are read
};

enum { kSdkppFlacInfoSize = 34 };
/// Bytes that are taken at once.
enum { kSdkppFlacTaken = 4096 };

/// Of the data of a STREAMINFO block. NULL without memory.
struct SdkppFlac* SdkppFlacCreate(const unsigned char info[kSdkppFlacInfoSize]);
void SdkppFlacDestroy(struct SdkppFlac* decoder);
/// Decodes the next frame of the stream, which goes on with these bytes. Unless they are its end
/// (`is_all`), they have to be more than the frame by kSdkppFlacTaken.
struct SdkppFlacFrame SdkppFlacDecode(struct SdkppFlac* decoder, const unsigned char* bytes, size_t size,
                                      int is_all);
/// The next samples of that frame, interleaved: of `samples` per channel, which it has to have.
void SdkppFlacTake(struct SdkppFlac* decoder, float* out, uint32_t samples);

#ifdef __cplusplus
}
#endif
