// A music bot of DisTube, with files as its songs; its voice package is the one of the wish.
import Module from "node:module";
import { pathToFileURL } from "node:url";
import { login, serve, stranger, tell, wish } from "./peer.mjs";

// As the alias of package.json would have it.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return request === "@discordjs/voice" ? wish.voice : resolve.call(this, request, ...rest);
};

const { DisTube, PlayableExtractorPlugin, Song } = stranger("distube");
const { getGroups } = await import(pathToFileURL(wish.voice));

class Files extends PlayableExtractorPlugin {
  validate() {
    return true;
  }
  resolve(url, options) {
    return new Song({ plugin: this, source: "file", playFromSource: true, id: url, url, name: url }, options);
  }
  getStreamURL(song) {
    return song.url.replace("https://files.example", "file://");
  }
  getRelatedSongs() {
    return [];
  }
}

const { client, guild } = await login();
const channel = await guild.channels.fetch(wish.channelId);
const distube = new DisTube(client, { plugins: [new Files()] });
distube.on("error", (error) => tell("error", { message: String(error.stack ?? error) }));
const queue = () => distube.getQueue(guild);

serve({
  play: (file) => distube.play(channel, `https://files.example${file}`),
  pause: async () => void (await queue().pause()),
  resume: async () => void (await queue().resume()),
  volume: (percent) => void queue().setVolume(percent),
  seek: async (seconds) => void (await queue().seek(seconds)),
  skip: async () => void (await queue().skip()),
  filter: async (name) => void (await queue().filters.add(name)),
  isOurs: () => [...getGroups().values()].some((connections) => connections.has(wish.guildId)),
  leave: () => distube.voices.leave(guild),
});
tell("ready", { userId: client.user.id });
