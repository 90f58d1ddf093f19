// An app of Bun that contains the addon: the compiled program carries the file and names its path.
import * as sdk from "sdkpp";
import addonPath from "./sdkpp.node" with { type: "file" };
import { makeCall } from "../runtimes/call.mjs";

await makeCall(sdk, { ...JSON.parse(process.env.SDKPP_TEST_PLACE), addonPath });
console.log("call ok");
