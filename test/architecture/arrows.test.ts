import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { files, imports, includes, read, root } from "./sources.js";

/** Which rooms a room may import from; the compiler's project references say the same for lib. */
const LIB: Record<string, string[]> = {
  activities: [],
  wire: [],
  enums: ["wire"],
  // data only: of enums it names the types
  surface: ["enums"],
  protocol: ["wire"],
  state: ["wire"],
  net: ["wire", "protocol"],
  native: ["wire"],
  call: ["wire", "protocol", "net", "native"],
  sources: ["wire", "protocol", "net", "native"],
  // a program, and so above all that it runs
  doctor: ["wire", "enums", "protocol", "net", "native", "voice"],
  // calls in processes of their own, of both doors
  hosting: ["wire", "protocol", "net", "native", "call"],
  voice: ["wire", "protocol", "net", "native", "call", "hosting", "sources"],
  sdk: ["wire", "enums", "protocol", "net", "native", "call", "hosting", "state"],
};
/** Folders of lib/sdk/core: what the areas of the client share. */
const SDK_CORE: Record<string, string[]> = {
  events: [],
  world: [],
  logs: ["events"],
  operations: ["events", "logs"],
  api: ["operations"],
  messages: ["logs", "operations", "api", "world"],
  session: ["events", "logs", "operations", "api", "world", "messages"],
  devices: ["logs"],
  desktop: ["logs", "operations", "world"],
};
const PLATFORM: Record<string, string[]> = {
  json: [],
  redirect: [],
  clock: [],
  guard: [],
  taps: [],
  timeline: ["taps", "clock"],
  store: ["guard"],
  folder: ["guard"],
  // records and the port are shapes there
  files: ["domain", "guard", "folder"],
  snapshots: ["guard", "store", "folder", "clock", "domain", "files"],
  // a deadline needs a clock, which is an interface there
  sockets: ["guard", "clock", "taps"],
  // the clock is an interface there; what ticks is passed in
  domain: ["store", "clock"],
  pages: ["domain"],
  tls: ["folder", "guard"],
  outgoing: ["clock", "taps"],
  openid: ["domain", "clock", "outgoing"],
  http: ["domain", "files", "store", "json", "pages", "clock", "guard", "sockets", "openid", "taps"],
  gateway: ["domain", "store", "json", "clock", "guard", "sockets", "taps"],
  voice: ["domain", "store", "json", "clock", "dave", "guard", "sockets", "taps"],
  interactions: ["domain", "guard", "outgoing"],
  activities: ["domain", "guard", "outgoing"],
  webhooks: ["domain", "clock", "guard", "outgoing", "taps"],
  rpc: ["domain", "json", "clock", "guard", "taps"],
  dave: [],
};
const CORE: Record<string, string[]> = {
  base: [],
  crypto: ["base"],
  // a floor below audio: its readers of files in memory and those of streams share the parsing
  container: ["base"],
  rtp: ["base", "crypto"],
  opus: ["base", "crypto"],
  jitter: ["base", "crypto"],
  audio: ["base", "crypto", "container"],
  dave: ["base", "crypto"],
  gateway: ["base", "crypto"],
  turns: ["base", "audio"],
  player: ["base", "crypto", "container", "opus", "audio"],
  session: ["base", "crypto", "rtp", "opus", "jitter", "audio", "turns", "player", "dave", "gateway"],
};
/** Folders of one room of core. `media` and `signalling` stand above them, in the room itself. */
const SESSION: Record<string, string[]> = {
  sound: [],
  settings: ["sound"],
  speaker: [],
  listening: ["sound"],
  exchange: ["sound", "settings", "speaker", "listening"],
  path: ["exchange"],
  sending: ["sound", "settings", "exchange"],
  receiving: ["sound", "settings", "speaker", "listening", "exchange"],
};

/** What a package imports beside our doors. */
const PACKAGES_OF_OTHERS: Record<string, string[]> = {
  "packages/electron": ["ws"],
  "packages/react": ["react"],
  "packages/fleet": ["@nats-io/kv", "@nats-io/transport-node", "commander", "fastify", "ws"],
};

/** Imports of a file that lead into another room of the same folder: [room, specifier]. */
function crossings(file: string, folder: string): [string, string][] {
  const own = path.posix.dirname(file);
  return imports(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier): [string, string] => {
      const target = path.posix.relative(folder, path.posix.join(own, specifier));
      return [target.split("/")[0]!, specifier];
    })
    .filter(([room]) => room !== path.posix.relative(folder, own).split("/")[0]);
}

