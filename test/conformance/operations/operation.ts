import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { routes } from "../../../platform/http/server.js";
import type { Route } from "../../../platform/http/route.js";
import { rejections } from "../../e2e/platform/authorization-rejections.js";
import type { Row } from "../../e2e/platform/authorization-row.js";
import { rowOf } from "../../e2e/platform/authorization-rows.js";
import type {
  Answered,
  Asked,
  News,
  Observer,
  Scene,
  Stage,
} from "../../e2e/platform/authorization-scene.js";
import type { Change } from "../change.js";
import { claim } from "../claim.js";

/** A built operation of the published description, as `operations.json` lists it. */
interface Listed {
  readonly operation: string;
  readonly route: string;
}

const LISTED = JSON.parse(
  readFileSync(new URL("./operations.json", import.meta.url), "utf8"),
) as readonly Listed[];

/** A request that succeeded, and the place where its effect is visible. */
export interface Done<Body> {
  readonly scene: Scene;
  readonly asked: Asked;
  readonly body: Body;
}

/** Receivers of events after a success, in order; all others receive none. */
export type Audience = Partial<Record<Observer, readonly (readonly [t: string, d: object])[]>>;

/** Somebody of the scene, or the value of a header. */
type Caller = "ada" | "ben" | "eve" | "host" | "bot" | "otherBot" | ((scene: Scene) => string);

/** A request that the operation rejects. */
export interface Failure {
  readonly claim: string;
  /** Default: the intended caller. */
  readonly by?: Caller;
  readonly ask: (scene: Scene) => Asked | Promise<Asked>;
  readonly verdict: readonly [status: number, code: number];
  /** Of a 50035: where its `errors` has leaves, joined with dots. */
  readonly errors?: readonly string[];
}

/** @param errors where the `errors` of a 50035 have leaves */
export const rejected = (
  claim: string,
  ask: Failure["ask"],
  verdict: Failure["verdict"],
  ...errors: string[]
): Failure => ({ claim, ask, verdict, ...(errors.length > 0 && { errors }) });

/** Kinds of failures; `own`: any other code. */
type Family = "401" | "403" | "404" | "50035" | "own";
const FAMILIES: readonly Family[] = ["401", "403", "404", "50035", "own"];

export interface Proof<Body> {
  /** Makes the operation wrong; its tests have to fail under it. */
  readonly change: Change;
  /** Of the row of test/e2e/platform/authorization-rows.ts, where a route has several. */
  readonly row?: string;
  /** Default: the row's. */
  readonly by?: Caller;
  /** The request; default: the row's. */
  readonly ask?: (scene: Scene) => Asked | Promise<Asked>;
  /** Asserts through another reader, or another route, that the success had its effect. */
  readonly seenBy: (done: Done<Body>) => Promise<void>;
  /** A text says why nobody is notified. */
  readonly heard: ((done: Done<Body>) => Audience) | string;
  /** In addition to those that follow from the route's data and its row. */
  readonly failures: readonly Failure[];
  /** Why a family of failures cannot occur. */
  readonly never?: Partial<Record<Family, string>>;
}

/**
 * Registers the tests of a built operation: a reader other than the caller sees its success, the right observers hear of
 * it and no others, and it fails as documented.
 * @throws {Error} when `operations.json` does not list it
 */
export function operation<Body = Record<string, unknown>>(
  stage: () => Stage,
  name: string,
  proof: Proof<Body>,
): void {
  const listed = LISTED.find((one) => one.operation === name);
  if (listed === undefined) throw new Error(`operations.json does not list ${name}`);
  const row = rowOf(listed.route, proof.row);
  const route = routes.find(({ method, path }) => `${method} ${path}` === listed.route) as Route;
  const subject = `operation ${name}`;
  const trial: Trial<Body> = { stage, route, row, proof };
  claim(subject, "another reader sees its success", proof.change, () => showsSuccess(trial));
  claim(subject, "its audience hears of it, and nobody else", proof.change, async (meta) => {
    meta.reference = { events: await reachesAudience(trial) };
  });
  claim(subject, "fails as documented, without effect", proof.change, (meta) => {
    meta.reference = demandsOf(trial);
    return failsAsDocumented(trial);
  });
}

interface Trial<Body> {
  readonly stage: () => Stage;
  readonly route: Route;
  readonly row: Row;
  readonly proof: Proof<Body>;
}

async function showsSuccess<Body>(trial: Trial<Body>): Promise<void> {
  await using scene = await trial.stage().scene();
  const done = await succeed(trial, scene);
  const before = expect.getState().assertionCalls;
  await trial.proof.seenBy(done);
  if (expect.getState().assertionCalls === before) throw new Error("the second reader asserts nothing");
}

/** The reference page's statements beside the events. */
function demandsOf<Body>({ route, proof }: Trial<Body>): Readonly<Record<string, unknown>> {
  const { auth, scopes, docs, unbuilt } = route;
  const failures = proof.failures.map(({ claim: text, verdict: [status, code], errors }) => ({
    text,
    status,
    code,
    ...(errors && { errors }),
  }));
  return { auth, scopes, docs, unbuilt, failures };
}

