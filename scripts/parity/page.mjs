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

${absentList.length === 0 ? "None." : `All of them are members of \`Client\`, by area:\n\n${absentList.join("\n")}`}

Members with another signature: ${[...wrong.keys()].map((id) => `\`${id}\``).join(", ") || "none"}.

Enums absent or with other values: ${
  enums
    .filter((each) => !each.good)
    .map((each) => `\`${each.name}\``)
    .join(", ") || "none"
}.

## Stored without effect

${withoutEffect} of the present members store their value, and nothing uses it yet:

| Class | Members | Why |
|---|---|---|
${withoutEffectTable}

## Done differently

| What | How |
|---|---|
| Audio devices | A call opens the microphone and the speaker when it connects. With PCM, a file or a captured callback as its source it opens no microphone. Host option \`audioDevices\` and the environment variable \`SDKPP_AUDIO_DEVICES\` (\`system\`, \`null\`, \`off\`) choose the devices. Ids are those of this package, not of the system; \`getDefaultAudioDeviceId\` is \`default\`. |
| Relationship operations | Complete when the gateway has announced what HTTP confirmed (after two seconds at most), so that handles show it. |
| \`searchFriendsByUsername\` | The C++ SDK only mentions "Levenshtein". Here the text may occur anywhere in either name, with one typing error per four characters; nearest first; an empty text finds all friends. |
| \`openMessageInDiscord\`, \`openConnectedGamesSettingsInDiscord\` | Ask the desktop app when the same player is signed in to it, otherwise open the page of \`webBase\` in the browser. |
| Operations that need a merged account | Wait for \`provisionalUserMergeCompleted\`; one call settles all of them. Without a merge callback they fail with \`ValidationError\`. |
| \`joinLinkedLobbyGuild\` | Succeeds with the address even when its page cannot be opened; the log reports that. |
| \`getGuildChannels\` | Channels whose category is hidden from the player come last. |
| \`setTokenExpirationCallback\` | Called 60 s before the token expires; \`/oauth2/@me\` is asked once per token. After the expiry HTTP operations fail with 401; presence and calls use the gateway and still work. |
| \`setLogDir\`, \`setVoiceLogDir\` | An empty path is the working directory. Voice log files have 4 MiB each; the newest eight are kept. |
| \`setThreadPriority\` | Applies to the media thread, which all clients of a process share: the last call wins. The other two threads belong to JavaScript. The voice log reports a rejection by the operating system. |
| Functions disabled by the platform | Disabling a plain function disables its \`…WithMetadata\` form too, but not the reverse. \`endCall\`, \`endCalls\` and \`isDiscordAppInstalled\` have no result and complete silently when the client is destroyed. |
| Desktop app | Searched every five seconds while something is wanted of it: a presence without a connection, or a callback that it calls. What is wanted is told to every app that starts. \`authorize\` opens the browser, also when the app runs; \`acceptActivityInvite\` needs a connection. |
| \`MessageHandle.disclosureType\` | The notice is emitted once, after a user's first stored message; the platform remembers that. Its author is the user, and it exists in this client's memory only. |
| \`getUserMessagesWithLimit\` | The cache is used only when it is known to be complete: after a new session the client asks the platform first. |
| Out-of-range values | Rejected with an \`ArgumentRangeError\` (a RangeError) that names field, limit and value; the C++ SDK documents nothing. |
| \`AuthorizationArgs.state\` | A state set by the game needs at least 16 characters; \`authorize\` rejects shorter ones. |

## Additions

| Addition | Why |
|---|---|
${additions.join("\n")}
| \`Call.playWav\`, \`playOgg\`, \`openPcmInput\`, \`pushPcm\`, \`endInput\`, \`closeInput\` | inputs of a host without a microphone |
| \`Call.recordWav\`, \`stopRecording\` | output of a host without a speaker; \`Recording.ended\` resolves when the file is complete and rejects when writing fails |
| \`ArgumentError\`, \`ArgumentRangeError\` | thrown for rejected arguments; also the cause of a \`ValidationError\` |
| \`Call.getEncryptionStatus\`, \`getPrivacyCode\`, \`getVerificationCode\`, \`getEncryptedMembers\`, \`verifyMember\`, events \`encryptionChanged\`, \`encryptionLost\`, \`encryptedMembersChanged\`, \`unannouncedMember\`, \`memberKeyChanged\`, \`getStats().speakers[].e2ee\` | end-to-end encryption: state, epoch, codes to compare, members with their keys and verification, counters per user |
| Host options \`e2ee\`, \`identityKeyStore\` | whether a call may continue when encryption ends (\`required\`, \`preferred\`, \`off\`); the store of the own key and of verified keys |
| Host options \`voiceHost\`, \`audioCallbacks\`; \`VoiceSupervisor\`; event \`moved\` of \`Call\` | voice in a process of its own, which may crash; its audio callbacks come from a module |
| \`VoiceSupervisor.replaceProcess\` | the calls of a voice process move into another one while they go on |
| \`serveVoiceProcess\`, option \`remote\` of \`VoiceSupervisor\` | this process is a voice process of a supervisor elsewhere: at the other end of a port that a program brings |
| \`Call.listen\` | the sound of one participant as it is played, with lost packets concealed |
| \`Call.why\` | why somebody is not heard, or nobody hears the player: causes with what to do |
| \`Client.ready\`, \`Call.connected\`, \`Call.encrypted\` | promises for a status; a failure says why |
| \`Client.once\`, \`Call.once\`, \`Client.messages\` | the next event that fits as a promise, new messages as an async iteration |
| \`toObject\`, \`toJSON\`, \`util.inspect\` of every object | what people print shows what it holds, with the names of enumerators; a copy by mistake is an error that says what to do |
| \`ClientResultError.toObject\`, \`.from\` | an error crosses to a worker or a page with its code, status and \`retryable\` |
| \`sdkpp/enums\` | names and numbers in a page without Node |
| \`new Activity(other)\` and its kind | copy construction as in C++, beside \`clone()\` |
| \`Client.handleRedirect\`, host option \`redirect\` | sign-in of launchers that the operating system opens by a scheme of their own |
| \`Client.handleLaunch\`, \`Client.unregisterLaunch\` | what the operating system started the game for; the opposite of \`registerLaunchCommand\` |
| Host option \`rpcFolder\` | where the desktop app's socket lies, when it is not in the usual place |
| Host option \`deviceScreen\` | how a device shows its player where to sign in: the code, its page, and the page with the code for a QR code |
| \`Session\`, \`TokenStore\`, \`FileTokenStore\` | keeps a player signed in: stored tokens, a guest or the player's answer; refreshes ahead of time, once for all processes of one store; events \`deauthorized\`, \`relinkNeeded\`, \`failed\` |
| \`RelationshipHandle.hasPlayedGame\` | why a friend comes first among those who are online elsewhere |
| \`Client.getAudioProcessing\`, event \`voiceStateChanged\` of \`Client\` | how the switches of the microphone stand; mute and deaf of participants in calls that the player is not in |
| \`Call.setEncoder\` | bitrate, complexity, tuning and frame length |

## The platform

[What the embedded platform does differently](platform/differences.md), and
[which operations it has](platform/operations.md).
`;
