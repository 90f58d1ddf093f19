/** What a {@link VoiceAgent} tells. */
export interface VoiceAgentEvents {
  /** the agent was closed, or its connection is over */
  closed: () => void;
}
