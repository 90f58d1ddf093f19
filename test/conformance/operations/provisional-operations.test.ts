// Players without an account of the platform: guests, and the way back from a full account.
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { linkEve, ticketOf } from "../../e2e/platform/authorization-rows-provisional.js";
import type { Asked, Scene } from "../../e2e/platform/authorization-scene.js";
import { drop } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const PROVISIONAL = "platform/domain/rules/oauth2/provisional.ts";
const MERGE = "platform/domain/rules/oauth2/merge.ts";
const TOKEN = "/partner-sdk/token";
const UNMERGE = "/partner-sdk/provisional-accounts/unmerge";
const PROVISIONAL_FLAG = 1 << 23;

interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token?: string;
}

/** The guest behind tokens as the game's bot sees it. */
async function guestOf(scene: Scene, { id_token: idToken }: Tokens) {
  const { sub, aud } = decodeJwt(idToken);
  const { body } = await read(scene, "bot", `/users/${String(sub)}`);
  return { id: sub, aud, user: body };
}

const another = (settings: object): string =>
  stage().platform.control.applications.create({ name: "Another", ...settings }).id;

const failure = (
  claim: string,
  path: string,
  verdict: readonly [number, number],
  body: (scene: Scene) => object,
): Failure => ({ claim, verdict, ask: (scene): Asked => ({ path, body: body(scene) }) });

/** Requests that both doors for external tokens reject alike. */
const externalToken = (path: string): Failure[] => [
  failure("an unknown application", path, [404, 10_002], (scene) => ({ ...ticketOf(scene), client_id: "1" })),
  failure("a wrong secret", path, [401, 530_007], (scene) => ({ ...ticketOf(scene), client_secret: "no" })),
  failure("no secret of a confidential application", path, [401, 530_007], (scene) => ({
    ...ticketOf(scene),
    client_id: another({ isPublic: false, secret: "s3cret" }),
  })),
  failure("an application without provisional accounts", path, [403, 530_000], (scene) => ({
    ...ticketOf(scene),
    client_id: another({ provisionalAccounts: false }),
  })),
  failure("a ticket that is none", path, [403, 50_025], (scene) => ({
    ...ticketOf(scene),
    external_auth_token: "x",
  })),
  failure("an issuer that nobody has configured", path, [400, 530_008], (scene) => ({
    ...ticketOf(scene),
    external_auth_type: "OIDC",
    external_auth_token: "eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ.eyJzdWIiOiJhIn0.c2lnbmF0dXJl",
  })),
  {
    ...failure("fields that are none", path, [400, 50_035], () => ({
      client_id: "x",
      external_auth_type: "FRIENDSTER",
      external_auth_token: "",
    })),
    errors: ["client_id", "external_auth_type", "external_auth_token"],
  },
];

operation<Tokens>(stage, "partner_sdk_token", {
  change: drop(PROVISIONAL, "newGuest", "provisionalOf"),
  seenBy: async ({ scene, body }) => {
    const { id, aud, user } = await guestOf(scene, body);
    expect(aud).toBe(scene.applicationId);
    expect(user).toMatchObject({ public_flags: PROVISIONAL_FLAG, global_name: null });
    expect(body.refresh_token).toBeUndefined();
    const again = await stage().send(undefined, "POST", { path: TOKEN, body: ticketOf(scene, ":Gwen") });
    const named = await guestOf(scene, again.body as Tokens);
    expect(named).toMatchObject({ id, user: { global_name: "Gwen" } });
  },
  heard: "nobody knows a new guest",
  failures: [
    ...externalToken(TOKEN),
    {
      claim: "an identity that is linked",
      verdict: [400, 530_010],
      ask: (scene) => {
        linkEve(scene);
        return { path: TOKEN, body: ticketOf(scene) };
      },
    },
  ],
});

operation<Tokens>(stage, "bot_partner_sdk_token", {
  change: drop(PROVISIONAL, "newGuest", "provisionalOf"),
  ask: ({ number }) => ({
    path: `${TOKEN}/bot`,
    body: { external_user_id: String(number), preferred_global_name: "Pia" },
  }),
  seenBy: async ({ scene, body }) => {
    const { user } = await guestOf(scene, body);
    expect(user).toMatchObject({ public_flags: PROVISIONAL_FLAG, global_name: "Pia" });
  },
  heard: "nobody knows a new guest",
  failures: [
    failure("a guest of another game", `${TOKEN}/bot`, [404, 10_013], ({ ada, number }) => ({
      external_user_id: String(number),
      provisional_user_id: ada.id,
    })),
    {
      claim: "an identity that is linked",
      verdict: [400, 530_010],
      ask: ({ ada, applicationId, number }) => {
        const externalId = `linked-${String(number)}`;
        stage().platform.control.users.setIdentity(applicationId, ada.id, { externalId });
        return { path: `${TOKEN}/bot`, body: { external_user_id: externalId } };
      },
    },
    {
      ...failure("fields that are none", `${TOKEN}/bot`, [400, 50_035], () => ({
        external_user_id: "",
        preferred_global_name: "x".repeat(33),
      })),
      errors: ["external_user_id", "preferred_global_name"],
    },
  ],
});

operation(stage, "partner_sdk_unmerge_provisional_account", {
  change: drop(MERGE, "unmergeAccount", "revokeGrant"),
  seenBy: async ({ scene }) => {
    expect(await read(scene, "eve", "/users/@me")).toMatchObject({ status: 401 });
    const { body } = await stage().send(undefined, "POST", { path: TOKEN, body: ticketOf(scene) });
    const { id, user } = await guestOf(scene, body as Tokens);
    expect(id).not.toBe(scene.eve.id);
    expect(user).toMatchObject({ public_flags: PROVISIONAL_FLAG });
  },
  heard: "nobody else knows the account, which has no session",
  failures: [
    ...externalToken(UNMERGE),
    failure("an identity that nobody has", UNMERGE, [404, 10_013], ticketOf),
    {
      claim: "an identity that is a guest",
      verdict: [400, 50_229],
      ask: async (scene) => {
        await stage().send(undefined, "POST", { path: TOKEN, body: ticketOf(scene) });
        return { path: UNMERGE, body: ticketOf(scene) };
      },
    },
  ],
});

operation(stage, "bot_partner_sdk_unmerge_provisional_account", {
  change: drop(MERGE, "unmergeAccount", "revokeGrant"),
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "eve", "/users/@me")).toMatchObject({ status: 401 });
    const { body } = await stage().send(scene.stage.bot, "POST", { path: `${TOKEN}/bot`, body: asked.body });
    expect((await guestOf(scene, body as Tokens)).id).not.toBe(scene.eve.id);
  },
  heard: "nobody else knows the account, which has no session",
  failures: [
    failure("an identity that nobody has", `${UNMERGE}/bot`, [404, 10_013], ({ number }) => ({
      external_user_id: `nobody-${String(number)}`,
    })),
    {
      claim: "an identity that is a guest",
      verdict: [400, 50_229],
      ask: async ({ stage: { bot }, number }) => {
        const body = { external_user_id: `guest-${String(number)}` };
        await stage().send(bot, "POST", { path: `${TOKEN}/bot`, body });
        return { path: `${UNMERGE}/bot`, body };
      },
    },
    {
      ...failure("no id", `${UNMERGE}/bot`, [400, 50_035], () => ({})),
      errors: ["external_user_id"],
    },
  ],
});
