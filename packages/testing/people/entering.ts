import type { Actor } from "./actor.js";
import type { Stage } from "./stage.js";

/** The ways of somebody into a call. */
export type Entrant = {
  readonly [Deed in "joinServer" | "joinVoice"]: (place: string) => Promise<unknown>;
} & { readonly state: () => ReturnType<Actor["state"]> | Promise<ReturnType<Actor["state"]>> };

/** Makes somebody a member of the server that has a channel; has no effect for other places and for members. */
export async function joinServerOf(actor: Entrant, stage: Stage, channelId: string): Promise<void> {
  const guilds = await stage.control.guilds.list();
  const server = guilds.find(({ channels }) => channels.some(({ id }) => id === channelId));
  const { id } = await actor.state();
  if (server !== undefined && !server.memberIds.includes(id)) await actor.joinServer(server.id);
}

/** Brings somebody into the call of a channel or lobby, unless it is there. */
export async function enterCall(actor: Entrant, stage: Stage, place: string): Promise<void> {
  await joinServerOf(actor, stage, place);
  const { callId } = await actor.state();
  if (callId !== place) await actor.joinVoice(place);
}
