// A made-up gateway feed about many people: the same people for our client, as friends, and for a bot's library, as
// members of a guild. Nothing is sent; both are fed the bytes.

const EPOCH = 1_420_070_400_000n;
const id = (number) => String((1_700_000_000_000n - EPOCH) * 2n ** 22n + BigInt(number));
export const APPLICATION = id(1);
export const OWN_ID = id(2);
const GUILD = id(3);

const user = (at) => ({
  id: id(1000 + at),
  username: `player_${at}`,
  discriminator: "0",
  global_name: `Player ${at}`,
  avatar: at % 3 === 0 ? "a3f5e6d7c8b9a0f1e2d3c4b5a6978877" : null,
  avatar_decoration_data: null,
  bot: false,
  flags: 0,
  public_flags: 0,
});

const activity = (at, round) => ({
  id: "ec0b28a579ecb4bd",
  name: "Castle Siege",
  type: 0,
  application_id: APPLICATION,
  session_id: "4f3b1c0a9d8e7f6a5b4c3d2e1f0a9b8c",
  details: `Wave ${round}`,
  state: "In a party",
  timestamps: { start: 1_700_000_000_000 + round },
  assets: { large_image: "castle", large_text: "The castle", small_image: "knight", small_text: "Knight" },
  party: { id: `party-${at % 50}`, size: [2, 4] },
  created_at: 1_700_000_000_000,
  flags: 1,
});

/** A PRESENCE_UPDATE's content. */
export const presence = (at, round) => ({
  user: { id: id(1000 + at) },
  guild_id: GUILD,
  status: "online",
  client_status: { desktop: "online" },
  activities: [activity(at, round)],
});

/** READY with `count` friends, all of them there. */
export function readyFrame(count) {
  const people = Array.from({ length: count }, (_, at) => at);
  const relationships = people.map((at) => ({
    id: id(1000 + at),
    type: 1,
    user: user(at),
    nickname: null,
    since: "2026-01-01T00:00:00.000000+00:00",
    user_ignored: false,
  }));
  const d = {
    v: 9,
    user: { ...user(-1), id: OWN_ID },
    session_id: "0f".repeat(16),
    resume_gateway_url: "ws://127.0.0.1:9",
    session_type: "oauth",
    application: { id: APPLICATION, flags: 0, name: "Castle Siege" },
    scopes: ["identify", "relationships.read", "activities.read", "gateway.connect"],
    relationships,
    game_relationships: [],
    presences: people.map((at) => presence(at, 0)),
    lobbies: [],
    private_channels: [],
    users: [],
    guilds: [],
  };
  return Buffer.from(JSON.stringify({ op: 0, t: "READY", s: 1, d }));
}

/** The nearest thing that a bot hears: a guild with `count` members, all of them there. */
export function guildFrame(count) {
  const people = Array.from({ length: count }, (_, at) => at);
  const member = (at) => ({
    user: user(at),
    nick: null,
    avatar: null,
    roles: [],
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
  });
  const d = {
    id: GUILD,
    name: "Castle Siege",
    owner_id: id(1000),
    roles: [{ id: GUILD, name: "@everyone", permissions: "0", position: 0, color: 0, hoist: false }],
    emojis: [],
    stickers: [],
    features: [],
    channels: [],
    threads: [],
    voice_states: [],
    member_count: count,
    members: people.map(member),
    presences: people.map((at) => presence(at, 0)),
  };
  return Buffer.from(JSON.stringify({ op: 0, t: "GUILD_CREATE", s: 2, d }));
}

export function presenceFrames(people, rounds) {
  const frames = [];
  for (let round = 1; round <= rounds; round += 1)
    for (let at = 0; at < people; at += 1) {
      const frame = { op: 0, t: "PRESENCE_UPDATE", s: frames.length + 2, d: presence(at, round) };
      frames.push(Buffer.from(JSON.stringify(frame)));
    }
  return frames;
}

/** Our client on a gateway of its own. @returns it and the door through which it is fed */
export async function ourClient() {
  const { AuthorizationTokenType, Client } = await import("sdkpp");
  let listener;
  const host = {
    fetch: async () =>
      new Response(JSON.stringify({ url: "ws://127.0.0.1:9" }), {
        headers: { "content-type": "application/json" },
      }),
    openSocket: (_url, _options, given) => {
      listener = given;
      setImmediate(() => given.opened());
      return {
        sendText: () => undefined,
        sendBinary: () => undefined,
        close: () => undefined,
        drop: () => undefined,
      };
    },
  };
  const client = new Client("http://127.0.0.1:9/api", "http://127.0.0.1:9", host);
  await client.updateToken(AuthorizationTokenType.Bearer, "a-token");
  client.connect();
  while (client.getStatus() !== Client.Status.Connected) await new Promise(setImmediate);
  const hello = { op: 10, t: null, s: null, d: { heartbeat_interval: 41_250 } };
  listener.text(Buffer.from(JSON.stringify(hello)));
  const isReady = () => client.getStatus() === Client.Status.Ready;
  return { client, feed: (bytes) => listener.text(bytes), isReady };
}

/** A bot's library behind its WebSocket, fed with what came out of it. */
export function peerClient(stranger) {
  const { Client, GatewayIntentBits, Status } = stranger("discord.js");
  const { Guilds, GuildMembers, GuildPresences } = GatewayIntentBits;
  const client = new Client({ intents: [Guilds, GuildMembers, GuildPresences] });
  client.ws.status = Status.Ready;
  const shard = { id: 0, status: Status.Ready, checkReady: () => undefined };
  return { client, feed: (bytes) => client.ws.handlePacket(JSON.parse(bytes.toString("utf8")), shard) };
}

/** Milliseconds that reading these messages as JSON takes, and nothing else: no client can be quicker. */
export function parseOnly(frames) {
  const started = performance.now();
  for (const bytes of frames) JSON.parse(bytes.toString("utf8"));
  return performance.now() - started;
}
