// A music bot of discord.js with one of the clients of Lavalink, as their guides write it. The wish names the client and its nodes.
import { login, serve, stranger, tell, wish } from "./peer.mjs";

const { guildId, channelId, nodes } = wish;
const host = "127.0.0.1";
const heard = (name, more = {}) => tell("event", { name, of: more });
const bots = { shoukaku, "lavalink-client": lavalinkClient, riffy, poru, kazagumo };

/** As the guide of shoukaku. */
function shoukaku(client) {
  const { Connectors, Shoukaku } = stranger("shoukaku");
  const servers = nodes.map(({ name, port, password: auth }) => ({ name, url: `${host}:${port}`, auth }));
  const shoukaku = new Shoukaku(new Connectors.DiscordJS(client), servers, {
    moveOnDisconnect: true,
    reconnectTries: 1,
  });
  shoukaku.on("error", (name, error) => heard("nodeError", { name, message: String(error) }));
  shoukaku.on("ready", (name) => heard("node", { name }));
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
    stop: () => player.stopTrack(),
    position: () => player.position,
    node: () => player.node.name,
    leave: () => shoukaku.leaveVoiceChannel(guildId),
  };
}

function lavalinkClient(client) {
  const { LavalinkManager } = stranger("lavalink-client");
  const manager = new LavalinkManager({
    nodes: nodes.map(({ name: id, port, password: authorization }) => ({ id, host, port, authorization })),
    sendToShard: (guild, payload) => client.guilds.cache.get(guild)?.shard.send(payload),
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
    stop: () => player.stopPlaying(),
    position: () => player.position,
    node: () => player.node.id,
    leave: () => player.destroy(),
  };
}

function riffy(client) {
  const { Riffy } = stranger("riffy");
  const servers = nodes.map(({ name, port, password }) => ({ name, host, port, password, secure: false }));
  const manager = new Riffy(client, servers, {
    send: (payload) => client.guilds.cache.get(payload.d.guild_id)?.shard.send(payload),
    restVersion: "v4",
    migrateOnDisconnect: true,
  });
  client.once("clientReady", () => manager.init(client.user.id));
  client.on("raw", (packet) => {
    if (["VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE"].includes(packet.t)) manager.updateVoiceState(packet);
  });
  manager.on("nodeConnect", ({ name }) => heard("node", { name }));
  manager.on("nodeError", ({ name }, error) => heard("nodeError", { name, message: String(error) }));
  manager.on("trackStart", () => heard("start"));
  manager.on("trackEnd", (_player, _track, { reason }) => heard("end", { reason }));
  manager.on("trackError", (_player, _track, { exception }) => heard("exception", exception));
  let player;
  return {
    join: () => (player = manager.createConnection({ guildId, voiceChannel: channelId, deaf: true })),
    async play(identifier) {
      const { tracks } = await manager.resolve({ query: identifier, requester: client.user });
      player.queue.add(tracks[0]);
      await player.play();
    },
    pause: (isPaused) => player.pause(isPaused),
    seek: (ms) => player.seek(ms),
    stop: () => player.stop(),
    position: () => player.position,
    node: () => player.node.name,
    leave: () => player.destroy(),
  };
}

function poru(client) {
  const { Poru } = stranger("poru");
  const servers = nodes.map(({ name, port, password }) => ({ name, host, port, password, secure: false }));
  const manager = new Poru(client, servers, {
    library: "discord.js",
    defaultPlatform: "local",
    autoResume: true,
  });
  client.once("clientReady", () => void manager.init());
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
    seek: (ms) => player.seekTo(ms),
    stop: () => player.skip(),
    position: () => player.position,
    node: () => player.node.name,
    leave: () => player.destroy(),
  };
}

function kazagumo(client) {
  const { Connectors } = stranger("shoukaku");
  const { Kazagumo } = stranger("kazagumo");
  const servers = nodes.map(({ name, port, password: auth }) => ({ name, url: `${host}:${port}`, auth }));
  const manager = new Kazagumo(
    {
      defaultSearchEngine: "local",
      send: (guild, payload) => client.guilds.cache.get(guild)?.shard.send(payload),
    },
    new Connectors.DiscordJS(client),
    servers,
    { moveOnDisconnect: true, reconnectTries: 1 },
  );
  manager.shoukaku.on("error", (name, error) => heard("nodeError", { name, message: String(error) }));
  manager.shoukaku.on("ready", (name) => heard("node", { name }));
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
    stop: () => player.skip(),
    position: () => player.position,
    node: () => player.shoukaku.node.name,
    leave: () => player.destroy(),
  };
}

process.on("unhandledRejection", (error) => tell("error", { message: String(error?.stack ?? error) }));
let bot;
const { client } = await login((fresh) => (bot = bots[wish.client](fresh)));
const { position, node, ...orders } = bot;
/** What these return can be as large as the whole bot. */
const quiet = Object.entries(orders).map(([name, task]) => [name, async (word) => void (await task(word))]);
serve({ position, node, ...Object.fromEntries(quiet) });
tell("ready", { userId: client.user.id });