function strays(folder: string, allowed: Record<string, string[]>): string[] {
  return Object.entries(allowed)
    .filter(([room]) => fs.existsSync(path.join(root, folder, room)))
    .flatMap(([room, may]) =>
      files(`${folder}/${room}`, /\.ts$/).flatMap((file) =>
        crossings(file, folder)
          .filter(([target]) => !may.includes(target))
          .map(([, specifier]) => `${file} imports ${specifier}`),
      ),
    );
}

describe("TypeScript arrows", () => {
  test("rooms of lib import only what the picture allows", () => {
    expect(strays("lib", LIB)).toEqual([]);
  });

  test("every room of lib stands in the picture", () => {
    const rooms = fs.readdirSync(path.join(root, "lib")).filter((name) => !name.includes("."));
    expect(rooms.sort()).toEqual(Object.keys(LIB).sort());
  });

  test("the compiler's references are the same arrows", () => {
    for (const [room, may] of Object.entries(LIB)) {
      const config = JSON.parse(read(`lib/${room}/tsconfig.json`)) as { references: { path: string }[] };
      expect(config.references.map((each) => path.basename(each.path)).sort(), room).toEqual([...may].sort());
    }
  });

  test("folders of lib/sdk/core import only what the picture allows of each other", () => {
    const outside = "..";
    const allowed = Object.entries(SDK_CORE).map(([folder, may]) => [folder, may.concat(outside)] as const);
    expect(strays("lib/sdk/core", Object.fromEntries(allowed))).toEqual([]);
    expect(fs.readdirSync(path.join(root, "lib/sdk/core")).sort()).toEqual(Object.keys(SDK_CORE).sort());
  });

  test("rooms of platform import only what the picture allows", () => {
    expect(strays("platform", PLATFORM)).toEqual([]);
  });

  test("every room of platform stands in the picture", () => {
    const entries = fs.readdirSync(path.join(root, "platform"), { withFileTypes: true });
    const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const others = ["dist", "node_modules", "control", "cli", "assembly"];
    expect(rooms.filter((name) => !others.includes(name)).sort()).toEqual(Object.keys(PLATFORM).sort());
  });

  test("no room of platform reaches control, the command line or what starts it", () => {
    const outer = ["platform/start.ts", "platform/index.ts"];
    const found = files("platform", /\.ts$/)
      .filter((file) => !outer.includes(file) && !/^platform\/(control|cli|assembly)\//.test(file))
      .flatMap((file) =>
        imports(file)
          .filter((each) => /\/(control|cli|assembly)\//.test(each))
          .map((each) => `${file} ${each}`),
      );
    expect(found).toEqual([]);
  });

  test("platform knows sdkpp by its wire shapes only, and sdkpp does not know platform", () => {
    const inward = files("platform", /\.ts$/).flatMap((file) =>
      imports(file)
        .filter((each) => /^sdkpp(\/|$)/.test(each) && each !== "sdkpp/wire")
        .map((each) => `${file} ${each}`),
    );
    const outward = files("lib", /\.ts$/).flatMap((file) =>
      imports(file)
        .filter((each) => each.includes("platform"))
        .map((each) => `${file} ${each}`),
    );
    expect([...inward, ...outward]).toEqual([]);
  });

  test("the hooks know React, numbers, shapes and the door of pages: nothing that needs Node", () => {
    const doors = ["react", "sdkpp/enums", "sdkpp/surface", "@sdkpp/electron/renderer"];
    const outside = files("packages/react", /\.tsx?$/).flatMap((file) =>
      imports(file)
        .filter((specifier) => !specifier.startsWith(".") && !doors.includes(specifier))
        .map((specifier) => `${file} ${specifier}`),
    );
    expect(outside).toEqual([]);
  });

  test("packages live on the public doors", () => {
    const outside = files("packages", /\.tsx?$/).flatMap((file) => {
      const own = file.split("/").slice(0, 2).join("/");
      const isInside = (specifier: string): boolean =>
        specifier.startsWith(".")
          ? path.posix.join(path.posix.dirname(file), specifier).startsWith(`${own}/`)
          : /^(node:|sdkpp(\/(voice|voice-process|wire|enums|surface|activities))?$|@sdkpp\/)/.test(
              specifier,
            ) || PACKAGES_OF_OTHERS[own]?.includes(specifier) === true;
      return imports(file)
        .filter((specifier) => !isInside(specifier))
        .map((specifier) => `${file} ${specifier}`);
    });
    expect(outside).toEqual([]);
    const back = ["lib", "platform"].flatMap((folder) =>
      files(folder, /\.ts$/).filter((file) => imports(file).some((each) => each.includes("packages/"))),
    );
    expect(back).toEqual([]);
  });
});

describe("purity", () => {
  const pure = ["lib/wire", "lib/protocol", "lib/state", "platform/domain", "platform/dave"];

  test.each(pure)("%s asks nobody for time, randomness, timers or the network", (folder) => {
    const forbidden =
      /\b(Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|setImmediate|performance\.now|fetch\()/;
    const found = files(folder, /\.ts$/).flatMap((file) => {
      const lines = read(file).split("\n");
      return lines
        .filter((line) => forbidden.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    });
    expect(found).toEqual([]);
  });

  test.each(pure)("%s imports no input or output of Node", (folder) => {
    const allowed = new Set(["node:crypto", "node:util", "node:buffer"]);
    const found = files(folder, /\.ts$/).flatMap((file) =>
      imports(file)
        .filter((each) => each.startsWith("node:") && !allowed.has(each))
        .map((each) => `${file} ${each}`),
    );
    expect(found).toEqual([]);
  });
});

describe("native arrows", () => {
  test("rooms of core include only what the picture allows", () => {
    const found = Object.entries(CORE).flatMap(([room, may]) =>
      files(`native/core/${room}`, /\.(h|cc)$/).flatMap((file) =>
        includes(file)
          .filter((each) => each.includes("/") && /^(core|engine|addon|device|thread)\//.test(each))
          .filter((each) => {
            const target = each.split("/");
            return target[0] !== "core" || (target[1] !== room && !may.includes(target[1]!));
          })
          .map((each) => `${file} includes ${each}`),
      ),
    );
    expect(found).toEqual([]);
  });

  test("every room of core stands in the picture", () => {
    expect(fs.readdirSync(path.join(root, "native/core")).sort()).toEqual(Object.keys(CORE).sort());
  });

  test("folders of core/session include only what the picture allows, and never what stands above them", () => {
    const found = Object.entries(SESSION).flatMap(([folder, may]) =>
      files(`native/core/session/${folder}`, /\.(h|cc)$/).flatMap((file) =>
        includes(file)
          .filter((each) => each.startsWith("core/session/"))
          .filter((each) => ![folder, ...may].includes(each.split("/")[2]!))
          .map((each) => `${file} includes ${each}`),
      ),
    );
    expect(found).toEqual([]);
  });

  test("core/session has these folders, and what joins them", () => {
    const entries = fs.readdirSync(path.join(root, "native/core/session"));
    const joins = ["media.cc", "media.h", "signalling.cc", "signalling.h"];
    expect(entries.sort()).toEqual([...Object.keys(SESSION), ...joins].sort());
  });

  test("core has no threads, sockets, clocks, streams or Node-API", () => {
    const headers =
      /^(napi\.h|node_api\.h|thread|mutex|condition_variable|semaphore|future|iostream|fstream|cstdio|stdio\.h|ctime|sys\/|netinet|arpa|unistd\.h|winsock2\.h|windows\.h|poll\.h)/;
    const calls = /\b(std::this_thread|steady_clock|system_clock|std::mutex|printf\()/;
    const found = files("native/core", /\.(h|cc)$/).flatMap((file) => [
      ...includes(file)
        .filter((each) => headers.test(each))
        .map((each) => `${file} includes ${each}`),
      ...read(file)
        .split("\n")
        .filter((line) => calls.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    ]);
    expect(found).toEqual([]);
  });

  test("calls of the operating system stand only in files named for their system", () => {
    const system =
      /^(sys\/|netinet|arpa|unistd\.h|poll\.h|pthread\.h|winsock2\.h|ws2tcpip\.h|windows\.h|avrt\.h)/;
    const found = files("native", /\.(h|cc)$/)
      .filter((file) => !file.startsWith("native/deps/") && !/_(posix|windows|linux|macos)\.cc$/.test(file))
      .flatMap((file) =>
        includes(file)
          .filter((each) => system.test(each))
          .map((each) => `${file} ${each}`),
      );
    expect(found).toEqual([]);
  });

  test("engine and devices know core and threads, and neither the addon nor each other", () => {
    const forbidden: [string, RegExp][] = [
      ["native/engine", /^(addon|device)\/|^napi\.h$/],
      ["native/device", /^(addon|engine|decoder)\/|^napi\.h$/],
      ["native/decoder", /^(addon|device|engine|thread)\/|^napi\.h$/],
      ["native/thread", /^(addon|device|engine|decoder|core)\/|^napi\.h$/],
    ];
    const found = forbidden.flatMap(([folder, wrong]) =>
      files(folder, /\.(h|cc)$/).flatMap((file) =>
        includes(file)
          .filter((each) => wrong.test(each))
          .map((each) => `${file} ${each}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
