// First step of an activity's page: addresses outside become paths of its proxy. Runs in a browser.
import { patchUrlMappings } from "sdkpp/activities";

patchUrlMappings([{ prefix: "/api/scores", target: "scores.game.example" }]);
const answer = await fetch("https://scores.game.example/best"); // goes to /api/scores/best
document.body.textContent = await answer.text();
