// Application commands: of the application itself, and of one server.
import { COMMAND_CREATES_MAX, CommandOptionType, CommandType, type CommandPayload } from "sdkpp/wire";
import { expect } from "vitest";
import {
  commandIn,
  denied,
  guildCommands,
  ownCommands,
  wave,
} from "../../e2e/platform/authorization-rows-command.js";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, force } from "../change.js";
import { operation, read, rejected, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/command";
const NOBODY_HEARS = "commands are read, not announced";
const NO_OTHER = { own: "no other code is documented for it" };

type Paths = (scene: Scene) => string;

const option = (fields: object = {}) => ({ type: 3, name: "text", description: "A text", ...fields });
/** A command with one wrong place. */
const badBody = (claim: string, all: Paths, body: object, ...errors: string[]): Failure =>
  rejected(
    claim,
    (scene) => ({ path: all(scene), body: { ...wave(scene), ...body } }),
    [400, 50_035],
    ...errors,
  );
const badOption = (claim: string, all: Paths, fields: object, at: string): Failure =>
  badBody(claim, all, { options: [option(fields)] }, `options.0.${at}`);

const word = (all: Paths): Failure =>
  rejected(
    "a word in place of the application's id",
    (scene) => ({ path: all(scene).replace(scene.applicationId, "word") }),
    [400, 50_035],
    "application_id",
  );
const wordOfCommand = (all: Paths, body?: object): Failure =>
  rejected(
    "a word in place of an id",
    (scene) => ({ path: `${all(scene)}/word`, body }),
    [400, 50_035],
    "command_id",
  );
const unknownCommand = (all: Paths, body?: object): Failure =>
  rejected("an unknown command", (scene) => ({ path: `${all(scene)}/1`, body }), [404, 10_063]);
const elsewhere = (body?: (scene: Scene) => unknown): Failure =>
  rejected(
    "a server in which the application is not installed",
    (scene) => ({
      path: guildCommands(scene).replace(/guilds\/[0-9]+/, `guilds/${strangeGuild(scene)}`),
      body: body?.(scene),
    }),
    [403, 50_001],
  );

function strangeGuild({ stage: { platform }, host }: Scene): string {
  return platform.control.guilds.create({ name: "Elsewhere", ownerId: host.id }).id;
}

async function fifteenMenus(scene: Scene, all: Paths): Promise<{ path: string; body: object }> {
  const path = all(scene);
  const menus = Array.from({ length: 15 }, (_, index) => ({
    name: `Menu ${String(index)}`,
    type: CommandType.User,
  }));
  await scene.must("bot", "PUT", { path, body: menus });
  return { path, body: { name: "One more", type: CommandType.User } };
}

/** As many commands as a day has were created and deleted. */
async function spentDay(scene: Scene): Promise<{ path: string; body: object }> {
  const path = guildCommands(scene);
  const half = COMMAND_CREATES_MAX / 2;
  for (const round of ["a", "b"]) {
    const list = Array.from({ length: half }, (_, index) => ({
      ...wave(scene),
      name: `${round}${String(index)}`,
    }));
    await scene.must("bot", "PUT", { path, body: list });
  }
  await scene.must("bot", "PUT", { path, body: [] });
  return { path, body: wave(scene) };
}

/** Faults of a body, of one command. */
const bodyFailures = (all: Paths): Failure[] => [
  badBody("no name", all, { name: undefined }, "name"),
  badBody("a name in capitals", all, { name: "Wave" }, "name"),
  badBody("a name with a space", all, { name: "wave hand" }, "name"),
  badBody("a long name", all, { name: "x".repeat(33) }, "name"),
  badBody("no description", all, { description: undefined }, "description"),
  badBody("a long description", all, { description: "x".repeat(101) }, "description"),
  badBody("a menu with a description", all, { type: CommandType.User }, "description"),
  badBody("a menu with options", all, { type: 3, description: "", options: [option()] }, "options"),
  badBody("an unknown type", all, { type: 5 }, "type"),
  badBody("an entry point without an activity", all, { type: 4, handler: 1 }, "type"),
  badBody(
    "an unknown language",
    all,
    { name_localizations: { xx: "wave" } },
    "name_localizations.xx",
    "name_localizations",
  ),
  badBody(
    "a localized name in capitals",
    all,
    { name_localizations: { de: "Winken" } },
    "name_localizations.de",
  ),
  badBody(
    "26 options",
    all,
    { options: Array.from({ length: 26 }, (_, at) => option({ name: `o${String(at)}` })) },
    "options",
  ),
  badBody("two options of one name", all, { options: [option(), option()] }, "options.1.name"),
  badBody(
    "a required option after an optional one",
    all,
    { options: [option(), option({ name: "other", required: true })] },
    "options.1",
  ),
  badBody(
    "a subcommand beside a parameter",
    all,
    { options: [option({ type: CommandOptionType.SubCommand }), option({ name: "other" })] },
    "options",
  ),
  badOption("an option without a description", all, { description: undefined }, "description"),
  badOption("an option's name in capitals", all, { name: "Text" }, "name"),
  badOption("an unknown type of option", all, { type: 12 }, "type"),
  badOption("a choice of another type", all, { choices: [{ name: "one", value: 1 }] }, "choices.0.value"),
  badOption(
    "choices and autocomplete",
    all,
    { choices: [{ name: "one", value: "1" }], autocomplete: true },
    "autocomplete",
  ),
  badOption("a length below 0", all, { min_length: -1 }, "min_length"),
  badOption("a range that ends before it begins", all, { min_length: 2, max_length: 1 }, "max_length"),
  badOption("a fraction as the limit of integers", all, { type: 4, min_value: 0.5 }, "min_value"),
  badOption("a file type without a dot", all, { type: 11, file_types: ["pdf"] }, "file_types.0"),
  badOption("a group that holds a parameter", all, { type: 2, options: [option()] }, "options.0.type"),
  badOption(
    "a subcommand in a subcommand",
    all,
    { type: 1, options: [option({ type: 1 })] },
    "options.0.type",
  ),
  badBody(
    "more than 8,000 characters",
    all,
    {
      options: Array.from({ length: 4 }, (_, at) =>
        option({
          name: `o${String(at)}`,
          choices: Array.from({ length: 25 }, (_, index) => ({
            name: "x".repeat(50),
            value: String(index).padStart(50),
          })),
        }),
      ),
    },
    "",
  ),
];

const WHOLE_OPTIONS = [
  {
    type: CommandOptionType.SubCommandGroup,
    name: "hand",
    description: "With a hand",
    options: [
      {
        type: CommandOptionType.SubCommand,
        name: "left",
        description: "The left one",
        options: [
          { type: 4, name: "times", description: "How often", required: true, min_value: 1, max_value: 9 },
          { type: 3, name: "mood", description: "How", choices: [{ name: "glad", value: "glad" }] },
          { type: 7, name: "where", description: "Where", channel_types: [0] },
          { type: 11, name: "picture", description: "A picture", file_types: ["image", ".PDF"] },
        ],
      },
    ],
  },
];

/** The operations on all commands and on one of them, in one of the two scopes. */
function proofs(
  names: { list: string; create: string; overwrite: string; get: string; update: string; remove: string },
  all: Paths,
  isOfGuild: boolean,
): void {
  const place = isOfGuild ? [elsewhere()] : [];
  const placeWith = (body: (scene: Scene) => unknown): Failure[] => (isOfGuild ? [elsewhere(body)] : []);

  operation<CommandPayload[]>(stage, names.list, {
    change: answer(`${RULES}/commands.ts`, "listCommands", "commands.map", []),
    ask: async (scene) => {
      const path = all(scene);
      await scene.must("bot", "PUT", {
        path,
        body: [{ ...wave(scene), name_localizations: { de: "winken", "en-GB": "wave-uk" } }],
      });
      return { path, headers: { "X-Discord-Locale": "en-US" } };
    },
    seenBy: async ({ scene, asked: { path }, body }) => {
      expect(body).toMatchObject([{ ...wave(scene), name_localized: "wave-uk", type: 1 }]);
      expect(body[0]).not.toHaveProperty("name_localizations");
      const whole = await read(scene, "bot", `${path}?with_localizations=true`);
      expect(whole.body).toMatchObject([{ name_localizations: { de: "winken" } }]);
      const german = await scene.stage.send(scene.stage.bot, "GET", {
        path,
        headers: { "Accept-Language": "fr;q=0, nn, de;q=0.8" },
      });
      expect(german.body).toMatchObject([{ name_localized: "winken" }]);
    },
    heard: NOBODY_HEARS,
    failures: [word(all), ...place],
    never: NO_OTHER,
  });

  operation<CommandPayload>(stage, names.create, {
    change: drop(`${RULES}/commands.ts`, "createCommand", "before.id"),
    ask: (scene) => ({ path: all(scene), body: { ...wave(scene), options: WHOLE_OPTIONS } }),
    seenBy: async ({ scene, asked, body }) => {
      const { body: seen } = await read(scene, "bot", `${asked.path}/${body.id}`);
      expect(seen).toEqual(body);
      expect(body).toMatchObject({ ...wave(scene), application_id: scene.applicationId, nsfw: false });
      expect(body.options?.[0]?.options?.[0]?.options?.[3]).toMatchObject({ file_types: ["image", ".pdf"] });
      const again = await scene.stage.send(scene.stage.bot, "POST", asked);
      expect(again).toMatchObject({ status: 200, body: { id: body.id } });
      expect((again.body as CommandPayload).version).not.toBe(body.version);
    },
    heard: NOBODY_HEARS,
    failures: [
      ...bodyFailures(all),
      ...placeWith(wave),
      rejected("a sixteenth menu", (scene) => fifteenMenus(scene, all), [400, 30_032]),
      ...(isOfGuild ? [rejected("more than 200 in a day", spentDay, [400, 30_034])] : []),
    ],
  });

  operation<CommandPayload[]>(stage, names.overwrite, {
    change: drop(`${RULES}/overwrite.ts`, "carriedOut", "removeCommand"),
    ask: async (scene) => {
      const path = all(scene);
      await commandIn(scene, path);
      const body = [
        { name: "Poke", type: CommandType.User },
        { ...wave(scene), description: "New" },
      ];
      return { path, body };
    },
    seenBy: async ({ scene, asked: { path }, body }) => {
      expect(body).toMatchObject([
        { name: "Poke", description: "" },
        { ...wave(scene), description: "New" },
      ]);
      const { body: listed } = await read(scene, "bot", path);
      expect((listed as CommandPayload[]).map(({ id }) => id).sort()).toEqual(
        body.map(({ id }) => id).sort(),
      );
      const renamed = [{ id: body[1]?.id, name: "renamed", description: "x" }];
      const after = await scene.must("bot", "PUT", { path, body: renamed });
      expect(after).toMatchObject([{ id: body[1]?.id, name: "renamed" }]);
      expect(await scene.must("bot", "GET", { path })).toHaveLength(1);
    },
    heard: NOBODY_HEARS,
    failures: [
      ...placeWith((scene) => [wave(scene)]),
      rejected(
        "two commands of one name",
        (scene) => ({ path: all(scene), body: [wave(scene), wave(scene)] }),
        [400, 50_035],
        "1.name",
      ),
      rejected(
        "a wrong second command",
        (scene) => ({ path: all(scene), body: [wave(scene), { ...wave(scene), name: "X" }] }),
        [400, 50_035],
        "1.name",
      ),
      rejected(
        "sixteen menus",
        (scene) => ({
          path: all(scene),
          body: Array.from({ length: 16 }, (_, at) => ({
            name: `M${String(at)}`,
            type: CommandType.Message,
          })),
        }),
        [400, 30_032],
      ),
    ],
  });

  operation<CommandPayload>(stage, names.get, {
    change: force(`${RULES}/command-access.ts`, "findCommand", "isHere", false),
    ask: async (scene) => ({ path: await commandIn(scene, all(scene)) }),
    seenBy: async ({ scene, body, asked }) => {
      expect(body).toMatchObject(wave(scene));
      const { body: listed } = await read(scene, "bot", asked.path.replace(/\/[0-9]+$/, ""));
      expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ id: body.id })]));
    },
    heard: NOBODY_HEARS,
    failures: [wordOfCommand(all), unknownCommand(all)],
    never: NO_OTHER,
  });

  operation<CommandPayload>(stage, names.update, {
    change: drop(`${RULES}/command-input.ts`, "draftOf", "input.description"),
    ask: async (scene) => ({ path: await commandIn(scene, all(scene)), body: { description: "Wave back" } }),
    seenBy: async ({ scene, asked: { path }, body }) => {
      expect(body).toMatchObject({ ...wave(scene), description: "Wave back" });
      expect((await read(scene, "bot", path)).body).toEqual(body);
    },
    heard: NOBODY_HEARS,
    failures: [
      wordOfCommand(all, {}),
      unknownCommand(all, {}),
      rejected(
        "an empty description",
        async (scene) => ({ path: await commandIn(scene, all(scene)), body: { description: "" } }),
        [400, 50_035],
        "description",
      ),
      rejected(
        "a name that another command has",
        async (scene) => {
          const path = all(scene);
          const other = { ...wave(scene), name: `poke${String(scene.number)}` };
          await scene.must("bot", "POST", { path, body: other });
          return { path: await commandIn(scene, path), body: { name: other.name } };
        },
        [400, 40_041],
      ),
    ],
  });

  operation(stage, names.remove, {
    change: drop("platform/domain/world/command/commands.ts", "removeCommand", "commands"),
    ask: async (scene) => ({ path: await commandIn(scene, all(scene)) }),
    seenBy: async ({ scene, asked: { path } }) => {
      expect(await read(scene, "bot", path)).toMatchObject({ status: 404, body: { code: 10_063 } });
    },
    heard: NOBODY_HEARS,
    failures: [wordOfCommand(all), unknownCommand(all)],
    never: NO_OTHER,
  });
}

