#pragma once

// The part of miniaudio that decodes single MPEG frames from memory. Only mp3_library.c sees its header: it
// is compiled there with other switches than for devices, and with nothing exported.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct SdkppMp3;

struct SdkppMp3Frame {
  int bytes;    ///< that were read, what was no frame among them
  int junk;     ///< bytes in front of the frame
  int samples;  ///< per channel; 0 without a frame
  int channels;
  int rate;
};

enum { kSdkppMp3MaxValues = 1152 * 2 };

/// NULL without memory.
struct SdkppMp3* SdkppMp3Create(void);
void SdkppMp3Destroy(struct SdkppMp3* decoder);
/// Decodes the first frame of these bytes into `out`, interleaved: kSdkppMp3MaxValues at most.
struct SdkppMp3Frame SdkppMp3Decode(struct SdkppMp3* decoder, const unsigned char* bytes, size_t size,
                                    float* out);

#ifdef __cplusplus
}
#endif
