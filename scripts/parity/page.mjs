// The text of docs/parity.md.
import { byArea } from "./areas.mjs";
import { classes, enums, list, wrong } from "./members.mjs";
import { withoutEffect, withoutEffectTable } from "./without-effect.mjs";

export const total = classes.reduce((sum, each) => sum + each.present.length + each.absent.length, 0);
export const present = classes.reduce((sum, each) => sum + each.present.length, 0);

/** Additions of later work stay out of the page until they exist. */
const notBuilt = new Set(["Call E2EE members"]);
const additions = list.facadeAdditions
  .filter((each) => !notBuilt.has(each.id))
  .map((each) => `| \`${each.id}\` | ${each.why.replaceAll("|", "\\|")} |`);
const absentList = byArea(classes.flatMap(({ absent }) => absent)).map(
  ([area, names]) => `- **${area}** (${names.length}): ${names.map((name) => `\`${name}\``).join(", ")}`,
);
export const page = `# Parity with the C++ SDK

Written by \`npm run parity\` from the member list and the real exports. What is absent does not exist in the package:
calling it is a compile error, not a silent success.

**${present} of ${total} members present with the signatures of the list; ${enums.filter((each) => each.good).length} of ${enums.length} enums.**

| Class | Present | Absent |
|---|---|---|
${classes.map((each) => `| ${each.name} | ${each.present.length} | ${each.absent.length} |`).join("\n")}

## Absent

All of them members of \`Client\`, by what they belong to:

${absentList.join("\n")}

Members with another signature: ${[...wrong.keys()].map((id) => `\`${id}\``).join(", ") || "none"}.

Enums absent or with other values: ${
  enums
    .filter((each) => !each.good)
    .map((each) => `\`${each.name}\``)
    .join(", ") || "none"
}.

## Stored without effect

${withoutEffect} of the members that are present keep what they are given, and nothing uses it yet:

| Class | Members | Why |
|---|---|---|
${withoutEffectTable}

## Done differently

| What | How |
|---|---|
| Audio devices | Inputs are PCM pushed from JavaScript, WAV, Ogg Opus and the captured callback; outputs are WAV files and streams. Microphones and speakers are not built yet: the members that name devices are absent. |
| Relationship operations | Done when the gateway has told what HTTP confirmed (two seconds at most), so that handles show it. |
| \`searchFriendsByUsername\` | The C++ SDK says "Levenshtein" and no more: here the text may stand anywhere in either name, with one typing error per four characters; nearest first; all friends for an empty text. |
| \`openMessageInDiscord\` | Opens the web address of the message, which the platform's own app takes over where it is installed. |
| What provisional users must merge for | Held until \`provisionalUserMergeCompleted\`; one answer settles everything that is held. Without a merge callback nobody could answer: \`ValidationError\`. |
| \`joinLinkedLobbyGuild\` | Succeeds with the address also where its page cannot be opened; the log says so. |
| \`getGuildChannels\` | Channels whose category the player does not see stand at the end. |
| \`setTokenExpirationCallback\` | Told 60 s before the end, which \`/oauth2/@me\` tells once per token. Afterwards what goes over HTTP fails with 401; presence and calls, which go over the gateway, still work. |
| \`openConnectedGamesSettingsInDiscord\` | Opens \`<webBase>/settings/connected-games\`. |
| \`setLogDir\`, \`setVoiceLogDir\` | An empty path is the working directory. Voice files are 4 MiB each, of which the newest eight are kept. |
| \`setThreadPriority\` | For the media thread, which all clients of a process share: the last one to ask wins. The other two threads are JavaScript's own. A refusal of the operating system stands in the voice log. |
| Functions switched off by the platform | A plain function switches off its \`…WithMetadata\` form too, not the other way round. \`endCall\`, \`endCalls\` and \`isDiscordAppInstalled\`, which have no result, end quietly when the client goes away. |
| Desktop RPC | \`setShowingChat\`, \`setActivityJoinCallback\` and its sibling speak to the desktop app, as do the members named for it: absent until there is RPC. |
| \`MessageHandle.disclosureType\` | The notice is told after a user's first stored message, once for ever, which the platform remembers. It stands in the user's own name, in this client's memory only. |
| \`getUserMessagesWithLimit\` | Memory answers only where it knows that nothing newer is missing: after a new session the platform is asked first. |
| Out-of-range values | Refused with an \`ArgumentRangeError\` (a RangeError) that names field, limit and value, where the C++ SDK documents nothing. |
| \`AuthorizationArgs.state\` | A state of the game's own needs at least 16 characters; \`authorize\` refuses shorter ones. |

## Additions

| Addition | Why |
|---|---|
${additions.join("\n")}
| \`Call.playWav\`, \`playOgg\`, \`openPcmInput\`, \`pushPcm\`, \`endInput\`, \`closeInput\` | inputs of a host without a microphone |
| \`Call.recordWav\`, \`stopRecording\` | output of a host without a speaker; \`Recording.ended\` tells when the file is complete or what failed |
| \`ArgumentError\`, \`ArgumentRangeError\` | what an argument that is refused throws, or the cause of a \`ValidationError\` |
| \`Call.getEncryptionStatus\`, \`getPrivacyCode\`, \`getVerificationCode\`, \`getEncryptedMembers\`, \`verifyMember\`, events \`encryptionChanged\`, \`encryptionLost\`, \`encryptedMembersChanged\`, \`unannouncedMember\`, \`memberKeyChanged\`, \`getStats().speakers[].e2ee\` | end-to-end encryption: state, epoch, codes people compare, who holds the keys and is verified, counters per user |
| Host options \`e2ee\`, \`identityKeyStore\` | whether a call may go on when encryption ends (\`required\`, \`preferred\`, \`off\`); where the own key and verified keys are kept |
| \`Call.setEncoder\` | bitrate, complexity, tuning and frame length |

## The platform

What the embedded platform does not emulate answers with its documented error, or with 404 and code 0:

| Area | State |
|---|---|
| OAuth2 code grant, refresh, revoke, \`/oauth2/@me\`; \`/users/@me\`; gateways; voice | built |
| Lobbies: by secret and by the game's server, members in bulk, idle expiry, linked channels, invites into their servers; not \`override_event_webhooks_url\` and the two-hour rate buckets | built |
| Messages: in lobbies, between two users, in servers' channels; history, edits, deletion, replies, embeds, moderation metadata, activity invites; not components, stickers, files, polls, forwards, pins, reactions, threads, search | built |
| Servers: channels with categories and overwrites, roles, members, member requests over the gateway; seeded by \`control\`, not changed by clients | built |
| Game identities and their profiles | built |
| Relationships: friends, game friends, requests, blocks, with their limits and refusals; not nicknames, ignoring, \`40002\` and pending-request limits | built |
| End-to-end encryption (DAVE version 1): delivery service, forwarder rules; \`required\`, \`optional\` or \`off\` | built |
| Presence: op 3 with all limits of an activity, friends, game friends, related members of a lobby, bots of a guild, several sessions of one user; not headless sessions, external assets, idle by itself | built |
| Server administration, commands, interactions, monetization, webhooks, RPC, device grant, provisional accounts | not built |
`;
