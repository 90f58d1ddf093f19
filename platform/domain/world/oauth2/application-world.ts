import type { Collection } from "../../../store/store.js";
import type { ApplicationKey } from "../../records/oauth2/application-key.js";
import type { Application } from "../../records/oauth2/application.js";
import type { Installation } from "../../records/oauth2/installation.js";

export interface ApplicationWorld {
  readonly applications: Collection<Application>;
  readonly applicationKeys: Collection<ApplicationKey>;
  readonly installations: Collection<Installation>;
}
