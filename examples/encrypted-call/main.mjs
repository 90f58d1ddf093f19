// Two players talk, see that nobody else can listen, and compare a code that proves who the other one is.
import fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;
const folder = await fs.mkdtemp(join(tmpdir(), "sdkpp-keys-"));

/** Keeps a player's keys in files that only the player may read. In Electron, seal the bytes with `safeStorage`. */
function keysIn(path) {
  return {
    load: (name) => fs.readFile(join(path, name)).catch(() => undefined),
    save: async (name, bytes) => {
      await fs.mkdir(path, { recursive: true, mode: 0o700 });
      await fs.writeFile(join(path, name), bytes, { mode: 0o600 });
    },
  };
}

async function enter(userId) {
  const { apiBase, webBase, ca } = endpoints;
  const identityKeyStore = keysIn(join(folder, userId));
  const client = new Client(apiBase, webBase, { ca, identityKeyStore });
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return { client, ...(await client.createOrJoinLobby("a secret that both know")) };
}

const ada = await enter(adaId);
const ben = await enter(benId);
const { lobbyId } = ada;

const call = ada.client.startCall(lobbyId);
call.on("encryptionChanged", ({ state, privacyCode }) => {
  const code = privacyCode.match(/\d{5}/g)?.join(" ") ?? "none";
  console.log(`${state}: ${code === "none" ? "no code yet" : `${code.length} characters to compare`}`);
});
call.on("encryptionLost", (reason) => console.log(`silent: ${reason}`));

call.on("unannouncedMember", ({ userId }) =>
  console.log(`${userId} is in the encrypted call, but the platform did not announce them`),
);
call.on("memberKeyChanged", ({ userId }, wasVerified) => {
  const text = `${userId} has another identity key now`;
  console.log(wasVerified ? `beware: ${text}` : text);
});

const bens = ben.client.startCall(lobbyId);
const [{ privacyCode }, { privacyCode: code }] = await Promise.all([call.encrypted(), bens.encrypted()]);
console.log(`the privacy codes are ${privacyCode === code ? "equal" : "different"}`);

const member = call.getEncryptedMembers().find(({ userId }) => String(userId) === benId);
const mine = await call.getVerificationCode(benId); // 45 digits, the same on both sides
const his = await bens.getVerificationCode(adaId);
// Both compare the code over another channel than this call. When it matches:
if (mine === his) console.log(`verified for later calls: ${await call.verifyMember(member)}`);

for (const { client } of [ada, ben]) client.destroy();
await stop();
await fs.rm(folder, { recursive: true });
