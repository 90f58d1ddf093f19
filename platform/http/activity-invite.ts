import { MessageActivityType, Scope } from "sdkpp/wire";
import { acceptActivityInvite } from "../domain/rules/message/activity-invites.js";
import { invalidField } from "../domain/rules/faults.js";
import { route } from "./route.js";

export const activityInviteRoutes = [
  route("GET", "/users/{user.id}/sessions/{session.id}/activities/{application.id}/{action}", {
    docs: "resources/presence#get-activity-secret",
    auth: "bearer",
    scope: Scope.ActivitiesRead,
    query: (read) => ({ channelId: read.id("channel_id") ?? "", messageId: read.id("message_id") ?? "" }),
    handle: ({ actor, params, query }, world) => {
      if (params.action !== String(MessageActivityType.Join))
        return invalidField("action", "BASE_TYPE_CHOICES", "Value must be one of (1,).");
      return acceptActivityInvite(world, actor, {
        senderId: params["user.id"],
        sessionId: params["session.id"],
        applicationId: params["application.id"],
        ...query,
      });
    },
  }),
];
