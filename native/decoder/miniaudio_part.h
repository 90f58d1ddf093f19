#pragma once

// Switches of miniaudio for a file that takes one decoder out of it. Such a file adds its own, defines
// MINIAUDIO_IMPLEMENTATION and includes miniaudio.h behind this.

#define MA_API static
#define MA_NO_DEVICE_IO
#define MA_NO_THREADING
#define MA_NO_ENCODING
#define MA_NO_GENERATION
#define MA_NO_RESOURCE_MANAGER
#define MA_NO_NODE_GRAPH
#define MA_NO_ENGINE
#define MA_NO_WAV
