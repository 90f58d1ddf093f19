/** `type` of an interaction. */
export const InteractionType = {
  Ping: 1,
  ApplicationCommand: 2,
  MessageComponent: 3,
  Autocomplete: 4,
  ModalSubmit: 5,
} as const;

/** `type` of a response to an interaction. */
export const InteractionCallback = {
  Pong: 1,
  ChannelMessage: 4,
  DeferredChannelMessage: 5,
  DeferredUpdateMessage: 6,
  UpdateMessage: 7,
  AutocompleteResult: 8,
  Modal: 9,
  /** deprecated: a premium button says the same */
  PremiumRequired: 10,
  LaunchActivity: 12,
} as const;

/** How long an application has for its first response, milliseconds. */
export const INTERACTION_RESPONSE_MS = 3000;
/** How long the token of an interaction is valid, milliseconds. */
export const INTERACTION_TOKEN_MS = 15 * 60 * 1000;
/** Follow-ups to an interaction of an application that only the user has installed. */
export const USER_INSTALL_FOLLOW_UPS_MAX = 5;
/** Choices that autocomplete shows. */
export const AUTOCOMPLETE_CHOICES_MAX = 25;
