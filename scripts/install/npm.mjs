import { existsSync } from "node:fs";

/**
 * How to start npm here. Under `npm run` npm says where it is itself, which spares the shell that Windows would need.
 * @param {string[]} args
 * @returns {[command: string, args: string[], options: { shell?: boolean }]}
 */
export function npmCommand(args) {
  const own = process.env.npm_execpath;
  if (own?.endsWith(".js") && existsSync(own)) return [process.execPath, [own, ...args], {}];
  return ["npm", args, { shell: process.platform === "win32" }];
}
