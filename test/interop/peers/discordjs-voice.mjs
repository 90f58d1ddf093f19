// A bot of discord.js and @discordjs/voice, as their guides write it: it plays a tone and listens to one user.
import { obey, tell, wish } from "./peer.mjs";
import { join, listen, playerOf, playTone } from "./voice.mjs";

const { client, connection } = await join({ daveEncryption: false }, 10_000);
const heard = listen(connection, wish.listenTo, wish.hearHz);
setInterval(() => tell("heard", heard), 50);
const player = playerOf(connection);

obey({
  play: () => playTone(player),
  stop: () => player.stop(),
  rejoin: () => connection.rejoin(),
  leave: () => {
    connection.destroy();
    void client.destroy().then(() => tell("left"));
  },
});
tell("ready", {
  userId: client.user.id,
  mode: connection.state.networking.state.connectionData.encryptionMode,
});
