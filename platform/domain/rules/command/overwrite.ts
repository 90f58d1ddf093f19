import { CommandType, type CommandPayload, type Snowflake } from "sdkpp/wire";
import type { Command } from "../../records/command/command.js";
import { hasActivities, type Application } from "../../records/oauth2/application.js";
import { commandView } from "../../views/command/command.js";
import { commandsOf, removeCommand, removePermissions } from "../../world/command/commands.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { invalidForm } from "../faults.js";
import { FieldErrors } from "../field-errors.js";
import { done, Fault, type Result } from "../outcome.js";
import { developedApplication, type CommandScope } from "./command-access.js";
import { commandFault } from "./command-checks.js";
import { blankCommand, draftOf, type CommandDraft } from "./command-input.js";
import { countCreates, numberFault } from "./command-limits.js";
import { isAlike, stored, type NewCommandInput, type Touched } from "./commands.js";
import { entryPointRequired } from "./faults.js";

export interface ListedCommandInput extends NewCommandInput {
  readonly id?: Snowflake | number | null;
}

/** A command of the list, with the one that it takes the place of. */
interface Planned {
  readonly draft: CommandDraft;
  readonly before: Command | undefined;
}

/** `PUT …/commands`: the list becomes all commands of the scope, or nothing changes. */
export function overwriteCommands(
  world: Touched,
  actor: Actor,
  scope: CommandScope,
  inputs: readonly ListedCommandInput[],
): Result<CommandPayload[]> {
  const application = developedApplication(world, actor, scope);
  if (application instanceof Fault) return application;
  const existing = commandsOf(world, application.id, scope.guildId);
  const plan = inputs.map((input) => planned(application, scope, existing, input));
  const fault = planFault(application, existing, plan) ?? countCreates(world, scope, newOnes(plan));
  if (fault !== undefined) return fault;
  return done(carriedOut(world, existing, plan).map((command) => commandView(command)));
}

/** A known id, or a command of the same type and name, is the one that is replaced. */
function planned(
  application: Application,
  { guildId }: CommandScope,
  existing: readonly Command[],
  { id, type, ...input }: ListedCommandInput,
): Planned {
  const draft = draftOf(blankCommand(application, guildId, type ?? CommandType.ChatInput), input);
  const named =
    id == null ? undefined : existing.find((one) => one.id === String(id) && one.type === draft.type);
  return { draft, before: named ?? existing.find((one) => isAlike(one, draft)) };
}

function planFault(
  application: Application,
  existing: readonly Command[],
  plan: readonly Planned[],
): Fault | undefined {
  const drafts = plan.map(({ draft }) => draft);
  const [index, fault] = firstFault(application, drafts);
  if (fault?.errors !== undefined) return invalidForm({ [String(index)]: fault.errors });
  return duplicateFault(plan) ?? entryPointFault(application, existing, drafts) ?? numberFault(drafts);
}

function firstFault(application: Application, drafts: readonly CommandDraft[]): [number, Fault | undefined] {
  for (const [index, draft] of drafts.entries()) {
    const fault = commandFault(application, draft);
    if (fault !== undefined) return [index, fault];
  }
  return [-1, undefined];
}

/** Names are unique in the list, and no command takes two places of it. */
function duplicateFault(plan: readonly Planned[]): Fault | undefined {
  const errors = new FieldErrors();
  const names = new Set<string>();
  const ids = new Set<Snowflake>();
  for (const [index, { draft, before }] of plan.entries()) {
    const name = `${String(draft.type)}:${draft.name}`;
    if (names.has(name) || (before !== undefined && ids.has(before.id)))
      errors.add(
        [index, "name"],
        "APPLICATION_COMMANDS_DUPLICATE_NAME",
        "Application command names must be unique",
      );
    names.add(name);
    if (before !== undefined) ids.add(before.id);
  }
  return errors.fault;
}

/** The activity of an application keeps the command that opens it. */
function entryPointFault(
  application: Application,
  existing: readonly Command[],
  drafts: readonly CommandDraft[],
): Fault | undefined {
  const isEntryPoint = ({ type }: Pick<Command, "type">): boolean => type === CommandType.PrimaryEntryPoint;
  const loses = hasActivities(application) && existing.some(isEntryPoint) && !drafts.some(isEntryPoint);
  return loses ? entryPointRequired() : undefined;
}

function newOnes(plan: readonly Planned[]): number {
  return plan.filter(({ before }) => before === undefined).length;
}

function carriedOut(world: Touched, existing: readonly Command[], plan: readonly Planned[]): Command[] {
  const kept = new Set(plan.map(({ before }) => before?.id));
  for (const command of existing) if (!kept.has(command.id)) removeCommand(world, command);
  return plan.map(({ draft, before }) => {
    if (before !== undefined && before.name !== draft.name) removePermissions(world, before.id);
    return stored(world, draft, before?.id);
  });
}
