// Builds the native benchmarks and runs one: node scripts/native-bench.mjs dave_frame. Figures are JSON lines.
import path from "node:path";
import { buildNative, run } from "./cmake.mjs";

const name = `${process.argv[2] ?? "dave_frame"}_bench`;
const folder = buildNative("build-bench", { SDKPP_BENCH: "ON", CMAKE_BUILD_TYPE: "Release" }, name);
run(path.join(folder, "bench/native", name), []);