proofs(
  {
    list: "list_application_commands",
    create: "create_application_command",
    overwrite: "bulk_set_application_commands",
    get: "get_application_command",
    update: "update_application_command",
    remove: "delete_application_command",
  },
  ownCommands,
  false,
);
proofs(
  {
    list: "list_guild_application_commands",
    create: "create_guild_application_command",
    overwrite: "bulk_set_guild_application_commands",
    get: "get_guild_application_command",
    update: "update_guild_application_command",
    remove: "delete_guild_application_command",
  },
  (scene) => guildCommands(scene),
  true,
);

const PERMISSIONS = `${RULES}/command-permissions.ts`;
const parent = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const idOf = (path: string): string => path.split("/").at(-1) ?? "";

operation<object[]>(stage, "list_guild_application_command_permissions", {
  change: answer(PERMISSIONS, "listPermissions", "listBy", []),
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject([
      { application_id: scene.applicationId, permissions: [{ type: 1, permission: false }] },
    ]);
    await Promise.resolve();
  },
  heard: NOBODY_HEARS,
  failures: [
    rejected(
      "a word in place of the server's id",
      (scene) => ({ path: `/applications/${scene.applicationId}/guilds/word/commands/permissions` }),
      [400, 50_035],
      "guild_id",
    ),
    elsewhere(),
  ],
  never: NO_OTHER,
});

