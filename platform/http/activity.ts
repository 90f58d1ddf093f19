import { getActivityInstance } from "../domain/rules/activity/activities.js";
import { route } from "./route.js";

export const activityRoutes = [
  route("GET", "/applications/{application.id}/activity-instances/{instance.id}", {
    docs: "resources/application#get-application-activity-instance",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      getActivityInstance(world, actor, params["application.id"], params["instance.id"]),
  }),
];
