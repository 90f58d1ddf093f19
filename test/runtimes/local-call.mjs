// A call on a platform of this process.
import { pathToFileURL } from "node:url";
import { makeCall } from "./call.mjs";

/** @param platformPath the file of the platform's entry point */
export async function makeLocalCall(sdk, platformPath) {
  const { startPlatform } = await import(pathToFileURL(platformPath).href);
  const { endpoints, seeded, control, stop } = await startPlatform();
  const scope = sdk.Client.getDefaultCommunicationScopes();
  const tokens = seeded.userIds.map(
    (id) => control.tokens.issue(seeded.applicationId, id, scope).access_token,
  );
  try {
    await makeCall(sdk, { ...endpoints, lobby: "runtimes", tokens });
  } finally {
    await stop();
  }
}
