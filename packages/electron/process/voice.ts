// The program of the utility processes that have calls: sdkpp's own, which takes the port that main hands it.
import "sdkpp/voice-process";
