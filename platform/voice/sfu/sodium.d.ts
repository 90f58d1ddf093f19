/** The two calls of `sodium-native` that are used; the package has no types of its own. */
declare module "sodium-native" {
  interface Sodium {
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      ciphertext: Uint8Array,
      message: Uint8Array,
      additional: Uint8Array,
      secretNonce: null,
      nonce: Uint8Array,
      key: Uint8Array,
    ): number;
    /** @throws {Error} when the tag does not fit */
    crypto_aead_xchacha20poly1305_ietf_decrypt(
      message: Uint8Array,
      secretNonce: null,
      ciphertext: Uint8Array,
      additional: Uint8Array,
      nonce: Uint8Array,
      key: Uint8Array,
    ): number;
  }
  const sodium: Sodium;
  export default sodium;
}
