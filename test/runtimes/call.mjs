// Two players of the given copy of the package talk over a platform until speech has arrived.
import { pathToFileURL } from "node:url";

/** 20 ms of a 440 Hz tone, 48 kHz mono. */
function tone(at) {
  return Int16Array.from({ length: 960 }, (_, i) =>
    Math.round(8000 * Math.sin(((at * 960 + i) * 2 * Math.PI * 440) / 48000)),
  );
}

async function player(sdk, platform, userId) {
  const { endpoints, seeded, control } = platform;
  const client = new sdk.Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  const scope = sdk.Client.getDefaultCommunicationScopes();
  const tokens = control.issueTokens(seeded.applicationId, userId, scope);
  await client.updateToken(sdk.AuthorizationTokenType.Bearer, tokens.access_token);
  const ready = new Promise((resolve) =>
    client.setStatusChangedCallback((status) => status === 3 && resolve()),
  );
  client.connect();
  await ready;
  const { lobbyId } = await client.createOrJoinLobby("runtimes");
  return { client, lobbyId };
}

/** @throws when nothing is heard within ten seconds */
export async function makeCall(sdk, platformPath) {
  const { startPlatform } = await import(pathToFileURL(platformPath).href);
  const platform = await startPlatform();
  const ada = await player(sdk, platform, platform.seeded.userIds[0]);
  const ben = await player(sdk, platform, platform.seeded.userIds[1]);
  let timer;
  try {
    await new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("nothing was heard in 10 s")), 10_000).unref();
      const heard = (_user, samples) => samples.some((value) => Math.abs(value) > 1000) && resolve();
      ben.client.startCallWithAudioCallbacks(ben.lobbyId, heard, () => undefined);
      const call = ada.client.startCall(ada.lobbyId);
      call.openPcmInput(48_000, 1);
      let at = 0;
      timer = setInterval(() => call.pushPcm(tone(at++)), 20);
    });
  } finally {
    clearInterval(timer);
    ada.client.destroy();
    ben.client.destroy();
    await platform.stop();
  }
}