operation(stage, "get_guild_application_command_permissions", {
  change: force(PERMISSIONS, "getPermissions", "record", true),
  seenBy: async ({ scene, asked: { path }, body }) => {
    expect(body).toMatchObject({ id: idOf(parent(path)), permissions: [{ permission: false }] });
    expect((await read(scene, "bot", `${parent(parent(path))}/permissions`)).body).toEqual([body]);
    // A new name is another command: it begins without permissions.
    await scene.must("bot", "PATCH", { path: parent(path), body: { name: `other${String(scene.number)}` } });
    expect(await read(scene, "bot", path)).toMatchObject({ status: 404, body: { code: 10_066 } });
  },
  heard: NOBODY_HEARS,
  failures: [
    rejected(
      "a word in place of an id",
      (scene) => ({ path: `${guildCommands(scene)}/word/permissions` }),
      [400, 50_035],
      "command_id",
    ),
    rejected(
      "an unknown command",
      (scene) => ({ path: `${guildCommands(scene)}/1/permissions` }),
      [404, 10_063],
    ),
    rejected(
      "a command without permissions",
      async (scene) => ({ path: `${await commandIn(scene, guildCommands(scene))}/permissions` }),
      [404, 10_066],
    ),
  ],
  never: NO_OTHER,
});

const permissions = async (scene: Scene, list: object[]) => ({
  path: `${await commandIn(scene, guildCommands(scene, scene.ada))}/permissions`,
  body: { permissions: list },
});

