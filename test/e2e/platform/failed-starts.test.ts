// Reasons of failed starts beside the database, told in one sentence each.
import { X509Certificate } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { startPlatform } from "@sdkpp/platform";
import { describe, expect, it } from "vitest";
import { PlatformProcess, type Rejection } from "../../support/platform-process.js";
import { expectSentence, folderPerTest, rejectionOf, use } from "./support-folder.js";
import { platformForTest } from "./support-platform.js";

const at = folderPerTest();

describe("a data folder", () => {
  it.each<[string, () => string]>([
    ["that is a file", () => (writeFileSync(at("file"), ""), at("file"))],
    ["below a file", () => (writeFileSync(at("file"), ""), at("file/folder"))],
    ["without a name", () => ""],
  ])("%s is rejected in one sentence", async (_claim, arrange) => {
    const path = arrange();
    const refused = await rejectionOf({ dataDir: path });
    expect(refused.code).toBe("DATA_FOLDER_UNUSABLE");
    expectSentence(refused.message, path);
  });

  it("on a full disk is rejected in one sentence, and nothing half-written remains", async () => {
    const refused = await PlatformProcess.tryStart({ dataDir: at("") }, { fileLimit: 0 });
    expectSentence((refused as Rejection).message, at(""));
    expect(readdirSync(at("")).filter((name) => statSync(at(name)).size > 0)).toEqual([]);
    expect(existsSync(at("ca.pem"))).toBe(false);
  });

  it("on a disk with room for tables but not for records is rejected in one sentence", async () => {
    const refused = await PlatformProcess.tryStart({ dataDir: at("") }, { fileLimit: 40_960 });
    expect((refused as Rejection).code).toBe("DATABASE_UNUSABLE");
    expectSentence((refused as Rejection).message, at("platform.db"));
    // With room again it is as if nothing had been.
    await use(at(""));
  });

  it("whose first record is damaged is rejected in one sentence", async () => {
    await use(at(""));
    const db = new Database(at("platform.db"));
    db.exec("UPDATE record SET body = '{' WHERE collection = 'seeded'");
    db.close();
    const refused = await rejectionOf({ dataDir: at("") });
    expect(refused.code).toBe("DATABASE_DAMAGED");
    expectSentence(refused.message, at("platform.db"));
  });

  // A privileged user is kept from nothing: the platform runs as another user then.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  it.runIf(process.getuid !== undefined)("that is read-only is rejected in one sentence", async () => {
    await use(at(""));
    for (const name of ["", ...readdirSync(at(""))]) if (uid !== undefined) chownSync(at(name), uid, uid);
    for (const name of readdirSync(at(""))) chmodSync(at(name), 0o400);
    chmodSync(at(""), 0o500);
    const refused = await PlatformProcess.tryStart({ dataDir: at("") }, uid === undefined ? {} : { uid });
    chmodSync(at(""), 0o700);
    expectSentence((refused as Rejection).message, at(""));
    expect((refused as Rejection).message).toMatch(/permission denied|writable for this user/);
  });
});