/** @returns names of the events, by observer; a text: why there are none */
async function reachesAudience<Body>(trial: Trial<Body>): Promise<Record<string, string[]> | string> {
  await using scene = await trial.stage().scene();
  const { heard } = trial.proof;
  const done = await succeed(trial, scene);
  const audience = typeof heard === "string" ? {} : heard(done);
  const news = await scene.newsByObserver();
  for (const [observer, events] of Object.entries(news) as [Observer, News[]][]) {
    const expected = (audience[observer] ?? []).map(([t, d]) => ({ op: 0, t, d }));
    expect({ observer, events }).toMatchObject({ observer, events: expected });
  }
  if (typeof heard === "string") return heard;
  const heardBy = Object.entries(audience).filter(([, events]) => events.length > 0);
  return Object.fromEntries(heardBy.map(([observer, events]) => [observer, events.map(([t]) => t)]));
}

async function failsAsDocumented<Body>(trial: Trial<Body>): Promise<void> {
  const met = new Set([...(await othersFail(trial)), ...(await requestsFail(trial))]);
  const { never = {} } = trial.proof;
  const untested = FAMILIES.filter((family) => !met.has(family) && never[family] === undefined);
  const contradicted = FAMILIES.filter((family) => met.has(family) && never[family] !== undefined);
  expect({ untested, contradicted }).toEqual({ untested: [], contradicted: [] });
}

/** Callers who may not: those that the route's data and its row name. */
async function othersFail<Body>({ stage, route, row }: Trial<Body>): Promise<Family[]> {
  await using scene = await stage().scene();
  const asked = await row.ask(scene);
  const families: Family[] = [];
  for (const [who, authorization, verdict] of rejections(route, scene, row)) {
    const [status = 0, code = 0] = verdict === "allowed" ? [] : verdict;
    if (status < 400) continue;
    const answer = await withoutEffect(scene, () => stage().send(authorization, route.method, asked));
    expect({ who, ...answer }).toMatchObject({ who, status, body: { code } });
    families.push(familyOf(status, code));
  }
  return families;
}

/** The proof's own requests, each in a scene of its own. */
async function requestsFail<Body>({ stage, route, row, proof }: Trial<Body>): Promise<Family[]> {
  const families: Family[] = [];
  for (const { claim, by = proof.by ?? row.by, ask, verdict, errors } of proof.failures) {
    await using scene = await stage().scene();
    const asked = await ask(scene);
    const [status, code] = verdict;
    const answer = await withoutEffect(scene, () =>
      stage().send(authorizationOf(scene, by), route.method, asked),
    );
    expect({ claim, ...answer }).toMatchObject({ claim, status, body: { code } });
    if (code === INVALID_FORM) expect({ claim, errors: leavesOf(answer.body) }).toEqual({ claim, errors });
    families.push(familyOf(status, code));
  }
  return families;
}

/** Sends a request that must neither be heard of nor change the store. */
async function withoutEffect(scene: Scene, send: () => Promise<Answered>): Promise<Answered> {
  const { store } = scene.stage;
  await scene.news();
  store.hasChanged();
  const answer = await send();
  expect({ news: await scene.news(), isStored: store.hasChanged() }).toEqual({ news: [], isStored: false });
  return answer;
}

const INVALID_FORM = 50_035;

function familyOf(status: number, code: number): Family {
  if (code === INVALID_FORM) return "50035";
  if (status === 401 || status === 403 || status === 404) return `${status}`;
  return "own";
}

/** Where the `errors` of a 50035 have leaves: `members.0.id`. */
function leavesOf(body: unknown): string[] {
  const walk = (tree: object, path: readonly string[]): string[] =>
    Object.entries(tree).flatMap(([name, value]) =>
      name === "_errors" ? [path.join(".")] : walk(value as object, [...path, name]),
    );
  return walk((body as { errors?: object }).errors ?? {}, []);
}

/** Sends the request, which has to succeed; the news are those that follow from it. */
async function succeed<Body>({ stage, route, row, proof }: Trial<Body>, scene: Scene): Promise<Done<Body>> {
  const asked = await (proof.ask ?? row.ask)(scene);
  await scene.renewBots();
  await scene.news();
  const by = authorizationOf(scene, proof.by ?? row.by);
  const { status, body } = await stage().send(by, route.method, asked);
  expect({ status, rejection: status < 300 ? undefined : body }).toEqual({
    status: expect.any(Number),
    rejection: undefined,
  });
  return { scene, asked, body: body as Body };
}

function authorizationOf(scene: Scene, who: Caller | "nobody"): string | undefined {
  if (who === "nobody") return undefined;
  if (typeof who === "function") return who(scene);
  return who === "bot" || who === "otherBot" ? scene.stage[who] : scene[who].authorization;
}

/** A reader's answer. */
export function read(scene: Scene, who: Caller | "nobody", path: string): Promise<Answered> {
  return scene.stage.send(authorizationOf(scene, who), "GET", { path });
}
