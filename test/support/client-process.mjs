// A client in a separate process, driven over the fork's channel: { do, ...arguments } in, { did, ...results } out. Its time
// can run faster, so that waits between attempts take little real time.
import { AuthorizationArgs, AuthorizationTokenType, Client } from "sdkpp";
import { openSocket } from "../../dist/net/index.js";

const { apiBase, webBase, speed } = JSON.parse(process.argv[2]);

const clock = {
  now: () => performance.now() * speed,
  schedule(delayMs, task) {
    const timer = setTimeout(task, Math.min(delayMs / speed, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
  afterInput(task) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  },
};

let authorizeUrl;
const client = new Client(apiBase, webBase, {
  clock,
  // The hostile platform has no certificate.
  openSocket: (url, options, listener) => openSocket(url.replace("wss:", "ws:"), options, listener),
  openUrl: (url) => void (authorizeUrl = url),
});
const logs = [];
client.addLogCallback((line) => logs.push(line), 3);
client.addVoiceLogCallback((line) => logs.push(line), 3);
client.setApplicationId(1n);
let call;

/** Operations whose responses the platform chooses. All settle, with success or failure. */
const OPERATIONS = [
  () => client.fetchCurrentUser(AuthorizationTokenType.Bearer, "token"),
  () => client.getToken(1n, "code", "verifier", "http://127.0.0.1"),
  () => client.refreshToken(1n, "refresh"),
  () => client.revokeToken(1n, "token"),
  () => client.createOrJoinLobby("secret"),
  () => client.getUserGuilds(),
  () => client.getGuildChannels(7n),
  () => client.sendLobbyMessage(9n, "text"),
  () => client.getLobbyMessagesWithLimit(9n, 5),
  () => client.sendUserMessage(6n, "text"),
  () => client.getUserMessagesWithLimit(6n, 5),
  () => client.getUserMessageSummaries(),
  () => client.sendDiscordFriendRequestById(6n),
  () => client.blockUser(6n),
  () => client.linkChannelToLobby(9n, 7n),
  () => client.joinLinkedLobbyGuild(9n, undefined),
  () => client.sendActivityInvite(6n, "text"),
];

/** Reads everything that a game would read. */
function read() {
  const users = [client.getCurrentUserV2(), client.getUser(6n)].filter(Boolean);
  for (const user of users)
    void [user.id, user.displayName, user.status, user.gameActivity, user.avatarUrl(0, 0)];
  for (const relationship of client.getRelationships()) void [relationship.id, relationship.user?.username];
  for (const lobbyId of client.getLobbyIds()) {
    const lobby = client.getLobbyHandle(lobbyId);
    void [lobby?.metadata, lobby?.lobbyMembers.map((member) => [member.id, member.user?.username])];
    void [lobby?.linkedChannel?.name, lobby?.getCallInfoHandle()?.getParticipants()];
  }
}

const DEEDS = {
  async connect() {
    await client.updateToken(AuthorizationTokenType.Bearer, "token");
    client.connect();
  },
  disconnect: () => client.disconnect(),
  async operations() {
    const outcomes = await Promise.all(
      OPERATIONS.map((run) =>
        run().then(
          () => "succeeded",
          (error) => error.code ?? String(error),
        ),
      ),
    );
    return { outcomes };
  },
  call() {
    call = client.startCall(9n);
    return { called: call !== undefined };
  },
  async endCall() {
    await client.endCalls();
  },
  authorize() {
    const args = new AuthorizationArgs();
    args.scopes = "openid";
    args.state = "a state that is long enough";
    client.authorize(args).then(
      ({ code }) => process.send({ did: "authorized", code }),
      (error) => process.send({ did: "authorized", error: String(error) }),
    );
  },
  page: () => ({ url: authorizeUrl }),
  status() {
    read();
    const internal = logs.filter((line) => line.includes("internal error"));
    return { status: client.getStatus(), call: call?.getStatus(), internal };
  },
};

async function perform(deed) {
  try {
    process.send({ did: deed, ...(await DEEDS[deed]()) });
  } catch (error) {
    process.send({ did: deed, error: error.stack });
  }
}

process.on("message", ({ do: deed }) => void perform(deed));
process.send({ did: "started" });
