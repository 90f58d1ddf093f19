#pragma once

// miniaudio with devices only. The switches shape its structures: every file that includes it does so through
// this file.

#define MA_NO_DECODING
#define MA_NO_ENCODING
#define MA_NO_GENERATION
#define MA_NO_RESOURCE_MANAGER
#define MA_NO_NODE_GRAPH
#define MA_NO_ENGINE
#define MA_ENABLE_ONLY_SPECIFIC_BACKENDS
#define MA_ENABLE_WASAPI
#define MA_ENABLE_PULSEAUDIO
#define MA_ENABLE_ALSA
#define MA_ENABLE_NULL
// Compilers for macOS that run elsewhere may lack the headers of its frameworks; only the null device is left
// then.
#if defined(__APPLE__) && __has_include(<CoreAudio/CoreAudio.h>)
#define MA_ENABLE_COREAUDIO
#endif

#include "miniaudio.h"
