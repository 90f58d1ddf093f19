import { COMMAND_CREATES_MAX, COMMAND_PERMISSIONS_MAX, JsonErrorCode } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

export const unknownCommand = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownCommand, "Unknown application command");

export const unknownCommandPermissions = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownCommandPermissions, "Unknown application command permissions");

export const tooManyCommands = (limit: number): Fault =>
  new Fault(
    400,
    JsonErrorCode.CommandLimitReached,
    `Maximum number of application commands reached (${String(limit)})`,
  );

export const tooManyCreates = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.CommandCreateLimitReached,
    `Max number of daily application command creates has been reached (${String(COMMAND_CREATES_MAX)})`,
  );

export const nameTaken = (): Fault =>
  new Fault(400, JsonErrorCode.CommandNameTaken, "An application command with that name already exists");

export const entryPointRequired = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.EntryPointRequired,
    "You cannot remove this app's Entry Point command in a bulk update operation. Include it, or delete it separately.",
  );

export const tooManyPermissions = (): Fault =>
  invalidField(
    "permissions",
    "BASE_TYPE_MAX_LENGTH",
    `Must be ${String(COMMAND_PERMISSIONS_MAX)} or fewer in length.`,
  );
