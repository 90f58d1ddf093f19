#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp {

/// Writes the counters of a struct of statistics: a field for each row, numbered from 1 in their order.
/// Counters at 0 are left out, and so are gauges, which are measured anew.
template <class Stats>
void SaveStatistics(FieldWriter& out, const Stats& stats) noexcept {
  std::uint8_t number = 0;
  VisitRows(stats, [&](const auto& row) noexcept {
    using Row = std::remove_cvref_t<decltype(row)>;
    const Field field{++number, "statistics"};
    if constexpr (std::same_as<Row, std::uint64_t>) {
      if (row != 0) out.Number(field, row);
    } else if constexpr (std::is_class_v<Row>) {
      out.Record(field, [&](FieldWriter& group) noexcept { SaveStatistics(group, row); });
    }
  });
}

template <class Stats>
void RestoreStatistics(FieldReader in, Stats& stats) noexcept {
  std::uint8_t number = 0;
  VisitRows(stats, [&](auto& row) noexcept {
    using Row = std::remove_cvref_t<decltype(row)>;
    const Field field{++number, "statistics"};
    if constexpr (std::same_as<Row, std::uint64_t>) {
      row = in.Maybe<std::uint64_t>(field).value_or(0);
    } else if constexpr (std::is_class_v<Row>) {
      if (const auto group = in.MaybeRecord(field)) RestoreStatistics(*group, row);
    }
  });
}

}  // namespace sdkpp
