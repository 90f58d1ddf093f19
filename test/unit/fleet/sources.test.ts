import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { plainResolver } from "../../../packages/fleet/sources/resolve.js";
import { UNKNOWN_LENGTH } from "../../../packages/fleet/tracks/track-info.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdkpp-media-")));
const media = join(folder, "media");
const song = join(media, "songs", "..song 1.ogg");
mkdirSync(join(media, "songs"), { recursive: true });
mkdirSync(join(folder, "media-of-others"));
for (const file of [song, join(folder, "secret.txt"), join(folder, "media-of-others", "a.ogg")])
  writeFileSync(file, "");
symlinkSync(folder, join(media, "out"), "junction");
symlinkSync(join(media, "songs"), join(media, "in"), "junction");
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file of a media folder", () => {
  it.each([
    ["by its path", song],
    ["by its address", pathToFileURL(song).href],
    ["by its path below the folder", join("songs", "..song 1.ogg")],
    ["by a link that stays inside", join("in", "..song 1.ogg")],
  ])("is found %s", async (_how, identifier) => {
    const resolve = await plainResolver([media]);
    expect(await resolve(identifier)).toEqual({
      source: { file: song },
      info: {
        identifier: song,
        isSeekable: true,
        author: "Unknown artist",
        length: UNKNOWN_LENGTH,
        isStream: false,
        position: 0,
        title: "..song 1",
        uri: null,
        artworkUrl: null,
        isrc: null,
        sourceName: "local",
      },
    });
  });

  it.each([
    ["outside", join(folder, "secret.txt")],
    ["above the folder", join("..", "secret.txt")],
    ["behind a link that leads out", join(media, "out", "secret.txt")],
    ["of a folder whose name begins the same", join(folder, "media-of-others", "a.ogg")],
    ["that does not exist", join(media, "none.ogg")],
    ["that is a folder", join(media, "songs")],
    ["that is the folder", media],
    ["with a byte 0", `${song}\0`],
    ["of another machine", "file://host.example/a.ogg"],
  ])("is none %s", async (_where, identifier) => {
    expect(await (await plainResolver([media]))(identifier)).toBeUndefined();
    expect(await (await plainResolver([]))(identifier)).toBeUndefined();
  });
});

describe("an address", () => {
  it("is a track that its last part names", async () => {
    const url = "https://host.example/a/My%20song.mp3?token=1";
    expect(await (await plainResolver([]))(url)).toMatchObject({
      source: { url },
      info: { identifier: url, uri: url, title: "My song", sourceName: "http" },
    });
    expect(await (await plainResolver([]))("http://host.example/%")).toMatchObject({ info: { title: "%" } });
    expect(await (await plainResolver([]))("http://host.example")).toMatchObject({
      info: { title: "Unknown title" },
    });
  });

  it.each(["ytsearch:a song", "spotify:track:1", "ftp://host.example/a.ogg", "data:audio/ogg,a"])(
    "of another kind is refused in words: %s",
    async (identifier) => {
      const resolve = await plainResolver([media]);
      await expect(resolve(identifier)).rejects.toThrow("this node has no source for");
    },
  );
});
