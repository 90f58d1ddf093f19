import {
  concatBytes,
  encodeGroupInfoContent,
  encodeGroupSecrets,
  encodeRatchetTree,
  encodeWelcome,
  MlsExtensionType,
  mlsVector,
  type KeyPackage,
} from "../../wire/index.js";
import { aeadSeal } from "./aead.js";
import { encryptWithLabel } from "./hpke.js";
import { deriveWelcomeSecret, welcomeKey } from "./key-schedule.js";
import { keyPackageReference } from "./labels.js";
import type { Membership } from "./membership.js";
import type { NextEpoch } from "./next-epoch.js";
import type { RatchetTree } from "./ratchet-tree.js";
import { wipe } from "../wipe.js";

/**
 * The welcome for all newcomers of one commit (RFC 9420 12.4.3.1), with the ratchet tree in it.
 * @param signer own leaf index
 * @param secretFor path secret of the newcomer at this place of `added`; undefined without path
 */
export function createWelcome(
  membership: Membership,
  tree: RatchetTree,
  epoch: NextEpoch,
  signer: number,
  added: readonly KeyPackage[],
  secretFor: (at: number) => Uint8Array | undefined,
): Uint8Array {
  const encryptedGroupInfo = sealGroupInfo(epoch, groupInfo(membership, tree, epoch, signer));
  const secrets = added.map((keyPackage, at) => {
    const plaintext = encodeGroupSecrets(epoch.joinerSecret, secretFor(at));
    const sealed = encryptWithLabel(
      keyPackage.initKey,
      "Welcome",
      encryptedGroupInfo,
      plaintext,
      membership.random,
    );
    wipe(plaintext);
    return { newMember: keyPackageReference(keyPackage.bytes), ...sealed };
  });
  return encodeWelcome({ secrets, encryptedGroupInfo });
}

function groupInfo(
  { signer: key }: Membership,
  tree: RatchetTree,
  { context, confirmationTag }: NextEpoch,
  signer: number,
): Uint8Array {
  const content = encodeGroupInfoContent({
    groupContext: context.bytes,
    extensions: [{ type: MlsExtensionType.RatchetTree, data: encodeRatchetTree(tree.nodes()) }],
    confirmationTag,
    signer,
  });
  return concatBytes(content, mlsVector(key.sign("GroupInfoTBS", content)));
}

function sealGroupInfo({ joinerSecret }: NextEpoch, info: Uint8Array): Uint8Array {
  const secret = deriveWelcomeSecret(joinerSecret);
  const { key, nonce } = welcomeKey(secret);
  const sealed = aeadSeal(key, nonce, info);
  wipe(secret, key, nonce);
  return sealed;
}
