/** @file Starts the engine, and listens to it, while the other modules load. */

import { Engine } from "./engine.js";

export const engine = new Engine(new Worker("engine/claimeven.js", { type: "module" }));
