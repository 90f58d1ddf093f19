// Each route of the platform, whatever it answers, held against the published description and our own schemas.
import { startPlatform } from "@sdkpp/platform";
import { beforeEach, describe, expect, it } from "vitest";
import { routes, ROUTE_NAMES } from "../../platform/http/server.js";
import { Stage } from "../e2e/platform/authorization-scene.js";
import { ROWS } from "../e2e/platform/authorization-rows.js";
import { enterLobby } from "../support/players.js";
import { Description } from "./description.js";
import { judgeHere } from "./judge-here.js";
import { JudgedFetch } from "./judged-fetch.js";

const description = new Description();
const judge = judgeHere(description);
beforeEach(() => judge.met.clear());

/** As the description names it. */
const describedName = (name: string): string => {
  const [method = "", path = ""] = name.split(" ");
  return `${method} ${description.templateOf(method, path) ?? "?"}`;
};

describe("every route of the platform", () => {
  it("is described, by the document or by us", () => {
    expect([...ROUTE_NAMES].filter((name) => describedName(name).endsWith("?"))).toEqual([]);
  });

  it("answers as described: who may, a stranger, another game, nobody, and a path that leads nowhere", async () => {
    const stage = await Stage.open();
    try {
      for (const row of ROWS) {
        await using scene = await stage.scene();
        const [method = ""] = row.route.split(" ");
        const asked = await row.ask(scene);
        const own = { ada: scene.ada.authorization, bot: stage.bot, nobody: undefined }[row.by];
        const elsewhere = stage.bearer(scene.ada.id, stage.otherApplicationId);
        for (const who of [undefined, stage.otherBot, elsewhere, scene.eve.authorization, own, own])
          await stage.send(who, method, asked);
        const nowhere = asked.path.replaceAll(/[0-9]{17,20}/g, "1");
        await stage.send(own, method, { ...asked, path: nowhere });
        const body = method === "GET" ? undefined : 7;
        await stage.send(own, method, { path: asked.path.replace(/[0-9]{17,20}/, "x"), body });
      }
    } finally {
      await stage.close();
    }
    const names = new Set(routes.map(({ method, path }) => describedName(`${method} ${path}`)));
    expect(judge.metWith("20")).toEqual(names);
  });

  it("refuses for its rate, and fails, as described", async () => {
    const platform = await startPlatform();
    try {
      for (const name of ROUTE_NAMES) {
        const [method = "", path = ""] = name.split(" ");
        const url = `${platform.endpoints.apiBase}/v10${path.replaceAll(/\{[a-z.]+\}/g, "1")}`;
        const faults = [
          { status: 429 },
          { status: 429, isGlobal: true, retryAfter: 0.5 },
          { status: 503 },
          { status: 500 },
        ];
        for (const what of faults) {
          platform.control.faults.add({ route: name, what });
          expect((await fetch(url, { method })).status).toBe(what.status);
        }
      }
    } finally {
      await platform.stop();
    }
    const names = new Set([...ROUTE_NAMES].map(describedName));
    expect([judge.metWith("429"), judge.metWith("503")]).toEqual([names, names]);
  });

  it("refuses a player's client for its rate as described", async () => {
    const platform = await startPlatform({ enforceRateLimits: true });
    try {
      const { client } = await enterLobby(platform, platform.seeded.userIds[0]);
      const refused = new Promise<void>((resolve) => {
        // The client waits and asks again by itself: nothing of it reaches the game.
        client.addLogCallback((line) => line.includes("429") && resolve(), 1);
      });
      const attempts = Array.from({ length: 10 }, (_, at) => client.createOrJoinLobby(`lobby ${String(at)}`));
      await Promise.race([refused, Promise.allSettled(attempts)]);
      client.destroy();
      await Promise.allSettled(attempts);
    } finally {
      await platform.stop();
    }
    expect(judge.met).toContain("PUT /lobbies 429");
  });
});

describe("the judge", () => {
  it("detects a wrong response", async () => {
    const answers: [string, Response, RegExp][] = [
      ["GET /lobbies/1", Response.json({ id: 1 }, { headers: { date: "x GMT" } }), /must|required/],
      ["GET /lobbies/1", new Response("<html>", { headers: { date: "x GMT" } }), /no JSON/],
      ["GET /nowhere", Response.json({}), /described nowhere/],
      [
        "GET /gateway",
        Response.json({ url: "ws://x" }, { headers: { "content-type": "application/json; charset=utf-8" } }),
        /content-type/,
      ],
      [
        "GET /gateway",
        Response.json({ message: "m", retry_after: 1, global: false, code: 0 }, { status: 429 }),
        /retry-after/,
      ],
    ];
    for (const [line, response, said] of answers) {
      const real = globalThis.fetch;
      globalThis.fetch = () => Promise.resolve(response);
      const another = new JudgedFetch(description);
      globalThis.fetch = real;
      const [method = "", path = ""] = line.split(" ");
      await another.fetch(`http://127.0.0.1/api/v10${path}`, { method });
      expect((await another.problems()).join("\n"), line).toMatch(said);
    }
  });
});
