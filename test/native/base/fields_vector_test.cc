#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

/// `hex` of test/vectors/saved-fields.json, which TypeScript reads and writes too. Its test compares the two.
constexpr std::string_view kHex =
    "0100000002000001ff0300000301000004000008ffffffffffffffff0500000006000001ff07000002008008000003ff"
    "7fff0900000880000000000000000a00000500b2d05e000b000003eced300c00000300ff100d0000000e0000075ac3bc"
    "726963680f0000090100000107020000000f0000050100000108ff00000103ff0000020100";

constexpr Instant kNow{1h};

constexpr Field At(std::uint8_t number) { return {number, "field"}; }

std::string Hex(std::span<const std::uint8_t> bytes) {
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

std::vector<std::uint8_t> Bytes(std::string_view hex) {
  const auto digit = [](char each) { return each <= '9' ? each - '0' : each - 'a' + 10; };
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2)
    bytes.push_back(static_cast<std::uint8_t>(digit(hex[at]) << 4 | digit(hex[at + 1])));
  return bytes;
}

TEST(FieldsVector, IsWhatTheWriterWrites) {
  std::array<std::uint8_t, 256> room{};
  FieldWriter out(room, kNow);
  out.Number(At(1), 0U);
  out.Number(At(2), std::uint64_t{255});
  out.Number(At(3), std::uint64_t{65'536});
  out.Number(At(4), std::numeric_limits<std::uint64_t>::max());
  out.Number(At(5), std::int64_t{0});
  out.Number(At(6), std::int64_t{-1});
  out.Number(At(7), std::int64_t{128});
  out.Number(At(8), std::int64_t{-32'769});
  out.Number(At(9), std::numeric_limits<std::int64_t>::min());
  out.Time(At(10), kNow + 3s);
  out.Time(At(11), kNow - 1250us);
  out.Bytes(At(12), std::array<std::uint8_t, 3>{0, 0xff, 0x10});
  out.Bytes(At(13), {});
  out.Text(At(14), "Z\u00fcrich");
  out.Record(At(15), [](FieldWriter& inner) {
    inner.Number(At(1), 7U);
    inner.Record(At(2), [](FieldWriter&) {});
  });
  out.Record(At(15), [](FieldWriter& inner) { inner.Number(At(1), 8U); });
  out.Number(At(255), 3U);
  out.Number(At(255), 256U);
  ASSERT_TRUE(out.ok());
  EXPECT_EQ(Hex(out.written()), kHex);
}

TEST(FieldsVector, IsWhatTheReaderReads) {
  const std::vector<std::uint8_t> bytes = Bytes(kHex);
  const Instant elsewhere{5min};
  RestoreFault fault;
  FieldReader in(bytes, elsewhere, "vector", fault);
  EXPECT_EQ(in.Number<std::uint64_t>(At(3)), 65'536U);
  EXPECT_EQ(in.Number<std::uint64_t>(At(4)), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(in.Number<std::int64_t>(At(8)), -32'769);
  EXPECT_EQ(in.Number<std::int64_t>(At(9)), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(in.Time(At(10)), elsewhere + 3s);
  EXPECT_EQ(in.Time(At(11)), elsewhere - 1250us);
  EXPECT_EQ(in.Text(At(14)), "Z\u00fcrich");
  std::vector<int> numbers;
  in.EachNumber<int>(At(255), [&](int value) { numbers.push_back(value); });
  in.EachRecord(At(15), [&](FieldReader inner) { numbers.push_back(inner.Number<int>(At(1))); });
  EXPECT_EQ(numbers, (std::vector<int>{3, 256, 7, 8}));
  EXPECT_FALSE(fault);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp
