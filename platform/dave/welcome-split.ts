import { encodeWelcome, type Welcome } from "sdkpp/wire";
import type { AcceptedKeyPackage } from "./key-package-check.js";

/** The welcome for one recipient: without the secrets of the others (DAVE 1.1.4). */
export function welcomeFor(welcome: Welcome, { reference }: AcceptedKeyPackage): Uint8Array {
  const isForRecipient = ({ newMember }: { newMember: Uint8Array }): boolean =>
    Buffer.from(newMember).toString("hex") === reference;
  return encodeWelcome({ ...welcome, secrets: welcome.secrets.filter(isForRecipient) });
}
