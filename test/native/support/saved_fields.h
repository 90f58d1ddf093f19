#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "support/allocation_guard.h"

namespace sdkpp::test {

using Record = std::vector<std::uint8_t>;

/// What `owner` saves; that allocates nothing.
template <class Owner>
Record Save(const Owner& owner, Instant now) {
  static std::array<std::uint8_t, std::size_t{1} << 18> room;
  FieldWriter out(room, now);
  const AllocationGuard guard;
  owner.Save(out);
  EXPECT_EQ(guard.count(), 0U);
  EXPECT_TRUE(out.ok());
  return {out.written().begin(), out.written().end()};
}

/// Calls `restore(reader)`; gives the fault.
template <class Restore>
RestoreFault FaultOf(std::span<const std::uint8_t> record, Instant now, const Restore& restore) {
  RestoreFault fault;
  FieldReader in(record, now, "owner", fault);
  restore(in);
  return fault;
}

/// Restores in place what was saved.
template <class Owner>
void RestoreInto(Owner& owner, const Record& record, Instant now) {
  const RestoreFault fault = FaultOf(record, now, [&](FieldReader& in) { owner.Restore(in); });
  EXPECT_FALSE(fault) << fault.record << ", " << fault.field;
}

/// The fields of a record, each with its head.
inline std::vector<Record> Split(std::span<const std::uint8_t> record) {
  std::vector<Record> fields;
  for (ByteReader in(record); in.remaining() > 0;) {
    const auto from = in.position();
    in.Skip(1);
    in.Skip(std::size_t{in.U8()} << 16 | in.U16());
    const auto field = record.subspan(from, in.position() - from);
    fields.emplace_back(field.begin(), field.end());
  }
  return fields;
}

inline Record Join(std::span<const Record> fields) {
  Record record;
  for (const Record& field : fields) record.insert(record.end(), field.begin(), field.end());
  return record;
}

/// The record with another content in the field `number`.
inline Record With(std::span<const std::uint8_t> record, std::uint8_t number, const Record& content) {
  auto fields = Split(record);
  for (Record& field : fields) {
    if (field[0] != number) continue;
    const std::size_t size = content.size();
    field = {number, 0, static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size)};
    field.insert(field.end(), content.begin(), content.end());
  }
  return Join(fields);
}

/// Without any one field a fault names the missing one; `optional` ones may be left out.
template <class Restore>
void ExpectEachFieldNeeded(const Record& record, Instant now, const Restore& restore,
                           std::initializer_list<std::uint8_t> optional = {}) {
  EXPECT_FALSE(FaultOf(record, now, restore));
  const auto fields = Split(record);
  for (const Record& each : fields) {
    auto rest = fields;
    std::erase_if(rest, [&](const Record& field) { return field[0] == each[0]; });
    const RestoreFault fault = FaultOf(Join(rest), now, restore);
    if (std::ranges::find(optional, each[0]) != optional.end()) {
      EXPECT_FALSE(fault) << "without " << int{each[0]} << ": " << fault.field;
    } else {
      EXPECT_EQ(fault.problem, RestoreProblem::kMissing) << "without " << int{each[0]};
      EXPECT_FALSE(fault.field.empty());
    }
  }
}

/// Restores records that are cut, have some bits changed, or hold other bytes: `restore` may do with the
/// result what it likes.
template <class Restore>
void RestoreDamaged(const Record& record, Instant now, const Restore& restore, int times = 3000) {
  for (std::size_t size = 0; size < record.size(); size += 1 + record.size() / 512) {
    (void)FaultOf(std::span(record).first(size), now, restore);
  }
  std::mt19937_64 random(record.size());
  for (int time = 0; time < times; ++time) {
    Record damaged = record;
    for (std::uint64_t left = 1 + random() % 3; left > 0; --left) {
      std::uint8_t& byte = damaged[random() % damaged.size()];
      byte = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : byte ^ 1U << random() % 8);
    }
    (void)FaultOf(damaged, now, restore);
  }
}

}  // namespace sdkpp::test
