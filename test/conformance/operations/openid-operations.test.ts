// Keys that sign ID tokens, and what a token says of its user.
import { importJWK, type JWK } from "jose";
import { expect } from "vitest";
import { set } from "../change.js";
import { operation, read } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const OPENID = "platform/domain/views/oauth2/openid.ts";

operation<{ keys: (JWK & { kid: string })[] }>(stage, "get_public_keys", {
  change: set(OPENID, "keysView.use", "enc"),
  seenBy: async ({ scene, body }) => {
    expect(body.keys.length).toBeGreaterThan(0);
    expect(body.keys.every(({ use, alg }) => use === "sig" && alg === "RS256")).toBe(true);
    await Promise.all(body.keys.map((key) => importJWK(key)));
    const { body: seen } = await read(scene, "ada", "/oauth2/keys");
    expect(seen).toEqual(body);
    stage().platform.control.applications.rotateSigningKey();
    const { body: later } = await read(scene, "ada", "/oauth2/keys");
    expect((later as typeof body).keys).toHaveLength(body.keys.length + 1);
  },
  heard: "a read",
  failures: [],
  never: {
    "401": "everybody may read public keys",
    "403": "everybody may read public keys",
    "404": "there is always a key",
    "50035": "it takes no input",
    own: "no other code is documented for it",
  },
});

operation(stage, "get_openid_connect_userinfo", {
  change: set(OPENID, "profileClaims.preferred_username", "somebody"),
  seenBy: async ({ scene, body }) => {
    const { ada } = scene;
    stage().platform.control.users.rename(ada.id, "Ada the Brave");
    const { body: seen } = await read(scene, "bot", `/users/${ada.id}`);
    expect(seen).toMatchObject({ id: body["sub"], username: body["preferred_username"] });
    const { body: later } = await read(scene, "ada", "/oauth2/userinfo");
    expect(later).toEqual({ ...body, nickname: "Ada the Brave" });
  },
  heard: "a read",
  failures: [],
  never: {
    "404": "it is about the caller",
    "50035": "it takes no input",
    own: "no other code is documented for it",
  },
});
