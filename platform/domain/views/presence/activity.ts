import { ActivityFlag, type ActivityPartyPayload } from "sdkpp/wire";
import type { ActivityFields } from "../../records/presence/session-presence.js";

/** Bits that the platform sets of itself. */
export function flagsOf({ instance, party, secrets }: ActivityFields): number {
  const isJoinable = secrets?.join !== undefined && party !== undefined;
  return (instance === true ? ActivityFlag.Instance : 0) | (isJoinable ? ActivityFlag.Join : 0);
}

/** An activity as others see it: without secrets, addresses of buttons, and the privacy of its party. */
export function publicActivity({
  secrets: _secrets,
  metadata: _metadata,
  ...rest
}: ActivityFields): ActivityFields {
  return rest.party === undefined ? rest : { ...rest, party: publicParty(rest.party) };
}

function publicParty({ privacy: _privacy, ...shown }: ActivityPartyPayload): ActivityPartyPayload {
  return shown;
}
