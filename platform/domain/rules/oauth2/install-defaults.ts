import { installationConfigsOf, type Application } from "../../records/oauth2/application.js";

type Query = Readonly<Record<string, string | undefined>>;

/**
 * A query that names no scope asks for the application's defaults, when it has some: those of the context that it names, or
 * of the first one that the application supports. What the query says itself stays.
 */
export function withInstallDefaults(application: Application, query: Query): Query {
  if (query["scope"] !== undefined) return query;
  const configs = installationConfigsOf(application);
  const type = query["integration_type"] ?? (configs["0"] === undefined ? "1" : "0");
  const defaults = type === "0" || type === "1" ? configs[type]?.installParams : undefined;
  if (defaults === undefined || defaults.scopes.length === 0) return query;
  return {
    permissions: defaults.permissions,
    ...query,
    scope: defaults.scopes.join(" "),
    integration_type: type,
  };
}
