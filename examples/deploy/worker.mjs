// The voice of the bot, in a process of its own: the code that is replaced.
import { VoiceHost, VoiceSession } from "sdkpp/voice";
import { packetsFrom } from "./song.mjs";

const listeners = new Set();
const channel = {
  send: (move) => process.send({ move }), // the main process passes it on to the other worker
  onMessage(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const source = ({ pieces }) => ({ type: "opus", packets: packetsFrom(pieces) }); // so many were taken before

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
    session = VoiceSession.fromCredentials({ serverId, channelId, userId, sessionId, token, endpoint, ca });
    session.play(source({ pieces: 0 }));
  },
  async take({ ca }) {
    const taking = VoiceHost.take({ channel, ca, source });
    process.send({ waits: true });
    ({ connection: session } = await taking);
  },
  async handOver() {
    process.send({ outcome: await session.handOver({ channel }) });
  },
  move(message) {
    for (const listener of [...listeners]) listener(message);
  },
};

process.on("message", ({ order, value }) => orders[order](value));
process.on("disconnect", () => process.exit());
