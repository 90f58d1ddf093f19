// Two players in one process call each other, encrypted. One sends silence, and his captured callback writes a tone over
// it; the other hears the tone, and her received callback mutes it.
import { enter, readFacts, sendSilence, until, writeTone } from "./scene.mjs";

const facts = readFacts(process.argv[2]);
const ada = await enter(facts, 0);
const ben = await enter(facts, 1);
const heard = { loud: 0 };
const hearing = ada.client.startCallWithAudioCallbacks(
  ada.lobbyId,
  (_user, samples, _perChannel, _rate, _channels, outShouldMute) => {
    if (samples.some((value) => Math.abs(value) > 1000)) heard.loud += 1;
    outShouldMute.value = true;
  },
  () => undefined,
);
const speaking = ben.client.startCallWithAudioCallbacks(
  ben.lobbyId,
  () => undefined,
  (samples) => writeTone(samples),
);
const timer = sendSilence(speaking);
await until("the tone", () => heard.loud >= 25 && speaking.getStats().packetsSent >= 25);
const members = hearing.getEncryptedMembers().length;
if (members !== 2) throw new Error(`expected 2 encrypted members, found ${members}`);
clearInterval(timer);
ada.client.destroy();
ben.client.destroy();
console.log("call ok");