describe("the certificate authority", () => {
  const pem = (name: string): string => readFileSync(at(name), "utf8");
  /** The database removes its empty log when the last statement is collected. */
  const names = (): string[] =>
    readdirSync(at(""))
      .filter((name) => !/-(?:wal|shm)$/.test(name))
      .sort();

  it("ends with a line break, and its key matches", async () => {
    await use(at(""));
    expect(pem("ca.pem")).toMatch(/-----END CERTIFICATE-----\n$/);
    expect(new X509Certificate(pem("ca.pem")).ca).toBe(true);
  });

  it.each<[string, () => void, string]>([
    ["without its key", () => rmSync(at("ca-key.pem")), "ca-key.pem"],
    ["without its certificate", () => rmSync(at("ca.pem")), "ca.pem"],
    ["with half a key", () => truncateSync(at("ca-key.pem"), 60), "ca-key.pem"],
    ["with half a certificate", () => truncateSync(at("ca.pem"), 60), "ca.pem"],
    ["with empty files", () => ["ca.pem", "ca-key.pem"].forEach((name) => truncateSync(at(name))), "ca.pem"],
    [
      "that is a link",
      () => {
        writeFileSync(at("elsewhere.pem"), pem("ca.pem"));
        rmSync(at("ca.pem"));
        symlinkSync(at("elsewhere.pem"), at("ca.pem"));
      },
      "ca.pem",
    ],
    [
      "whose key is a dangling link",
      () => {
        rmSync(at("ca-key.pem"));
        symlinkSync(at("nothing"), at("ca-key.pem"));
      },
      "ca-key.pem",
    ],
  ])("%s is rejected, and nothing is replaced", async (_claim, arrange, file) => {
    await use(at(""));
    arrange();
    const before = names();
    const certificate = existsSync(at("ca.pem")) ? pem("ca.pem") : undefined;
    const refused = await rejectionOf({ dataDir: at("") });
    expect(refused.code).toBe("AUTHORITY_UNUSABLE");
    expectSentence(refused.message, at(file));
    expect(names()).toEqual(before);
    if (certificate !== undefined) expect(pem("ca.pem")).toBe(certificate);
  });

  it("with another folder's key is rejected", async () => {
    await use(at(""));
    const other = mkdtempSync(join(tmpdir(), "sdkpp-folder-"));
    const elsewhere = await platformForTest({ dataDir: other });
    await elsewhere.stop();
    writeFileSync(at("ca-key.pem"), readFileSync(join(other, "ca-key.pem")));
    rmSync(other, { recursive: true });
    expect((await rejectionOf({ dataDir: at("") })).message).toMatch(/damaged or do not belong together/);
  });
});

describe("a port in use", () => {
  it.each(["port", "voicePort"] as const)("%s is named, with a way to fix it", async (name) => {
    const first = await platformForTest();
    const { webBase, voice } = first.endpoints;
    const port = Number(name === "port" ? new URL(webBase).port : voice.split(":")[1]);
    const refused = await rejectionOf({ [name]: port });
    expect(refused.code).toBe("EADDRINUSE");
    expectSentence(refused.message, `Port ${port}`);
  });
});

describe("options", () => {
  it.each<[string, object, string]>([
    ["a port that is a text", { port: "80" }, "port: expected a whole number from 0 to 65535, received '80'"],
    [
      "a port that is too large",
      { voicePort: 70_000 },
      "voicePort: expected a whole number from 0 to 65535, received 70000",
    ],
    ["an unknown mode", { e2ee: "on" }, 'e2ee: expected "required", "optional", "off", received \'on\''],
    [
      "an unknown close code",
      { takenOverClose: 4000 },
      'takenOverClose: expected 4014, 4006, "none", received 4000',
    ],
    [
      "a close code that is a text",
      { takenOverClose: "4006" },
      "takenOverClose: expected 4014, 4006, \"none\", received '4006'",
    ],
    [
      "no sessions",
      { sessionsPerUser: 0 },
      "sessionsPerUser: expected a whole number from 1 to 1000000, received 0",
    ],
    ["a date that is none", { asOf: "2026-02-30" }, "asOf: expected a date of ISO 8601 from 2015 to 2154"],
    ["a time without a zone", { asOf: "2026-03-29T01:00" }, "asOf: expected a date of ISO 8601"],
    ["a word whether time stands", { frozen: "yes" }, "frozen: expected true or false, received 'yes'"],
    ["a time before all ids", { asOf: "2014-12-31" }, "asOf: expected a date of ISO 8601"],
    [
      "a network without a name",
      { impair: "toString" },
      'impair: expected "wifi", "mobile", "bad", received',
    ],
    ["a log that is no function", { log: [] }, "log: expected a function, received []"],
    ["an origin with a path", { cors: ["https://game.example/"] }, "cors[0]: expected an origin such as"],
    ["a folder that is a number", { dataDir: 5n }, "dataDir: expected a string, received 5n"],
    ["no object", null as unknown as object, "options: expected an object, received null"],
  ])("%s: the option, the expectation and the received value", async (_claim, options, words) => {
    await expect(startPlatform(options)).rejects.toThrow(words);
  });
});