operation(stage, "set_guild_application_command_permissions", {
  change: drop(PERMISSIONS, "replaced", "world.commandPermissions.put"),
  seenBy: async ({ scene, asked: { path }, body }) => {
    expect((await read(scene, "bot", path)).body).toEqual(body);
    const guildId = path.split("/")[4] ?? "";
    const log = await read(scene, "bot", `/guilds/${guildId}/audit-logs?action_type=121`);
    expect(log.body).toMatchObject({
      audit_log_entries: [
        {
          target_id: idOf(parent(path)),
          user_id: scene.ada.id,
          options: { application_id: scene.applicationId },
          changes: [{ key: guildId, new_value: { type: 1, permission: false } }],
        },
      ],
    });
  },
  heard: ({ scene, body }) => ({
    bot: [
      ["APPLICATION_COMMAND_PERMISSIONS_UPDATE", { ...body, application_id: scene.applicationId }],
      ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type: 121 }],
    ],
  }),
  failures: [
    rejected(
      "a role of no server",
      (scene) => permissions(scene, [{ id: "1", type: 1, permission: true }]),
      [400, 50_035],
      "permissions.0.id",
    ),
    rejected(
      "a user who is no member",
      (scene) => permissions(scene, [{ id: scene.eve.id, type: 2, permission: true }]),
      [400, 50_035],
      "permissions.0.id",
    ),
    rejected(
      "an unknown type",
      (scene) => permissions(scene, [{ id: "1", type: 4, permission: true }]),
      [400, 50_035],
      "permissions.0.type",
    ),
    rejected(
      "one member twice",
      (scene) =>
        permissions(
          scene,
          [1, 2].map(() => ({ id: scene.ada.id, type: 2, permission: true })),
        ),
      [400, 50_035],
      "permissions.1.id",
    ),
    rejected(
      "101 permissions",
      (scene) =>
        permissions(
          scene,
          Array.from({ length: 101 }, (_, at) => ({ id: String(at), type: 2, permission: true })),
        ),
      [400, 50_035],
      "permissions",
    ),
    rejected(
      "an unknown command",
      (scene) => ({
        path: `${guildCommands(scene, scene.ada)}/1/permissions`,
        body: denied(guildCommands(scene)),
      }),
      [404, 10_063],
    ),
    {
      ...rejected(
        "a member who does not manage the server",
        async (scene) => {
          const { id } = scene.guild(scene.host, [scene.ada]);
          const path = await commandIn(scene, `/applications/${scene.applicationId}/guilds/${id}/commands`);
          return { path: `${path}/permissions`, body: denied(path) };
        },
        [403, 50_013],
      ),
    },
  ],
  never: NO_OTHER,
});
