// The app that the bundlers bundle: it makes a call on the platform that SDKPP_TEST_PLACE describes, and prints the error
// where there is no call.
import * as sdk from "sdkpp";
import { makeCall } from "../runtimes/call.mjs";

makeCall(sdk, JSON.parse(process.env.SDKPP_TEST_PLACE)).then(
  () => console.log("call ok"),
  (error) => {
    const { code, message } = error;
    console.log(JSON.stringify({ isSdkError: error instanceof sdk.SdkError, code, message }));
    process.exitCode = 1;
  },
);
