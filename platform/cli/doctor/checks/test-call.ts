import { CallFinding, type CallFindingSides } from "sdkpp/wire";
import type { Check } from "../check.js";
import { installedPeople, type PerformPeopleCommand } from "../../people-package.js";

const SECONDS = 2;

/** Lets two people of a platform of its own talk for two seconds, where the package for tests is installed. */
export const checkTestCall: Check = async ({ testCall, people }) => {
  if (!testCall) return CallFinding.skipped("left out with --no-test-call");
  const perform = people ?? (await installedPeople());
  if (perform === undefined)
    return CallFinding.skipped("it needs @sdkpp/testing: npm install --save-dev @sdkpp/testing");
  try {
    return CallFinding.ok(await called(perform));
  } catch (error) {
    return CallFinding.failed(error, "run `npx sdkpp doctor`: it looks at what calls need");
  }
};

async function called(perform: PerformPeopleCommand): Promise<CallFindingSides> {
  // Loaded late: the other checks answer at once.
  const { startPlatform } = await import("../../../start.js");
  await using platform = await startPlatform({ controlApi: {} });
  const { controlApi } = platform;
  if (controlApi === undefined) throw new Error("The control API is closed.");
  return (await perform("call", controlApi, [], { seconds: SECONDS })) as CallFindingSides;
}
