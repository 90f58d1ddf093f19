import type { CreateVoiceConnectionOptions } from "./join-config.js";

type Upstream = NonNullable<CreateVoiceConnectionOptions["upstream"]>;

/** Close codes of the voice gateway after which a connection does not ask for a new session. */
const FINAL: Readonly<Record<Upstream, readonly number[]>> = {
  "0.19": [4014],
  next: [4014, 4021, 4022],
};

/** @throws {TypeError} for a version that is not known */
export function finalCloses(upstream: Upstream = "0.19"): readonly number[] {
  if (Object.hasOwn(FINAL, upstream)) return FINAL[upstream];
  throw new TypeError(`upstream: expected "0.19" or "next", received ${JSON.stringify(upstream)}`);
}
