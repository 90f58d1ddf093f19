// Ends in the way its argument names, in the middle of a call.
import * as sdk from "sdkpp";
import { callOfTwo, until } from "./scene.mjs";

const { platform, ada, ben, speaking, hearing } = await callOfTwo();
const endings = {
  exit: () => process.exit(0),
  throw: () =>
    setImmediate(() => {
      throw new Error("on purpose");
    }),
  async natural() {
    ada.client.destroy();
    ben.client.destroy();
    await platform.stop();
  },
  async twice() {
    await Promise.all([
      ada.client.endCall(ada.lobbyId),
      ada.client.endCall(ada.lobbyId),
      ada.client.endCalls(),
    ]);
    speaking[Symbol.dispose]();
    await speaking[Symbol.asyncDispose]();
    for (const { client } of [ada, ada, ben, ben]) client.destroy();
    await Promise.all([platform.stop(), platform.stop()]);
  },
  async callback() {
    ben.client.destroy();
    const again = ada.client.startCallWithAudioCallbacks(
      ada.lobbyId,
      () => undefined,
      () => process.exit(7),
    );
    if (again.isValid()) throw new Error("a second call began");
    await ada.client.endCalls();
    const call = ada.client.startCallWithAudioCallbacks(
      ada.lobbyId,
      () => undefined,
      () => process.exit(0),
    );
    call.openPcmInput(48_000, 1);
    await until("an end", () => call.pushPcm(new Int16Array(960).fill(1000)) < 0);
  },
};
console.log(`connected ${hearing.getStatus() === sdk.Call.Status.Connected}`);
await endings[process.argv[2]]();
