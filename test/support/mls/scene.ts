import {
  createKeyPackage,
  generateSignatureKey,
  MlsGroup,
  type OwnKeyPackage,
} from "../../../lib/protocol/index.js";
import { membershipOf } from "../../../lib/protocol/mls/membership.js";
import { createPath } from "../../../lib/protocol/mls/commit-path-create.js";
import { RatchetTree } from "../../../lib/protocol/mls/ratchet-tree.js";
import {
  encodeCommitWelcome,
  encodeDaveAppend,
  encodeDaveRevoke,
  encodeRatchetTree,
} from "../../../lib/wire/index.js";
import { Forger, type WelcomeScene } from "./forger.js";
import { TestGateway, type SignedProposal } from "./gateway.js";
import { seededBytes } from "./random.js";

/** A group at epoch 1 with pending proposals, a member that can forge, and a newcomer with its own welcome. */
export interface MlsScene {
  readonly gateway: TestGateway;
  /** leaf 0 */
  readonly group: MlsGroup;
  /** leaf 1 */
  readonly forger: Forger;
  /** removal of leaf 2, then addition of user 4 */
  readonly proposals: readonly SignedProposal[];
  readonly newcomer: OwnKeyPackage;
  /** of the forger, for both proposals */
  readonly commit: Uint8Array;
  /** of another member for the same */
  readonly commitWelcome: Uint8Array;
  readonly join: (welcome: Uint8Array) => MlsGroup;
  /** for forged welcomes to the newcomer */
  readonly welcomeScene: WelcomeScene;
}

export function mlsScene(seed: string): MlsScene {
  const random = seededBytes(seed);
  const gateway = new TestGateway(77n, random);
  const { groupId, sender: externalSender } = gateway;
  const person = (userId: bigint) => {
    const key = generateSignatureKey(random);
    const keyPackage = createKeyPackage(userId, key, random);
    return { key, keyPackage, options: { groupId, keyPackage, key, externalSender, random } };
  };
  const [first, second, third, fourth] = [person(1n), person(2n), person(3n), person(4n)];
  const add = (epoch: bigint, { keyPackage }: typeof first) =>
    gateway.propose(epoch, { kind: "add", keyPackage: keyPackage.bytes });
  const pending = MlsGroup.create(first.options);
  pending.append([add(0n, second).message, add(0n, third).message], () => true);
  const { next: group, welcome } = pending.commit()!;
  const forger = new Forger({ ...second.options, welcome: welcome! });
  const proposals = [gateway.propose(1n, { kind: "remove", leafIndex: 2 }), add(1n, fourth)];
  group.append(
    proposals.map(({ message }) => message),
    () => true,
  );
  const commit = forger.commit({
    removed: [2],
    added: [fourth.keyPackage.keyPackage],
    references: proposals.map(({ reference }) => reference),
  });
  const made = group.commit()!;
  const membership = membershipOf(first.options);
  const tree = RatchetTree.ofOne(first.keyPackage.keyPackage.leaf);
  for (const { keyPackage } of [second, third]) tree.add(keyPackage.keyPackage.leaf);
  createPath(membership, tree, 0, tree.leaf(0)!);
  tree.add(fourth.keyPackage.keyPackage.leaf);
  return {
    gateway,
    group,
    forger,
    proposals,
    newcomer: fourth.keyPackage,
    commit,
    commitWelcome: encodeCommitWelcome(made.commit, made.welcome),
    join: (bytes) => MlsGroup.join({ ...fourth.options, welcome: bytes }),
    welcomeScene: { newcomer: fourth.keyPackage, membership, tree, signer: 0, signerKey: first.key },
  };
}

/** Valid messages by name: the source of the stored corpus. */
export function mlsCorpus(scene: MlsScene): Record<string, Uint8Array> {
  const { commit, commitWelcome, forger, gateway, newcomer, proposals, welcomeScene } = scene;
  const own = scene.group.commit()!;
  return {
    commit,
    commit_welcome: commitWelcome,
    external_sender: gateway.sender,
    group_context: forger.state.context.bytes,
    key_package: newcomer.bytes,
    proposal_add: proposals[1]!.bytes,
    proposal_remove: proposals[0]!.bytes,
    proposals_append: encodeDaveAppend(proposals.map(({ bytes }) => bytes)),
    proposals_revoke: encodeDaveRevoke(proposals.map(({ reference }) => reference)),
    ratchet_tree: encodeRatchetTree(welcomeScene.tree.nodes()),
    welcome: own.welcome!,
  };
}
