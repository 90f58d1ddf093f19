import { MLS_VERSION, MlsWireFormat } from "./constants.js";
import { framedContentAuth, readFramedContent, type FramedContent } from "./framed-content.js";
import { decodeWhole, MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsVector, NO_BYTES } from "./writer.js";

/** An MLSMessage that holds a PublicMessage (RFC 9420 6.2), the one form of handshake messages in DAVE. */
export interface PublicMessage {
  readonly content: FramedContent;
  readonly signature: Uint8Array;
  /** present exactly in a commit */
  readonly confirmationTag: Uint8Array | undefined;
  /** present exactly when the sender is a member */
  readonly membershipTag: Uint8Array | undefined;
  /** the whole MLSMessage */
  readonly bytes: Uint8Array;
}

/** @throws {MlsDecodeError} */
export function decodePublicMessage(bytes: Uint8Array): PublicMessage {
  return decodeWhole(bytes, readPublicMessage);
}

/** Reads one MLSMessage at the reader's place; it must hold a PublicMessage. */
export function readPublicMessage(reader: MlsReader): PublicMessage {
  const start = reader.offset;
  readPrefix(reader);
  const content = readFramedContent(reader);
  const signature = reader.vector();
  const confirmationTag = content.body.kind === "commit" ? reader.vector() : undefined;
  const membershipTag = content.sender.kind === "member" ? reader.vector() : undefined;
  return { content, signature, confirmationTag, membershipTag, bytes: reader.since(start) };
}

export interface PublicMessageParts {
  /** FramedContent */
  readonly content: Uint8Array;
  readonly signature: Uint8Array;
  readonly confirmationTag?: Uint8Array | undefined;
  readonly membershipTag?: Uint8Array | undefined;
}

/** The finished MLSMessage. */
export function encodePublicMessage(parts: PublicMessageParts): Uint8Array {
  return concatBytes(
    mlsU16(MLS_VERSION),
    mlsU16(MlsWireFormat.PublicMessage),
    parts.content,
    framedContentAuth(parts.signature, parts.confirmationTag),
    parts.membershipTag === undefined ? NO_BYTES : mlsVector(parts.membershipTag),
  );
}

/** A commit as it travels, and the bytes of its own. */
export interface CommitWelcome {
  readonly commit: { readonly message: PublicMessage; readonly bytes: Uint8Array };
  /** bare; undecoded */
  readonly welcome: Uint8Array | undefined;
}

/**
 * Splits the payload of opcode 28: a commit, directly followed by the welcome if there is one.
 * @throws {MlsDecodeError}
 */
export function splitCommitWelcome(payload: Uint8Array): CommitWelcome {
  const reader = new MlsReader(payload);
  const message = readPublicMessage(reader);
  if (message.content.body.kind !== "commit") throw reader.unexpected("a commit", message.bytes.length);
  return {
    commit: { message, bytes: message.bytes },
    welcome: reader.isDone ? undefined : reader.rest(),
  };
}

function readPrefix(reader: MlsReader): void {
  const version = reader.u16();
  if (version !== MLS_VERSION) throw reader.unexpected(`MLS version 1, not ${String(version)}`, 2);
  const format = reader.u16();
  if (format !== MlsWireFormat.PublicMessage)
    throw reader.unexpected(`a public message, not wire format ${String(format)}`, 2);
}
