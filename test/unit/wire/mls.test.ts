import { DAVESession } from "@snazzah/davey";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  authenticatedContent,
  concatBytes,
  decodeClientBinaryFrame,
  decodeDaveProposals,
  decodeDaveTransition,
  decodeExternalSender,
  decodeIdentity,
  decodeKeyPackage,
  decodePublicMessage,
  decodeServerBinaryFrame,
  decodeWelcome,
  encodeClientBinaryFrame,
  encodeCommitWelcome,
  encodeDaveAppend,
  encodeDaveRevoke,
  encodeDaveTransition,
  encodeExternalProposal,
  encodeExternalSender,
  encodeIdentity,
  encodePublicMessage,
  encodeServerBinaryFrame,
  encodeWelcome,
  framedContentTbs,
  MLS_CIPHERSUITE,
  MLS_LIFETIME_END,
  MlsDecodeError,
  mlsLabelled,
  MlsReader,
  mlsReferenceInput,
  mlsU16,
  mlsU32,
  mlsU64,
  mlsVector,
  PROPOSAL_REFERENCE,
  splitCommitWelcome,
} from "../../../lib/wire/index.js";

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

describe("vectors", () => {
  it.each([
    [0, "00"],
    [63, "3f"],
    [64, "4040"],
    [16_383, "7fff"],
    [16_384, "80004000"],
    [70_000, "80011170"],
  ])("of %i bytes have the header %s", (length, header) => {
    const encoded = mlsVector(new Uint8Array(length));
    expect(Buffer.from(encoded.subarray(0, encoded.length - length)).toString("hex")).toBe(header);
    const reader = new MlsReader(encoded);
    expect(reader.vector()).toHaveLength(length);
    reader.end();
  });

  it.each([
    ["a header longer than needed", "400101"],
    ["a long header longer than needed", "80000001ff"],
    ["the top bits 11", "c0000000"],
    ["a length beyond the input", "0301"],
    ["a huge length beyond the input", "bfffffff"],
    ["nothing", ""],
  ])("with %s are rejected", (_what, bytes) => {
    expect(() => new MlsReader(hex(bytes)).vector()).toThrow(MlsDecodeError);
  });

  it("with too many elements are rejected", () => {
    const list = mlsVector(new Uint8Array(5));
    expect(() => new MlsReader(list).list((each) => each.u8(), 4)).toThrow(/at most 4 elements at byte 5/);
  });

  it("end with their elements", () => {
    expect(() => new MlsReader(hex("03000102")).list((each) => each.u16())).toThrow(/2 more bytes at byte 3/);
  });
});

describe("numbers", () => {
  it("are big-endian", () => {
    expect(concatBytes(mlsU16(0x0102), mlsU32(0xf3040506), mlsU64(0xf708090a0b0c0d0en))).toEqual(
      hex("0102f3040506f708090a0b0c0d0e"),
    );
    const reader = new MlsReader(hex("0102f3040506f708090a0b0c0d0e"));
    expect([reader.u16(), reader.u32(), reader.u64()]).toEqual([0x0102, 0xf3040506, 0xf708090a0b0c0d0en]);
  });

  it("of users are identities of eight bytes", () => {
    expect(decodeIdentity(encodeIdentity(0xfedcba9876543210n))).toBe(0xfedcba9876543210n);
    expect(decodeIdentity(hex("00"))).toBeUndefined();
  });
});

/** The voice gateway as far as the wire goes: signs proposals. */
class Gateway {
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly sender: Uint8Array;

  constructor() {
    const point = this.#key.publicKey.export({ type: "spki", format: "der" }).subarray(-65);
    this.sender = encodeExternalSender({ signatureKey: point, identity: hex("00") });
  }

