// A test of the microphone with the null devices, and, on Windows, the list of a machine without sound.
import * as sdk from "sdkpp";
import { readFacts, until } from "./scene.mjs";

const { apiBase, webBase, ca } = readFacts(process.argv[2]);
const client = new sdk.Client(apiBase, webBase, { ca, audioDevices: "null" });
const seen = [];
const test = client.testMicrophone();
for (const event of ["opened", "level", "problem"]) test.on(event, (value) => seen.push(value));
await until("both devices and a level", () => seen.length >= 3);
const expected = ["-100", "microphone", "speaker"];
if (JSON.stringify(seen.map(String).sort()) !== JSON.stringify(expected))
  throw new Error(`expected ${expected}, saw ${seen}`);
test.stop();
client.destroy();

if (process.platform === "win32") {
  const player = new sdk.Client(apiBase, webBase, { ca, audioDevices: "system" });
  console.log("microphones:", (await player.getInputDevices()).map(({ name }) => name).join(", "));
  player.destroy();
}
console.log("devices ok");
