#pragma once

#include <stdint.h>

// The types of Speex. What its interface calls a sample of 16 bits is a float on the same scale: inside it
// computes with floats anyway.
typedef float spx_int16_t;
typedef uint16_t spx_uint16_t;
typedef int32_t spx_int32_t;
typedef uint32_t spx_uint32_t;
