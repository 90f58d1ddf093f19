import { expandScopes } from "sdkpp/wire";
import type { Route } from "../../../platform/http/route.js";
import type { Row, Verdict } from "./authorization-row.js";
import { SCOPES, type Scene } from "./authorization-scene.js";

/** A caller whom a route rejects, and how. */
export type Rejection = readonly [who: string, authorization: string | undefined, Verdict];

/** Callers who may not use a route, as its own data and its row say. */
export function rejections(route: Route, scene: Scene, row: Row): Rejection[] {
  if (route.auth === "none") return [];
  const { ada, stage } = scene;
  const { botToken, applicationId } = stage.platform.seeded;
  const bare = ada.authorization.replace("Bearer ", "");
  const revoked = stage.platform.control.users.create({ username: `gone${String(scene.number)}` });
  const dead = stage.bearer(revoked.id, applicationId);
  stage.platform.control.tokens.revoke(applicationId, revoked.id);
  const all: Rejection[] = [
    ["no token", undefined, [401, 0]],
    ["an unknown token", "Bearer nope", [401, 0]],
    ["an unknown bot token", "Bot nope", [401, 0]],
    ["a revoked token", dead, [401, 0]],
    ["a player's token that is called a bot's", `Bot ${bare}`, [401, 0]],
    ["a bot's token that is called a player's", `Bearer ${botToken}`, [401, 0]],
    ["a token without its kind", bare, [401, 0]],
  ];
  if (route.auth === "bot") all.push(["a player", ada.authorization, [403, 20_002]]);
  if (route.auth === "bearer") all.push(["a bot", stage.bot, [403, 20_001]]);
  if (route.auth !== "bot" && route.scopes.length > 0)
    all.push(["a player without the scope", scopeless(route, scene), [403, 50_026]]);
  const others: [string, string, Verdict | undefined][] = [
    ["the same player in another game", stage.bearer(ada.id, stage.otherApplicationId), row.otherPlayer],
    ["another game's bot", stage.otherBot, row.otherBot],
    ["a stranger", scene.eve.authorization, row.stranger],
  ];
  for (const [who, authorization, verdict] of others)
    if (verdict !== undefined) all.push([who, authorization, verdict]);
  return all;
}

/** A token with every scope that the route does not ask for. */
function scopeless(route: Route, { ada, applicationId, stage }: Scene): string {
  const scopes = SCOPES.filter((one) => !route.scopes.some((scope) => expandScopes(one).has(scope)));
  return stage.bearer(ada.id, applicationId, scopes);
}
