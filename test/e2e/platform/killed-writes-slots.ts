// Every kind of write, each as a slot: a thing that is made, changed and removed again and again, and that can be read.
import { PNG } from "../../support/png.js";
import { MP3, soundUri } from "../../support/sounds.js";
import { stickerForm } from "../../support/sticker-form.js";

/** A reader's view of a slot; null: it is not there. */
export type Seen = string | boolean | null;

/** Sends a request as the bot, or as a player. @returns status and body */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  by?: "bot" | "ada",
) => Promise<{ readonly status: number; readonly body: unknown }>;

export interface Write {
  /** A reader's view once the write is acknowledged. */
  readonly after: Seen;
  /** @throws {Error} when it is not acknowledged */
  send(api: Api): Promise<void>;
}

export interface Slot {
  readonly name: string;
  /** Whether later rounds write to the same thing. */
  readonly isShared?: boolean;
  /** @param n counts the writes of this slot */
  next(n: number): Write;
  read(api: Api): Promise<Seen>;
}

/** Where a round writes. */
export interface Place {
  readonly guild: string;
  readonly channel: string;
  readonly role: string;
  readonly message: string;
  readonly webhook: string;
  readonly lobby: string;
  readonly ada: string;
  readonly eve: string;
  readonly bot: string;
  readonly application: string;
}

type Fields = Readonly<Record<string, unknown>>;

async function must(answer: ReturnType<Api>): Promise<Fields> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
  return (body ?? {}) as Fields;
}

async function fields(api: Api, path: string, by: "bot" | "ada" = "bot"): Promise<Fields | undefined> {
  const { status, body } = await api("GET", path, undefined, by);
  return status === 200 ? (body as Fields) : undefined;
}

interface Made {
  readonly name: string;
  readonly list: string;
  /** Path of the thing; default: below `list`. */
  readonly at?: (id: string) => string;
  readonly body: (label: string) => object;
  /** Body of a change; default as `body`; null: it cannot be changed. */
  readonly change?: ((label: string) => object) | null;
  readonly label: (seen: Fields) => unknown;
  /** A reader's view when the slot shows no label. */
  readonly shown?: string;
  readonly id?: (made: Fields) => unknown;
}

/** A thing with an id of its own: made, changed, removed. */
function made({
  name,
  list,
  at = (id) => `${list}/${id}`,
  body,
  change = body,
  label,
  shown,
  id = ({ id }) => id,
}: Made): Slot {
  let current = "";
  return {
    name,
    next(n) {
      const text = `${name}${String(n)}`;
      switch (n % 3) {
        case 0:
          return {
            after: shown ?? text,
            send: async (api) => void (current = String(id(await must(api("POST", list, body(text)))))),
          };
        case 1:
          if (change === null) return { after: shown ?? text, send: () => Promise.resolve() };
          return {
            after: text,
            send: async (api) => void (await must(api("PATCH", at(current), change(text)))),
          };
        default:
          return { after: null, send: async (api) => void (await must(api("DELETE", at(current)))) };
      }
    },
    read: async (api) => {
      const seen = current === "" ? undefined : await fields(api, at(current));
      return seen === undefined ? null : String(label(seen));
    },
  };
}

/** A thing that is there or not. */
function switched(name: string, path: string, body: object, read: Slot["read"]): Slot {
  return {
    name,
    next: (n) => ({
      after: n % 2 === 0,
      send: async (api) => void (await must(n % 2 === 0 ? api("PUT", path, body) : api("DELETE", path))),
    }),
    read,
  };
}

/** One value that is set again and again. */
function set(name: string, path: string, body: (label: string) => object, read: Slot["read"]): Slot {
  return {
    name,
    next(n) {
      const label = `${name}${String(n)}`;
      return { after: label, send: async (api) => void (await must(api("PATCH", path, body(label)))) };
    },
    read,
  };
}

/** The newest of a list of messages. */
function said(name: string, list: string): Slot {
  return {
    name,
    next(n) {
      const content = `${name}${String(n)}`;
      return {
        after: content,
        send: async (api) => void (await must(api("POST", list, { content }, "ada"))),
      };
    },
    read: async (api) => {
      const { body } = await api("GET", `${list}?limit=1`, undefined, "ada");
      return (body as { content?: string }[])[0]?.content ?? null;
    },
  };
}

function poll(list: string): Slot {
  let current = "";
  return {
    name: "poll",
    next: (n) => ({
      after: n % 2 === 1,
      send: async (api) => {
        const answers = ["yes", "no"].map((text) => ({ poll_media: { text } }));
        const body = { poll: { question: { text: "More?" }, answers, duration: 1 } };
        if (n % 2 === 0) current = String((await must(api("POST", list, body)))["id"]);
        else await must(api("POST", `${list.replace("/messages", "/polls")}/${current}/expire`));
      },
    }),
    read: async (api) => {
      const message = current === "" ? undefined : await fields(api, `${list}/${current}`);
      const results = (message?.["poll"] as { results?: { is_finalized: boolean } } | undefined)?.results;
      return message === undefined ? null : (results?.is_finalized ?? false);
    },
  };
}

