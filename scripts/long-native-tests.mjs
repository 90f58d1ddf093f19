/** GoogleTest patterns of hours of virtual time: too long under a sanitizer or an emulator, where they find nothing more. */
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
].join(":");
