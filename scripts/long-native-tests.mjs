/**
 * GoogleTest patterns of hours of virtual time, and of how something sounds: too long under a sanitizer or an emulator, where they
 * find nothing more.
 */
export const LONG_NATIVE_TESTS = [
  "*Hour*",
  "*Drift*",
  "*Soak*",
  "*HundredThousand*",
  "*LossAndJitterCause*",
  "Outage.*",
  "PathMove.NothingMoves*",
  "Speech.KeepsTheVoice*",
  "Speech.LearnsARoom*",
  "Speech.ResidualEcho*",
  "Speech.Brings*",
  "Speech.Amplifies*",
  "Speech.DoesNotAmplify*",
  "MovedSamples.SoundLike*",
  "JitterBuffer.PacketsThatComeEarly*",
  // of those that are alike some stay
  ...[0, 2, 3].map((which) => `*/ClockBridgePeriods.*/${which}`),
  ...[1, 3, 4, 6].map((which) => `*/FlacPlaces.*/${which}`),
].join(":");
