// Builds the native benchmarks and runs one: node scripts/native-bench.mjs dave_frame. Figures are JSON lines.
import path from "node:path";
import { buildBench, run } from "./cmake.mjs";

const name = `${process.argv[2] ?? "dave_frame"}_bench`;
run(path.join(buildBench(name), "bench/native", name), []);
