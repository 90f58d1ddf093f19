import { Scope, type FieldErrorTree, canonicalAddress, type WebAddress } from "sdkpp/wire";
import type { Application, InstallationConfig, InstallParams } from "../../records/oauth2/application.js";
import { isKnownScope } from "../../views/oauth2/scopes.js";
import { invalidForm } from "../faults.js";
import { Fault } from "../outcome.js";
import type { ApplicationInput, InstallationConfigsInput, InstallParamsInput } from "./application-input.js";

const CONTEXTS = ["0", "1"] as const;
const USER = "1";

/** How users install an application. */
export function changedInstallation(input: ApplicationInput): Partial<Application> | Fault {
  const { install_params: params, integration_types_config: configs } = input;
  const link = { install_params: paramsFault(params, "0") };
  if (link.install_params !== undefined) return invalidForm(link as FieldErrorTree);
  const made = configs == null ? undefined : configsOf(configs);
  if (made instanceof Fault) return made;
  const { custom_install_url: custom, role_connections_verification_url: roles } = input;
  return {
    ...(params === undefined ? {} : { installParams: paramsOf(params) }),
    ...(made === undefined ? {} : { installationConfigs: made }),
    ...(custom === undefined ? {} : { customInstallUrl: addressOf(custom) }),
    ...(roles === undefined ? {} : { roleConnectionsUrl: addressOf(roles) }),
  };
}

function configsOf(input: InstallationConfigsInput): Partial<Record<"0" | "1", InstallationConfig>> | Fault {
  const kept = CONTEXTS.filter((context) => input[context] != null);
  if (kept.length === 0)
    return invalidForm({
      integration_types_config: leaf("BASE_TYPE_REQUIRED", "At least one context is required."),
    });
  for (const context of kept) {
    const wrong = paramsFault(input[context]?.oauth2_install_params, context);
    if (wrong !== undefined)
      return invalidForm({ integration_types_config: { [context]: { oauth2_install_params: wrong } } });
  }
  return Object.fromEntries(
    kept.map((context) => [context, { installParams: paramsOf(input[context]?.oauth2_install_params) }]),
  );
}

/** The fault of the scopes: one is unknown, or a bot would be installed to a user's account. */
function paramsFault(
  params: InstallParamsInput | null | undefined,
  context: "0" | "1",
): FieldErrorTree | undefined {
  const at = (params?.scopes ?? []).findIndex(
    (scope) => !isKnownScope(scope) || (context === USER && scope === Scope.Bot),
  );
  if (at < 0) return undefined;
  return { scopes: { [at]: leaf("BASE_TYPE_CHOICES", "Value is not one of the allowed values.") } };
}

function paramsOf(params: InstallParamsInput | null | undefined): InstallParams | undefined {
  if (params == null) return undefined;
  return { scopes: [...new Set(params.scopes ?? [])], permissions: String(params.permissions ?? 0) };
}

/** The address as it is sent back: percent-encoded where necessary. */
function addressOf(url: WebAddress | null): string | undefined {
  return url === null ? undefined : canonicalAddress(url);
}

function leaf(code: string, message: string): FieldErrorTree {
  return { _errors: [{ code, message }] };
}
