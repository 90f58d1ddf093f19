import { describe, expect, it } from "vitest";
import * as sdk from "../../../lib/index.js";

describe("enums", () => {
  const top = [
    "ActivityActionTypes",
    "ActivityPartyPrivacy",
    "ActivityTypes",
    "StatusDisplayTypes",
    "ActivityGamePlatforms",
    "ErrorType",
    "HttpStatusCode",
    "AuthenticationCodeChallengeMethod",
    "IntegrationType",
    "ChannelType",
    "AdditionalContentType",
    "AudioSystem",
    "AudioModeType",
    "RelationshipType",
    "ExternalIdentityProviderType",
    "StatusType",
    "DisclosureTypes",
    "AuthorizationTokenType",
    "AuthenticationExternalAuthType",
    "LoggingSeverity",
    "RelationshipGroupType",
  ];

  it("all exist, the nested ones at their classes", () => {
    const nested = [
      sdk.Call.Error,
      sdk.Call.Status,
      sdk.UserHandle.AvatarType,
      sdk.Client.Error,
      sdk.Client.Status,
      sdk.Client.Thread,
    ];
    expect(top.filter((name) => typeof (sdk as Record<string, unknown>)[name] !== "object")).toEqual([]);
    expect(top.length + nested.length).toBe(27);
  });

  it("give their names", () => {
    expect(sdk.enumToString(sdk.ErrorType, 6)).toBe("ValidationError");
    expect(sdk.enumToString(sdk.HttpStatusCode, 209)).toBe("ImUsed");
    expect(sdk.enumToString(sdk.ErrorType, 99)).toBe("unknown");
    expect(sdk.Client.statusToString(3)).toBe("Ready");
    expect(sdk.Client.errorToString(2)).toBe("UnexpectedClose");
    expect(sdk.Client.threadToString(1)).toBe("Voice");
    expect(sdk.Call.statusToString(4)).toBe("Connected");
    expect(sdk.Call.errorToString(4)).toBe("JoinTimeout");
    expect(sdk.UserHandle.avatarTypeToString(3)).toBe("Jpeg");
  });
});
