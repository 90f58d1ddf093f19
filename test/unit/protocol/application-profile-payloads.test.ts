import { describe, expect, it } from "vitest";
import {
  parseApplicationIdentityRemove,
  parseApplicationIdentityUpdate,
  parseApplicationProfiles,
  parseReady,
} from "../../../lib/protocol/index.js";

const profile = (change: object = {}): object => ({
  username: "Countess",
  metadata: '{"level":"9"}',
  external_id: {
    provider_type: "STEAM",
    provider_issued_user_id: "76561",
    provider_id: "main",
    preferred_global_name: null,
  },
  avatar_hash: "a1",
  ...change,
});
const read = {
  userId: 7n,
  username: "Countess",
  metadata: '{"level":"9"}',
  avatarHash: "a1",
  providerType: "STEAM",
  providerId: "main",
  providerIssuedUserId: "76561",
};

describe("profiles of users in a game", () => {
  it("are read from the event, and from READY's map", () => {
    expect(parseApplicationIdentityUpdate({ ...profile(), user_id: "7", application_id: "1" })).toEqual(read);
    expect(parseApplicationProfiles({ "7": [profile()] })).toEqual([read]);
    const user = { id: "5", username: "ada" };
    const ready = { user, session_id: "s", user_application_profiles: { "7": [profile()] } };
    expect(parseReady(ready)?.applicationProfiles).toEqual([read]);
    expect(parseReady({ user, session_id: "s" })?.applicationProfiles).toEqual([]);
  });

  it("have empty texts for absent fields, and mark unknown providers", () => {
    const bare = { ...read, username: "", metadata: "", avatarHash: "", providerId: undefined };
    const empty = { username: null, metadata: null, avatar_hash: null };
    expect(parseApplicationProfiles({ "7": [empty] })).toEqual([
      { ...bare, providerType: "none", providerIssuedUserId: "" },
    ]);
    const odd = { ...empty, external_id: { provider_type: "GOG", provider_issued_user_id: "76561" } };
    expect(parseApplicationProfiles({ "7": [odd] })).toEqual([{ ...bare, providerType: "unknown" }]);
    expect(parseApplicationProfiles({ "7": [{ external_id: { provider_type: 5 } }] })).toMatchObject([
      { providerType: "unknown" },
    ]);
  });

  it("skip invalid entries, and keep the rest", () => {
    const map = JSON.parse(
      '{"__proto__":[{}],"x":[{}],"8":[],"9":{},"10":[5],"7":[{},{"username":"2"}]}',
    ) as object;
    expect(parseApplicationProfiles(map).map(({ userId }) => userId)).toEqual([7n]);
    for (const wrong of [null, 5, [], "x"]) expect(parseApplicationProfiles(wrong)).toEqual([]);
    expect(parseApplicationIdentityUpdate(profile())).toBeUndefined();
  });

  it("are removed by user", () => {
    expect(parseApplicationIdentityRemove({ user_id: "7", application_id: "1" })).toBe(7n);
    expect(parseApplicationIdentityRemove({ user_id: 7.5 })).toBeUndefined();
  });
});
