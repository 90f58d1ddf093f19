import { readCertificates, type ReadCertificates } from "../certificates.js";
import { failed, skipped, type Finding } from "../finding.js";
import { BotApi } from "./bot-api.js";
import { checkIntents } from "./checks/intents.js";
import { checkJoin } from "./checks/join.js";
import { checkPermissions } from "./checks/permissions.js";
import { checkRegion } from "./checks/region.js";
import { checkRoom } from "./checks/room.js";
import { checkSwitches, checkTimeOut } from "./checks/silence.js";
import { checkStage } from "./checks/stage.js";
import type { GuildFacts } from "./guild-facts.js";
import { checkToken, logIn, type Bot, type LoggedIn } from "./login.js";
import type { BotOptions } from "./options.js";
import { permissionsIn } from "./permissions.js";
import { checkChannel, checkGuild } from "./place-of.js";
import type { PlaceCheck } from "./place.js";

/** Names of all checks, in order. */
const CHECKS = [
  "token",
  "gateway",
  "intents",
  "guild",
  "time-out",
  "switches of moderators",
  "channel",
  "permissions",
  "room",
  "stage",
  "region",
  "join",
] as const;
/** The checks of the server and the channel. */
const PLACE_CHECKS: readonly PlaceCheck[] = [checkPermissions, checkRoom, checkStage, checkRegion];

/** Looks at a bot as its program would, and ends where nothing more can be seen. */
export async function examineBot(options: BotOptions): Promise<Finding[]> {
  const certificates = readCertificates(options.ca, Date.now());
  const look = new BotLook(options, certificates);
  await look.run();
  const { findings } = look;
  const blocking = findings.findLast(({ outcome }) => outcome === "failed")?.check ?? "";
  const rest = CHECKS.filter((name) => !findings.some(({ check }) => check === name));
  return [
    ...findings,
    ...rest.map((name) => skipped(name, `not looked at: ${blocking} is to be mended first`)),
  ];
}

/** The findings until the first without which there is nothing more to see. */
class BotLook {
  readonly findings: Finding[] = [];
  readonly #options: BotOptions;
  readonly #certificates: ReadCertificates;
  readonly #api: BotApi;

  constructor(options: BotOptions, certificates: ReadCertificates) {
    this.#options = options;
    this.#certificates = certificates;
    this.#api = new BotApi(options);
  }

  async run(): Promise<void> {
    const { problem } = this.#certificates;
    if (problem !== undefined)
      this.findings.push(failed("certificates", problem, "name another file as --ca"));
    const { bot } = this.#found(await checkToken(this.#api));
    if (bot === undefined) return;
    const { login } = this.#found(await logIn(this.#api, this.#options, this.#certificates));
    if (login === undefined) return;
    try {
      this.findings.push(checkIntents(login.ready));
      await this.#lookInside(login, bot);
    } finally {
      login.visit.close();
    }
  }

  async #lookInside(login: LoggedIn, bot: Bot): Promise<void> {
    const { guild } = this.#found(await checkGuild(login, this.#options, bot));
    if (guild === undefined) return;
    await this.#lookAround(login, bot, guild);
  }

  async #lookAround({ visit }: LoggedIn, { nowMs }: Bot, guild: GuildFacts): Promise<void> {
    this.findings.push(checkTimeOut(guild, nowMs), checkSwitches(guild));
    const { channel } = this.#found(await checkChannel(this.#api, this.#options, guild));
    if (channel === undefined) return;
    const place = { guild, channel, permissions: permissionsIn(guild, channel) };
    this.findings.push(...PLACE_CHECKS.map((check) => check(place)));
    this.findings.push(await checkJoin(visit, place, this.#options, this.#certificates.pem));
  }

  #found<Step extends { readonly finding: Finding }>(step: Step): Step {
    this.findings.push(step.finding);
    return step;
  }
}
