import davey from "@snazzah/davey";
import { decodeDaveProposals, VoiceOpcode } from "sdkpp/wire";
import { expect } from "vitest";
import { CHANNEL_ID, DaveScene } from "../../support/dave-scene.js";
import { DaveyMember, type DaveClient, type DaveMessage } from "../../support/davey-member.js";

export const [ADA, BEN, CEM, DOT] = ["101", "102", "103", "104"] as const;

/** Members in one group, with a log that starts after that. */
export function call(...userIds: string[]): DaveScene {
  const scene = new DaveScene();
  for (const userId of userIds) join(scene, userId);
  scene.advance(100);
  expect(scene.isTogether).toBe(true);
  for (const seat of scene.seats.values()) clearLog(scene, seat.client.userId);
  return scene;
}

export function join(scene: DaveScene, userId: string): DaveyMember {
  const member = new DaveyMember(userId, CHANNEL_ID);
  scene.join(member);
  return member;
}

export function clearLog(scene: DaveScene, userId: string): void {
  const seat = scene.seats.get(userId)!;
  seat.sent.splice(0, seat.received);
  seat.received = 0;
}

export const sent = (scene: DaveScene, userId: string): readonly DaveMessage[] =>
  scene.seats.get(userId)!.sent;
export const ops = (scene: DaveScene, userId: string): number[] => sent(scene, userId).map(({ op }) => op);

/** Each op 27 as its operation and its content. */
export function proposals(scene: DaveScene, userId: string): string[] {
  return sent(scene, userId).flatMap((message) => {
    if (message.op !== VoiceOpcode.MlsProposals || !("payload" in message)) return [];
    const decoded = decodeDaveProposals(message.payload);
    if (decoded.operation === "revoke") return `revoke ${decoded.references.length}`;
    const kinds = decoded.messages.map(({ content }) =>
      content.body.kind === "proposal" ? content.body.proposal.kind : content.body.kind,
    );
    return `append ${kinds.join(" ")}`;
  });
}

/** A client that sends only what the test says. */
export class Mute implements DaveClient {
  readonly privacyCode = undefined;
  constructor(readonly userId: string) {}
  receive(): DaveMessage[] {
    return [];
  }
}

export function keyPackageOf(userId: string): Uint8Array {
  return new davey.DAVESession(1, userId, CHANNEL_ID).getSerializedKeyPackage();
}

/** Drops these opcodes of the client. */
export function without(scene: DaveScene, userId: string, ...dropped: number[]): void {
  scene.toService = (from, message) => (from === userId && dropped.includes(message.op) ? [] : [message]);
}

/** Flips the byte at offset `back` from the end in binary messages of one opcode. */
export function corrupt(message: DaveMessage, back: number): DaveMessage {
  if (!("payload" in message)) return message;
  const payload = Uint8Array.from(message.payload);
  payload[payload.length - 1 - back]! ^= 1;
  return { op: message.op, payload };
}

export function expectHealthy(scene: DaveScene): void {
  expect(scene.exceptions).toEqual([]);
  expect(scene.isTogether).toBe(true);
}