const DAY_MS = 86_400_000;

function event(label: string): object {
  return {
    name: label,
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: "here" },
    scheduled_start_time: new Date(Date.now() + 365 * DAY_MS).toISOString(),
    scheduled_end_time: new Date(Date.now() + 366 * DAY_MS).toISOString(),
    image: PNG,
  };
}

export function slotsOf(place: Place): Slot[] {
  const guild = `/guilds/${place.guild}`;
  const channel = `/channels/${place.channel}`;
  const messages = `${channel}/messages`;
  const name = (label: string) => ({ name: label });
  const ownName = ({ name }: Fields) => name;
  const isListed = (path: string, id: string) => async (api: Api) => {
    const { body } = await api("GET", path);
    return JSON.stringify(body).includes(`"${id}"`);
  };
  const member = `${guild}/members/${place.ada}`;
  const reaction = `${messages}/${place.message}/reactions/%F0%9F%94%A5`;
  return [
    made({
      name: "channel",
      list: `${guild}/channels`,
      at: (id) => `/channels/${id}`,
      body: name,
      label: ownName,
    }),
    made({ name: "role", list: `${guild}/roles`, body: name, label: ownName }),
    made({
      name: "emoji",
      list: `${guild}/emojis`,
      body: (label) => ({ name: label, image: PNG }),
      change: name,
      label: ownName,
    }),
    made({
      name: "sticker",
      list: `${guild}/stickers`,
      body: (label) => stickerForm({ name: label }),
      change: name,
      label: ownName,
    }),
    made({
      name: "sound",
      list: `${guild}/soundboard-sounds`,
      body: (label) => ({ name: label, sound: soundUri(MP3) }),
      change: name,
      label: ownName,
      id: ({ sound_id }) => sound_id,
    }),
    made({
      name: "appemoji",
      list: `/applications/${place.application}/emojis`,
      body: (label) => ({ name: `${label}${place.guild.slice(-6)}`, image: PNG }),
      change: (label) => ({ name: `${label}${place.guild.slice(-6)}` }),
      label: ({ name }) => String(name).slice(0, -6),
    }),
    made({ name: "event", list: `${guild}/scheduled-events`, body: event, change: name, label: ownName }),
    made({
      name: "webhook",
      list: `${channel}/webhooks`,
      at: (id) => `/webhooks/${id}`,
      body: name,
      label: ownName,
    }),
    made({
      name: "webhook-message",
      list: `/webhooks/${place.webhook}?wait=true`,
      at: (id) => `/webhooks/${place.webhook}/messages/${id}`,
      body: (content) => ({ content }),
      label: ({ content }) => content,
    }),
    made({
      name: "message",
      list: messages,
      body: (content) => ({ content }),
      label: ({ content }) => content,
    }),
    made({
      name: "lobby",
      list: "/lobbies",
      body: (label) => ({ metadata: { label } }),
      label: ({ metadata }) => (metadata as { label: string }).label,
    }),
    made({
      name: "invite",
      list: `${channel}/invites`,
      at: (code) => `/invites/${code}`,
      body: () => ({ max_age: 600, unique: true }),
      change: null,
      id: ({ code }) => code,
      label: () => "there",
      shown: "there",
    }),
    switched(
      "ban",
      `${guild}/bans/${place.eve}`,
      {},
      async (api) => (await fields(api, `${guild}/bans/${place.eve}`)) !== undefined,
    ),
    switched("member role", `${member}/roles/${place.role}`, {}, isListed(member, place.role)),
    switched(
      "overwrite",
      `${channel}/permissions/${place.role}`,
      { type: 0, allow: "1024" },
      isListed(channel, place.role),
    ),
    switched("reaction", `${reaction}/@me`, {}, isListed(reaction, place.bot)),
    switched("pin", `${messages}/pins/${place.message}`, {}, isListed(`${messages}/pins`, place.message)),
    set("server", guild, name, async (api) => String((await fields(api, guild))?.["name"])),
    set(
      "nick",
      member,
      (nick) => ({ nick }),
      async (api) => String((await fields(api, member))?.["nick"]),
    ),
    {
      ...set(
        "about",
        "/applications/@me",
        (description) => ({ description }),
        async (api) => String((await fields(api, "/applications/@me"))?.["description"]),
      ),
      isShared: true,
    },
    said("lobby message", `/lobbies/${place.lobby}/messages`),
    said("direct message", `/users/${place.eve}/messages`),
    poll(messages),
  ];
}
