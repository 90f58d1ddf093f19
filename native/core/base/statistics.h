#pragma once

// Declarations that base/statistics.inc needs; to be included before it, outside of any namespace.
#include <concepts>
#include <cstdint>
#include <type_traits>
