// Two players of the given copy of the package talk, encrypted end to end, until speech has arrived.

const READY = 3;
const LIMIT_MS = 20_000;

/** 20 ms of a 440 Hz tone, 48 kHz mono. */
function tone(at) {
  return Int16Array.from({ length: 960 }, (_, i) =>
    Math.round(8000 * Math.sin(((at * 960 + i) * 2 * Math.PI * 440) / 48000)),
  );
}

async function enter(sdk, { apiBase, webBase, ca, lobby, addonPath }, token) {
  const client = new sdk.Client(apiBase, webBase, { ca, addonPath, e2ee: "required" });
  await client.updateToken(sdk.AuthorizationTokenType.Bearer, token);
  const ready = new Promise((resolve) =>
    client.setStatusChangedCallback((status) => status === READY && resolve()),
  );
  client.connect();
  await ready;
  const { lobbyId } = await client.createOrJoinLobby(lobby);
  return { client, lobbyId };
}

/** Resolves when ben hears ada. */
function hearing(ada, ben, until) {
  return new Promise((resolve, reject) => {
    until.addEventListener("abort", () => reject(until.reason), { once: true });
    const heard = (_user, samples) => samples.some((value) => Math.abs(value) > 1000) && resolve(listening);
    const listening = ben.client.startCallWithAudioCallbacks(ben.lobbyId, heard, () => undefined);
    const speaking = ada.client.startCall(ada.lobbyId);
    speaking.openPcmInput(48_000, 1);
    let at = 0;
    const timer = setInterval(() => speaking.pushPcm(tone(at++)), 20);
    const stop = () => clearInterval(timer);
    until.addEventListener("abort", stop, { once: true });
  });
}

/**
 * @param sdk the exports of the package
 * @param {{ apiBase: string, webBase: string, ca: string, lobby: string, tokens: [string, string],
 *   addonPath?: string }} place a running platform, the secret of a lobby, access tokens of two users
 * @throws when nothing is heard within 20 seconds, and when what is heard is not encrypted
 */
export async function makeCall(sdk, place) {
  const players = [];
  const over = new AbortController();
  const limit = setTimeout(() => over.abort(new Error(`nothing was heard in ${LIMIT_MS} ms`)), LIMIT_MS);
  try {
    for (const token of place.tokens) players.push(await enter(sdk, place, token));
    const call = await hearing(...players, over.signal);
    const { state } = call.getEncryptionStatus();
    if (state !== "on") throw new Error(`expected an encrypted call, its encryption is ${state}`);
  } finally {
    clearTimeout(limit);
    over.abort();
    for (const { client } of players) client.destroy();
  }
}
