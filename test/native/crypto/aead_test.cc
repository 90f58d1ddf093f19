#include "core/crypto/aead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/allocation_guard.h"
#include "support/hex.h"

/// BoringSSL's own test files, embedded in its tree.
std::string GetTestData(const char* path);

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using crypto::Aead;
using crypto::AeadAlgorithm;
using Bytes = std::vector<std::uint8_t>;

/// One case of a vector file: `name = value` (Wycheproof) or `NAME: value` (BoringSSL, NIST CAVP).
using Row = std::map<std::string, std::string, std::less<>>;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

/// The cases of a file: paragraphs that name a key.
std::vector<Row> Rows(const char* path) {
  const std::string text = GetTestData(path) + "\n\n";
  std::vector<Row> rows;
  Row row;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    const std::string_view line = Trim(std::string_view(text).substr(start, end - start));
    start = end + 1;
    if (line.empty()) {
      if (row.contains("key")) rows.push_back(row);
      row.clear();
    }
    if (line.empty() || line[0] == '#' || line[0] == '[') continue;
    const std::size_t sign = line.find_first_of(":=");
    std::string name(Trim(line.substr(0, sign)));
    std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    const std::string_view value =
        sign == std::string_view::npos ? std::string_view() : Trim(line.substr(sign + 1));
    row[name] = value == "\"\"" ? "" : value;
  }
  return rows;
}

Bytes Field(const Row& row, std::string_view name, std::string_view other) {
  const auto found = row.contains(name) ? row.find(name) : row.find(other);
  return found == row.end() ? Bytes() : FromHex(found->second);
}

struct Case {
  Bytes key, nonce, aad, text, cipher, tag;
  bool valid;
};

Case CaseOf(const Row& row) {
  const auto result = row.find("result");
  return {.key = Field(row, "key", "key"),
          .nonce = Field(row, "iv", "nonce"),
          .aad = Field(row, "aad", "ad"),
          .text = Field(row, "msg", "in"),
          .cipher = Field(row, "ct", "ct"),
          .tag = Field(row, "tag", "tag"),
          .valid = !row.contains("fails") && (result == row.end() || result->second == "valid")};
}

bool Open(const Aead& aead, const Case& each, Bytes& text) {
  return aead.Open(each.nonce, each.aad, text, std::span(each.tag).first<crypto::kAeadTagSize>());
}

void ExpectSeals(const Aead& aead, const Case& each) {
  Bytes text = each.text;
  std::array<std::uint8_t, crypto::kAeadTagSize> tag{};
  const AllocationGuard guard;
  EXPECT_TRUE(aead.Seal(each.nonce, each.aad, text, tag));
  EXPECT_EQ(guard.count(), 0U);
  EXPECT_EQ(ToHex(text), ToHex(each.cipher));
  EXPECT_EQ(ToHex(tag), ToHex(each.tag));
}

void ExpectOpens(const Aead& aead, const Case& each) {
  Bytes text = each.cipher;
  const AllocationGuard guard;
  EXPECT_EQ(Open(aead, each, text), each.valid);
  EXPECT_EQ(guard.count(), 0U);
  if (each.valid) {
    EXPECT_EQ(ToHex(text), ToHex(each.text));
  }
}

/// Any one wrong bit must make a good case fail.
void ExpectRefusesChanges(const Aead& aead, const Case& good) {
  for (const auto part : {&Case::nonce, &Case::aad, &Case::cipher, &Case::tag}) {
    Case bad = good;
    if ((bad.*part).empty()) continue;
    (bad.*part)[(bad.*part).size() / 2] ^= 0x04;
    Bytes text = bad.cipher;
    EXPECT_FALSE(Open(aead, bad, text));
  }
}

struct File {
  const char* path;
  AeadAlgorithm algorithm;
  std::size_t valid;    ///< cases of our sizes that must pass, at least
  std::size_t invalid;  ///< that must be rejected, at least
};

void PrintTo(const File& file, std::ostream* out) { *out << file.path; }

class AeadVectors : public testing::TestWithParam<File> {};

TEST_P(AeadVectors, HoldInPlace) {
  const File& file = GetParam();
  std::size_t valid = 0;
  std::size_t invalid = 0;
  for (const Row& row : Rows(file.path)) {
    const Case each = CaseOf(row);
    SCOPED_TRACE(row.contains("tcid") ? row.find("tcid")->second : "key " + ToHex(each.key));
    const bool ours = each.key.size() == crypto::kAeadKeySize &&
                      each.nonce.size() == crypto::NonceSize(file.algorithm) &&
                      each.tag.size() == crypto::kAeadTagSize;
    if (!ours) continue;
    const auto aead = Aead::Create(file.algorithm, each.key);
    ASSERT_TRUE(aead.ok());
    ExpectOpens(*aead, each);
    ++(each.valid ? valid : invalid);
    if (!each.valid) continue;
    ExpectSeals(*aead, each);
    ExpectRefusesChanges(*aead, each);
  }
  EXPECT_GE(valid, file.valid);
  EXPECT_GE(invalid, file.invalid);
}

