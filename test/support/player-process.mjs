// A player in a separate process, driven over the fork's channel: { do, ...arguments } in, { did, ...results } out.
import * as sdk from "sdkpp";

let client;
let call;
/** Number of status changes of the client or the call. */
let changes = 0;

/** Blocks the thread; no JavaScript runs. */
function stall(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const isUp = () =>
  client.getStatus() === sdk.Client.Status.Ready && call.getStatus() === sdk.Call.Status.Connected;

const deeds = {
  async enter({ apiBase, webBase, ca, token, secret }) {
    client = new sdk.Client(apiBase, webBase, { ca });
    client.on("statusChanged", () => (changes += 1));
    await client.updateToken(sdk.AuthorizationTokenType.Bearer, token);
    await new Promise((resolve, reject) => {
      client.setStatusChangedCallback((status, error, detail) => {
        if (status === sdk.Client.Status.Ready) resolve();
        if (status === sdk.Client.Status.Disconnected) reject(new Error(`${error} ${detail}`));
      });
      client.connect();
    });
    const { lobbyId } = await client.createOrJoinLobby(secret);
    return { lobbyId: String(lobbyId) };
  },
  async call({ lobbyId, wav }) {
    const connected = new Promise((resolve) => {
      call = client.startCall(lobbyId);
      call.on("statusChanged", () => (changes += 1));
      call.setStatusChangedCallback((status) => status === sdk.Call.Status.Connected && resolve());
    });
    if (wav !== undefined) call.playWav(Buffer.from(wav, "base64"), { loop: true });
    await connected;
  },
  stall({ ms }) {
    process.send({ did: "stalling" });
    // Waits until the message is sent.
    setImmediate(() => {
      stall(ms);
      process.send({ did: "stalled", status: call.getStatus() });
    });
  },
  status: () => ({ status: call.getStatus(), client: client.getStatus(), stats: call.getStats() }),
  changes: () => ({ changes, isUp: isUp() }),
  memory() {
    globalThis.gc?.();
    return { rss: process.memoryUsage().rss };
  },
  async leave() {
    await client.endCalls();
    client.destroy();
    process.disconnect();
  },
};

async function perform(message) {
  try {
    const result = await deeds[message.do](message);
    if (process.connected) process.send({ did: message.do, ...result });
  } catch (error) {
    process.send({ did: "failed", what: message.do, error: String(error) });
  }
}

process.on("message", (message) => void perform(message));
