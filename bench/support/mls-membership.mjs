// Membership changes of an end-to-end encrypted call: one member commits, one follows, one joins. All others are key
// packages only; a change removes one of them and adds one, so that every commit has a path. The others never committed,
// so a path secret is sealed to each of them: the dearest case.
import {
  encodeDaveAppend,
  encodeExternalProposal,
  encodeExternalSender,
  encodePublicMessage,
  decodeDaveProposals,
  framedContentTbs,
  mlsU64,
} from "../../dist/wire/index.js";
import { createKeyPackage, generateSignatureKey, MlsGroup } from "../../dist/protocol/index.js";
import { Signer } from "../../dist/protocol/mls/signature.js";
import { randomBytes } from "node:crypto";
import { median } from "./results.mjs";

export const SIZES = [2, 10, 25, 50];
const GROUP_ID = 42n;
const WARM_UP = 3;
const ROUNDS = 15;
const random = (length) => new Uint8Array(randomBytes(length));

/** The voice gateway: signs proposals. */
class Gateway {
  #key = generateSignatureKey(random);
  #signer = new Signer(this.#key);
  sender = encodeExternalSender({ signatureKey: this.#key.publicKey, identity: Uint8Array.of(0) });

  /** Payload of opcode 27. */
  proposals(epoch, drafts) {
    return encodeDaveAppend(
      drafts.map((draft) => {
        const content = encodeExternalProposal({ groupId: mlsU64(GROUP_ID), epoch }, draft);
        const signature = this.#signer.sign("FramedContentTBS", framedContentTbs(content));
        return encodePublicMessage({ content, signature });
      }),
    );
  }
}

class Ours {
  #key = generateSignatureKey(random);
  #group;
  #next;

  constructor(userId, gateway) {
    this.keyPackage = createKeyPackage(userId, this.#key, random);
    const { keyPackage } = this;
    this.options = { groupId: GROUP_ID, keyPackage, key: this.#key, externalSender: gateway.sender, random };
    this.#group = MlsGroup.create(this.options);
    this.bytes = keyPackage.bytes;
  }

  propose(payload) {
    this.#group.append(decodeDaveProposals(payload).messages, () => true);
    const { commit, welcome, next } = this.#group.commit();
    this.#next = next;
    return { commit, welcome };
  }

  hear(payload) {
    this.#group.append(decodeDaveProposals(payload).messages, () => true);
  }

  adopt() {
    this.#group.wipe();
    this.#group = this.#next;
  }

  process(commit) {
    const next = this.#group.process(commit);
    this.#group.wipe();
    this.#group = next;
  }

  join(welcome) {
    this.#group = MlsGroup.join({ ...this.options, welcome });
  }
}

function peerOf(davey) {
  return class Peer {
    #session;

    constructor(userId, gateway) {
      this.#session = new davey.DAVESession(1, String(userId), String(GROUP_ID));
      this.#session.setExternalSender(Buffer.from(gateway.sender));
      this.bytes = new Uint8Array(this.#session.getSerializedKeyPackage());
    }

    propose(payload) {
      return this.#session.processProposals(0, Buffer.from(payload.subarray(1)));
    }

    /** It always commits, too. */
    hear(payload) {
      this.propose(payload);
    }

    adopt(commit) {
      this.#session.processCommit(Buffer.from(commit));
    }

    process(commit) {
      this.#session.processCommit(Buffer.from(commit));
    }

    join(welcome) {
      this.#session.processWelcome(Buffer.from(welcome));
    }
  };
}

function timed(times, run) {
  const started = performance.now();
  const result = run();
  times.push(performance.now() - started);
  return result;
}

let nextUser = 1000n;
const bystander = () => createKeyPackage((nextUser += 1n), generateSignatureKey(random), random).bytes;

/** Milliseconds of the three steps in a group that has `size` members after each change. */
function measure(Member, size) {
  const gateway = new Gateway();
  const committer = new Member(1n, gateway);
  const follower = size > 2 ? new Member(2n, gateway) : undefined;
  const first = [
    ...(follower ? [follower.bytes] : []),
    ...Array.from({ length: size - (follower ? 2 : 1) }, bystander),
  ];
  const start = gateway.proposals(
    0n,
    first.map((keyPackage) => ({ kind: "add", keyPackage })),
  );
  const made = committer.propose(start);
  committer.adopt(made.commit);
  follower?.join(made.welcome);
  const steps = { proposals: [], commit: [], welcome: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    change(Member, size, gateway, committer, follower, round, steps);
  return Object.fromEntries(
    Object.entries(steps).map(([step, times]) => [
      step,
      times.length === 0 ? null : median(times.slice(WARM_UP)),
    ]),
  );
}

/** The last leaf is replaced: with 50 members that is leaf 49, the leftmost blank one afterwards. */
function change(Member, size, gateway, committer, follower, round, { proposals, commit, welcome }) {
  const newcomer = new Member((nextUser += 1n), gateway);
  const payload = gateway.proposals(BigInt(round + 1), [
    { kind: "remove", leafIndex: size - 1 },
    { kind: "add", keyPackage: newcomer.bytes },
  ]);
  follower?.hear(payload);
  const made = timed(proposals, () => committer.propose(payload));
  committer.adopt(made.commit);
  if (follower) timed(commit, () => follower.process(made.commit));
  timed(welcome, () => newcomer.join(made.welcome));
}

/** Both sides of a bench whose figure is one step at one size; the others are printed beside it. */
export function membership(step, size) {
  const run = (Member) => {
    const all = Object.fromEntries(SIZES.map((each) => [each, measure(Member, each)]));
    return { figure: all[size][step], all };
  };
  return {
    ours: () => run(Ours),
    peer: async () => run(peerOf(await import("@snazzah/davey"))),
  };
}