INSTANTIATE_TEST_SUITE_P(
    Published, AeadVectors,
    testing::Values(
        File{"crypto/cipher_extra/test/aes_256_gcm_tests.txt", AeadAlgorithm::kAes256Gcm, 64, 0},
        File{"crypto/cipher_extra/test/nist_cavp/aes_256_gcm.txt", AeadAlgorithm::kAes256Gcm, 559, 191},
        File{"third_party/wycheproof_testvectors/aes_gcm_test.txt", AeadAlgorithm::kAes256Gcm, 21, 27},
        File{"crypto/cipher_extra/test/xchacha20_poly1305_tests.txt", AeadAlgorithm::kXChaCha20Poly1305, 52,
             0},
        File{"third_party/wycheproof_testvectors/xchacha20_poly1305_test.txt",
             AeadAlgorithm::kXChaCha20Poly1305, 220, 60}));

TEST(Aead, RejectsKeysOfOtherSizes) {
  for (const std::size_t size : {0U, 16U, 24U, 31U, 33U}) {
    const Bytes key(size);
    EXPECT_FALSE(Aead::Create(AeadAlgorithm::kAes256Gcm, key).ok()) << size;
    EXPECT_FALSE(Aead::Create(AeadAlgorithm::kXChaCha20Poly1305, key).ok()) << size;
  }
}

TEST(AeadOfFrames, HasAShortKeyAndAShortTag) {
  constexpr auto kAlgorithm = AeadAlgorithm::kAes128GcmTag8;
  EXPECT_EQ(crypto::KeySize(kAlgorithm), 16u);
  EXPECT_EQ(crypto::TagSize(kAlgorithm), 8u);
  EXPECT_EQ(crypto::NonceSize(kAlgorithm), 12u);
  EXPECT_FALSE(Aead::Create(kAlgorithm, Bytes(32)).ok());
  const auto aead = Aead::Create(kAlgorithm, Bytes(16));
  ASSERT_TRUE(aead.ok());
  Bytes text(20);
  Bytes tag(16);
  EXPECT_FALSE(aead->Seal(Bytes(12), {}, text, tag)) << "a tag of the other algorithms";
  tag.resize(8);
  ASSERT_TRUE(aead->Seal(Bytes(12), {}, text, tag));
  EXPECT_FALSE(aead->Open(Bytes(12), {}, text, std::span(tag).first(7)));
}

TEST(AeadOfFrames, TheTagIsTheFrontOfTheWholeOne) {
  const auto aead = Aead::Create(AeadAlgorithm::kAes128GcmTag8, Bytes(16));
  Bytes text(16);
  Bytes tag(8);
  ASSERT_TRUE(aead->Seal(Bytes(12), {}, text, tag));
  // the second test case of the GCM submission: key, nonce and plaintext of zeros
  EXPECT_EQ(ToHex(text), "0388dace60b6a392f328c2b971b2fe78");
  EXPECT_EQ(ToHex(tag), "ab6e47d42cec13bd");
}

TEST(Aead, AKeyThatDoesNotOpenLeavesTheTextForTheNext) {
  const auto right = Aead::Create(AeadAlgorithm::kAes128GcmTag8, Bytes(16, 1));
  const auto wrong = Aead::Create(AeadAlgorithm::kAes128GcmTag8, Bytes(16, 2));
  Bytes text(30, 7);
  Bytes tag(8);
  ASSERT_TRUE(right->Seal(Bytes(12), {}, text, tag));
  const Bytes sealed = text;
  Bytes out(30);
  EXPECT_FALSE(wrong->OpenInto(out, Bytes(12), {}, text, tag));
  EXPECT_EQ(text, sealed);
  EXPECT_FALSE(right->OpenInto(std::span(out).first(29), Bytes(12), {}, text, tag)) << "no room";
  ASSERT_TRUE(right->OpenInto(out, Bytes(12), {}, text, tag));
  EXPECT_EQ(out, Bytes(30, 7));
}

TEST(Aead, ReplacesAndClearsItsKey) {
  auto aead = Aead::Create(AeadAlgorithm::kAes128GcmTag8, Bytes(16, 1));
  const auto other = Aead::Create(AeadAlgorithm::kAes128GcmTag8, Bytes(16, 2));
  const Bytes key(16, 2);
  Bytes text(30, 7);
  Bytes tag(8);
  const Bytes nonce(12);
  {
    const AllocationGuard guard;
    ASSERT_TRUE(aead->Rekey(key));
    ASSERT_TRUE(aead->Seal(nonce, {}, text, tag));
    EXPECT_EQ(guard.count(), 0u);
  }
  EXPECT_TRUE(other->Open(nonce, {}, text, tag));
  EXPECT_EQ(text, Bytes(30, 7));
  aead->ClearKey();
  EXPECT_FALSE(aead->Seal(nonce, {}, text, tag));
  EXPECT_FALSE(aead->Open(nonce, {}, text, tag));
  EXPECT_FALSE(aead->Rekey(Bytes(15)));
  EXPECT_FALSE(aead->Seal(nonce, {}, text, tag));
  EXPECT_TRUE(aead->Rekey(key));
  EXPECT_TRUE(aead->Seal(nonce, {}, text, tag));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test
