import { describe } from "vitest";
import { answers } from "./pages/answers";
import { approving } from "./pages/approving";
import { benchWith } from "./pages/bench";
import { connections } from "./pages/connections";
import { foreign } from "./pages/foreign";
import { looks } from "./pages/looks";
import { programTokens } from "./pages/program-tokens";
import { way } from "./pages/way";
import { startServer } from "./support/server";

// Only a browser says whether a policy blocks the way back, a frame stays empty, or a key reaches a button.
const bench = benchWith(() => startServer());

describe("the way from a program to its tools", () => way(bench));
describe("a person's answers", () => answers(bench));
describe("the page of an approval", () => approving(bench));
describe("the page of connections", () => connections(bench));
describe("the page of access tokens", () => programTokens(bench));
describe("every page", () => looks(bench));
describe("pages of others", () => foreign(bench));
