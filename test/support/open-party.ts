import { Activity, ActivityParty, ActivitySecrets } from "sdkpp";

export interface OpenPartyParts {
  id?: string;
  /** players who are in, and how many there may be */
  size?: readonly [current: number, max: number];
  secret?: string;
}

/** An activity whose party others can join. */
export function openParty({
  id = "party",
  size: [current, max] = [1, 4],
  secret = "open sesame",
}: OpenPartyParts = {}): Activity {
  const activity = new Activity();
  const party = new ActivityParty();
  party.setId(id);
  party.setCurrentSize(current);
  party.setMaxSize(max);
  activity.setParty(party);
  const secrets = new ActivitySecrets();
  secrets.setJoin(secret);
  activity.setSecrets(secrets);
  return activity;
}
