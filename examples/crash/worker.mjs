// The voice of the bot, in a process of its own: it may die at any moment.
import { RemoteCallStore, VoiceHost, VoiceSession } from "sdkpp/voice";
import { packetsFrom } from "./song.mjs";

const PACKET_MS = 20;
const listeners = new Set();
const channel = {
  send: (store) => process.send({ store }),
  onMessage(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
// What the call needs lies in the main process, sealed with a key that only the workers have.
const key = Buffer.from(process.env.CALL_KEY, "hex");
const keep = { store: new RemoteCallStore(channel), key, call: "music" };

let session;
let state;

const orders = {
  state(update) {
    state = update;
    session?.updateState({ sessionId: state.session_id, channelId: state.channel_id ?? undefined });
  },
  server({ token, endpoint, ca }) {
    if (endpoint === null) return; // another one follows
    if (session) return session.updateServer({ token, endpoint });
    const { guild_id: serverId, channel_id: channelId, user_id: userId, session_id: sessionId } = state;
    session = VoiceSession.fromCredentials({
      serverId,
      channelId,
      userId,
      sessionId,
      token,
      endpoint,
      ca,
      keep,
    });
    session.play({ type: "opus", packets: packetsFrom(0) });
  },
  async revive({ ca }) {
    const source = ({ positionMs }) => ({
      type: "opus",
      packets: packetsFrom(Math.round(positionMs / PACKET_MS)), // where it would be by now
    });
    ({ connection: session } = await VoiceHost.revive({ keep, ca, source }));
  },
  store(message) {
    for (const listener of [...listeners]) listener(message);
  },
};

VoiceHost.prepare(); // a process that waits goes on at once
process.send({ waits: true });
process.on("message", ({ order, value }) => orders[order](value));
process.on("disconnect", () => process.exit());
