// MLS messages, made up and broken: decoders answer with a structure or MlsDecodeError, groups with a new epoch or
// MlsError. `SDKPP_FUZZ_SECONDS=300` lengthens the run; `SDKPP_FUZZ_CORPUS=write` makes the stored messages anew.
import fc from "fast-check";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MlsError } from "../../lib/protocol/index.js";
import { RatchetTree } from "../../lib/protocol/mls/ratchet-tree.js";
import * as wire from "../../lib/wire/index.js";
import { MlsDecodeError } from "../../lib/wire/index.js";
import { forgeWelcome } from "../support/mls/forger.js";
import { edits } from "../support/mls/mutations.js";
import { mlsCorpus, mlsScene } from "../support/mls/scene.js";

const FOLDER = join(import.meta.dirname, "corpus/mls_message");
const scene = mlsScene("fuzz");
if (process.env["SDKPP_FUZZ_CORPUS"] === "write") {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, bytes] of Object.entries(mlsCorpus(scene))) writeFileSync(join(FOLDER, name), bytes);
}
const stored = readdirSync(FOLDER).map(
  (name) => [name, new Uint8Array(readFileSync(join(FOLDER, name)))] as const,
);
const messages = stored.map(([, bytes]) => bytes);

type Decoder = (bytes: Uint8Array) => unknown;

const decoders: Record<string, Decoder> = {
  decodeClientBinaryFrame: wire.decodeClientBinaryFrame,
  decodeDaveProposals: wire.decodeDaveProposals,
  decodeDaveTransition: wire.decodeDaveTransition,
  decodeExternalSender: wire.decodeExternalSender,
  decodeGroupInfo: wire.decodeGroupInfo,
  decodeGroupSecrets: wire.decodeGroupSecrets,
  decodeKeyPackage: wire.decodeKeyPackage,
  decodePublicMessage: wire.decodePublicMessage,
  decodeRatchetTree: wire.decodeRatchetTree,
  decodeServerBinaryFrame: wire.decodeServerBinaryFrame,
  decodeWelcome: wire.decodeWelcome,
  splitCommitWelcome: wire.splitCommitWelcome,
  readGroupContext: (bytes) => wire.decodeWhole(bytes, wire.readGroupContext),
  readUpdatePath: (bytes) => wire.decodeWhole(bytes, wire.readUpdatePath),
  decodeLeafNode: (bytes) => wire.decodeWhole(bytes, wire.decodeLeafNode),
};

/** Functions that encode again the bytes that they decoded, byte for byte. */
const mirrors: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  "external sender": (bytes) => wire.encodeExternalSender(wire.decodeExternalSender(bytes)),
  "group context": (bytes) => wire.groupContextOf(wire.decodeWhole(bytes, wire.readGroupContext)).bytes,
  "key package": (bytes) => wire.decodeKeyPackage(bytes).bytes,
  "public message": (bytes) => {
    const { content, ...rest } = wire.decodePublicMessage(bytes);
    return wire.encodePublicMessage({ ...rest, content: content.bytes });
  },
  "ratchet tree": (bytes) => wire.encodeRatchetTree(wire.decodeRatchetTree(bytes)),
  welcome: (bytes) => wire.encodeWelcome(wire.decodeWelcome(bytes)),
};

/** Seconds of each of the longer tests below. */
const SHARE_MS = (Number(process.env["SDKPP_FUZZ_SECONDS"] ?? "10") * 1000) / 8;
const TIMEOUT_MS = SHARE_MS + 20_000;

function forAWhile<T>(arbitrary: fc.Arbitrary<T>, run: (value: T) => void): void {
  const settings = {
    numRuns: 1_000_000_000,
    interruptAfterTimeLimit: SHARE_MS,
    markInterruptAsFailure: false,
  };
  fc.assert(fc.property(arbitrary, run), settings);
}

/** Runs it. @returns undefined when it refused as it may */
function allowed<T>(run: () => T, error: typeof MlsDecodeError | typeof MlsError): T | undefined {
  try {
    return run();
  } catch (caught) {
    if (caught instanceof error) return undefined;
    throw caught;
  }
}

const broken = fc.tuple(fc.constantFrom(...messages), edits).map(([bytes, edit]) => edit(bytes));

