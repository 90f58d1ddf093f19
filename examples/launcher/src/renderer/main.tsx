import { connect } from "@sdkpp/electron/renderer";
import { createRoot } from "react-dom/client";
import { App } from "./app.js";

createRoot(document.getElementById("app") as HTMLElement).render(<App social={connect()} />);
