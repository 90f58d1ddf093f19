#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/statistics.h"

namespace sdkpp {

/// Writes the counters of a table, the first row as field 1: a new row comes last there.
template <class Statistics>
void SaveCounters(FieldWriter& out, const Statistics& stats) noexcept {
  std::uint8_t number = 0;
  VisitStatistics(stats, [&](std::string_view name, std::uint64_t count) {
    out.Number(Field{++number, name}, count);
  });
}

/// Rows that the writer did not know yet stay.
template <class Statistics>
void RestoreCounters(FieldReader& in, Statistics& stats) noexcept {
  std::uint8_t number = 0;
  VisitStatistics(stats, [&](std::string_view name, std::uint64_t& count) {
    count = in.Maybe<std::uint64_t>(Field{++number, name}).value_or(count);
  });
}

}  // namespace sdkpp
