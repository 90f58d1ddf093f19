// In the place of main.tsx while the page is developed in a browser; no build of the app has it. The address of the host is behind the "#".
import { connectTo } from "@sdkpp/electron/renderer";
import { createRoot } from "react-dom/client";
import { App } from "./app.js";

const social = connectTo(window.location.hash.slice(1));
createRoot(document.getElementById("app") as HTMLElement).render(<App social={social} />);
