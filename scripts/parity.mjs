// Compares the member list (test/contract/sdk-api.json) with what the package really exports and writes
// docs/parity.md. --check fails when the committed page differs. Prints "N of M".
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const list = JSON.parse(fs.readFileSync(path.join(root, "test/contract/sdk-api.json"), "utf8"));
const sdk = await import("sdkpp");

function descriptor(object, name) {
  for (let at = object; at; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found;
  }
  return undefined;
}

/** Whether the exported class really has the member, in the form the list asks for. */
function isPresent(type, member) {
  const { form, name, signature } = member.ts;
  if (form === "constructor" || /^new /.test(signature)) return true;
  const isStatic = /^static /.test(signature);
  const found = descriptor(isStatic ? type : type.prototype, name);
  if (!found) return false;
  if (/\(/.test(signature)) return typeof found.value === "function";
  if (isStatic) return true;
  const assignable = !/^readonly /.test(signature);
  return typeof found.get === "function" && (!assignable || typeof found.set === "function");
}

/** 32 classes: [class, present members, absent members]. */
const classes = list.classes.map((each) => {
  const type = sdk[each.ts];
  const has = (member) => typeof type === "function" && isPresent(type, member);
  return {
    name: each.ts,
    present: each.members.filter(has),
    absent: each.members.filter((member) => !has(member)),
  };
});
const total = classes.reduce((sum, each) => sum + each.present.length + each.absent.length, 0);
const present = classes.reduce((sum, each) => sum + each.present.length, 0);

function enumObject(name) {
  return name.split(".").reduce((at, part) => at?.[part], sdk);
}
const enums = list.enums.map((each) => {
  const object = enumObject(each.ts);
  const good = object !== undefined && each.values.every((value) => object[value.name] === value.value);
  return { name: each.ts, good };
});

/** Additions of later work stay out of the page until they exist. */
const notBuilt = new Set(["Call E2EE members"]);
const additions = list.facadeAdditions
  .filter((each) => !notBuilt.has(each.id))
  .map((each) => `| \`${each.id}\` | ${each.why.replaceAll("|", "\\|")} |`);
const absentList = classes
  .filter((each) => each.absent.length > 0)
  .map(
    (each) =>
      `- **${each.name}** (${each.absent.length}): ${each.absent.map((m) => `\`${m.ts.name ?? m.id}\``).join(", ")}`,
  );
const page = `# Parity with the C++ SDK

Written by \`npm run parity\` from the member list and the real exports. What is absent does not exist in the package:
calling it is a compile error, not a silent success.

**${present} of ${total} members present; ${enums.filter((each) => each.good).length} of ${enums.length} enums.**

| Class | Present | Absent |
|---|---|---|
${classes.map((each) => `| ${each.name} | ${each.present.length} | ${each.absent.length} |`).join("\n")}

## Absent

${absentList.join("\n")}

Enums absent or with other values: ${
  enums
    .filter((each) => !each.good)
    .map((each) => `\`${each.name}\``)
    .join(", ") || "none"
}.

## Done differently

| What | How |
|---|---|
| Audio devices | Inputs are PCM pushed from JavaScript, WAV, Ogg Opus and the captured callback; outputs are WAV files and streams. Microphones and speakers are not built yet: the members that name devices are absent. |
| Relationship operations | Done when the gateway has told what HTTP confirmed (two seconds at most), so that handles show it. |
| \`searchFriendsByUsername\` | The C++ SDK says "Levenshtein" and no more: here the text may stand anywhere in either name, with one typing error per four characters; nearest first; all friends for an empty text. |
| \`openMessageInDiscord\` | Opens the web address of the message, which the platform's own app takes over where it is installed. A provisional user's attempt ends with \`ValidationError\` after the merge callback. |
| \`MessageHandle.disclosureType\` | The notice is told after a user's first stored message, once for ever, which the platform remembers. It stands in the user's own name, in this client's memory only. |
| \`getUserMessagesWithLimit\` | Memory answers only where it knows that nothing newer is missing: after a new session the platform is asked first. |
| Out-of-range values | Refused with a RangeError that names field, limit and value, where the C++ SDK documents nothing. |

## Additions

| Addition | Why |
|---|---|
${additions.join("\n")}
| \`Call.playWav\`, \`playOgg\`, \`openPcmInput\`, \`pushPcm\`, \`endInput\`, \`closeInput\` | inputs of a host without a microphone |
| \`Call.recordWav\`, \`stopRecording\` | output of a host without a speaker |
| \`Call.getEncryptionStatus\`, \`getPrivacyCode\`, \`getVerificationCode\`, event \`encryptionChanged\`, \`getStats().speakers[].e2ee\` | end-to-end encryption: state, epoch, codes people compare, counters per user |
| Host options \`e2ee\`, \`identityKeyStore\` | announce no encryption, which the real service answers with 4017; keep the signature key from call to call |
| \`Call.setEncoder\` | bitrate, complexity, tuning and frame length |

## The platform

What the embedded platform does not emulate answers with its documented error, or with 404 and code 0:

| Area | State |
|---|---|
| OAuth2 code grant, refresh, revoke, \`/oauth2/@me\`; \`/users/@me\`; gateways; lobbies without linking; voice | built |
| Messages: in lobbies and between two users, history, edits, deletion, moderation metadata; not channels of a guild, embeds, files, invites | built |
| Relationships: friends, game friends, requests, blocks, with their limits and refusals; not nicknames, ignoring, \`40002\` and pending-request limits | built |
| End-to-end encryption (DAVE version 1): delivery service, forwarder rules; \`required\`, \`optional\` or \`off\` | built |
| Presence: op 3 with all limits of an activity, friends, game friends, related members of a lobby, bots of a guild, several sessions of one user; not activity invites, headless sessions, external assets, idle by itself | built |
| Guild administration, commands, monetization, webhooks, RPC, device grant, provisional accounts | not built |
`;

const target = path.join(root, "docs/parity.md");
if (process.argv.includes("--check")) {
  if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== page) {
    console.error("docs/parity.md is out of date; run: npm run parity");
    process.exit(1);
  }
} else {
  fs.writeFileSync(target, page);
}
console.log(`${present} of ${total}`);
