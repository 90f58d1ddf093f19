// A music bot of discord.js with one of the clients of Lavalink, as their guides write it. The wish names the client and its nodes.
import { login, serve, stranger, tell, wish } from "./peer.mjs";

const { guildId, channelId, nodes } = wish;
const host = "127.0.0.1";
const toShard = (client) => (guild, payload) => client.guilds.cache.get(guild)?.shard.send(payload);
const heard = (name, more = {}) => tell("event", { name, of: more });
const bots = { shoukaku, "lavalink-client": lavalinkClient, riffy, poru, kazagumo };

/** As the guide of shoukaku. */
function shoukaku(client) {
  const { Connectors, Shoukaku } = stranger("shoukaku");
  const servers = nodes.map(({ name, port, password: auth }) => ({ name, url: `${host}:${port}`, auth }));
  const shoukaku = new Shoukaku(new Connectors.DiscordJS(client), servers, {
    reconnectTries: 1,
    reconnectInterval: 1,
  });
  shoukaku.on("error", (name, error) => heard("nodeError", { name, message: String(error) }));
  shoukaku.on("ready", (name) => heard("node", { name }));
  shoukaku.on("error", () => moveFromDead(shoukaku));
  let player;
  return {
    async join() {
      player = await shoukaku.joinVoiceChannel({ guildId, channelId, shardId: 0 });
      player.on("start", () => heard("start"));
      player.on("end", ({ reason }) => heard("end", { reason }));
      player.on("exception", ({ exception }) => heard("exception", exception));
    },
    async play(identifier) {
      const { data: track } = await player.node.rest.resolve(identifier);
      await player.playTrack({ track: { encoded: track.encoded } });
    },
    pause: (isPaused) => player.setPaused(isPaused),
    seek: (ms) => player.seekTo(ms),
    filter: (equalizer) => player.setFilters({ equalizer }),
    // It has no command for that.
    move: (channel_id) =>
      toShard(client)(guildId, {
        op: 4,
        d: { guild_id: guildId, channel_id, self_deaf: false, self_mute: false },
      }),
    stop: () => player.stopTrack(),
    node: () => player.node.name,
    leave: () => shoukaku.leaveVoiceChannel(guildId),
  };
}

/** Moves players from nodes that shoukaku has given up. Its own `moveOnDisconnect` asks the dead node first, and fails with it. */
async function moveFromDead(shoukaku) {
  for (const player of shoukaku.players.values()) {
    if (shoukaku.nodes.has(player.node.name)) continue;
    player.node = shoukaku.getIdealNode();
    await player.resume({ position: player.position });
  }
}

function lavalinkClient(client) {
  const { LavalinkManager } = stranger("lavalink-client");
  const manager = new LavalinkManager({
    nodes: nodes.map(({ name: id, port, password: authorization }) => ({ id, host, port, authorization })),
    sendToShard: toShard(client),
    client: { id: client.user?.id ?? "1", username: "Bot" },
    // It moves players to nodes only that have the source of its searches.
    playerOptions: { defaultSearchPlatform: "local" },
    autoMove: true,
  });
  client.on("raw", (packet) => manager.sendRawData(packet));
  client.once("clientReady", () => void manager.init({ id: client.user.id, username: client.user.username }));
  manager.nodeManager.on("connect", ({ id }) => heard("node", { name: id }));
  manager.nodeManager.on("error", ({ id }, error) =>
    heard("nodeError", { name: id, message: String(error) }),
  );
  manager.on("trackStart", () => heard("start"));
  manager.on("trackEnd", (_player, _track, { reason }) => heard("end", { reason }));
  manager.on("trackError", (_player, _track, { exception }) => heard("exception", exception));
  let player;
  return {
    async join() {
      player = manager.createPlayer({ guildId, voiceChannelId: channelId, selfDeaf: true });
      await player.connect();
    },
    async play(identifier) {
      const { tracks } = await player.search({ query: identifier, source: "local" }, client.user);
      await player.play({ clientTrack: tracks[0] });
    },
    pause: (isPaused) => (isPaused ? player.pause() : player.resume()),
    seek: (ms) => player.seek(ms),
    filter: (bands) => player.filterManager.setEQ(bands),
    move: (voiceChannelId) => player.changeVoiceState({ voiceChannelId }),
    stop: () => player.stopPlaying(),
    node: () => player.node.id,
    leave: () => player.destroy(),
  };
}

