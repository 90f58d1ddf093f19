import type { Collection } from "../../../store/store.js";
import type { Application } from "../../records/oauth2/application.js";

export interface ApplicationWorld {
  readonly applications: Collection<Application>;
}
