import type { Call } from "../../../lib/index.js";
import { lobby, member, OWN_ID, Scene } from "./scene.js";

/** A voice state of lobby 9, as the gateway sends it. */
export const voiceState = (userId: string, change: object = {}): object => ({
  lobby_id: "9",
  channel_id: "9",
  user_id: userId,
  session_id: userId === OWN_ID ? "main-session" : "their-session",
  self_mute: false,
  self_deaf: false,
  mute: false,
  deaf: false,
  ...change,
});

/** Ready, in lobby 9 with user 6. */
export async function inLobby(): Promise<Scene> {
  const scene = new Scene();
  await scene.ready({ lobbies: [lobby("9", { members: [member(OWN_ID), member("6")] })] });
  return scene;
}

/** {@link inLobby}, with its call begun as far as the voice session's request. */
export async function inCall(): Promise<{ scene: Scene; call: Call }> {
  const scene = await inLobby();
  const call = scene.client.startCall(9n);
  scene.addon.newest.emit(
    { type: "status", status: 1, error: 0, errorDetail: 0 },
    { type: "requestSession" },
  );
  await scene.turn();
  return { scene, call };
}