function riffy(client) {
  const { Riffy } = stranger("riffy");
  const manager = new Riffy(client, plainNodes(), {
    send: (payload) => toShard(client)(payload.d.guild_id, payload),
    restVersion: "v4",
    migrateOnDisconnect: true,
  });
  client.once("clientReady", () => manager.init(client.user.id));
  client.on("raw", (packet) => {
    if (["VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE"].includes(packet.t)) manager.updateVoiceState(packet);
  });
  manager.on("trackError", (_player, _track, { exception }) => heard("exception", exception));
  // It moves its players without their channel.
  manager.on("playerMigrated", ({ node, connection, voiceChannel }) =>
    node.rest.updatePlayer({ guildId, data: { voice: { ...connection.voice, channelId: voiceChannel } } }),
  );
  return withQueue(client, manager, { seek: "seek", stop: "stop" });
}

function poru(client) {
  const { Poru } = stranger("poru");
  const manager = new Poru(client, plainNodes(), { library: "discord.js", defaultPlatform: "local" });
  client.once("clientReady", () => void manager.init());
  // It tells another node neither the voice session nor the track of its players.
  manager.on("nodeDisconnect", () => {
    for (const player of manager.players.values()) {
      if (manager.nodes.has(player.node.name)) continue;
      player.node = manager.leastUsedNodes[0];
      const { position, currentTrack, connection } = player;
      const data = { voice: connection.voice, track: { encoded: currentTrack.track }, position };
      void player.node.rest.updatePlayer({ guildId, data });
    }
  });
  return withQueue(client, manager, { seek: "seekTo", stop: "skip" });
}

/** Nodes as riffy and poru have them. */
function plainNodes() {
  return nodes.map(({ name, port, password }) => ({ name, host, port, password, secure: false }));
}

/** The common part of riffy and poru. @param names of two commands, which differ */
function withQueue(client, manager, names) {
  manager.on("nodeConnect", ({ name }) => heard("node", { name }));
  manager.on("nodeError", ({ name }, error) => heard("nodeError", { name, message: String(error) }));
  manager.on("trackStart", () => heard("start"));
  manager.on("trackEnd", (_player, _track, { reason }) => heard("end", { reason }));
  let player;
  return {
    join: () => (player = manager.createConnection({ guildId, voiceChannel: channelId, deaf: true })),
    async play(identifier) {
      const { tracks } = await manager.resolve({ query: identifier, requester: client.user });
      player.queue.add(tracks[0]);
      await player.play();
    },
    pause: (isPaused) => player.pause(isPaused),
    seek: (ms) => player[names.seek](ms),
    stop: () => player[names.stop](),
    filter: (bands) => player.filters.setEqualizer(bands),
    move: (channel) => player.setVoiceChannel(channel),
    node: () => player.node.name,
    leave: () => player.destroy(),
  };
}

function kazagumo(client) {
  const { Connectors } = stranger("shoukaku");
  const { Kazagumo } = stranger("kazagumo");
  const servers = nodes.map(({ name, port, password: auth }) => ({ name, url: `${host}:${port}`, auth }));
  const manager = new Kazagumo(
    { defaultSearchEngine: "local", send: toShard(client) },
    new Connectors.DiscordJS(client),
    servers,
    { reconnectTries: 1, reconnectInterval: 1 },
  );
  manager.shoukaku.on("error", (name, error) => heard("nodeError", { name, message: String(error) }));
  manager.shoukaku.on("ready", (name) => heard("node", { name }));
  manager.shoukaku.on("error", () => moveFromDead(manager.shoukaku));
  manager.on("playerStart", () => heard("start"));
  manager.on("playerEnd", () => heard("end"));
  manager.on("playerException", (_player, { exception }) => heard("exception", exception));
  let player;
  return {
    async join() {
      player = await manager.createPlayer({ guildId, voiceId: channelId, deaf: true, shardId: 0 });
    },
    async play(identifier) {
      const { tracks } = await manager.search(identifier, { requester: client.user });
      await player.play(tracks[0]);
    },
    pause: (isPaused) => player.pause(isPaused),
    seek: (ms) => player.seek(ms),
    filter: (equalizer) => player.shoukaku.setFilters({ equalizer }),
    move: (channel) => player.setVoiceChannel(channel),
    stop: () => player.skip(),
    node: () => player.shoukaku.node.name,
    leave: () => player.destroy(),
  };
}

process.on("unhandledRejection", (error) => tell("error", { message: String(error?.stack ?? error) }));
let bot;
const { client } = await login((fresh) => (bot = bots[wish.client](fresh)));
const { node, ...orders } = bot;
/** What these return can be as large as the whole bot. */
const quiet = Object.entries(orders).map(([name, task]) => [name, async (word) => void (await task(word))]);
serve({ node, ...Object.fromEntries(quiet) });
tell("ready", { userId: client.user.id });
