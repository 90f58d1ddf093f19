// The one compilation of miniaudio.
#define MINIAUDIO_IMPLEMENTATION
#include "device/miniaudio_library.h"
