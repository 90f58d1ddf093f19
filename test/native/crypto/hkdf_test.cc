#include "core/crypto/hkdf.h"

#include <gtest/gtest.h>
#include <openssl/digest.h>
#include <openssl/hkdf.h>

#include <random>
#include <vector>

#include "core/crypto/sha256.h"
#include "support/allocation_guard.h"
#include "support/hex.h"

namespace sdkpp::crypto {
namespace SDKPP_TEST_FILE {

using test::FromHex;
using test::ToHex;

// RFC 5869, appendix A, cut to one block of output
TEST(HkdfExpand, PublishedAnswers) {
  HkdfExpand hkdf;
  Secret out;
  const auto prk = FromHex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
  ASSERT_TRUE(hkdf.Expand(prk, FromHex("f0f1f2f3f4f5f6f7f8f9"), 32, out));
  EXPECT_EQ(ToHex(out.bytes()), "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
  const auto prk3 = FromHex("19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04");
  ASSERT_TRUE(hkdf.Expand(prk3, {}, 32, out));
  EXPECT_EQ(ToHex(out.bytes()), "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
}

TEST(HkdfExpand, IsBoringSslsExpandWithoutItsAllocations) {
  std::mt19937_64 random(1);
  HkdfExpand hkdf;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> key(1 + random() % 64);
    std::vector<std::uint8_t> info(random() % 80);
    for (auto& byte : key) byte = static_cast<std::uint8_t>(random());
    for (auto& byte : info) byte = static_cast<std::uint8_t>(random());
    std::vector<std::uint8_t> theirs(1 + random() % 32);
    const test::AllocationGuard of_theirs;
    ASSERT_EQ(HKDF_expand(theirs.data(), theirs.size(), EVP_sha256(), key.data(), key.size(), info.data(),
                          info.size()),
              1);
    EXPECT_EQ(of_theirs.count() > 0, test::kSeesBoringSsl) << "or the zero below says nothing";
    Secret ours;
    const test::AllocationGuard guard;
    const bool done = hkdf.Expand(key, info, theirs.size(), ours);
    EXPECT_EQ(guard.count(), 0u);
    ASSERT_TRUE(done);
    EXPECT_EQ(ToHex(ours.bytes()), ToHex(theirs));
  }
}

TEST(HkdfExpand, MayWriteOverItsKey) {
  HkdfExpand hkdf;
  Secret apart;
  Secret same(FromHex("000102030405060708090a0b0c0d0e0f"));
  ASSERT_TRUE(hkdf.Expand(same.bytes(), FromHex("aa"), 32, apart));
  ASSERT_TRUE(hkdf.Expand(same.bytes(), FromHex("aa"), 32, same));
  EXPECT_EQ(ToHex(same.bytes()), ToHex(apart.bytes()));
}

TEST(Sha256, PublishedAnswer) {
  const std::vector<std::uint8_t> abc{'a', 'b', 'c'};
  EXPECT_EQ(ToHex(Sha256(abc)), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Secret, WipesWhatItHeld) {
  Secret secret(FromHex("0102030405060708090a0b0c0d0e0f10"));
  const auto place = secret.bytes();
  const Secret copy = secret;
  secret.Clear();
  EXPECT_EQ(secret.bytes().size(), 0u);
  EXPECT_EQ(ToHex(place), std::string(32, '0'));
  EXPECT_EQ(ToHex(copy.bytes()), "0102030405060708090a0b0c0d0e0f10");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::crypto
