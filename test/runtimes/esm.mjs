import { createRequire } from "node:module";
import * as sdk from "sdkpp";
import * as voice from "sdkpp/voice";
import { makeLocalCall } from "./local-call.mjs";

const required = createRequire(import.meta.url)("sdkpp");
if (required.Client !== sdk.Client) throw new Error("import and require gave two Client classes");
if (typeof voice.joinVoiceChannel !== "function") throw new Error("sdkpp/voice has no joinVoiceChannel");
await makeLocalCall(sdk, process.argv[2]);
console.log("call ok");
