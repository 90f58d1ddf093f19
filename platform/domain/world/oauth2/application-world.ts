import { Collection, type Store } from "../../../store/store.js";
import type { ApplicationKey } from "../../records/oauth2/application-key.js";
import { applicationIndex, type Application } from "../../records/oauth2/application.js";
import { installationIndex, installationKey, type Installation } from "../../records/oauth2/installation.js";

export interface ApplicationWorld {
  readonly applications: Collection<Application>;
  readonly applicationKeys: Collection<ApplicationKey>;
  readonly installations: Collection<Installation>;
}

export function applicationWorld(store: Store): ApplicationWorld {
  return {
    applications: new Collection<Application>(store, "application", (one) => one.id, applicationIndex),
    applicationKeys: new Collection<ApplicationKey>(store, "application-key", (one) => one.applicationId),
    installations: new Collection<Installation>(store, "installation", installationKey, installationIndex),
  };
}
