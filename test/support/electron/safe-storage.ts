import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { SafeStoragePart } from "../../../packages/electron/main/electron-parts.js";

/** What a test decides of the system. */
export interface Keyring {
  /** default: a key that is the same in each stand-in with this name */
  readonly key?: string;
  readonly backend?: string;
  readonly isAvailable?: boolean;
}

/** Electron's `safeStorage` as it was before 42: without the members that wait. */
export function safeStorage({
  key = "keyring",
  backend = "gnome_libsecret",
  isAvailable = true,
}: Keyring = {}): SafeStoragePart {
  const secret = createHash("sha256").update(key).digest();
  return {
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => backend,
    encryptString(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", secret, nonce);
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    decryptString(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", secret, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(-16));
      return decipher.update(sealed.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

/** The same with the members that wait, as since Electron 42, and with the others failing. */
export function asyncSafeStorage(keyring: Keyring = {}): SafeStoragePart {
  const inner = safeStorage(keyring);
  const deprecated = (): never => {
    throw new Error("deprecated");
  };
  return {
    isEncryptionAvailable: deprecated,
    encryptString: deprecated,
    decryptString: deprecated,
    getSelectedStorageBackend: () => keyring.backend ?? "gnome_libsecret",
    isAsyncEncryptionAvailable: () => Promise.resolve(inner.isEncryptionAvailable()),
    encryptStringAsync: async (text) => inner.encryptString(text),
    decryptStringAsync: async (sealed) => ({ result: inner.decryptString(sealed) }),
  };
}