  add(groupId: bigint, keyPackage: Uint8Array) {
    const name = { groupId: mlsU64(groupId), epoch: 0n };
    const content = encodeExternalProposal(name, { kind: "add", keyPackage });
    const tbs = mlsLabelled("FramedContentTBS", framedContentTbs(content));
    const signature = new Uint8Array(sign("sha256", tbs, this.#key.privateKey));
    const value = authenticatedContent(content, signature);
    const reference = createHash("sha256").update(mlsReferenceInput(PROPOSAL_REFERENCE, value)).digest();
    return { message: encodePublicMessage({ content, signature }), reference: new Uint8Array(reference) };
  }
}

/** Another implementation's first pair: its key package, commit and welcome. */
function strangersPair() {
  const gateway = new Gateway();
  const [alice, bob] = ["1001", "1002"].map((id) => new DAVESession(1, id, "42")) as [
    DAVESession,
    DAVESession,
  ];
  alice.setExternalSender(Buffer.from(gateway.sender));
  bob.setExternalSender(Buffer.from(gateway.sender));
  alice.getSerializedKeyPackage();
  const keyPackage = new Uint8Array(bob.getSerializedKeyPackage());
  const add = gateway.add(42n, keyPackage);
  const append = encodeDaveAppend([add.message]);
  const made = alice.processProposals(0, Buffer.from(append.subarray(1)), ["1001", "1002"]);
  return { gateway, keyPackage, add, append, made, alice, bob };
}

describe("messages of another implementation", () => {
  const { gateway, keyPackage, add, append, made, alice, bob } = strangersPair();

  it("key package, bare and wrapped", () => {
    const decoded = decodeKeyPackage(keyPackage);
    expect(decoded.cipherSuite).toBe(MLS_CIPHERSUITE);
    expect(decodeIdentity(decoded.leaf.identity)).toBe(1002n);
    expect(decoded.leaf.source).toEqual({ kind: "keyPackage", notBefore: 0n, notAfter: MLS_LIFETIME_END });
    expect(decoded.leaf.capabilities).toEqual({
      versions: [1],
      cipherSuites: [2],
      extensions: [],
      proposals: [],
      credentials: [1],
    });
    expect(decoded.bytes).toEqual(keyPackage);
    expect(decodeKeyPackage(concatBytes(hex("00010005"), keyPackage))).toEqual(decoded);
  });

  it("proposals of the external sender", () => {
    const decoded = decodeDaveProposals(append);
    if (decoded.operation !== "append") throw new Error("append");
    const content = decoded.messages[0]!.content;
    expect(content.sender).toEqual({ kind: "external", senderIndex: 0 });
    expect(content.body).toMatchObject({
      kind: "proposal",
      proposal: { kind: "add", keyPackage: { bytes: keyPackage } },
    });
    expect(decoded.messages[0]!.bytes).toEqual(add.message);
    expect(decodeExternalSender(gateway.sender).identity).toEqual(hex("00"));
  });

  it("commit and welcome in one payload", () => {
    const { commit, welcome } = splitCommitWelcome(encodeCommitWelcome(made.commit!, made.welcome));
    expect(commit.bytes).toEqual(new Uint8Array(made.commit!));
    expect(commit.message.content.body).toEqual({
      kind: "commit",
      commit: { proposals: [{ kind: "reference", reference: add.reference }], path: undefined },
    });
    expect(commit.message.confirmationTag).toHaveLength(32);
    expect(commit.message.membershipTag).toHaveLength(32);
    expect(splitCommitWelcome(commit.bytes).welcome).toBeUndefined();
    const decoded = decodeWelcome(welcome!);
    expect(decoded.secrets).toHaveLength(1);
    expect(encodeWelcome(decoded)).toEqual(welcome);
    bob.processWelcome(Buffer.from(encodeWelcome(decoded)));
    alice.processCommit(Buffer.from(commit.bytes));
    expect(bob.voicePrivacyCode).toBe(alice.voicePrivacyCode);
  });

  it("names an unknown proposal type", () => {
    const content = encodeExternalProposal(
      { groupId: mlsU64(1n), epoch: 0n },
      { kind: "remove", leafIndex: 7 },
    );
    const message = encodePublicMessage({ content, signature: hex("00") });
    const at = message.length - 2 - 4 - 2;
    expect(decodePublicMessage(message).content.body).toMatchObject({
      proposal: { kind: "remove", leafIndex: 7 },
    });
    message[at + 1] = 4;
    expect(() => decodePublicMessage(message)).toThrow(/not of type 4/);
  });
});

describe("binary frames", () => {
  it("of the server are numbered", () => {
    const frame = { seq: 0xfffe, op: 25, payload: hex("aabb") };
    expect(encodeServerBinaryFrame(frame)).toEqual(hex("fffe19aabb"));
    expect(decodeServerBinaryFrame(hex("fffe19aabb"))).toEqual(frame);
    expect(() => decodeServerBinaryFrame(hex("0001"))).toThrow(MlsDecodeError);
  });

  it("of the client are not", () => {
    expect(encodeClientBinaryFrame({ op: 26, payload: hex("01") })).toEqual(hex("1a01"));
    expect(decodeClientBinaryFrame(hex("1a01"))).toEqual({ op: 26, payload: hex("01") });
    expect(() => decodeClientBinaryFrame(hex(""))).toThrow(MlsDecodeError);
  });

  it("carry transitions and revocations", () => {
    const transition = { transitionId: 513, message: hex("000100") };
    expect(decodeDaveTransition(encodeDaveTransition(transition))).toEqual(transition);
    const references = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    expect(decodeDaveProposals(encodeDaveRevoke(references))).toEqual({ operation: "revoke", references });
    expect(() => decodeDaveProposals(hex("0200"))).toThrow(/append \(0\) or revoke \(1\), not 2 at byte 0/);
  });
});
