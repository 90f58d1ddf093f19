// Joins a voice channel without the permission to load an addon, and prints the error.
import { joinVoiceChannel } from "sdkpp/voice";

const adapterCreator = () => ({ sendPayload: () => true, destroy: () => undefined });
try {
  joinVoiceChannel({ guildId: 1n, channelId: 2n, adapterCreator });
} catch ({ name, code, message }) {
  console.log(`${name} ${code} ${message}`);
}
