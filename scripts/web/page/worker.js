/** @file Starts the engine while the other modules load. */

export const worker = new Worker("engine/claimeven.js", { type: "module" });
