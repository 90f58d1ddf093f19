// A client that connected, called and was destroyed holds nothing open; neither does one that never connected.
import * as sdk from "sdkpp";
import { toneWav } from "../../support/tone-wav.mjs";
import { enter, until } from "./scene.mjs";

const unused = new sdk.Client("http://127.0.0.1:1/api", "http://127.0.0.1:1");
const { client, lobbyId } = await enter(JSON.parse(process.argv[2]), 0);
const call = client.startCall(lobbyId);
call.playWav(toneWav(), { loop: true });
await until("the call", () => call.getStatus() === sdk.Call.Status.Connected);
client.destroy();
console.log(`destroyed ${client.isValid()} ${unused.isValid()}`);
