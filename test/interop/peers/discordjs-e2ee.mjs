// A bot of discord.js and @discordjs/voice with end-to-end encryption as it is by default: it plays a tone, listens to
// several users, and says its privacy code.
import { obey, tell, wish } from "./peer.mjs";
import { join, listen, playerOf, playTone } from "./voice.mjs";

const { client, connection } = await join(wish.hasE2ee ? {} : { daveEncryption: false }, wish.patienceMs);
const heard = Object.fromEntries(
  Object.entries(wish.hear).map(([userId, hearHz]) => [userId, listen(connection, userId, hearHz)]),
);
setInterval(() => tell("call", { code: connection.voicePrivacyCode ?? null, heard }), 50);
const player = playerOf(connection);
playTone(player);

obey({
  away: () => connection.disconnect(),
  back: () => {
    connection.rejoin({ channelId: wish.channelId, selfDeaf: false, selfMute: false });
    // A disconnect takes the player off.
    connection.subscribe(player);
  },
  leave: () => {
    connection.destroy();
    void client.destroy().then(() => tell("left"));
  },
});
tell("ready", { userId: client.user.id });