describe("decoders", () => {
  it("know the stored messages", () => {
    const known = ([, bytes]: (typeof stored)[number]) =>
      Object.values(decoders).some((decode) => allowed(() => decode(bytes), MlsDecodeError) !== undefined);
    expect(stored.length).toBeGreaterThan(8);
    expect(stored.filter((each) => !known(each)).map(([name]) => name)).toEqual([]);
  });

  it(
    "take any bytes",
    () => {
      forAWhile(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        for (const decode of Object.values(decoders)) allowed(() => decode(bytes), MlsDecodeError);
      });
    },
    TIMEOUT_MS,
  );

  it(
    "take broken messages",
    () => {
      forAWhile(broken, (bytes) => {
        for (const decode of Object.values(decoders)) allowed(() => decode(bytes), MlsDecodeError);
      });
    },
    TIMEOUT_MS,
  );

  it("reject every truncated message", () => {
    const whole = stored.filter(([name]) => !name.startsWith("commit_welcome"));
    for (const [, bytes] of whole)
      for (const decode of decodersOf(bytes))
        for (let length = 0; length < bytes.length; length += 1)
          expect(() => decode(bytes.subarray(0, length))).toThrow(MlsDecodeError);
  });

  it(
    "encode what they decoded to the same bytes",
    () => {
      forAWhile(broken, (bytes) => {
        for (const [name, mirror] of Object.entries(mirrors)) {
          const again = allowed(() => mirror(bytes), MlsDecodeError);
          if (again !== undefined && !isMeantToDiffer(name, bytes)) expect(again).toEqual(bytes);
        }
      });
    },
    TIMEOUT_MS,
  );

  it("allocate nothing for lengths beyond the input", () => {
    const before = process.memoryUsage().arrayBuffers;
    for (const bytes of messages)
      for (let at = 0; at < bytes.length; at += 1) {
        const claimed = bytes.slice();
        claimed.set([0xbf, 0xff, 0xff, 0xff].slice(0, bytes.length - at), at);
        for (const decode of Object.values(decoders)) allowed(() => decode(claimed), MlsDecodeError);
      }
    // less than one of the lengths would take
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 2 ** 20);
  });

  it("bound their lists", () => {
    const many = wire.concatBytes(wire.mlsU8(1), wire.mlsVector(new Uint8Array(wire.MLS_LIST_LIMIT + 1)));
    expect(() => wire.decodeDaveProposals(many)).toThrow(/at most/);
    const blanks = wire.mlsVector(new Uint8Array(100_000));
    expect(() => wire.decodeRatchetTree(blanks)).toThrow(/at most/);
  });
});

/** Decoders that take the message as it is and are not open at the end. */
function decodersOf(bytes: Uint8Array): Decoder[] {
  const open = /Frame$|Transition$|splitCommitWelcome/;
  return Object.entries(decoders)
    .filter(
      ([name, decode]) => !open.test(name) && allowed(() => decode(bytes), MlsDecodeError) !== undefined,
    )
    .map(([, decode]) => decode);
}

/** A wrapped key package loses its wrapping; version and suite that are not ours are read, not written. */
function isMeantToDiffer(name: string, bytes: Uint8Array): boolean {
  if (name === "key package") return bytes[3] === wire.MlsWireFormat.KeyPackage;
  if (name === "group context") return bytes[1] !== 1 || bytes[3] !== 2 || bytes[0] !== 0 || bytes[2] !== 0;
  return name === "welcome" && (bytes[0] !== 0 || bytes[1] !== 2);
}

describe("a group", () => {
  const { group, forger, welcomeScene } = scene;
  const corpus = mlsCorpus(scene);
  const before = group.epochAuthenticator;

  it(
    "takes broken commits",
    () => {
      forAWhile(edits, (edit) => void allowed(() => group.process(edit(scene.commit)), MlsError));
      expect(group.epochAuthenticator).toEqual(before);
      expect(group.process(scene.commit)!.epoch).toBe(2n);
    },
    TIMEOUT_MS,
  );

  it(
    "takes broken commits of a member that signs them",
    () => {
      const references = scene.proposals.map(({ reference }) => reference);
      forAWhile(edits, (changeBody) => {
        const commit = forger.commit({ removed: [2], references, changeBody });
        void allowed(() => group.process(commit), MlsError);
      });
      expect(group.epochAuthenticator).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it(
    "takes broken proposals of a gateway that signs them",
    () => {
      const whole = wire.decodePublicMessage(corpus["proposal_add"]!).content.bytes;
      forAWhile(edits, (edit) => {
        const signed = allowed(() => scene.gateway.sign(edit(whole)), MlsDecodeError);
        if (signed !== undefined) allowed(() => group.append([signed.message], () => true), MlsError);
      });
      expect(group.proposalCount).toBeLessThanOrEqual(wire.MLS_LIST_LIMIT);
    },
    TIMEOUT_MS,
  );

  it(
    "takes broken welcomes",
    () => {
      forAWhile(edits, (edit) => void allowed(() => scene.join(edit(corpus["welcome"]!)), MlsError));
      expect(scene.join(corpus["welcome"]!).epoch).toBe(2n);
    },
    TIMEOUT_MS,
  );

  it(
    "takes welcomes with broken trees of a member that signs them",
    () => {
      const whole = corpus["ratchet_tree"]!;
      forAWhile(edits, (edit) => {
        const nodes = allowed(() => wire.decodeRatchetTree(edit(whole)), MlsDecodeError);
        if (nodes === undefined) return;
        const tree = RatchetTree.fromNodes(nodes);
        allowed(() => scene.join(forgeWelcome({ ...welcomeScene, tree })), MlsError);
      });
      expect(scene.join(forgeWelcome(welcomeScene)).epoch).toBe(5n);
    },
    TIMEOUT_MS,
  );
});
