import { MlsGroup } from "../../../lib/protocol/mls/group.js";
import { createKeyPackage } from "../../../lib/protocol/mls/key-package.js";
import type { RandomBytes } from "../../../lib/protocol/mls/random.js";
import { generateSignatureKey } from "../../../lib/protocol/mls/signature-key.js";
import type { TestGateway } from "./gateway.js";

/**
 * A group that another client founds through a delivery service, with one further member.
 * @param keyPackage of that member
 * @returns the welcome for it
 */
export function foreignWelcome(
  gateway: TestGateway,
  founder: bigint,
  keyPackage: Uint8Array,
  random: RandomBytes,
): Uint8Array {
  const key = generateSignatureKey(random);
  const group = MlsGroup.create({
    groupId: gateway.groupId,
    keyPackage: createKeyPackage(founder, key, random),
    key,
    externalSender: gateway.sender,
    random,
  });
  group.append([gateway.propose(0n, { kind: "add", keyPackage }).message], () => true);
  return group.commit()!.welcome!;
}
